import { lazy, Suspense, useState } from 'react';
import { useWords } from '../words/context.tsx';
import type { Words } from '../words/words.ts';
import type { Candle, Level } from './candles.ts';
import type { OwnDrawing, Reckoned } from './candleFigures.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { SkeletonCard } from './Skeleton.tsx';
import styles from './ChartFrame.module.css';

export type { Candle, Level } from './candles.ts';

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
  /** Candles before an instant, for whoever scrolls back. The same function as long as they are of the same. */
  readonly older?: (at: string) => Promise<readonly Candle[] | undefined>;
  /** What the client has set up over the candles. Its lists are the same as long as nothing in them has changed. */
  readonly own?: OwnDrawing;
}

const noLevels: readonly Level[] = [];
const nothing = (): void => undefined;
const noOwn: OwnDrawing = { indicators: [], figures: [], kind: undefined, onFigure: nothing, onErase: nothing };

/** Prices as candles, oldest first; the drawing is loaded when first needed. */
export function CandleChart(props: CandleChartProps) {
  const { label, candles, digits, now, levels = noLevels, onMove = nothing, older, own = noOwn } = props;
  const words = useWords();
  const { t, number } = words;
  const [isTable, setTable] = useState(false);
  const [reckoned, setReckoned] = useState<Reckoned>();
  const [pointed, setPointed] = useState<Candle>();
  const values = own.indicators.length > 0 ? reckoned : undefined;
  const legend = candles.find(({ at }) => at === pointed?.at) ?? pointed ?? candles.at(-1);
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
              older={older}
              own={own}
              onReckoned={isTable && own.indicators.length > 0 ? setReckoned : undefined}
            />
          </Suspense>
        </div>
      }
      onTurn={setTable}
      {...tableOf({ candles, digits, values }, words)}
    />
  );
}

interface Told extends Pick<CandleChartProps, 'candles' | 'digits'> {
  readonly values: Reckoned | undefined;
}

/** The candles and what the indicators have reckoned of them, as rows. */
function tableOf({ candles, digits, values }: Told, { t, dateTime, number }: Words) {
  const heads = values?.heads ?? [];
  const valueAt = (at: string, index: number): string => {
    const value = values?.at.get(Date.parse(at))?.[index];
    return typeof value === 'number' ? number(value, values?.digits[index]) : '–';
  };
  const parts = (['high', 'low', 'close'] as const).map((part) => t(`ui.chart.${part}`));
  return {
    heads: [t('ui.chart.time'), t('ui.chart.open'), ...parts, ...heads] as const,
    rows: candles.map(({ at, open, high, low, close }) => ({
      key: at,
      cells: [
        dateTime(at),
        ...[open, high, low, close].map((price) => number(price, digits)),
        ...heads.map((_head, index) => valueAt(at, index)),
      ],
    })),
  };
}
