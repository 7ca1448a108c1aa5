import type { AxisTick, DeepPartial, Formatter, Options, OverlayTemplate, Period, Styles } from 'klinecharts';
import { dayMs, minuteMs } from '../../base/time.ts';
import type { Words } from '../words/words.ts';
import { faded, type ChartColour } from './chartColours.ts';

export type Colours = Readonly<Record<ChartColour, string>>;

/** What is said of a level, and how. */
export interface LevelLook {
  readonly label: string;
  readonly price: string;
  readonly ink: string;
  readonly surface: string;
  readonly family: string;
}

/** What the library calls the pane that it draws prices in. */
export const pricePane = 'candle_pane';
export const textSize = 12;
/** Under what turns the drawing into its table, and beside it the legend. */
const underLegend = 40;
/** Bars that stay empty beside the newest, in pixels, so that it does not grow under the axis and the line of now is seen beyond it. */
export const roomRight = 60;

/** A canvas writes from left to right; words of the other direction are told apart from it (Unicode's isolates). */
export function inLine({ direction }: Pick<Words, 'direction'>, text: string): string {
  return direction === 'rtl' ? `\u2067${text}\u2069` : text;
}

/** A place of the drawing as a price of so many digits. */
export function writtenPrice(price: number, digits: number): string {
  const points = String(Math.round(price * 10 ** digits)).padStart(digits + 1, '0');
  return digits === 0 ? points : `${points.slice(0, -digits)}.${points.slice(-digits)}`;
}

/** What the library has written of a figure, as everywhere in the portal, with the digits that it has. */
function figure(words: Words, value: string | number): string {
  const text = String(value);
  const digits = text.split('.')[1]?.length ?? 0;
  return /^-?\d+(\.\d+)?$/.test(text) ? words.number(text, digits) : text;
}

/** Prices and times as everywhere in the portal. */
export function written(words: Words): Options {
  const formatDate: Formatter['formatDate'] = ({ timestamp }) => inLine(words, words.dateTime(new Date(timestamp)));
  return {
    formatter: { formatDate },
    thousandsSeparator: { sign: ',', format: (value) => figure(words, value) },
    decimalFold: { threshold: 99, format: String },
    // Keys are the page's: what can be done by the pointer can be done by its fields.
    hotkey: { enabled: false },
    layout: { barSpaceLimit: { min: 1, max: 50 }, pane: { height: 88, minHeight: 32 } },
  };
}

/** From where to where an axis goes, as the library is told. */
export function axisRange(from: number, to: number) {
  const range = to - from;
  const real = { realFrom: from, realTo: to, realRange: range };
  return { from, to, range, ...real, displayFrom: from, displayTo: to, displayRange: range };
}

/** Along the bottom: hours by the client's clock, the day where it changes; of longer candles days, months and years. */
export function tickTexts(ticks: readonly AxisTick[], step: number, words: Words): AxisTick[] {
  return ticks.map((tick, index) => {
    const at = new Date(Number(tick.value));
    const before = ticks[index - 1];
    const last = before && new Date(Number(before.value));
    const isNewDay = !last || last.toDateString() !== at.toDateString();
    const isNewYear = !last || last.getFullYear() !== at.getFullYear();
    const text =
      step >= 28 * dayMs
        ? words.month(at)
        : step >= dayMs
          ? isNewYear
            ? words.date(at)
            : words.day(at)
          : isNewDay
            ? words.day(at)
            : words.time(at);
    return { ...tick, text: inLine(words, text) };
  });
}

/** How long a candle is: the least distance of the newest ones, for closed markets leave gaps. */
export function intervalOf(instants: readonly number[]): number {
  const newest = instants.slice(-10);
  const steps = newest.slice(1).map((at, index) => at - (newest[index] ?? at));
  return steps.length === 0 ? minuteMs : Math.min(...steps);
}

/** The same in the library's words, which goes by it beyond the newest candle. */
export function periodOf(step: number): Period {
  return step >= dayMs
    ? { type: 'day', span: Math.round(step / dayMs) }
    : { type: 'minute', span: Math.max(1, Math.round(step / minuteMs)) };
}

export function candleStyles(colour: Colours, family: string): DeepPartial<Styles> {
  const text = { size: textSize, family, color: colour['ink-soft'] };
  const label = { ...text, color: colour.surface, backgroundColor: colour['ink-soft'], borderColor: colour['ink-soft'] };
  const axis = { axisLine: { color: colour.line }, tickLine: { show: false }, tickText: text };
  const cross = { line: { color: colour['ink-soft'] }, text: label };
  const lines = [colour.accent, colour.gain, colour.loss, colour.ink, colour['ink-soft']];
  return {
    grid: { vertical: { show: false }, horizontal: { color: colour.line, style: 'solid' } },
    candle: {
      type: 'candle_up_stroke',
      bar: {
        upColor: colour.gain,
        upBorderColor: colour.gain,
        upWickColor: colour.gain,
        downColor: colour.loss,
        downBorderColor: colour.loss,
        downWickColor: colour.loss,
        noChangeColor: colour['ink-soft'],
        noChangeBorderColor: colour['ink-soft'],
        noChangeWickColor: colour['ink-soft'],
      },
      // The price of now has a line of its own, and the legend stands above the drawing.
      priceMark: { show: false },
      tooltip: { showRule: 'none', offsetTop: underLegend },
    },
    indicator: {
      lines: lines.map((color) => ({ color, size: 1, style: 'solid' as const })),
      bars: [{ upColor: colour.gain, downColor: colour.loss, noChangeColor: colour['ink-soft'] }],
      circles: [{ upColor: colour.gain, downColor: colour.loss, noChangeColor: colour['ink-soft'] }],
      tooltip: { title: text, legend: { ...text, defaultValue: '–' } },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: colour.line, activeBackgroundColor: colour.line },
    crosshair: { horizontal: cross, vertical: cross },
    overlay: {
      point: {
        color: colour.accent,
        borderColor: colour.surface,
        activeColor: colour.accent,
        activeBorderColor: colour.surface,
      },
      line: { color: colour.accent },
      polygon: { color: faded(colour.accent), borderColor: colour.accent },
      rect: { color: faded(colour.accent), borderColor: colour.accent },
      text: { ...label, backgroundColor: colour.accent },
    },
  };
}

const dashes = { style: 'dashed', dashedValue: [4, 3], size: 1 } as const;

/** A level across the drawing, dashed, with its name on it and its price on the axis. */
export const levelOverlay: OverlayTemplate<LevelLook> = {
  name: 'level',
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y ?? 0;
    const { label, ink, surface, family } = overlay.extendData;
    const ends = [
      { x: 0, y },
      { x: bounding.width, y },
    ];
    const name = { x: bounding.width - 4, y: y - 2, text: label, align: 'right', baseline: 'bottom' };
    return [
      { type: 'line', attrs: { coordinates: ends }, styles: { ...dashes, color: ink }, ignoreEvent: true },
      ...(label === ''
        ? []
        : [
            {
              type: 'text',
              attrs: name,
              styles: textLook({ color: ink, backgroundColor: surface, family }),
              ignoreEvent: true as const,
            },
          ]),
    ];
  },
  createYAxisFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y ?? 0;
    const { price, ink, surface, family } = overlay.extendData;
    const attrs = { x: 0, y, text: price, width: bounding.width, align: 'left', baseline: 'middle' };
    return { type: 'text', attrs, styles: textLook({ color: surface, backgroundColor: ink, family }), ignoreEvent: true };
  },
};

function textLook(look: Readonly<Record<'color' | 'backgroundColor' | 'family', string>>) {
  return {
    ...look,
    style: 'fill',
    size: textSize,
    borderSize: 0,
    borderRadius: 2,
    paddingLeft: 4,
    paddingRight: 4,
    paddingTop: 2,
    paddingBottom: 2,
  };
}
