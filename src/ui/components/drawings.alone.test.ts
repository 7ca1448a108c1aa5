import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeFormat } from '../words/format.ts';
import type { Words } from '../words/words.ts';
import { openCandleDrawing } from './candleDrawing.ts';
import { roomRight } from './candleLook.ts';
import { openLineDrawing } from './lineDrawing.ts';
import { edge } from './lineLook.ts';
import { slotsOf } from './lineSlots.ts';

/* What the drawings tell the library of the room that they want, with nothing drawn: a canvas cannot be asked what stands on it. */

interface Range {
  readonly realFrom: number;
  readonly realTo: number;
}
type CreateRange = (asked: { readonly defaultRange: Range }) => Range;

const { chart, quiet, width } = vi.hoisted(() => {
  const width = 416;
  const quiet = (): undefined => undefined;
  const told = {
    setOffsetRightDistance: vi.fn<(pixels: number) => void>(),
    setBarSpace: vi.fn<(pixels: number) => void>(),
    overrideYAxis: vi.fn<(axis: { readonly createRange?: CreateRange }) => void>(),
  };
  const asked = { getSize: () => ({ width, height: 300, left: 0, top: 0 }), getOverlays: () => [], getIndicators: () => [] };
  const others = ['setStyles', 'setSymbol', 'setPeriod', 'setDataLoader', 'resetData', 'overrideXAxis', 'resize'] as const;
  const over = ['createOverlay', 'removeOverlay', 'subscribeAction'] as const;
  const rest = Object.fromEntries([...others, ...over].map((name) => [name, quiet]));
  return { chart: { ...rest, ...asked, ...told }, quiet, width };
});
vi.mock('klinecharts', () => ({ init: () => chart, dispose: quiet, registerOverlay: quiet }));

class Place {
  readonly style = {};
  readonly children: Place[] = [];
  readonly append = quiet;
  readonly remove = quiet;
  readonly addEventListener = quiet;
  readonly getContext = () => null;
}
const hearing = { addEventListener: quiet, removeEventListener: quiet };
class Observer {
  readonly observe = quiet;
  readonly disconnect = quiet;
}

beforeAll(() => {
  vi.stubGlobal('HTMLElement', Place);
  vi.stubGlobal('document', { ...hearing, documentElement: new Place(), createElement: () => new Place() });
  vi.stubGlobal('getComputedStyle', () => ({ color: 'rgb(0, 0, 0)', fontFamily: 'Inter' }));
  vi.stubGlobal('matchMedia', () => hearing);
  vi.stubGlobal('MutationObserver', Observer);
  vi.stubGlobal('ResizeObserver', Observer);
});
beforeEach(() => vi.clearAllMocks());
afterAll(() => vi.unstubAllGlobals());

const words = { ...makeFormat('en-GB'), direction: 'ltr' } as unknown as Words;

function place(): HTMLElement {
  const element = new Place();
  element.children.push(new Place());
  return element as unknown as HTMLElement;
}

/** From where to where the axis of prices goes; undefined where that is left to the library. */
function rangeOf(defaultRange: Range): readonly [number, number] | undefined {
  const axes = chart.overrideYAxis.mock.calls.map(([axis]) => axis);
  const range = axes.findLast(({ createRange }) => createRange)?.createRange?.({ defaultRange });
  return range && [range.realFrom, range.realTo];
}

function openCandles() {
  const own = () => ({ onFigure: quiet, onErase: quiet });
  const drawing = openCandleDrawing({ element: place(), words, digits: 2, onPoint: quiet, older: undefined, own });
  if (!drawing) throw new Error('nothing was drawn');
  return drawing;
}

test('the newest candle keeps its distance from the axis', () => {
  openCandles();
  expect(chart.setOffsetRightDistance.mock.lastCall).toEqual([roomRight]);
});

test('levels near the candles are in sight with them, and one far off does not press them flat', () => {
  const level = (price: string) => ({ key: price, price, name: '', tone: 'loss' }) as const;
  openCandles().setLevels([level('95.00'), level('118.00'), level('300.00')]);
  expect(rangeOf({ realFrom: 100, realTo: 110 })).toEqual([95, 118]);
});

const points = [
  { at: '2026-11-20T00:00:00Z', value: '1000.00' },
  { at: '2026-11-21T00:00:00Z', value: '1100.00' },
];

test('a line keeps its distance from the edges above and below', () => {
  openLineDrawing({ element: place(), words, onPoint: quiet })?.show(points);
  expect(rangeOf({ realFrom: 1000, realTo: 1100 })).toEqual([988, 1112]);
});

test('a line is drawn over the whole width, but for the room of its marks at both ends', async () => {
  openLineDrawing({ element: place(), words, onPoint: quiet })?.show(points);
  await Promise.resolve();
  expect(chart.setOffsetRightDistance.mock.lastCall).toEqual([edge]);
  expect(chart.setBarSpace.mock.lastCall).toEqual([(width - 2 * edge) / slotsOf(points).times.length]);
});

test('a line without a point has an axis of its own too', () => {
  openLineDrawing({ element: place(), words, onPoint: quiet })?.show([]);
  expect(rangeOf({ realFrom: 0, realTo: 0 })).toEqual([0, 1]);
});
