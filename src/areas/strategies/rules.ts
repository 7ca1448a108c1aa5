import { divideRounded } from '../../base/money.ts';
import { leastRiskDays, riskBounds } from '../../law/strategies.ts';

/* The return of a strategy, weighted by time: what one unit that was there from the beginning has become, whatever money came and went. */

/** A unit's price counts in millionths of a millionth, so that years of cash flows add no visible rounding. */
export const one = 1_000_000_000_000n;
/** The largest price that is kept: nine million times the first. */
const mostPrice = 9_000_000n * one;
const million = 1_000_000n;

/** How far the course of a strategy has come; all that later days need of the earlier ones. */
export interface Course {
  readonly price: bigint;
  /** Price and equity just after the last cash flow: between two of them the price follows the equity alone. */
  readonly startPrice: bigint;
  readonly startBase: bigint;
  readonly peak: bigint;
  /** The deepest fall from a peak, in millionths of it. */
  readonly drawdown: number;
}

/** Where a strategy begins, with that much on its account. */
export function beginCourse(equity: bigint): Course {
  return { price: one, startPrice: one, startBase: equity, peak: one, drawdown: 0 };
}

/** What was on the account at a moment, in minor units. */
export function valued(course: Course, equity: bigint): Course {
  const price = priceAt(course, equity);
  const peak = price > course.peak ? price : course.peak;
  const fall = Number(divideRounded((peak - price) * million, peak));
  return { ...course, price, peak, drawdown: Math.max(course.drawdown, fall) };
}

/** Money came (positive) or went, and that much was there just before: a new stretch begins at the same price. */
export function flowed(course: Course, { equity, amount }: { readonly equity: bigint; readonly amount: bigint }): Course {
  const before = valued(course, equity);
  const base = equity + amount;
  return { ...before, startPrice: before.price, startBase: base > 0n ? base : 0n };
}

/** With nothing on the account there is nothing that could gain or lose; what was lost whole stays lost. */
function priceAt({ startPrice, startBase }: Course, equity: bigint): bigint {
  if (startBase <= 0n) return startPrice;
  if (equity <= 0n) return 0n;
  const price = divideRounded(startPrice * equity, startBase);
  return price > mostPrice ? mostPrice : price;
}

/** From one price to another, in hundredths of a per cent. */
export function returnBetween(from: bigint, to: bigint): bigint {
  return from === 0n ? 0n : divideRounded((to - from) * 10_000n, from);
}

/** A price as calls send it: 1 is what a unit cost first. */
export function shownPrice(price: bigint): string {
  const digits = divideRounded(price, million).toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** Hundredths of a per cent as a decimal string. */
export function shownPercent(hundredths: bigint | number): string {
  const value = BigInt(hundredths);
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A fall in millionths as hundredths of a per cent. */
export const fallPercent = (millionths: number): string => shownPercent(Math.round(millionths / 100));

/** What a day was: where its unit ended, and whether anything was at risk on it. */
export interface DayPrice {
  readonly day: string;
  readonly price: bigint;
  readonly isTraded: boolean;
}

export interface Risk {
  /** Hundredths of a per cent. */
  readonly dailyMove: number;
  /** 1 to 10. */
  readonly level: number;
}

/**
 * The average absolute return of the days on which something was traded or open, and its level; undefined with too few of them. Days
 * are in their order, the first only says where the second began.
 */
export function riskOf(days: readonly DayPrice[]): Risk | undefined {
  const moves = days.slice(1).flatMap((day, index) => {
    const before = days[index];
    return before !== undefined && day.isTraded ? [absolute(returnBetween(before.price, day.price))] : [];
  });
  if (moves.length < leastRiskDays) return undefined;
  const sum = moves.reduce((all, move) => all + move, 0n);
  const dailyMove = Number(divideRounded(sum, BigInt(moves.length)));
  const level = riskBounds.findIndex((bound) => dailyMove <= bound) + 1;
  return { dailyMove, level: level === 0 ? riskBounds.length + 1 : level };
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** Whole days from one instant to another. */
export function daysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 86_400_000));
}

/** The last price of each month, against the month's own beginning, for all days from the first on: percent is the month's return. */
export function monthlyPrices(days: readonly DayPrice[]): readonly { readonly day: string; readonly price: bigint }[] {
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  let start = one;
  return [...months.values()].flatMap((month) => {
    const last = month.at(-1);
    if (!last) return [];
    const price = start === 0n ? one : divideRounded(last.price * one, start);
    start = last.price;
    return [{ day: last.day, price }];
  });
}

/** The days from one on, their unit begun anew with it. */
export function rebased(days: readonly DayPrice[]): readonly { readonly day: string; readonly price: bigint }[] {
  const start = days[0]?.price ?? one;
  return days.map(({ day, price }) => ({ day, price: start === 0n ? one : divideRounded(price * one, start) }));
}

/** Document 2 §9: (unit price − 1) × 100, with two decimals. */
export function profitAt(unitPrice: string): string {
  const [whole = '0', fraction = ''] = unitPrice.split('.');
  const millionths = BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
  return shownPercent(divideRounded((millionths - million) * 10_000n, million));
}

/** Document 2 §9: above an hour in days, hours and minutes, the larger ones left out where there are none; else in minutes. */
export function durationParts(seconds: number): readonly { readonly unit: 'd' | 'h' | 'm'; readonly count: number }[] {
  const minutes = Math.floor(seconds / 60);
  if (seconds <= 3600) return [{ unit: 'm', count: minutes }];
  const parts = [
    { unit: 'd', count: Math.floor(minutes / 1440) },
    { unit: 'h', count: Math.floor(minutes / 60) % 24 },
    { unit: 'm', count: minutes % 60 },
  ] as const;
  const first = parts.findIndex(({ count }) => count > 0);
  return parts.slice(first);
}
