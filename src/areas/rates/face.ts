import type { Currency } from '../../base/currency.ts';
import { shownRate, type ExactRate, type Rate } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { utcDay } from '../../base/time.ts';
import { clientRate, type RateMarkups } from '../../law/rates.ts';
import { isFixed, isFresh, isUsable, originalRate, rateTable, type RateTable } from './rules.ts';
import { ratesAt } from './store.ts';

export { keepHouseRate } from './store.ts';
export { fetchRates, type FetchNeeds } from './fetching.ts';
export { originalRate, type RateTable } from './rules.ts';

export interface QuoteQuestion {
  readonly from: Currency;
  readonly to: Currency;
  readonly direction: 'deposit' | 'withdraw' | 'transfer';
  /** Application time. */
  readonly at: Date;
  /** `settings.rates.markups`. */
  readonly markups: RateMarkups;
}

export interface QuotedRate {
  /** Units of `to` for one unit of `from`, the broker's markup taken off: what money is exchanged at. */
  readonly exact: ExactRate;
  /** The same as it is shown and kept. */
  readonly rate: Rate;
  /** When the reference behind it was published; for a currency and its own cents, now. */
  readonly asOf: Date;
  /** False when it lies further behind than it should, which the screen says. */
  readonly isFresh: boolean;
}

/**
 * The rate that money moves at now. Undefined when there is none to be trusted: a currency that nobody quotes, or a
 * source that has been silent for longer than any holiday; refuse with `rate_not_available`.
 */
export async function quoteRate(sql: Sql, question: QuoteQuestion): Promise<QuotedRate | undefined> {
  const { from, to, direction, at, markups } = question;
  if (isFixed(from, to)) {
    const original = originalRate({ perEuro: new Map(), asOf: at }, from, to);
    return original && quoted(original, at, at);
  }
  const table = await readTable(sql, at);
  const original = table && originalRate(table, from, to);
  if (!table || original === undefined || !isUsable(table.asOf, at)) return undefined;
  return quoted(clientRate({ from, to, original, purpose: direction, markups }), table.asOf, at);
}

function quoted(exact: ExactRate, asOf: Date, at: Date): QuotedRate | undefined {
  const rate = shownRate(exact);
  return rate === undefined ? undefined : { exact, rate, asOf, isFresh: isFresh(asOf, at) };
}

/** What every currency was worth at an instant; undefined when nothing is known of that time. */
export async function readTable(sql: Sql, at: Date): Promise<RateTable | undefined> {
  const { reference, house } = await ratesAt(sql, at);
  return rateTable(utcDay(at), reference, house);
}
