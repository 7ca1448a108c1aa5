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
import { after, dayMs, hourMs } from '../../base/time.ts';
import type { Verdict } from '../../base/refusal.ts';
import { shippedBrokerRate } from '../../law/brokerRates.ts';
import {
  clientRate,
  outsideReference,
  rateBase,
  rateTableCurrencies,
  type RateMarkups,
  type RateState,
} from '../../law/rates.ts';
import { lastReferenceDay, madeAt, publishedAt, referenceDayBefore } from '../../law/ratesCalendar.ts';
import { firstRateDay, type ConversionRate, type RateDirection } from './contract.ts';

/** What every currency was worth on a day. */
export interface RateTable {
  /** Units of the currency for one euro; cent currencies follow from their main one. */
  readonly perEuro: ReadonlyMap<Currency, Rate>;
  readonly origins: ReadonlyMap<Currency, RateOrigin>;
  /** The day of the newest reference rates in it. */
  readonly day: string;
  /** When those were published. */
  readonly asOf: Date;
}

interface RateOrigin {
  /** When the rate was published; for one of the broker's own, the day that it holds from. */
  readonly asOf: Date;
  readonly isBrokerRate: boolean;
}

/** A reference rate as the source published it: the latest of each currency up to the day. */
export interface ReferenceRow {
  readonly currency: string;
  readonly day: string;
  readonly rate: Rate;
  readonly publishedAt: Date;
}

/** A rate of the broker's own: units for one US dollar. */
export interface BrokerRateRow {
  readonly currency: string;
  /** It holds from that day on. */
  readonly day: string;
  readonly rate: Rate;
}

const one: Rate = 10n ** BigInt(rateDecimals);

/**
 * The table of a day: the reference rates, and the broker's own for what the reference does not quote. Undefined while
 * nothing is known of that time.
 */
export function rateTable(day: string, reference: readonly ReferenceRow[], app: readonly BrokerRateRow[]): RateTable | undefined {
  const [newest] = reference.toSorted((first, second) => second.publishedAt.getTime() - first.publishedAt.getTime());
  if (!newest) return undefined;
  const asOf = newest.publishedAt;
  // A currency that the source has stopped quoting falls out instead of staying at its last rate for ever.
  const quoted = reference.filter((row) => asOf.getTime() - row.publishedAt.getTime() <= longestGapMs);
  const perEuro = new Map<Currency, Rate>([[rateBase, one]]);
  const origins = new Map<Currency, RateOrigin>([[rateBase, { asOf, isBrokerRate: false }]]);
  for (const row of quoted) {
    if (!isKnown(row.currency)) continue;
    perEuro.set(row.currency, row.rate);
    origins.set(row.currency, { asOf: row.publishedAt, isBrokerRate: false });
  }
  const dollar = perEuro.get('USD');
  for (const currency of outsideReference) {
    const own = app.find((row) => row.currency === currency) ?? shippedBrokerRate(currency, day);
    if (dollar === undefined || !own) continue;
    perEuro.set(currency, crossRate(dollar, own.rate));
    origins.set(currency, { asOf: new Date(`${own.day}T00:00:00Z`), isBrokerRate: true });
  }
  return { perEuro, origins, day: newest.day, asOf };
}

/** Longer than any holiday of the source. */
const longestGapMs = 10 * dayMs;

function earlier(first: Date, second: Date): Date {
  return first < second ? first : second;
}

function isKnown(code: string): code is Currency {
  return Object.hasOwn(currencies, code);
}

/** Units of `to` for one unit of `from`, before any markup; undefined when one of them is not in the table. */
export function originalRate(table: Pick<RateTable, 'perEuro'>, from: Currency, to: Currency): ExactRate | undefined {
  if (isFixed(from, to)) return { of: cents(to), per: cents(from) };
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

/** How old the rate between two currencies is: as old as the older of its two legs. Undefined when there is none. */
export function rateAsOf(table: RateTable, from: Currency, to: Currency): Date | undefined {
  const [source, target] = [table.origins.get(mainCurrency(from)), table.origins.get(mainCurrency(to))];
  return source && target && earlier(source.asOf, target.asOf);
}

/** Whether the rate between two currencies comes from a rate of the broker's own that has grown too old to move money. */
export function isTooOld(
  table: RateTable,
  of: { readonly pair: readonly Currency[]; readonly at: Date; readonly houseRateDays: number },
): boolean {
  return of.pair.some((currency) => {
    const origin = table.origins.get(mainCurrency(currency));
    return origin?.isBrokerRate === true && of.at.getTime() - origin.asOf.getTime() > of.houseRateDays * dayMs;
  });
}

/**
 * How the table of that day stands to the Bank's calendar. Once the next day's rates are made the markets tell what they
 * will be, so that whoever exchanges at the day's before knows what it brings; with a whole day missing beyond that no
 * markup would do.
 */
export function rateState(day: string, at: Date): RateState {
  const made = lastReferenceDay(at, madeAt);
  if (day >= made) return 'current';
  return day >= referenceDayBefore(made) ? 'awaited' : 'missing';
}

/** How long after its publication a table may come before its source is late. */
const lateMs = 2 * hourMs;

/** Rates that lie further behind than they should say so. */
export function isFresh(day: string, at: Date): boolean {
  return day >= lastReferenceDay(after(at, -lateMs), publishedAt);
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
