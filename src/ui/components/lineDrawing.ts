import { dispose, registerOverlay, type AxisTick, type Chart, type KLineData } from 'klinecharts';
import { dayMs } from '../../base/time.ts';
import type { Words } from '../words/words.ts';
import { axisRange, inLine, pricePane, textSize, tickTexts, written } from './candleLook.ts';
import { chartColours, onSchemeChange, plotted } from './chartColours.ts';
import { edge, lineKey, lineStyles, markOverlay, pointedOverlay } from './lineLook.ts';
import { nearestPoint, slotsOf, type LinePoint, type LineSlots } from './lineSlots.ts';
import { openChart } from './openChart.ts';
import { padded } from './padded.ts';
import { timeTicks } from './timeTicks.ts';
import { valueTicks } from './valueTicks.ts';

export interface Pointed {
  readonly index: number;
  /** In the later half of the line. */
  readonly isLate: boolean;
}

interface LineParts {
  readonly element: HTMLElement;
  readonly words: Words;
  /** Which point is nearest to the pointer; undefined while that is elsewhere. */
  readonly onPoint: (pointed: Pointed | undefined) => void;
}

/** A line as the portal draws it, over equal slots of time. */
export interface LineDrawing {
  /** Oldest first. What is shown already is not drawn anew. */
  show(points: readonly LinePoint[]): void;
  close(): void;
}

interface Line {
  readonly points: readonly LinePoint[];
  readonly slots: LineSlots;
}

/** Digits beyond which the library would take a line for flat. */
const digits = 8;
/** What a day needs along the bottom, and half of what the longest needs, in pixels. */
const tickWidth = { wide: 96, narrow: 76, half: 34 } as const;
/** On a telephone. */
const narrowBelow = 400;
/** What a figure needs beside the line, in pixels. */
const tickHeight = 36;
/** Room for the lowest figure of the axis, clear of the edge, and above for what turns the drawing into its table. */
const gap = { top: 24, bottom: 16 } as const;
const pointedId = 'pointed';

registerOverlay(markOverlay);
registerOverlay(pointedOverlay);

export function openLineDrawing({ element, words, onPoint }: LineParts): LineDrawing | undefined {
  const layout = {
    barSpaceLimit: { min: 0.01, max: 10_000 },
    yAxis: { position: 'left', gap },
  } as const;
  const opened = openChart(element, { ...written(words), layout });
  if (!opened) return undefined;
  const { chart, canvas } = opened;
  // The whole line is in sight and the page moves under a finger: the library hears nothing of either.
  canvas.style.pointerEvents = 'none';
  element.style.touchAction = 'pan-y';
  let line: Line = { points: [], slots: slotsOf([]) };
  setAxes(chart, words, () => line);
  chart.setSymbol({ ticker: '', pricePrecision: digits, volumePrecision: 0 });
  chart.setPeriod({ type: 'day', span: 1 });
  chart.setDataLoader({ getBars: ({ type, callback }) => callback(type === 'init' ? barsOf(line) : [], false) });
  const over = openOver(chart, element, () => line);
  const paint = (): void => {
    const { fontFamily: family } = getComputedStyle(element);
    chart.setStyles(lineStyles({ colours: chartColours(element), family, isAlone: line.points.length === 1 }));
    over.paint();
  };
  const pointer = hearPointer(element, (x) => {
    const pointed = x === undefined ? undefined : pointedAt(chart, line.slots, x);
    over.point(pointed?.index);
    onPoint(pointed);
  });
  const fitted = keepFitted(chart, element, () => line.slots.times.length);
  const stop = onSchemeChange(paint);
  return {
    show(points) {
      if (isSame(line.points, points)) return;
      line = { points, slots: slotsOf(points) };
      chart.resetData();
      paint();
      fitted.fit();
      pointer.again();
    },
    close() {
      stop();
      fitted.stop();
      pointer.stop();
      dispose(element);
    },
  };
}

function isSame(one: readonly LinePoint[], other: readonly LinePoint[]): boolean {
  const isEqual = (point: LinePoint, index: number): boolean => {
    const { at, value, mark } = other[index] ?? {};
    return point.at === at && point.value === value && point.mark === mark;
  };
  return one.length === other.length && one.every(isEqual);
}

/** A slot without a point has no value, and the line goes straight past it; what a candle would need is never drawn. */
function barsOf({ points, slots }: Line): KLineData[] {
  return slots.times.map((timestamp, slot) => {
    const point = points[slots.drawn[slot] ?? -1];
    const value = point === undefined ? undefined : plotted(point.value);
    return { timestamp, open: 0, high: 0, low: 0, close: 0, [lineKey]: value };
  });
}

function setAxes(chart: Chart, words: Words, line: () => Line): void {
  chart.overrideXAxis({ createTicks: ({ bounding }) => ticksAlong(chart, line().slots, { width: bounding.width, words }) });
  chart.overrideYAxis({
    paneId: pricePane,
    createRange: () => {
      const values = line().points.map(({ value }) => plotted(value));
      const isEmpty = values.length === 0;
      return axisRange(...padded(isEmpty ? null : Math.min(...values), isEmpty ? null : Math.max(...values)));
    },
    createTicks: ({ range, bounding }) => {
      const { values, decimals } = valueTicks(range.realFrom, range.realTo, Math.floor(bounding.height / tickHeight));
      const ticks = values.map((value) => ({
        coord: Math.round((1 - (value - range.realFrom) / range.realRange) * bounding.height),
        value,
        text: inLine(words, words.number(value, decimals)),
      }));
      return ticks.filter(({ coord }) => coord > textSize && coord < bounding.height - textSize);
    },
  });
}

/** Days along the bottom, as many as there is room for, each whole. */
function ticksAlong(
  chart: Chart,
  { times }: LineSlots,
  { width, words }: { readonly width: number; readonly words: Words },
): AxisTick[] {
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const timeAt = (x: number): number => times[Math.min(Math.max(slotAt(chart, x), 0), times.length - 1)] ?? 0;
  const [from, to] = [timeAt(tickWidth.half), timeAt(width - tickWidth.half)];
  const space = width < narrowBelow ? tickWidth.narrow : tickWidth.wide;
  const { at, step } = timeTicks(from, to, 1 + Math.max(1, Math.floor((width - 2 * tickWidth.half) / space)));
  const ticks = at.map((value) => {
    const slot = last > first ? Math.round(((value - first) / (last - first)) * (times.length - 1)) : 0;
    const place = [chart.convertToPixel({ dataIndex: slot }, { paneId: pricePane })].flat()[0];
    return { coord: place?.x ?? 0, value, text: '' };
  });
  return times.length === 0 ? [] : tickTexts(ticks, Math.min(step, dayMs), words);
}

/** The slot at so many pixels from the left of the line; what is beside the line is counted on. */
function slotAt(chart: Chart, x: number): number {
  return [chart.convertFromPixel([{ x }], { paneId: pricePane })].flat()[0]?.dataIndex ?? 0;
}

/** The whole line over the whole width, whatever that is. */
function keepFitted(chart: Chart, element: HTMLElement, slots: () => number): { fit(): void; stop(): void } {
  let isOpen = true;
  const fit = (): void => {
    chart.resize();
    // By then the library has measured the figures beside the line, and what they leave of the width.
    queueMicrotask(() => {
      const width = chart.getSize(pricePane, 'main')?.width ?? 0;
      if (!isOpen || slots() === 0) return;
      chart.setBarSpace((width - 2 * edge) / slots());
      chart.setOffsetRightDistance(edge);
    });
  };
  const observer = new ResizeObserver(fit);
  observer.observe(element);
  return {
    fit,
    stop() {
      isOpen = false;
      observer.disconnect();
    },
  };
}

/** What is drawn over the line. */
function openOver(
  chart: Chart,
  element: HTMLElement,
  line: () => Line,
): { paint(): void; point(index: number | undefined): void } {
  let pointed: number | undefined;
  let look = chartColours(element);
  const placed = (index: number) => {
    const { points, slots } = line();
    return { lock: true, points: [{ dataIndex: slots.of[index] ?? 0, value: plotted(points[index]?.value ?? '0') }] };
  };
  const drawPointed = (): void => {
    chart.removeOverlay({ id: pointedId });
    if (pointed === undefined || pointed >= line().points.length) return;
    chart.createOverlay({ ...placed(pointed), name: 'pointed', id: pointedId, extendData: look });
  };
  return {
    paint() {
      look = chartColours(element);
      chart.removeOverlay({ name: 'mark' });
      for (const [index, { mark }] of line().points.entries())
        if (mark !== undefined) chart.createOverlay({ ...placed(index), name: 'mark', extendData: { ...look, mark } });
      drawPointed();
    },
    point(index) {
      if (index === pointed) return;
      pointed = index;
      drawPointed();
    },
  };
}

function pointedAt(chart: Chart, slots: LineSlots, x: number): Pointed | undefined {
  const main = chart.getSize(pricePane, 'main');
  if (!main) return undefined;
  const index = nearestPoint(slots, slotAt(chart, x - main.left));
  return index === undefined ? undefined : { index, isLate: x - main.left > main.width / 2 };
}

/** How far from the left a mouse is or a finger points; a finger that was lifted points on until another place is touched. */
function hearPointer(element: HTMLElement, onX: (x: number | undefined) => void): { again(): void; stop(): void } {
  let x: number | undefined;
  const tell = (next: number | undefined): void => {
    x = next;
    onX(next);
  };
  const ends = new AbortController();
  const { signal } = ends;
  for (const kind of ['pointermove', 'pointerdown'] as const)
    element.addEventListener(kind, ({ clientX }) => tell(clientX - element.getBoundingClientRect().left), { signal });
  element.addEventListener('pointerleave', ({ pointerType }) => pointerType !== 'touch' && tell(undefined), { signal });
  // The page was moved by it.
  element.addEventListener('pointercancel', () => tell(undefined), { signal });
  document.addEventListener(
    'pointerdown',
    ({ target }) => x !== undefined && !(target instanceof Node && element.contains(target)) && tell(undefined),
    { signal },
  );
  return { again: () => x !== undefined && onX(x), stop: () => ends.abort() };
}
