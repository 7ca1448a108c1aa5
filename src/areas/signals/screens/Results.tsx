import { Card } from '../../../ui/components/Card.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { SignalResults } from '../contract.ts';
import styles from './Signals.module.css';

interface ResultsProps {
  readonly all: SignalResults;
  readonly own: { readonly instrument: string; readonly results: SignalResults };
}

/** How often signals have come to a target: every one of them counts. */
export function Results({ all, own }: ResultsProps) {
  const { t, number } = useWords();
  const rows = [
    { key: own.instrument, name: own.instrument, results: own.results },
    { key: 'all', name: t('signals.results.all'), results: all },
  ];
  const count = (key: 'open' | 'target' | 'stop' | 'expired') => ({
    key,
    title: t(`signals.results.${key}`),
    isFigures: true,
    cell: ({ results }: (typeof rows)[number]) => number(results[key]),
  });
  return (
    <Card title={t('signals.results')} isFlush>
      <p className={styles.note}>{t('signals.results.text')}</p>
      <Table
        label={t('signals.results')}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { key: 'name', title: t('signals.instrument'), cell: ({ name }) => name },
          {
            key: 'rate',
            title: t('signals.results.rate'),
            isFigures: true,
            onPhone: 'beside',
            cell: ({ results }) =>
              results.hit_rate === null ? (
                '–'
              ) : (
                <bdi dir="ltr">{t('signals.percent', { value: number(results.hit_rate, 1) })}</bdi>
              ),
          },
          count('target'),
          count('stop'),
          count('expired'),
          count('open'),
        ]}
      />
    </Card>
  );
}
