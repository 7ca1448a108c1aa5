import { isCentCurrency, mainCurrency, type Currency } from '../base/currency.ts';
import { rateDecimals, type ExactRate, type Rate } from '../base/money.ts';

/**
 * What a rate is for. `original` is the source's own; `deposit` and `withdraw` carry the broker's markup (document 1 §3);
 * an internal transfer runs at the day's rate (trade rules, "Internal transfers").
 */
export type RatePurpose = 'original' | 'deposit' | 'withdraw' | 'transfer';

/** Document 1 §3: the currencies in rate tables, in its order. */
export const rateTableCurrencies = [
  'USD',
  'EUR',
  'GBP',
  'NGN',
  'VND',
  'CNY',
  'BRL',
  'MXN',
  'INR',
  'EGP',
  'KES',
  'USC',
  'EUC',
  'GBC',
  'NGC',
] as const satisfies readonly Currency[];

/** The source quotes every currency against this one (ECB euro reference rates: units of the currency for one euro). */
export const rateBase: Currency = 'EUR';

/** Currencies of ours that the European Central Bank does not quote: the broker's own daily rate is taken. */
export const outsideReference = ['NGN', 'VND', 'EGP', 'KES', 'RUB'] as const satisfies readonly Currency[];

/** Currencies whose rates come with the reference table. */
export const insideReference = [
  'USD',
  'GBP',
  'CNY',
  'BRL',
  'MXN',
  'INR',
  'IDR',
  'CZK',
  'PLN',
  'MYR',
  'THB',
  'ZAR',
  'JPY',
  'CHF',
  'AUD',
  'CAD',
] as const satisfies readonly Currency[];

/** The markup of each purpose in basis points of the rate. */
export type RateMarkups = Readonly<Record<RatePurpose, number>>;

/** What money is exchanged by. A setting; why it is so stands in docs/decisions/0008. */
export interface RateRules {
  readonly markups: RateMarkups;
  /** From when the day's rates are made until they are read here, no purpose has a lesser markup: basis points. */
  readonly awaitedMarkup: number;
  /** A rate of the broker's own that is older moves no money. */
  readonly houseRateDays: number;
  /** The most that a client exchanges between own accounts in a day (UTC), in US dollars. */
  readonly dailyExchange: string;
}

/** How the newest reference rates stand to the Bank's calendar: the day's own, the day's before while those are awaited, older. */
export type RateState = 'current' | 'awaited' | 'missing';

/** The markups while the newest rates stand so. */
export function markupsWhile(standing: RateState, { markups, awaitedMarkup }: RateRules): RateMarkups {
  if (standing === 'current') return markups;
  const least = (points: number): number => Math.max(points, awaitedMarkup);
  return {
    original: markups.original,
    deposit: least(markups.deposit),
    withdraw: least(markups.withdraw),
    transfer: least(markups.transfer),
  };
}

/**
 * The client's rate: the original, less the markup, since what arrives is what is converted into. A currency and its own
 * cents are 100 to 1 for every purpose, without a markup.
 */
export function clientRate(question: {
  readonly from: Currency;
  readonly to: Currency;
  /** Units of `to` for one unit of `from`. */
  readonly original: ExactRate;
  readonly purpose: RatePurpose;
  readonly markups: RateMarkups;
}): ExactRate {
  const { from, to, original, purpose, markups } = question;
  if (mainCurrency(from) === mainCurrency(to)) return original;
  return { of: original.of * BigInt(10_000 - markups[purpose]), per: original.per * 10_000n };
}

/** How many of the currency make one unit of its main currency: 100 for cents, else 1 (document 3 §3). As a Rate. */
export function perMainUnit(currency: Currency): Rate {
  return (isCentCurrency(currency) ? 100n : 1n) * 10n ** BigInt(rateDecimals);
}
