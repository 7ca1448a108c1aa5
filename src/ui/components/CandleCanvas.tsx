import { useEffect, useRef } from 'react';
import {
  CandlestickSeries,
  createChart,
  TickMarkType,
  type ChartOptions,
  type DeepPartial,
  type IChartApi,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useWords } from '../words/context.tsx';
import type { Words } from '../words/words.ts';
import { chartColours, onSchemeChange, plotted } from './chartColours.ts';
import styles from './ChartFrame.module.css';

/** One candle; prices as decimal strings in the symbol's digits, `at` the ISO time of its opening. */
export interface Candle {
  readonly at: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

/** The drawing itself, in a chunk of its own with the library it needs. */
export default function CandleCanvas({ candles, digits }: { readonly candles: readonly Candle[]; readonly digits: number }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ readonly chart: IChartApi; readonly series: ISeriesApi<'Candlestick'> }>(undefined);
  const words = useWords();

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const chart = createChart(element, written(words, digits));
    const series = chart.addSeries(CandlestickSeries, {
      priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits },
    });
    drawn.current = { chart, series };
    const paint = (): void => {
      const colour = chartColours(element);
      chart.applyOptions({
        layout: {
          background: { color: colour.surface },
          textColor: colour['ink-soft'],
          fontFamily: getComputedStyle(element).fontFamily,
        },
        grid: { vertLines: { visible: false }, horzLines: { color: colour.line } },
        rightPriceScale: { borderVisible: false },
        timeScale: { borderColor: colour.line },
        crosshair: { vertLine: { color: colour['ink-soft'] }, horzLine: { color: colour['ink-soft'] } },
      });
      series.applyOptions({
        upColor: colour.surface,
        downColor: colour.loss,
        borderUpColor: colour.gain,
        borderDownColor: colour.loss,
        wickUpColor: colour.gain,
        wickDownColor: colour.loss,
        // Else it takes the body's colour, which the ground has too while the last candle rises.
        priceLineColor: colour.accent,
      });
    };
    paint();
    const stop = onSchemeChange(paint);
    return () => {
      stop();
      chart.remove();
      drawn.current = undefined;
    };
  }, [digits, words]);

  useEffect(() => {
    drawn.current?.series.setData(
      candles.map(({ at, open, high, low, close }) => ({
        time: (new Date(at).getTime() / 1000) as UTCTimestamp,
        open: plotted(open),
        high: plotted(high),
        low: plotted(low),
        close: plotted(close),
      })),
    );
  }, [candles]);

  return <div ref={place} className={styles.canvas} />;
}

/** Prices and times as everywhere in the portal. */
function written(words: Words, digits: number): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    // The library's own mark is a style sheet the policy refuses; the caption under the chart names it instead.
    layout: { attributionLogo: false },
    localization: {
      locale: words.tag,
      priceFormatter: (price: number) => words.number(price, digits),
      timeFormatter: (time: Time) => inLine(words, words.dateTime(instantOf(time))),
    },
    timeScale: {
      timeVisible: true,
      // Hours by the client's clock, as in the table; what the library writes of days and months will do.
      tickMarkFormatter: (time: Time, type: TickMarkType) =>
        type === TickMarkType.Time ? inLine(words, words.time(instantOf(time))) : null,
    },
  };
}

/** Candles are placed by seconds, never by the library's other kinds of time. */
function instantOf(time: Time): Date {
  return new Date(Number(time) * 1000);
}

/** A canvas writes from left to right; words of the other direction are told apart from it (Unicode's isolates). */
function inLine({ direction }: Words, text: string): string {
  return direction === 'rtl' ? `\u2067${text}\u2069` : text;
}
