import { lazy, Suspense, useState } from 'react';
import { useWords } from '../words/context.tsx';
import type { Candle, Level } from './CandleCanvas.tsx';
import { ChartFrame } from './ChartFrame.tsx';
import { SkeletonCard } from './Skeleton.tsx';
import styles from './ChartFrame.module.css';

export type { Candle, Level } from './CandleCanvas.tsx';

const CandleCanvas = lazy(() => import('./CandleCanvas.tsx'));

interface CandleChartProps {
  readonly label: string;
  readonly candles: readonly Candle[];
  /** Digits of the symbol's price. */
  readonly digits: number;
  /** The price of now and what it is called: "Bid". */
  readonly now: { readonly price: string; readonly name: string } | undefined;
  /** What stands across the drawing. The same list as long as nothing in it has changed. */
  readonly levels?: readonly Level[];
  /** A level that may be dragged was dragged to that price. */
  readonly onMove?: (key: string, price: string) => void;
}

const noLevels: readonly Level[] = [];
const nothing = (): void => undefined;

/** Prices as candles, oldest first; the drawing is loaded when first needed. */
export function CandleChart({ label, candles, digits, now, levels = noLevels, onMove = nothing }: CandleChartProps) {
  const { t, dateTime, number } = useWords();
  const [pointed, setPointed] = useState<string>();
  const legend = candles.find(({ at }) => at === pointed) ?? candles.at(-1);
  return (
    <ChartFrame
      label={label}
      axis="right"
      chart={
        <div className={styles.pointed}>
          {legend && (
            <dl className={styles.legend}>
              {(['open', 'high', 'low', 'close'] as const).map((part) => (
                <div key={part}>
                  <dt>{t(`ui.chart.${part}`)}</dt>
                  <dd dir="ltr">{number(legend[part], digits)}</dd>
                </div>
              ))}
            </dl>
          )}
          <Suspense fallback={<SkeletonCard lines={8} />}>
            <CandleCanvas
              key={digits}
              candles={candles}
              digits={digits}
              now={now}
              levels={levels}
              onPoint={setPointed}
              onMove={onMove}
            />
          </Suspense>
        </div>
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
