import { useState } from 'react';
import { Card, Columns, Stack } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { LineChart } from '../../../ui/components/LineChart.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { profitAt } from '../rules.ts';
import type { StrategyDetails } from '../contract.ts';
import { Bars } from './Bars.tsx';
import styles from './Details.module.css';
import { Percent } from './Percent.tsx';

const spans = ['total', 'monthly', 'last_month'] as const;
type Span = (typeof spans)[number];

/** What a unit has become: since the beginning, month by month, in the last thirty days. */
export function Returns({ strategy }: { readonly strategy: StrategyDetails }) {
  const { t, month } = useWords();
  const [span, setSpan] = useState<Span>('total');
  const points = strategy[`${span}_profit_history`].map(({ date_time: at, unit_price: price }) => ({
    at,
    value: profitAt(price),
  }));
  return (
    <Columns kind="main-aside">
      <Card title={t('strategies.history')}>
        <Stack>
          <Choice
            label={t('strategies.span')}
            name="span"
            look="segments"
            value={span}
            onChange={setSpan}
            options={spans.map((value) => ({ value, label: t(`strategies.span.${value}`) }))}
          />
          {points.length < 2 ? (
            <p className={styles.quiet}>{t('strategies.history.empty')}</p>
          ) : (
            <LineChart
              label={t(`strategies.span.${span}.label`)}
              points={points}
              columns={[{ title: t('strategies.profit'), cell: ({ value }) => <Percent value={value} isGain /> }]}
            />
          )}
        </Stack>
      </Card>
      <Card title={t('strategies.byMonth')} isFlush>
        <Bars
          label={t('strategies.byMonth')}
          head={t('strategies.month.name')}
          counts={[t('strategies.trades')]}
          rows={strategy.monthly_statistic_by_trades
            .toReversed()
            .slice(0, 12)
            .map(({ date, quantity }) => ({ key: date, name: month(date), counts: [quantity] }))}
        />
      </Card>
    </Columns>
  );
}
