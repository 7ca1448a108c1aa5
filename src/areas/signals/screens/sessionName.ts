import { useWords } from '../../../ui/words/context.tsx';
import type { DaysSession } from '../contract.ts';

/** "Session 2, London" and "07:00–15:00, summer time": numbered, by what the clocks of its market show (document 3 §9). */
export function useSessionName(session: Pick<DaysSession, 'time_session' | 'market' | 'starts_at' | 'ends_at' | 'season'>): {
  readonly name: string;
  readonly hours: string;
} {
  const { t, time } = useWords();
  const { time_session: number, market, season } = session;
  const values = { from: time(session.starts_at), till: time(session.ends_at) };
  return {
    name: t('signals.session', { number, market: t(`signals.market.${market}`) }),
    hours: season === null ? t('signals.hours', values) : t(`signals.hours.${season}`, values),
  };
}
