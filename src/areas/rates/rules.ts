import { currencies, isCentCurrency, mainCurrency, type Currency } from '../../base/currency.ts';
import {
  crossRate,
  formatMoney,
  money,
  parseMinor,
  parseRate,
  rateDecimals,
  shownRate,
  worthIn,
  type ExactRate,
  type Rate,
} from '../../base/money.ts';
import { dayMs, hourMs } from '../../base/time.ts';
import type { Verdict } from '../../base/refusal.ts';
import { shippedHouseRate } from '../../law/houseRates.ts';
import {
  clientRate,
  freshRateHours,
  outsideReference,
  rateBase,
  rateTableCurrencies,
  type RateMarkups,
} from '../../law/rates.ts';
import { firstRateDay, type ConversionRate, type RateDirection } from './contract.ts';

/** What every currency was worth on a day. */
export interface RateTable {
  /** Units of the currency for one euro; cent currencies follow from their main one. */
  readonly perEuro: ReadonlyMap<Currency, Rate>;
  /** When the oldest of the reference rates in it was published. */
  readonly asOf: Date;
}

/** A reference rate as the source published it: the latest of each currency up to the day. */
export interface ReferenceRow {
  readonly currency: string;
  readonly rate: Rate;
  readonly publishedAt: Date;
}

/** A rate of the broker's own: units for one US dollar. */
export interface HouseRow {
  readonly currency: string;
  readonly rate: Rate;
}

const one: Rate = 10n ** BigInt(rateDecimals);

/**
 * The table of a day: the reference rates, and the house's own for what the reference does not quote. Undefined while
 * nothing is known of that time. A house rate holds until the broker changes it, so only the reference has an age.
 */
export function rateTable(day: string, reference: readonly ReferenceRow[], house: readonly HouseRow[]): RateTable | undefined {
  const newest = Math.max(...reference.map((row) => row.publishedAt.getTime()));
  if (!Number.isFinite(newest)) return undefined;
  // A currency that the source has stopped quoting falls out instead of staying at its last rate for ever.
  const quoted = reference.filter((row) => newest - row.publishedAt.getTime() <= longestGapMs);
  const perEuro = new Map<Currency, Rate>([[rateBase, one]]);
  for (const { currency, rate } of quoted) if (isKnown(currency)) perEuro.set(currency, rate);
  const dollar = perEuro.get('USD');
  for (const currency of outsideReference) {
    const perDollar = house.find((row) => row.currency === currency)?.rate ?? shippedHouseRate(currency, day)?.rate;
    if (dollar !== undefined && perDollar !== undefined) perEuro.set(currency, crossRate(dollar, perDollar));
  }
  return { perEuro, asOf: new Date(newest) };
}

/** Longer than any holiday of the source. */
const longestGapMs = 10 * dayMs;

function isKnown(code: string): code is Currency {
  return Object.hasOwn(currencies, code);
}

/** Units of `to` for one unit of `from`, before any markup; undefined when one of them is not in the table. */
export function originalRate(table: RateTable, from: Currency, to: Currency): ExactRate | undefined {
  if (mainCurrency(from) === mainCurrency(to)) return { of: cents(to), per: cents(from) };
  const [perFrom, perTo] = [table.perEuro.get(mainCurrency(from)), table.perEuro.get(mainCurrency(to))];
  if (perFrom === undefined || perTo === undefined) return undefined;
  const rate = { of: perTo * cents(to), per: perFrom * cents(from) };
  // A currency worth so little that no decimal of a rate shows it is not dealt in.
  return shownRate(rate) === undefined ? undefined : rate;
}

/** How many of the currency make one unit of its main one. */
function cents(currency: Currency): bigint {
  return isCentCurrency(currency) ? 100n : 1n;
}

/** Whether two currencies convert at a fixed rate, on any day. */
export function isFixed(from: Currency, to: Currency): boolean {
  return mainCurrency(from) === mainCurrency(to);
}

/** Rates that lie further behind say so. */
export function isFresh(asOf: Date, at: Date): boolean {
  return at.getTime() - asOf.getTime() <= freshRateHours * hourMs;
}

/** Beyond this no money moves at a rate: the source has been away longer than any holiday. */
export function isUsable(asOf: Date, at: Date): boolean {
  return at.getTime() - asOf.getTime() <= longestGapMs;
}

/** The page's table: every pair of the documents' currencies, in their order. */
export function conversionRates(
  table: RateTable,
  direction: RateDirection,
  markups: RateMarkups,
): { readonly from: Currency; readonly to: Currency; readonly original: Rate; readonly rate: Rate }[] {
  return rateTableCurrencies.flatMap((from) =>
    rateTableCurrencies.flatMap((to) => {
      const source = from === to ? undefined : originalRate(table, from, to);
      const original = source && shownRate(source);
      const rate = source && shownRate(clientRate({ from, to, original: source, purpose: direction, markups }));
      return original === undefined || rate === undefined ? [] : [{ from, to, original, rate }];
    }),
  );
}

/** The day that rates are asked for: between the first and today. */
export function askedDay(date: string | undefined, today: string): Verdict<string, 'date_out_of_range'> {
  const day = date ?? today;
  if (day >= firstRateDay && day <= today) return { ok: true, value: day };
  return { ok: false, code: 'date_out_of_range', field: 'date', values: { from: firstRateDay, till: today } };
}

/** What an amount comes to, for the page's converter; undefined when the amount cannot be read or comes to nothing. */
export function converted(question: {
  readonly amount: string;
  readonly from: Currency;
  readonly to: Currency;
  readonly rates: readonly ConversionRate[];
}): { readonly amount: string; readonly rate: string } | undefined {
  const { from, to, rates } = question;
  const minor = parseMinor(question.amount, from);
  if (minor === undefined || minor <= 0n) return undefined;
  const found = from === to ? '1' : rates.find((rate) => rate.from === from && rate.to === to)?.rate;
  const rate = parseRate(found ?? '');
  if (found === undefined || rate === undefined) return undefined;
  return { amount: formatMoney(worthIn(money(minor, from), to, rate)), rate: found };
}
