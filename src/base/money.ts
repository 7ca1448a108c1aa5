import { currencies, type Currency } from './currency.ts';
import { withoutEnding, withoutZeros } from './ending.ts';

/** An amount in minor units of its currency (cents, fils, satoshi). Never a float. */
export interface Money {
  readonly currency: Currency;
  readonly minor: bigint;
}

/** Units of the quoted currency for one unit of the base currency, times 10^10. */
export type Rate = bigint;

/** How many decimals a Rate carries. */
export const rateDecimals = 10;
const rateScale = 10n ** BigInt(rateDecimals);

/** The most digits before the point that an amount may have. */
const maxWholeDigits = 15;

export function money(minor: bigint, currency: Currency): Money {
  return { currency, minor };
}

/**
 * Reads a decimal string such as "1250.00", "0.5" or "-3" as minor units.
 * Answers undefined when it is not a number of that currency (too many decimals, letters, exponents).
 */
export function parseMinor(text: string, currency: Currency): bigint | undefined {
  return parseScaled(text, currencies[currency].decimals);
}

/** The decimal string with the currency's own number of decimals: 125000n USD is "1250.00", 1250n JPY is "1250". */
export function formatMinor(minor: bigint, currency: Currency): string {
  return formatScaled(minor, currencies[currency].decimals);
}

/** The same as `formatMinor`, for a Money. */
export function formatMoney(amount: Money): string {
  return formatMinor(amount.minor, amount.currency);
}

/** Reads a rate such as "1.08345" (at most ten decimals). Undefined when it is not a positive number. */
export function parseRate(text: string): Rate | undefined {
  const rate = parseScaled(text, rateDecimals);
  return rate !== undefined && rate > 0n ? rate : undefined;
}

/** A rate as a decimal string without trailing zeros, at least one decimal kept out: 1.08345. */
export function formatRate(rate: Rate): string {
  return withoutZeros(formatScaled(rate, rateDecimals));
}

/**
 * Minor units as a plain number, for vendors whose JSON carries whole numbers of the minor unit.
 * Throws RangeError outside the safe integers.
 */
export function minorAsNumber(minor: bigint): number {
  const value = Number(minor);
  if (!Number.isSafeInteger(value)) throw new RangeError('the amount does not fit a JSON number');
  return value;
}

/** 1 / rate, rounded half up at ten decimals. */
export function invertRate(rate: Rate): Rate {
  if (rate <= 0n) throw new RangeError('a rate is positive');
  return divideRounded(rateScale * rateScale, rate);
}

/** first × second, rounded half up at ten decimals. */
export function crossRate(first: Rate, second: Rate): Rate {
  return divideRounded(first * second, rateScale);
}

/**
 * What stands behind a Rate's ten decimals: units of the quoted currency for one unit of the base currency as an exact
 * fraction of two positive numbers. Money moves at this one, because ten decimals alone would make 108.00 at 1 / 1.08 come
 * to 99.99 where they end below the truth, and pay out too much where they end above it.
 */
export interface ExactRate {
  readonly of: bigint;
  readonly per: bigint;
}

/** The fraction that a Rate itself is. */
export function exactly(rate: Rate): ExactRate {
  return { of: rate, per: rateScale };
}

/** An exact rate as it is shown and kept, rounded half up at ten decimals; undefined when nothing is left of it there. */
export function shownRate({ of, per }: ExactRate): Rate | undefined {
  const rate = divideRounded(of * rateScale, per);
  return rate > 0n ? rate : undefined;
}

/**
 * What an amount is worth in another currency, to be looked at and never to be moved: rounded half away from zero
 * (document 1 §9: conversions are rounded to two decimals). What moves goes by `paidOutFor` and `neededFor`.
 */
export function worthIn(amount: Money, to: Currency, rate: Rate): Money {
  const { numerator, denominator } = quotient(amount, to, exactly(rate));
  return money(divideRounded(numerator, denominator), to);
}

/**
 * What somebody receives who gives an amount in exchange: rounded down. Document 1 §9 says to how many decimals and not
 * which way; to the nearest, 0.50 USC would bring 0.01 USD, which is 1.00 USC, and a hundred such exchanges a fortune.
 */
export function paidOutFor(amount: Money, to: Currency, rate: ExactRate): Money {
  const { numerator, denominator } = quotient(amount, to, rate);
  if (numerator < 0n) throw new RangeError('nobody is paid less than nothing');
  return money(numerator / denominator, to);
}

/** What has to be given at least so that `wanted` is paid out for it at that rate: rounded up. */
export function neededFor(wanted: Money, from: Currency, rate: ExactRate): Money {
  const { numerator, denominator } = quotient(wanted, from, { of: rate.per, per: rate.of });
  return money(divideUp(numerator, denominator), from);
}

function quotient(amount: Money, to: Currency, { of, per }: ExactRate): { numerator: bigint; denominator: bigint } {
  if (of <= 0n || per <= 0n) throw new RangeError('a rate is positive');
  return {
    numerator: amount.minor * of * 10n ** BigInt(currencies[to].decimals),
    denominator: per * 10n ** BigInt(currencies[amount.currency].decimals),
  };
}

/** A charge of so many basis points (1 % is 100) of an amount, rounded up: it is the payer's. */
export function chargeOf(amount: Money, points: bigint): Money {
  return money(divideUp(amount.minor * points, 10_000n), amount.currency);
}

/** numerator / denominator, rounded up; neither is below zero. */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n || denominator <= 0n) throw new RangeError('only what is not below zero is rounded up');
  return (numerator + denominator - 1n) / denominator;
}

/** numerator / denominator, rounded half away from zero. The denominator is positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive');
  const half = denominator / 2n;
  return numerator >= 0n ? (numerator + half) / denominator : -((-numerator + half) / denominator);
}

function parseScaled(text: string, decimals: number): bigint | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole.length > maxWholeDigits || withoutEnding(fraction, '0').length > decimals) return undefined;
  const digits = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return sign ? -digits : digits;
}

function formatScaled(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
