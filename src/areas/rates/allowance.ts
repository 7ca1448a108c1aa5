import type { Currency } from '../../base/currency.ts';
import { money, parseMinor, shownRate, worthIn, type Money } from '../../base/money.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { utcDay } from '../../base/time.ts';
import { isFixed, originalRate } from './rules.ts';
import { exchangedOn, keepExchange, lockAllowance, readTable } from './store.ts';

/** Money that changes its currency between two of the client's own accounts. */
export interface Exchange {
  readonly clientId: number;
  /** What leaves. */
  readonly amount: Money;
  readonly to: Currency;
  /** Application time. */
  readonly at: Date;
  /** `settings.rates.dailyExchange`, in US dollars. */
  readonly dailyExchange: string;
}

/** In US dollars. */
export interface Allowance {
  readonly most: Money;
  /** What of it is left today, before this exchange. */
  readonly left: Money;
  readonly isEnough: boolean;
}

/**
 * What a client may still exchange today. A day's rates are known from the markets before they are published, so that the
 * broker would lose without end to whoever waits for them. Undefined where nothing is exchanged: a currency's own cents are it.
 */
export async function exchangeAllowance(sql: Sql, exchange: Exchange, but?: number): Promise<Allowance | undefined> {
  const { clientId, amount, to, at, dailyExchange } = exchange;
  if (isFixed(amount.currency, to)) return undefined;
  const most = parseMinor(dailyExchange, 'USD') ?? 0n;
  const used = await exchangedOn(sql, { clientId, day: utcDay(at), ...(but === undefined ? {} : { but }) });
  const left = used < most ? most - used : 0n;
  const worth = await worthInDollars(sql, amount, at);
  return { most: money(most, 'USD'), left: money(left, 'USD'), isEnough: worth !== undefined && worth.minor <= left };
}

/**
 * Takes an exchange off the day's allowance, once for each transfer however often it is saved; undefined when it may go on.
 * What is taken stays taken when the transfer comes back: the day after, all is there again.
 */
export async function takeAllowance(
  transact: Transact,
  remittanceId: number,
  exchange: Exchange,
): Promise<Allowance | undefined> {
  return transact(async (sql) => {
    const { clientId, amount, at } = exchange;
    await lockAllowance(sql, clientId);
    const allowance = await exchangeAllowance(sql, exchange, remittanceId);
    if (!allowance) return undefined;
    const worth = await worthInDollars(sql, amount, at);
    if (!allowance.isEnough || !worth) return allowance;
    await keepExchange(sql, { remittanceId, clientId, day: utcDay(at), worth: worth.minor });
    return undefined;
  });
}

async function worthInDollars(sql: Sql, amount: Money, at: Date): Promise<Money | undefined> {
  const table = await readTable(sql, at);
  const original = table && originalRate(table, amount.currency, 'USD');
  const rate = original && shownRate(original);
  return rate === undefined ? undefined : worthIn(amount, 'USD', rate);
}
