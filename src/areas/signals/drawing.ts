import type { Candle } from '../../ports/platform/port.ts';
import { signalInstruments } from '../../law/signals.ts';
import { pointsOf, priceOfPoints } from '../trading/face.ts';
import type { SignalRow } from './store.ts';

/* The picture of a signal, for whoever shows it elsewhere: candles and levels, of the size of all pictures that are shared (document 3 §7). */

const width = 700;
const height = 400;
const edge = { top: 44, right: 84, bottom: 28, left: 12 };
const colours = { up: '#0a7a4b', down: '#b3261e', ink: '#1c2430', soft: '#5b6675', line: '#d8dee6', paper: '#ffffff' };

/** A place in the picture is told to a tenth of its points. */
const tenth = (place: number): string => String(Math.round(place * 10) / 10);

interface Line {
  readonly name: string;
  readonly price: string;
  readonly colour: string;
}

/** An SVG document that needs nothing from anywhere: no script, no style sheet, no font. */
export function drawSignal(signal: SignalRow, candles: readonly Candle[]): string {
  const { digits } = signalInstruments[signal.instrument];
  const lines = linesOf(signal);
  const points = (price: string): number => Number(pointsOf(price, digits));
  const prices = [...candles.flatMap(({ high, low }) => [points(high), points(low)]), ...lines.map(({ price }) => points(price))];
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const room = height - edge.top - edge.bottom;
  const y = (price: string | number): string => {
    const value = typeof price === 'number' ? price : points(price);
    return tenth(edge.top + ((highest - value) / Math.max(1, highest - lowest)) * room);
  };
  const step = (width - edge.left - edge.right) / Math.max(1, candles.length);
  const x = (index: number): number => edge.left + (index + 0.5) * step;
  const title = `${signal.instrument} ${signal.side} ${signal.day} session ${signal.session}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="sans-serif">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="${colours.paper}"/>`,
    text({ x: edge.left, y: 26, size: 16, colour: colours.ink, words: `${signal.instrument} · ${signal.side.toUpperCase()}` }),
    text({
      x: width - edge.right,
      y: 26,
      size: 12,
      colour: colours.soft,
      anchor: 'end',
      words: `${signal.day} · ${signal.session}`,
    }),
    ...candles.map((candle, index) => drawnCandle(candle, { x: x(index), wide: Math.max(1, step * 0.6), y })),
    ...lines.map(({ name, price, colour }) => drawnLine({ name, price, colour, y: y(price) })),
    ...timesOf(candles, x),
    ...scaleOf({ lowest, highest, digits, y }),
    '</svg>',
  ].join('\n');
}

function linesOf({ versions }: SignalRow): Line[] {
  const newest = versions.at(-1);
  if (!newest) return [];
  return [
    { name: 'Entry', price: newest.entry, colour: colours.ink },
    { name: 'Stop', price: newest.stop, colour: colours.down },
    ...newest.targets.map((price, index) => ({ name: `T${index + 1}`, price, colour: colours.up })),
  ];
}

interface Drawn {
  readonly x: number;
  readonly wide: number;
  readonly y: (price: string) => string;
}

function drawnCandle({ open, high, low, close }: Candle, { x, wide, y }: Drawn): string {
  const colour = Number(close) >= Number(open) ? colours.up : colours.down;
  const [top, bottom] = [Math.min(Number(y(open)), Number(y(close))), Math.max(Number(y(open)), Number(y(close)))];
  const at = tenth(x);
  const body = `<rect x="${tenth(x - wide / 2)}" y="${tenth(top)}" width="${tenth(wide)}" height="${tenth(Math.max(1, bottom - top))}" fill="${colour}"/>`;
  return `<line x1="${at}" x2="${at}" y1="${y(high)}" y2="${y(low)}" stroke="${colour}"/>${body}`;
}

function drawnLine({ name, price, colour, y }: Line & { readonly y: string }): string {
  const right = width - edge.right;
  const words = `${name} ${price}`;
  return `<line x1="${edge.left}" x2="${right}" y1="${y}" y2="${y}" stroke="${colour}" stroke-dasharray="5 4"/>${text({ x: right + 4, y: Number(y) + 3, size: 10, colour, words })}`;
}

/** When the first, the middle and the last candle began, in UTC. */
function timesOf(candles: readonly Candle[], x: (index: number) => number): string[] {
  const shown = [...new Set([0, Math.floor((candles.length - 1) / 2), candles.length - 1])];
  return shown.flatMap((index) => {
    const candle = candles[index];
    if (!candle) return [];
    const anchor = index === 0 ? 'start' : index === candles.length - 1 ? 'end' : 'middle';
    const words = `${candle.at.toISOString().slice(5, 16).replace('T', ' ')} UTC`;
    return [text({ x: x(index), y: height - 9, size: 11, colour: colours.soft, anchor, words })];
  });
}

interface Scale {
  readonly lowest: number;
  readonly highest: number;
  readonly digits: number;
  readonly y: (price: number) => string;
}

function scaleOf({ lowest, highest, digits, y }: Scale): string[] {
  if (!Number.isFinite(lowest)) return [];
  const middle = Math.round((lowest + highest) / 2);
  const words = priceOfPoints(BigInt(middle), digits);
  return [text({ x: edge.left, y: Number(y(middle)) - 2, size: 10, colour: colours.soft, words })];
}

interface Text {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly words: string;
}

const text = ({ x, y, size, colour, anchor = 'start', words }: Text): string =>
  `<text x="${tenth(x)}" y="${tenth(y)}" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${words}</text>`;
