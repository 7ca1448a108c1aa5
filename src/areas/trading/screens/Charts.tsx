import { useMemo } from 'react';
import type { Account } from '../../../protocol/account.ts';
import { chartCounts } from '../../../protocol/chartFigures.ts';
import { Choice, SelectField } from '../../../ui/components/Choice.tsx';
import { useWidth } from '../../../ui/page/width.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { timeframes, type ChartLayout, type Tick, type Timeframe, type TradedSymbol } from '../contract.ts';
import type { PositionsRead } from './AccountBar.tsx';
import { Candles, PriceChart, type Moved } from './PriceChart.tsx';
import { useTicks } from './ticks.ts';
import { useChartLayout, useFigures } from './useCharts.ts';
import styles from './Charts.module.css';

interface ChartsProps {
  readonly account: Account;
  readonly symbols: readonly TradedSymbol[];
  /** The one of the address, whose chart is the first. */
  readonly symbol: TradedSymbol;
  readonly tick: Tick | undefined;
  readonly frame: string | undefined;
  readonly onFrame: (frame: Timeframe) => void;
  readonly read: PositionsRead;
  readonly onMove: (moved: Moved) => void;
}

type Other = ChartLayout['others'][number];

/** Which of the others it is is all that a chart is known by. */
const places = ['second', 'third', 'fourth'];

/** The chart of the terminal, and on a desk as many others beside it as the client has set up. */
export function Charts({ account, symbols, symbol, tick, frame, onFrame, read, onMove }: ChartsProps) {
  const { t } = useWords();
  const width = useWidth();
  const { layout, keep, isKnown } = useChartLayout();
  const count = width === 'wide' ? layout.charts : 1;
  const others = othersOf(layout, count, symbols);
  const shared = {
    platform: account.platform,
    positions: read.data?.positions ?? [],
    orders: read.data?.orders ?? [],
    onMove,
  };
  const tools = width === 'wide' && isKnown && (
    <Choice
      label={t('trading.charts')}
      name="charts"
      look="segments"
      value={String(count)}
      options={chartCounts.map((value) => ({ value: String(value), label: String(value) }))}
      onChange={(chosen) => keep({ charts: chartCounts.find((value) => String(value) === chosen) ?? 1 })}
    />
  );
  return (
    <div className={styles.charts} data-charts={count}>
      <PriceChart {...shared} symbol={symbol} tick={tick} frame={frame} onFrame={onFrame} tools={tools} />
      {others.map((other, index) => (
        <OtherChart
          key={places[index]}
          {...shared}
          other={other}
          symbols={symbols}
          onOther={(changed) => keep({ others: others.with(index, changed) })}
        />
      ))}
    </div>
  );
}

/** Those that are kept, as far as they are offered; where there are fewer than asked for, the first symbols stand in. */
function othersOf({ others }: ChartLayout, count: number, symbols: readonly TradedSymbol[]): Other[] {
  return Array.from({ length: count - 1 }, (_none, index) => {
    const kept = others[index];
    const symbol = symbols.find(({ name }) => name === kept?.symbol) ?? symbols[(index + 1) % symbols.length];
    return { symbol: symbol?.name ?? '', timeframe: kept?.timeframe ?? '1h' };
  });
}

type OtherChartProps = Pick<Parameters<typeof Candles>[0], 'platform' | 'positions' | 'orders' | 'onMove'> & {
  readonly other: Other;
  readonly symbols: readonly TradedSymbol[];
  readonly onOther: (other: Other) => void;
};

function OtherChart({ other, symbols, onOther, ...shared }: OtherChartProps) {
  const { t } = useWords();
  const { layout } = useChartLayout();
  const symbol = symbols.find(({ name }) => name === other.symbol);
  const tick = useTicks([other.symbol]).ticks.get(other.symbol);
  const figures = useFigures({ platform: shared.platform, symbol: other.symbol });
  const own = useMemo(() => ({ ...figures, indicators: layout.indicators, kind: undefined }), [figures, layout.indicators]);
  return (
    <div>
      <div className={styles.pick}>
        <SelectField
          label={t('trading.symbol')}
          value={other.symbol}
          options={symbols.map(({ name }) => ({ value: name, label: name }))}
          onChange={(event) => onOther({ ...other, symbol: event.target.value })}
        />
        <SelectField
          label={t('trading.timeframe')}
          value={other.timeframe}
          options={timeframes.map((value) => ({ value, label: t(`trading.timeframe.${value}`) }))}
          onChange={(event) =>
            onOther({ ...other, timeframe: timeframes.find((each) => each === event.target.value) ?? other.timeframe })
          }
        />
      </div>
      {symbol && <Candles {...shared} symbol={symbol} tick={tick} timeframe={other.timeframe} own={own} />}
    </div>
  );
}
