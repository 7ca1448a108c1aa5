import { useMemo } from 'react';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { CandleChart, type Level } from '../../../ui/components/CandleChart.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, type Readable } from '../../../ui/components/States.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { levelNames, type pivotsContract } from '../contract.ts';
import type { Distances } from './distances.ts';
import styles from './PivotPoints.module.css';

type Calls = (typeof pivotsContract)['calls'];
export type LevelsData = AnswerOf<Calls['levels']>;
export type DistancesRead = Readable<Distances>;

/** The levels across the candles that they are reckoned for. */
export function LevelsChart({ read }: { readonly read: DistancesRead }) {
  const { t } = useWords();
  const levels = useLevels(read.data);
  return (
    <Card title={t('pivots.chart')}>
      <Loaded read={read} skeleton={<SkeletonCard lines={10} />}>
        {({ symbol, timeframe, digits, chart, current_price: price }) => (
          <CandleChart
            label={t('pivots.chart.label', { symbol, timeframe: t(`pivots.timeframe.${timeframe}`) })}
            candles={chart}
            digits={digits}
            now={{ price, name: t('pivots.now') }}
            levels={levels}
          />
        )}
      </Loaded>
    </Card>
  );
}

function useLevels(data: DistancesRead['data']): readonly Level[] {
  const { t } = useWords();
  const all = levelNames.flatMap((name): Level[] => {
    const price = data?.[name] ?? null;
    const tone = name.startsWith('resistance') ? 'loss' : name.startsWith('support') ? 'gain' : 'ink-soft';
    return price === null ? [] : [{ key: name, price, name: t(`pivots.level.${name}`), tone }];
  });
  const text = JSON.stringify(all);
  return useMemo(() => JSON.parse(text) as readonly Level[], [text]);
}

/** Each level, and how far the price is from it. */
export function LevelsTable({ data, read }: { readonly data: LevelsData; readonly read: DistancesRead }) {
  const { t, number } = useWords();
  const distances = read.data?.distances ?? {};
  const rows = levelNames.flatMap((name) => {
    const price = data[name];
    return price === null ? [] : [{ name, price, distance: distances[name] }];
  });
  return (
    <Card title={t('pivots.levels')} isFlush>
      <p className={styles.now}>
        {t('pivots.now')} <Figures value={data.current_price} /> · <RelativeAge at={data.last_tick_time} />
      </p>
      <Table
        label={t('pivots.levels')}
        rows={rows}
        rowKey={({ name }) => name}
        isDense
        columns={[
          { key: 'name', title: t('pivots.level'), cell: ({ name }) => t(`pivots.level.${name}`) },
          {
            key: 'price',
            title: t('pivots.price'),
            isFigures: true,
            onPhone: 'beside',
            cell: ({ price }) => <Figures value={price} />,
          },
          {
            key: 'distance',
            title: t('pivots.distance'),
            isFigures: true,
            cell: ({ distance }) =>
              distance === undefined ? (
                '–'
              ) : (
                <span className={styles.distance}>
                  <span>{t('pivots.points', { count: distance.points })}</span>
                  <bdi dir="ltr">{t('pivots.percent', { value: number(distance.percent, 2) })}</bdi>
                </span>
              ),
          },
        ]}
      />
    </Card>
  );
}
