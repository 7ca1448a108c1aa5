import { Card } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { LevelsData } from './Levels.tsx';
import styles from './PivotPoints.module.css';

const names = ['lwma', 'macd', 'momentum'] as const;

/** What each indicator says, and how many of them expect a rise. */
export function Indicators({ data: { indicators } }: { readonly data: LevelsData }) {
  const { t } = useWords();
  const rows = names.map((name) => ({ name, ...indicators[name] }));
  const bullish = rows.filter((row) => row.is_bullish).length;
  return (
    <Card title={t('pivots.indicators')} isFlush>
      <p className={styles.now}>{t('pivots.indicators.bullish', { count: bullish, all: rows.length })}</p>
      <Table
        label={t('pivots.indicators')}
        rows={rows}
        rowKey={({ name }) => name}
        isDense
        columns={[
          { key: 'name', title: t('pivots.indicator'), cell: ({ name }) => t(`pivots.indicator.${name}`) },
          { key: 'value', title: t('pivots.value'), isFigures: true, cell: ({ value }) => <Figures value={value} /> },
          {
            key: 'says',
            title: t('pivots.says'),
            onPhone: 'beside',
            cell: ({ is_bullish: isBullish }) => (
              <Status tone={isBullish ? 'gain' : 'loss'}>{t(isBullish ? 'pivots.bullish' : 'pivots.bearish')}</Status>
            ),
          },
        ]}
      />
      <p className={styles.now}>{t('pivots.indicators.text')}</p>
    </Card>
  );
}
