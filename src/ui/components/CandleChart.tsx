import { lazy, Suspense } from 'react';
import { useWords } from '../words/context.tsx';
import type { Candle } from './CandleCanvas.tsx';
import { ChartFrame } from './ChartFrame.tsx';
import { SkeletonCard } from './Skeleton.tsx';

export type { Candle } from './CandleCanvas.tsx';

const CandleCanvas = lazy(() => import('./CandleCanvas.tsx'));

interface CandleChartProps {
  readonly label: string;
  readonly candles: readonly Candle[];
  /** Digits of the symbol's price. */
  readonly digits: number;
  /** The price of now and what it is called: "Bid". */
  readonly now: { readonly price: string; readonly name: string } | undefined;
}

/** Prices as candles, oldest first; the drawing is loaded when first needed. */
export function CandleChart({ label, candles, digits, now }: CandleChartProps) {
  const { t, dateTime, number } = useWords();
  return (
    <ChartFrame
      label={label}
      axis="right"
      chart={
        <Suspense fallback={<SkeletonCard lines={8} />}>
          <CandleCanvas key={digits} candles={candles} digits={digits} now={now} />
        </Suspense>
      }
      heads={[t('ui.chart.time'), t('ui.chart.open'), t('ui.chart.high'), t('ui.chart.low'), t('ui.chart.close')]}
      rows={candles.map(({ at, open, high, low, close }) => ({
        key: at,
        cells: [dateTime(at), ...[open, high, low, close].map((price) => number(price, digits))],
      }))}
      caption={
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {t('ui.chart.by', { name: 'TradingView' })}
        </a>
      }
    />
  );
}
