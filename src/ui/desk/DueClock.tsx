import { Status } from '../components/Status.tsx';
import { useNow } from '../components/RelativeAge.tsx';
import { useWords } from '../words/context.tsx';

const soonMs = 60 * 60_000;

/** By when a case should be decided, running down by application time: the server has counted in hours of business. */
export function DueClock({ at, isLate }: { readonly at: string | null; readonly isLate: boolean }) {
  const { t, relative, dateTime } = useWords();
  const now = useNow();
  if (at === null) return <Status tone="still">{t('desk.due.none')}</Status>;
  const left = new Date(at).getTime() - now.getTime();
  const tone = isLate || left <= 0 ? 'loss' : left < soonMs ? 'warn' : 'still';
  return (
    <time dateTime={at} title={dateTime(at)}>
      <Status tone={tone}>{t(tone === 'loss' ? 'desk.due.late' : 'desk.due.in', { when: relative(at, now) })}</Status>
    </time>
  );
}
