import { Facts, Stack } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Signal } from '../contract.ts';
import styles from './Signals.module.css';

const tones = { target: 'gain', stop: 'loss', expired: 'still' } as const;

/** What the market has made of it. */
export function Outcome({ signal }: { readonly signal: Signal }) {
  const { t, dateTime } = useWords();
  const { outcome, entered_at: entered, closed_at: closed, targets_hit: hit, result_points: points } = signal;
  const facts = [
    {
      key: 'entered',
      name: t('signals.entered'),
      value: entered === null ? t(outcome === null ? 'signals.entered.not' : 'signals.entered.never') : dateTime(entered),
    },
    { key: 'targets', name: t('signals.hit'), value: t('signals.hit.of', { hit, all: signal.targets.length }) },
    ...(closed === null ? [] : [{ key: 'closed', name: t('signals.closed'), value: dateTime(closed) }]),
    ...(signal.exit === null ? [] : [{ key: 'exit', name: t('signals.exit'), value: <Figures value={signal.exit} /> }]),
    ...(points === null ? [] : [{ key: 'points', name: t('signals.result'), value: <Points points={points} /> }]),
  ];
  return (
    <Stack>
      {outcome === null ? (
        <Status>{t(entered === null ? 'signals.outcome.waiting' : 'signals.outcome.open')}</Status>
      ) : (
        <Status tone={tones[outcome]}>{t(`signals.outcome.${outcome}`)}</Status>
      )}
      <Facts items={facts} />
      <details className={styles.rule}>
        <summary>{t('signals.rule')}</summary>
        <p>{t('signals.rule.text')}</p>
      </details>
    </Stack>
  );
}

function Points({ points }: { readonly points: number }) {
  const { t, number } = useWords();
  const sign = points > 0 ? '+' : points < 0 ? '−' : '';
  return <bdi dir="ltr">{t('signals.points', { points: `${sign}${number(Math.abs(points))}` })}</bdi>;
}
