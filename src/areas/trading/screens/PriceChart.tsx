import { useMemo } from 'react';
import type { PlatformKey } from '../../../law/platforms.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { CandleChart } from '../../../ui/components/CandleChart.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { timeframes, tradingContract, type Tick, type Timeframe, type TradedSymbol } from '../contract.ts';
import { withTick } from './ticks.ts';
import styles from './PriceChart.module.css';

/** Between two answers the prices that are pushed keep the last candle moving, and begin the next. */
const everyMs = 60_000;

interface PriceChartProps {
  readonly platform: PlatformKey;
  readonly symbol: TradedSymbol;
  readonly tick: Tick | undefined;
  /** The length of a candle that the address names. */
  readonly frame: string | undefined;
  readonly onFrame: (frame: Timeframe) => void;
}

export function PriceChart({ platform, symbol, tick, frame, onFrame }: PriceChartProps) {
  const { t } = useWords();
  const timeframe = timeframes.find((one) => one === frame) ?? '1h';
  const read = useRead(tradingContract.calls.candles, { platform, symbol: symbol.name, timeframe }, { everyMs });
  const candles = useMemo(() => withTick(read.data?.candles ?? [], tick, timeframe), [read.data, tick, timeframe]);
  // Candles are made of bids, so the last of them ends with one.
  const price = tick?.bid ?? candles.at(-1)?.close;
  return (
    <div>
      <div className={styles.timeframes}>
        <Choice
          label={t('trading.timeframe')}
          name="trading-timeframe"
          look="segments"
          value={timeframe}
          options={timeframes.map((value) => ({ value, label: t(`trading.timeframe.${value}`) }))}
          onChange={onFrame}
        />
      </div>
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {() => (
          <CandleChart
            label={t('trading.chart.label', { symbol: symbol.name, timeframe: t(`trading.timeframe.${timeframe}`) })}
            candles={candles}
            digits={symbol.digits}
            now={price === undefined ? undefined : { price, name: t('trading.bid') }}
          />
        )}
      </Loaded>
    </div>
  );
}
