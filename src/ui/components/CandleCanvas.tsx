import { useEffect, useRef, type RefObject } from 'react';
import {
  CandlestickSeries,
  createChart,
  TickMarkType,
  type AutoscaleInfo,
  type ChartOptions,
  type DeepPartial,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useWords } from '../words/context.tsx';
import type { Words } from '../words/words.ts';
import { candleLook, priceLook, writtenPrice, timeLook } from './candleLook.ts';
import { chartColours, onSchemeChange, plotted } from './chartColours.ts';
import { useDraggedLevels } from './draggedLevel.ts';
import styles from './ChartFrame.module.css';

/** One candle; prices as decimal strings in the symbol's digits, `at` the ISO time of its opening. */
export interface Candle {
  readonly at: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

/** A level that stands across the drawing: an order, a position, a stop. */
export interface Level {
  readonly key: string;
  readonly price: string;
  readonly name: string;
  readonly tone: 'gain' | 'loss' | 'ink-soft';
  /** It may be dragged to another price. */
  readonly isMovable?: true;
}

export interface CandleCanvasProps {
  readonly candles: readonly Candle[];
  readonly digits: number;
  /** The price of now, as a decimal string, and what it is called; undefined while it is not known. */
  readonly now: { readonly price: string; readonly name: string } | undefined;
  readonly levels: readonly Level[];
  /** The candle under the pointer; undefined when there is none. */
  readonly onPoint: (at: string | undefined) => void;
  /** A level was dragged to that price, which has the symbol's digits. */
  readonly onMove: (key: string, price: string) => void;
}

/** The drawing itself, in a chunk of its own with the library it needs. */
export default function CandleCanvas({ candles, digits, now, levels, onPoint, onMove }: CandleCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(undefined);
  const words = useWords();

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const chart = createChart(element, written(words, digits));
    const series = chart.addSeries(CandlestickSeries, {
      ...candleLook,
      priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits },
    });
    const parts: Drawn = { chart, series, line: undefined, isGone: false };
    drawn.current = parts;
    chart.subscribeCrosshairMove(({ time }) => onPoint(time === undefined ? undefined : instantOf(time).toISOString()));
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
      });
      drawn.current?.line?.applyOptions(lineColours(colour));
    };
    paint();
    const stop = onSchemeChange(paint);
    return () => {
      stop();
      parts.isGone = true;
      chart.remove();
      drawn.current = undefined;
    };
  }, [digits, words, onPoint]);

  useCandles(drawn, candles);
  useReach(drawn, levels);
  usePriceLine({ place, drawn, now, words });
  useLevels({ place, drawn, levels, words });
  useMoves({ place, drawn, levels, digits, onMove });

  return <div ref={place} className={styles.canvas} />;
}

function useCandles(drawn: RefObject<Drawn | undefined>, candles: readonly Candle[]): void {
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
  }, [drawn, candles]);
}

/** Levels near the candles are in sight with them; those further off would press the candles flat. */
function useReach(drawn: RefObject<Drawn | undefined>, levels: readonly Level[]): void {
  useEffect(() => {
    const prices = levels.map(({ price }) => plotted(price));
    drawn.current?.series.applyOptions({
      autoscaleInfoProvider: (reckon: () => AutoscaleInfo | null) => {
        const info = reckon();
        if (!info?.priceRange) return info;
        const { minValue, maxValue } = info.priceRange;
        const height = maxValue - minValue;
        const near = prices.filter((price) => price >= minValue - height && price <= maxValue + height);
        return { ...info, priceRange: { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) } };
      },
    });
  }, [drawn, levels]);
}

interface Levels extends Pick<PriceLine, 'place' | 'drawn' | 'words'> {
  readonly levels: readonly Level[];
}

/** Drawn anew when one of them has changed, which is seldom. */
function useLevels({ place, drawn, levels, words }: Levels): void {
  useEffect(() => {
    const [element, parts] = [place.current, drawn.current];
    if (!element || !parts) return;
    let lines: IPriceLine[] = [];
    const draw = (): void => {
      for (const line of lines) parts.series.removePriceLine(line);
      const colour = chartColours(element);
      lines = levels.map(({ price, name, tone }) =>
        parts.series.createPriceLine({
          ...priceLook,
          price: plotted(price),
          title: inLine(words, name),
          color: colour[tone],
          axisLabelColor: colour[tone],
          axisLabelTextColor: colour.surface,
        }),
      );
    };
    draw();
    const stop = onSchemeChange(draw);
    return () => {
      stop();
      // A chart that has gone took its lines with it.
      if (!parts.isGone) for (const line of lines) parts.series.removePriceLine(line);
    };
  }, [place, drawn, levels, words]);
}

interface Moves extends Pick<CandleCanvasProps, 'levels' | 'digits' | 'onMove'>, Pick<PriceLine, 'place' | 'drawn'> {}

/** Levels that may be moved follow the pointer that holds them, until it lets go. */
function useMoves({ place, drawn, levels, digits, onMove }: Moves): void {
  const shadow = useRef<IPriceLine>(undefined);
  const priceAt = (at: number): string | undefined => {
    const price = drawn.current?.series.coordinateToPrice(at);
    return typeof price === 'number' && price > 0 ? writtenPrice(price, digits) : undefined;
  };
  useDraggedLevels({
    place,
    grips: () =>
      levels.flatMap(({ key, price, isMovable }) =>
        isMovable ? [{ key, at: drawn.current?.series.priceToCoordinate(plotted(price)) ?? undefined }] : [],
      ),
    onHold: (at) => {
      const [series, element] = [drawn.current?.series, place.current];
      const price = at === undefined ? undefined : priceAt(at);
      if (!series || !element) return;
      if (price === undefined) {
        if (shadow.current) series.removePriceLine(shadow.current);
        shadow.current = undefined;
      } else if (shadow.current) shadow.current.applyOptions({ price: plotted(price) });
      else
        shadow.current = series.createPriceLine({ ...priceLook, price: plotted(price), ...lineColours(chartColours(element)) });
    },
    onDrop: (key, at) => {
      const price = priceAt(at);
      if (price !== undefined) onMove(key, price);
    },
  });
}

interface PriceLine extends Pick<CandleCanvasProps, 'now'> {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly drawn: RefObject<Drawn | undefined>;
  readonly words: Words;
}

/** A line at the price of now, with its label on the axis. */
function usePriceLine({ place, drawn, now, words }: PriceLine): void {
  const [price, name] = [now?.price, now?.name];
  useEffect(() => {
    const [element, parts] = [place.current, drawn.current];
    if (!element || !parts) return;
    if (price === undefined || name === undefined) {
      if (parts.line) parts.series.removePriceLine(parts.line);
      parts.line = undefined;
      return;
    }
    const line = { ...priceLook, price: plotted(price), title: inLine(words, name) };
    if (parts.line) parts.line.applyOptions(line);
    else parts.line = parts.series.createPriceLine({ ...line, ...lineColours(chartColours(element)) });
  }, [place, drawn, price, name, words]);
}

interface Drawn {
  readonly chart: IChartApi;
  readonly series: ISeriesApi<'Candlestick'>;
  line: IPriceLine | undefined;
  isGone: boolean;
}

function lineColours({ accent, surface }: ReturnType<typeof chartColours>) {
  return { color: accent, axisLabelColor: accent, axisLabelTextColor: surface };
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
      ...timeLook,
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
