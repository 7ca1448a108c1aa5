import { useRead } from '../../../ui/api/reads.ts';
import { useState } from 'react';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Card, Columns, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Amount, Figures } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { Review as ReviewOf, ReviewedPair } from '../../../protocol/strategyReview.ts';
import { strategiesContract, type StrategyDetails } from '../contract.ts';
import { durationParts } from '../rules.ts';
import { Bars } from './Bars.tsx';
import { Percent } from './Percent.tsx';

const hours = Array.from({ length: 24 }, (_each, hour) => hour);
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
const measures = ['buy', 'sell', 'profitable', 'unprofitable'] as const;

type ReviewRead = ReturnType<typeof useRead<typeof strategiesContract.calls.tradingReview>>;

/** What a strategy has traded: by instrument, by hour and by day of the week. */
export function Review({ strategy }: { readonly strategy: StrategyDetails }) {
  const [month, setMonth] = useState('');
  const asked = { acc_no: strategy.acc_no, ...(month === '' ? {} : { date: month }) };
  const read = useRead(strategiesContract.calls.tradingReview, asked, { keepsLast: true });
  return (
    <Stack>
      <Months strategy={strategy} month={month} onMonth={setMonth} />
      <Reviewed read={read} />
    </Stack>
  );
}

interface MonthsProps {
  readonly strategy: StrategyDetails;
  readonly month: string;
  readonly onMonth: (month: string) => void;
}

/** All that was traded, or what was closed in one of the months in which anything was, the latest first. */
function Months({ strategy, month, onMonth }: MonthsProps) {
  const { t, month: named } = useWords();
  return (
    <SelectField
      label={t('strategies.months')}
      value={month}
      options={[
        { value: '', label: t('strategies.months.all') },
        ...strategy.monthly_statistic_by_trades
          .map(({ date }) => ({ value: date, label: named(`${date}T12:00:00Z`) }))
          .toReversed(),
      ]}
      onChange={(event) => onMonth(event.target.value)}
    />
  );
}

function Reviewed({ read }: { readonly read: ReviewRead }) {
  const words = useWords();
  const { t } = words;
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={12} />}>
      {({ direct: review }) =>
        review.review_symbol.pairs.length === 0 ? (
          <EmptyState picture="chart" title={t('strategies.review.none.title')} text={t('strategies.review.none.text')} />
        ) : (
          <Stack>
            <Totals review={review} />
            <Card title={t('strategies.instruments')} isFlush>
              <Table
                label={t('strategies.instruments')}
                rows={review.review_symbol.pairs}
                rowKey={({ symbol }) => symbol}
                columns={columnsIn(words, review.currency)}
              />
            </Card>
            <Card title={t('strategies.stops')} isFlush>
              <Table
                label={t('strategies.stops')}
                rows={review.review_symbol.pairs}
                rowKey={({ symbol }) => symbol}
                columns={stopsIn(words)}
              />
            </Card>
            <ByInstrument review={review} />
            <Spread review={review} />
          </Stack>
        )
      }
    </Loaded>
  );
}

interface ReviewProps {
  readonly review: ReviewOf;
}

function Totals({ review }: ReviewProps) {
  const words = useWords();
  const { t } = words;
  const { totals_and_stats: totals } = review.review_symbol;
  return (
    <Card title={t('strategies.totals')}>
      <Facts
        items={[
          { key: 'trades', name: t('strategies.trades'), value: String(totals.total_trades) },
          { key: 'buy', name: t('strategies.buy'), value: <Percent value={totals.total_buy_perc} /> },
          { key: 'sell', name: t('strategies.sell'), value: <Percent value={totals.total_sell_perc} /> },
          { key: 'profitable', name: t('strategies.profitable'), value: <Percent value={totals.total_profit_perc} /> },
          { key: 'unprofitable', name: t('strategies.unprofitable'), value: <Percent value={totals.total_loss_perc} /> },
          {
            key: 'best',
            name: t('strategies.best'),
            value: <Amount value={totals.biggest_profit} currency={review.currency} kind="gain" />,
          },
          {
            key: 'worst',
            name: t('strategies.worst'),
            value: <Amount value={totals.biggest_loss} currency={review.currency} kind="gain" />,
          },
          { key: 'duration', name: t('strategies.duration'), value: durationIn(words, totals.avg_duration) },
          { key: 'stop', name: t('strategies.stopLoss'), value: <Percent value={totals.total_stop_loss_perc} /> },
          { key: 'take', name: t('strategies.takeProfit'), value: <Percent value={totals.total_take_profit_perc} /> },
        ]}
      />
    </Card>
  );
}

/** What was traded of each instrument, beside each other. */
function ByInstrument({ review }: ReviewProps) {
  const { t } = useWords();
  return (
    <Card title={t('strategies.byInstrument')} isFlush>
      <Bars
        label={t('strategies.byInstrument')}
        head={t('strategies.instrument')}
        counts={measures.map((measure) => t(`strategies.${measure}`))}
        rows={review.review_symbol.pairs.map(({ symbol, buy, sell, profit, loss }) => ({
          key: symbol,
          name: symbol,
          counts: [buy, sell, profit, loss],
        }))}
      />
    </Card>
  );
}

function columnsIn(words: Words, currency: string): readonly Column<ReviewedPair>[] {
  const { t } = words;
  const count = (key: 'buy' | 'sell' | 'profit' | 'loss', title: string): Column<ReviewedPair> => ({
    key,
    title,
    isFigures: true,
    cell: (pair) => String(pair[key]),
  });
  return [
    symbolColumn(words),
    count('buy', t('strategies.buy')),
    count('sell', t('strategies.sell')),
    count('profit', t('strategies.profitable')),
    count('loss', t('strategies.unprofitable')),
    {
      key: 'avgProfit',
      title: t('strategies.avgProfit', { currency }),
      isFigures: true,
      cell: ({ avg_profit: value }) => <Figures value={value} currency={currency} kind="gain" />,
    },
    {
      key: 'avgLoss',
      title: t('strategies.avgLoss', { currency }),
      isFigures: true,
      cell: ({ avg_loss: value }) => <Figures value={value} currency={currency} kind="gain" />,
    },
    {
      key: 'pips',
      title: t('strategies.pips'),
      isFigures: true,
      cell: ({ avg_pips: value }) => <Figures value={value} kind="gain" />,
    },
    { key: 'duration', title: t('strategies.duration'), isFigures: true, cell: (pair) => durationIn(words, pair.avg_duration) },
  ];
}

/** A table of their own: beside the others they would be out of sight. */
function stopsIn(words: Words): readonly Column<ReviewedPair>[] {
  const { t } = words;
  const count = (key: 'stop_loss' | 'take_profit', title: string): Column<ReviewedPair> => ({
    key,
    title,
    isFigures: true,
    cell: (pair) => String(pair[key]),
  });
  const pips = (key: 'avg_sl' | 'avg_tp', title: string): Column<ReviewedPair> => ({
    key,
    title,
    isFigures: true,
    cell: ({ [key]: value }) => (value === null ? '–' : <Figures value={value} kind="gain" />),
  });
  return [
    symbolColumn(words),
    count('stop_loss', t('strategies.stopLoss')),
    count('take_profit', t('strategies.takeProfit')),
    pips('avg_sl', t('strategies.avgStop')),
    pips('avg_tp', t('strategies.avgTake')),
  ];
}

const symbolColumn = ({ t }: Words): Column<ReviewedPair> => ({
  key: 'symbol',
  title: t('strategies.instrument'),
  onPhone: 'main',
  cell: ({ symbol }) => <bdi dir="ltr">{symbol}</bdi>,
});

/** Document 2 §9: from an hour on in days, hours and minutes. */
function durationIn({ t }: Words, seconds: number): string {
  return durationParts(seconds)
    .map(({ unit, count }) => t(`strategies.unit.${unit}`, { count }))
    .join(' ');
}

function Spread({ review: { trading_review: spread } }: ReviewProps) {
  const { t } = useWords();
  const counts = measures.map((measure) => t(`strategies.${measure}`));
  const countsOf = (key: string): readonly number[] => measures.map((measure) => spread[measure][key] ?? 0);
  return (
    <Columns>
      <Card title={t('strategies.byDay')} isFlush>
        <Bars
          label={t('strategies.byDay')}
          head={t('strategies.day')}
          counts={counts}
          rows={weekdays.map((day) => ({ key: `d${day}`, name: t(`strategies.weekday.${day}`), counts: countsOf(`d${day}`) }))}
        />
      </Card>
      <Card title={t('strategies.byHour')} isFlush>
        <Bars
          label={t('strategies.byHour')}
          head={t('strategies.hour')}
          counts={counts}
          rows={hours.map((hour) => ({
            key: `h${hour}`,
            name: `${String(hour).padStart(2, '0')}:00`,
            counts: countsOf(`h${hour}`),
          }))}
        />
      </Card>
    </Columns>
  );
}
