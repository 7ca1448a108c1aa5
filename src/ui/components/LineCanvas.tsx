import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useWords } from '../words/context.tsx';
import { chartColours, onSchemeChange, plotted } from './chartColours.ts';
import styles from './ChartFrame.module.css';

export interface LinePoint {
  /** ISO time. */
  readonly at: string;
  /** Decimal string. */
  readonly value: string;
}

const axisWidth = 64;
const axisHeight = 28;

/** The drawing itself, in a chunk of its own with the library it needs. */
export default function LineCanvas({
  points,
  writeDay,
}: {
  readonly points: readonly LinePoint[];
  readonly writeDay: (at: string) => string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const { number } = useWords();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const data: uPlot.AlignedData = [
      points.map(({ at }) => new Date(at).getTime() / 1000),
      points.map(({ value }) => plotted(value)),
    ];
    let plot: uPlot | undefined;
    const draw = (): void => {
      plot?.destroy();
      const colour = chartColours(element);
      const axis = { stroke: colour['ink-soft'], ticks: { show: false }, font: `12px ${getComputedStyle(element).fontFamily}` };
      plot = new uPlot(
        {
          width: element.clientWidth,
          height: element.clientHeight,
          legend: { show: false },
          cursor: { y: false },
          series: [{}, { stroke: colour.accent, width: 2, fill: fade(colour.accent), points: { show: points.length < 2 } }],
          axes: [
            {
              ...axis,
              grid: { show: false },
              size: axisHeight,
              space: element.clientWidth < 400 ? 56 : 90,
              values: (_plot, ticks) => ticks.map((tick) => writeDay(new Date(tick * 1000).toISOString())),
            },
            {
              ...axis,
              grid: { stroke: colour.line, width: 1 },
              size: axisWidth,
              values: (_plot, ticks) => ticks.map((tick) => number(tick)),
            },
          ],
        },
        data,
        element,
      );
    };
    draw();
    const stop = onSchemeChange(draw);
    const observer = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => {
      stop();
      observer.disconnect();
      plot?.destroy();
    };
  }, [points, number, writeDay]);
  return <div ref={place} className={styles.canvas} />;
}

function fade(colour: string): string {
  return colour.replace('rgb(', 'rgba(').replace(')', ', 0.08)');
}
