import { dispose, registerOverlay, type Chart, type KLineData } from 'klinecharts';
import type { Words } from '../words/words.ts';
import type { Candle, Level } from './candles.ts';
import { candleChanges } from './candleChanges.ts';
import {
  axisRange,
  candleStyles,
  inLine,
  levelOverlay,
  periodOf,
  pricePane,
  roomRight,
  intervalOf,
  tickTexts,
  written,
  writtenPrice,
} from './candleLook.ts';
import { openFigures, type OwnFigures } from './candleFigures.ts';
import { chartColours, onSchemeChange, plotted } from './chartColours.ts';
import { openChart } from './openChart.ts';

const levelIds = 'level/';
const nowId = 'now';
const heldId = 'held';

export interface DrawingParts {
  readonly element: HTMLElement;
  readonly words: Words;
  /** Of the price. */
  readonly digits: number;
  /** The candle under the pointer; undefined when there is none. */
  readonly onPoint: (candle: Candle | undefined) => void;
  /** Candles before that instant, oldest first; none when there are no more, undefined when they cannot be had now. */
  readonly older: ((at: string) => Promise<readonly Candle[] | undefined>) | undefined;
  /** What hears of figures, as it is now. */
  readonly own: Parameters<typeof openFigures>[2];
}

/** The price of now and what it is called. */
type Now = Readonly<Record<'price' | 'name', string>>;

/** The library's chart as the portal uses it: everything that is drawn is told to it, and it keeps what it was told. */
export interface CandleDrawing {
  readonly own: OwnFigures;
  show(candles: readonly Candle[]): void;
  setLevels(levels: readonly Level[]): void;
  /** On a line of its own. */
  setNow(now: Now | undefined): void;
  /** Where a level is held that is being dragged. */
  setHeld(price: string | undefined): void;
  priceAt(fromTop: number): string | undefined;
  /** From the top of the drawing, in pixels; undefined while it is out of sight. */
  placeOf(price: string): number | undefined;
  close(): void;
}

registerOverlay(levelOverlay);

export function openCandleDrawing(parts: DrawingParts): CandleDrawing | undefined {
  const { element, words, digits } = parts;
  const opened = openChart(element, written(words));
  if (!opened) return undefined;
  const { chart, canvas } = opened;
  // A finger that goes up or down moves the page.
  canvas.style.touchAction = 'pan-y';
  chart.setOffsetRightDistance(roomRight);
  const lines = openLines(chart, parts);
  const paint = (): void => {
    chart.setStyles(candleStyles(chartColours(element), getComputedStyle(element).fontFamily));
    lines.paint();
  };
  paint();
  const stop = onSchemeChange(paint);
  const pane = () => chart.getSize(pricePane, 'main');
  return {
    ...lines,
    own: openFigures(chart, digits, parts.own),
    show: openCandles(chart, parts),
    priceAt(fromTop) {
      const point = [chart.convertFromPixel([{ y: fromTop }], { paneId: pricePane, absolute: true })].flat()[0];
      return point?.value !== undefined && point.value > 0 ? writtenPrice(point.value, digits) : undefined;
    },
    placeOf(price) {
      const place = [chart.convertToPixel({ value: plotted(price) }, { paneId: pricePane, absolute: true })].flat()[0];
      const size = pane();
      const isIn = place?.y !== undefined && size && place.y >= size.top && place.y <= size.top + size.height;
      return isIn ? place.y : undefined;
    },
    close() {
      stop();
      dispose(element);
    },
  };
}

/** The library tells its crosshair, and nothing when there is none. */
function instantOf(crosshair: unknown): unknown {
  return typeof crosshair === 'object' && crosshair !== null ? Reflect.get(crosshair, 'timestamp') : undefined;
}

/** Candles come as a whole, and what has changed of them as it changes; what is older when somebody scrolls back. */
function openCandles(chart: Chart, { words, digits, onPoint, older }: DrawingParts): CandleDrawing['show'] {
  let drawn: readonly Candle[] = [];
  let push: ((bar: KLineData) => void) | undefined;
  chart.subscribeAction('onCrosshairChange', (data) => {
    const instant = instantOf(data);
    onPoint(drawn.find(({ at }) => Date.parse(at) === instant));
  });
  const begin = (): void => {
    const step = intervalOf(drawn.map(({ at }) => Date.parse(at)));
    chart.overrideXAxis({ createTicks: ({ defaultTicks }) => tickTexts(defaultTicks, step, words) });
    chart.setSymbol({ ticker: '', pricePrecision: digits, volumePrecision: 0 });
    chart.setPeriod(periodOf(step));
    chart.setDataLoader({
      getBars: async ({ type, callback }) => {
        const [first] = drawn;
        if (type === 'init') return callback(drawn.map(barOf), { forward: older !== undefined, backward: false });
        if (type !== 'forward' || !older || !first) return callback([], false);
        const found = await older(first.at);
        const before = found?.filter(({ at }) => at < first.at);
        // Not to be had now, or drawn anew meanwhile: who scrolls again asks again.
        if (!before || drawn[0] !== first) return callback([], { forward: true, backward: false });
        drawn = [...before, ...drawn];
        callback(before.map(barOf), { forward: before.length > 0, backward: false });
      },
      subscribeBar: ({ callback }) => (push = callback),
      unsubscribeBar: () => (push = undefined),
    });
  };
  return (candles) => {
    const changes = candleChanges(drawn, candles);
    if (changes === 'anew') {
      drawn = candles;
      return begin();
    }
    for (const candle of changes) push?.(barOf(candle));
    drawn = [...drawn.filter(({ at }) => changes.every((candle) => candle.at !== at)), ...changes];
  };
}

function barOf({ at, open, high, low, close }: Candle): KLineData {
  return { timestamp: Date.parse(at), open: plotted(open), high: plotted(high), low: plotted(low), close: plotted(close) };
}

type Lines = Pick<CandleDrawing, 'setLevels' | 'setNow' | 'setHeld'> & { paint(): void };

interface Line {
  readonly id: string;
  readonly price: string;
  readonly name: string;
  readonly ink: string;
}

/** What stands across the drawing, told again when the colours change. */
function openLines(chart: Chart, parts: DrawingParts): Lines {
  const told: { levels: readonly Level[]; now?: Now | undefined; held?: string | undefined } = { levels: [] };
  let colours = chartColours(parts.element);
  const draw = (line: Line): void => drawLine(chart, line, { ...parts, surface: colours.surface });
  const drawLevels = (): void => {
    for (const { id } of chart.getOverlays({ name: 'level' })) if (id.startsWith(levelIds)) chart.removeOverlay({ id });
    for (const { key, price, name, tone } of told.levels) draw({ id: `${levelIds}${key}`, price, name, ink: colours[tone] });
  };
  const drawNow = (): void => {
    if (told.now) draw({ ...told.now, id: nowId, ink: colours.accent });
    else chart.removeOverlay({ id: nowId });
  };
  const drawHeld = (): void => {
    if (told.held === undefined) chart.removeOverlay({ id: heldId });
    else draw({ id: heldId, price: told.held, name: '', ink: colours.accent });
  };
  keepInSight(chart, () => told.levels);
  return {
    paint() {
      colours = chartColours(parts.element);
      drawLevels();
      drawNow();
      drawHeld();
    },
    setLevels(next) {
      told.levels = next;
      drawLevels();
    },
    setNow(now) {
      told.now = now;
      drawNow();
    },
    setHeld(price) {
      told.held = price;
      drawHeld();
    },
  };
}

/** Drawn anew: what the library keeps of an overlay it mixes with what it is told. */
function drawLine(
  chart: Chart,
  { id, price, name, ink }: Line,
  { element, words, digits, surface }: DrawingParts & { readonly surface: string },
): void {
  const { fontFamily: family } = getComputedStyle(element);
  const look = { label: inLine(words, name), price: words.number(price, digits), ink, surface, family };
  chart.removeOverlay({ id });
  chart.createOverlay({ name: 'level', id, lock: true, points: [{ value: plotted(price) }], extendData: look });
}

function keepInSight(chart: Chart, levels: () => readonly Level[]): void {
  chart.overrideYAxis({
    paneId: pricePane,
    createRange: ({ defaultRange }) => axisRange(...reached(levels(), defaultRange.realFrom, defaultRange.realTo)),
  });
}

/** Levels near the candles are in sight with them; those further off would press the candles flat. */
function reached(all: readonly Level[], from: number, to: number): readonly [number, number] {
  const height = to - from;
  const near = all.map(({ price }) => plotted(price)).filter((price) => price >= from - height && price <= to + height);
  return [Math.min(from, ...near), Math.max(to, ...near)];
}
