import type { Currency } from '../../base/currency.ts';
import { shownRate, type ExactRate, type Rate } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { clientRate, markupsWhile, type RateRules } from '../../law/rates.ts';
import { isFixed, isTooOld, originalRate, rateAsOf, rateState, type RateTable } from './rules.ts';
import * as store from './store.ts';

export {
  allowanceTaking,
  countedWorth,
  exchangeAllowance,
  isUsedUp,
  takeAllowance,
  type Allowance,
  type Exchange,
} from './allowance.ts';
export { fetchRates, type FetchNeeds } from './fetching.ts';
export { isFixed, originalRate } from './rules.ts';

export interface QuoteQuestion {
  readonly from: Currency;
  readonly to: Currency;
  readonly direction: 'deposit' | 'withdraw' | 'transfer';
  /** Application time. */
  readonly at: Date;
  /** `settings.rates`. */
  readonly rules: RateRules;
  /** Of the rates (`rate_version`), where it was read just now along with something else: spares reading them again. */
  readonly version?: bigint | undefined;
}

export interface QuotedRate {
  /** Units of `to` for one unit of `from`, the broker's markup taken off: what money is exchanged at. */
  readonly exact: ExactRate;
  /** The same as it is shown and kept. */
  readonly rate: Rate;
  /** When the older of the two rates behind it was made; for a currency and its own cents, now. */
  readonly asOf: Date;
  /** What was taken off, in basis points. */
  readonly markup: number;
  /** The day's rates are made but not read yet: the markup is the wider one of that time. */
  readonly isAwaited: boolean;
}

/**
 * The rate that money moves at now. Undefined when there is none to be trusted: a currency that nobody quotes, a source
 * that has missed a whole day, or a rate of the broker's own that has grown too old; refuse with `rate_not_available`.
 */
export async function quoteRate(sql: Sql, question: QuoteQuestion): Promise<QuotedRate | undefined> {
  const { from, to, direction, at, rules, version } = question;
  if (isFixed(from, to)) {
    const exact = originalRate({ perEuro: new Map() }, from, to);
    return exact && shown({ exact, asOf: at, markup: 0, isAwaited: false });
  }
  const table = version === undefined ? await store.readTable(sql, at) : await store.tableOfVersion(sql, at, version);
  const [original, asOf] = [table && originalRate(table, from, to), table && rateAsOf(table, from, to)];
  if (!table || !original || !asOf) return undefined;
  const standing = rateState(table.day, at);
  if (standing === 'missing' || isTooOld(table, { pair: [from, to], at, ...rules })) return undefined;
  const markups = markupsWhile(standing, rules);
  const exact = clientRate({ from, to, original, purpose: direction, markups });
  return shown({ exact, asOf, markup: markups[direction], isAwaited: standing === 'awaited' });
}

function shown(quoted: Omit<QuotedRate, 'rate'>): QuotedRate | undefined {
  const rate = shownRate(quoted.exact);
  return rate === undefined ? undefined : { ...quoted, rate };
}

/** What every currency was worth at an instant; undefined when nothing is known of that time. */
export async function readTable(sql: Sql, at: Date): Promise<RateTable | undefined> {
  return store.readTable(sql, at);
}

/** Keeps a rate of the broker's own, from a day on. */
export async function keepBrokerRate(sql: Sql, given: Parameters<typeof store.keepBrokerRate>[1]): Promise<void> {
  return store.keepBrokerRate(sql, given);
}
