import { useEffect, useRef } from 'react';
import { CandlestickSeries, createChart, type IChartApi, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts';
import { useWords } from '../words/context.tsx';
import type { Candle } from './CandleChart.tsx';
import { chartColours, onSchemeChange, plotted } from './chartColours.ts';
import styles from './ChartFrame.module.css';

/** The drawing itself, in a chunk of its own with the library it needs. */
export default function CandleCanvas({ candles, digits }: { readonly candles: readonly Candle[]; readonly digits: number }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ readonly chart: IChartApi; readonly series: ISeriesApi<'Candlestick'> }>(undefined);
  const { tag } = useWords();

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // The library's own mark is a style sheet the policy refuses; the caption under the chart names it instead.
    const chart = createChart(element, {
      autoSize: true,
      layout: { attributionLogo: false },
      localization: { locale: tag },
      timeScale: { timeVisible: true },
    });
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
      });
    };
    paint();
    const stop = onSchemeChange(paint);
    return () => {
      stop();
      chart.remove();
      drawn.current = undefined;
    };
  }, [digits, tag]);

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
