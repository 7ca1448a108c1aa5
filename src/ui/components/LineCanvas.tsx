import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import uPlot from 'uplot';
import { useWords } from '../words/context.tsx';
import { chartColours, faded, onSchemeChange, plotted, type ChartColour } from './chartColours.ts';
import styles from './ChartFrame.module.css';
import { padded } from './padded.ts';

export interface LinePoint {
  /** ISO time. */
  readonly at: string;
  /** Decimal string. */
  readonly value: string;
  /** Something came in or went out here that is no part of the course itself. */
  readonly mark?: 'in' | 'out' | undefined;
}

const axisWidth = 64;
const axisHeight = 28;
const markSize = 5;

interface LineCanvasProps {
  readonly points: readonly LinePoint[];
  readonly writeDay: (at: string) => string;
  /** What is told of the point under the pointer. */
  readonly describe: (index: number) => ReactNode;
}

interface Pointed {
  readonly index: number;
  /** In the later half of the line. */
  readonly isLate: boolean;
}

/** The drawing itself, in a chunk of its own with the library it needs. */
export default function LineCanvas({ points, writeDay, describe }: LineCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const { number } = useWords();
  const [pointed, setPointed] = useState<Pointed>();
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
      plot = new uPlot(settingsOf({ element, points, writeDay, number, onPoint: setPointed }), data, element);
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
  return (
    <div className={styles.pointed}>
      <div ref={place} className={styles.canvas} />
      {pointed && pointed.index < points.length && (
        <div className={styles.tip} data-late={pointed.isLate || undefined}>
          {describe(pointed.index)}
        </div>
      )}
    </div>
  );
}

interface Drawing extends Pick<LineCanvasProps, 'points' | 'writeDay'> {
  readonly element: HTMLElement;
  readonly number: (value: number) => string;
  readonly onPoint: (pointed: Pointed | undefined) => void;
}

function settingsOf({ element, points, writeDay, number, onPoint }: Drawing): uPlot.Options {
  const colour = chartColours(element);
  const axis = { stroke: colour['ink-soft'], ticks: { show: false }, font: `12px ${getComputedStyle(element).fontFamily}` };
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { y: false, points: { size: 8 } },
    scales: { y: { range: (_plot, low, high) => padded(low, high) } },
    series: [{}, { stroke: colour.accent, width: 2, fill: faded(colour.accent), points: { show: points.length < 2 } }],
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
    hooks: {
      draw: [(plot) => drawMarks(plot, points, colour)],
      setCursor: [
        (plot) => {
          const { idx: index, left = -1 } = plot.cursor;
          if (index === null || index === undefined || left < 0) return onPoint(undefined);
          onPoint({ index, isLate: left > (element.clientWidth - axisWidth) / 2 });
        },
      ],
    },
  };
}

/** Money that came in or went out, on the line: a triangle up or down, told in words by the tip and the table. */
function drawMarks(plot: uPlot, points: readonly LinePoint[], colour: Readonly<Record<ChartColour, string>>): void {
  const { ctx: pen } = plot;
  const size = markSize * devicePixelRatio;
  pen.save();
  pen.fillStyle = colour.ink;
  pen.strokeStyle = colour.surface;
  pen.lineWidth = devicePixelRatio;
  for (const [index, { mark }] of points.entries()) {
    const [at, value] = [plot.data[0][index], plot.data[1]?.[index]];
    if (mark === undefined || at === undefined || value === undefined || value === null) continue;
    const [x, y] = [plot.valToPos(at, 'x', true), plot.valToPos(value, 'y', true)];
    const tip = mark === 'in' ? -size : size;
    pen.beginPath();
    pen.moveTo(x, y + tip);
    pen.lineTo(x + size, y - tip);
    pen.lineTo(x - size, y - tip);
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
  pen.restore();
}
