import { currencies, type Currency } from '../../base/currency.ts';
import { divideUp, money, shownRate, type ExactRate, type Money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { coinAsked, coins, type Coin } from '../../law/coins.ts';
import type { Settings } from '../../settings/index.ts';
import type { CoinDesk } from '../../ports/payments/port.ts';
import { quoteRate, type QuotedRate } from '../rates/face.ts';
import { providerOf, type PaymentContext } from './context.ts';
import type { Quoted } from './quotes.ts';
import { quoteAmounts } from './rules.ts';
import type { Remittance } from './store.ts';

/** What a coin is worth at this moment. */
export interface CoinPrice {
  /** So much of the coin is worth what was asked, in what the chain can carry. */
  readonly needed: Money;
  /** Units of the account's currency for one of the coin. */
  readonly exact: ExactRate;
  /** The same in the currency that it was asked in, which no rate of a day has a part in. */
  readonly asked: ExactRate;
}

interface CoinQuestion {
  readonly coin: Coin;
  /** The money that is meant, in a currency that the desk prices. */
  readonly worth: Money;
  readonly to: Currency;
  readonly at: Date;
}

/** Asks the provider, and the day's rates where the account has another currency; undefined where one of them does not answer. */
export async function priceOf(
  { sql, settings }: { readonly sql: Sql; readonly settings: Settings },
  desk: CoinDesk,
  { coin, worth, to, at }: CoinQuestion,
): Promise<CoinPrice | undefined> {
  const priced = await desk.price(coin.code, worth);
  if (priced.outcome !== 'done') return undefined;
  const needed = money(carried(priced.minor, coin), coin.coin);
  const { decimals } = currencies[worth.currency];
  const perCoin = {
    of: worth.minor * 10n ** BigInt(currencies[coin.coin].decimals),
    per: needed.minor * 10n ** BigInt(decimals),
  };
  const rates = await carriedOver({ sql, settings }, perCoin, { worth, to, at });
  return rates && { needed, ...rates };
}

/** A rate in the currency that was asked in, and in the account's: by the day's rates where that is another. */
async function carriedOver(
  { sql, settings }: { readonly sql: Sql; readonly settings: Settings },
  asked: ExactRate,
  { worth, to, at }: Omit<CoinQuestion, 'coin'>,
): Promise<Omit<CoinPrice, 'needed'> | undefined> {
  if (worth.currency === to) return { exact: asked, asked };
  const fiat = await quoteRate(sql, { from: worth.currency, to, direction: 'deposit', at, rules: settings.rates });
  return fiat && { exact: { of: asked.of * fiat.exact.of, per: asked.per * fiat.exact.per }, asked };
}

/** Rounded up to what the chain has decimals for, where those are fewer than the ledger's. */
function carried(minor: bigint, { coin, decimals }: Coin): bigint {
  const unit = 10n ** BigInt(Math.max(0, currencies[coin].decimals - decimals));
  return divideUp(minor, unit) * unit;
}

/** What a deposit of a coin would come to now; undefined where the provider or the rates do not answer, or nothing would arrive. */
export async function quoteInCoin(
  run: Parameters<typeof priceOf>[0],
  desk: CoinDesk,
  question: CoinQuestion,
): Promise<Quoted | undefined> {
  const price = await priceOf(run, desk, question);
  const amounts = price && quoteAmounts({ amount: price.needed, to: question.to, rate: price.exact, feeBasisPoints: 0 });
  if (!price || !amounts?.ok) return undefined;
  const { exact } = price;
  return { amounts: amounts.value, exact, rate: shownRate(exact), rateAsOf: question.at, markup: 0, isAwaited: false };
}

/** The coins of the list that the provider takes now, in the order of the list; undefined where it does not answer. */
export async function coinsListed(desk: CoinDesk): Promise<readonly Coin[] | undefined> {
  const listed = await desk.listed();
  return listed.outcome === 'done' ? coins.filter(({ code }) => listed.codes.has(code)) : undefined;
}

/** At which what has come is taken, a coin at the rate at which it was told where that is known; undefined where nobody can say. */
export async function rateOfNow(
  { needs, run }: PaymentContext,
  remittance: Remittance,
  told?: ExactRate,
): Promise<(Pick<QuotedRate, 'exact' | 'rate' | 'asOf'> & Partial<Pick<CoinPrice, 'asked'>>) | undefined> {
  const { currency: from, accountCurrency: to } = remittance;
  const asked = coinAsked(remittance.details);
  const desk = asked && providerOf(needs, remittance).coins;
  if (asked && desk) {
    const at = needs.clock.now();
    const question = { ...asked, to, at };
    const price = told ? await carriedOver(run, told, question) : await priceOf(run, desk, question);
    const rate = price && shownRate(price.exact);
    return price && rate !== undefined ? { exact: price.exact, rate, asOf: at, asked: price.asked } : undefined;
  }
  return quoteRate(run.sql, { from, to, direction: 'deposit', at: needs.clock.now(), rules: run.settings.rates });
}

/** What of a coin has come, in the currency that it was asked in; undefined of anything else. */
export function worthAsked({ details }: Remittance, came: Money, rate: ExactRate | undefined): Money | undefined {
  const asked = coinAsked(details);
  const amounts = asked && rate && quoteAmounts({ amount: came, to: asked.worth.currency, rate, feeBasisPoints: 0 });
  return amounts?.ok ? amounts.value.arrives : undefined;
}
