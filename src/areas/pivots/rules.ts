import { divideRounded } from '../../base/money.ts';
import { after } from '../../base/time.ts';
import type { LevelName, PivotGroup, PivotMethod, PivotTimeframe } from './contract.ts';

/* Levels by the formulas that charting programs publish (babypips.com/learn/forex/other-pivot-point-calculation-methods, and for the
 * fourth and fifth levels the help of TradingView on its indicator "Pivot Points Standard"). Whole points, rounded once at the end. */

/** Document 3 §9: which frames a group has not. */
const disabledFrames: Readonly<Partial<Record<PivotGroup, readonly PivotTimeframe[]>>> = {
  4: ['5min', '15min', '30min'],
  5: ['5min', '15min', '30min', '1h', '4h', '1mon'],
};

export function isDisabled(group: PivotGroup, timeframe: PivotTimeframe): boolean {
  return disabledFrames[group]?.includes(timeframe) ?? false;
}

/**
 * The last of these candles that is complete: one behind which there is another, or whose time is over. A month is over with the next
 * one's first day, whatever its length.
 */
export function lastComplete<Candle extends { readonly at: Date }>(
  candles: readonly Candle[],
  of: { readonly timeframe: PivotTimeframe; readonly stepMs: number; readonly now: Date },
): Candle | undefined {
  const last = candles.at(-1);
  return candles.at(last !== undefined && overAt(last.at, of) <= of.now ? -1 : -2);
}

function overAt(from: Date, { timeframe, stepMs }: { readonly timeframe: PivotTimeframe; readonly stepMs: number }): Date {
  return timeframe === '1mon' ? new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) : after(from, stepMs);
}

/** A choice that the group has not becomes a day. */
export function timeframeFor(group: PivotGroup, timeframe: PivotTimeframe): PivotTimeframe {
  return isDisabled(group, timeframe) ? '1d' : timeframe;
}

/** A candle in whole points. */
export type Bar = Readonly<Record<'open' | 'high' | 'low' | 'close', bigint>>;
export type Levels = Readonly<Partial<Record<LevelName, bigint>>> & { readonly pivot_point: bigint };

/** A sum of parts of prices: `over` so many. */
interface Share {
  readonly of: bigint;
  readonly over: bigint;
}

type Formula = (bar: Bar) => Levels;

const whole = ({ of, over }: Share): bigint => divideRounded(of, over);

/** By how much each method's levels stand above and below; the pivot is of thirds, so everything is counted in thirds. */
const standard: Formula = ({ high, low, close }) => {
  const pivot = high + low + close;
  const third = (of: bigint): bigint => whole({ of, over: 3n });
  const above = (times: bigint): bigint => third(pivot * times + 3n * (high - times * low));
  const below = (times: bigint): bigint => third(pivot * times - 3n * (times * high - low));
  return {
    pivot_point: third(pivot),
    resistance1: third(2n * pivot - 3n * low),
    resistance2: third(pivot + 3n * (high - low)),
    resistance3: above(2n),
    resistance4: above(3n),
    resistance5: above(4n),
    support1: third(2n * pivot - 3n * high),
    support2: third(pivot - 3n * (high - low)),
    support3: below(2n),
    support4: below(3n),
    support5: below(4n),
  };
};

const fibonacci: Formula = ({ high, low, close }) => {
  const pivot = high + low + close;
  const at = (thousandths: bigint): bigint => whole({ of: pivot * 1000n + 3n * thousandths * (high - low), over: 3000n });
  return {
    pivot_point: at(0n),
    resistance1: at(382n),
    resistance2: at(618n),
    resistance3: at(1000n),
    support1: at(-382n),
    support2: at(-618n),
    support3: at(-1000n),
  };
};

const camarilla: Formula = ({ high, low, close }) => {
  const range = high - low;
  const at = (sign: bigint, part: bigint): bigint => whole({ of: close * 10n * part + sign * 11n * range, over: 10n * part });
  const highest = low === 0n ? close : whole({ of: high * close, over: low });
  return {
    pivot_point: whole({ of: high + low + close, over: 3n }),
    resistance1: at(1n, 12n),
    resistance2: at(1n, 6n),
    resistance3: at(1n, 4n),
    resistance4: at(1n, 2n),
    resistance5: highest,
    support1: at(-1n, 12n),
    support2: at(-1n, 6n),
    support3: at(-1n, 4n),
    support4: at(-1n, 2n),
    support5: 2n * close - highest,
  };
};

const woodies: Formula = ({ high, low, close }) => {
  const pivot = high + low + 2n * close;
  const quarter = (of: bigint): bigint => whole({ of, over: 4n });
  const range = 4n * (high - low);
  const [third, thirdBelow] = [4n * high + 2n * (pivot - 4n * low), 4n * low - 2n * (4n * high - pivot)];
  return {
    pivot_point: quarter(pivot),
    resistance1: quarter(2n * pivot - 4n * low),
    resistance2: quarter(pivot + range),
    resistance3: quarter(third),
    resistance4: quarter(third + range),
    support1: quarter(2n * pivot - 4n * high),
    support2: quarter(pivot - range),
    support3: quarter(thirdBelow),
    support4: quarter(thirdBelow - range),
  };
};

const demark: Formula = ({ open, high, low, close }) => {
  const lean = close < open ? low : close > open ? high : close;
  const all = high + low + close + lean;
  return {
    pivot_point: whole({ of: all, over: 4n }),
    resistance1: whole({ of: all - 2n * low, over: 2n }),
    support1: whole({ of: all - 2n * high, over: 2n }),
  };
};

const formulas: Readonly<Record<PivotMethod, Formula>> = { standard, fibonacci, camarilla, woodies, demark };

export function levelsOf(method: PivotMethod, bar: Bar): Levels {
  return formulas[method](bar);
}

/** How many candles the indicators look at; more make the averages of the MACD settle. */
export const candlesNeeded = 35;
const lwmaLength = 14;
const momentumLength = 14;
const macdLengths = { fast: 12, slow: 26, signal: 9 } as const;

export interface Reading {
  readonly value: number;
  readonly isBullish: boolean;
}

/** Of closes in points, the last one of now. Lengths are those that MetaTrader's indicators begin with (14; 12, 26, 9; 14). */
export function readingsOf(closes: readonly number[]): Readonly<Record<'lwma' | 'macd' | 'momentum', Reading>> {
  const now = closes.at(-1) ?? 0;
  const lwma = weighted(closes.slice(-lwmaLength));
  const fast = smoothed(closes, macdLengths.fast);
  const slow = smoothed(closes, macdLengths.slow);
  const line = fast.map((value, index) => value - (slow[index] ?? 0));
  const [macd, signal] = [line.at(-1) ?? 0, smoothed(line, macdLengths.signal).at(-1) ?? 0];
  const then = closes.at(-1 - momentumLength) ?? now;
  const momentum = then === 0 ? 100 : (now / then) * 100;
  return {
    lwma: { value: lwma, isBullish: now > lwma },
    macd: { value: macd, isBullish: macd > signal },
    momentum: { value: momentum, isBullish: momentum > 100 },
  };
}

/** The newest weighs most: 1, 2, 3 … */
function weighted(values: readonly number[]): number {
  const sum = values.reduce((all, value, index) => all + value * (index + 1), 0);
  return sum / ((values.length * (values.length + 1)) / 2 || 1);
}

function smoothed(values: readonly number[], length: number): number[] {
  const share = 2 / (length + 1);
  const result: number[] = [];
  for (const value of values) {
    const before = result.at(-1);
    result.push(before === undefined ? value : before + (value - before) * share);
  }
  return result;
}
