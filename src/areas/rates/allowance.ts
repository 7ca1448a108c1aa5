import type { Currency } from '../../base/currency.ts';
import type { ClientId, RemittanceId } from '../../base/id.ts';
import { money, parseMinor, shownRate, worthIn, type Money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { utcDay } from '../../base/time.ts';
import { isFixed, originalRate } from './rules.ts';
import { exchangedOn, recentTable, tableOfVersion, takeExchange } from './store.ts';

/** Money that changes its currency between two of the client's own accounts. */
export interface Exchange {
  readonly clientId: ClientId;
  /** What leaves. */
  readonly amount: Money;
  readonly to: Currency;
  /** Application time. */
  readonly at: Date;
  /** `settings.rates.dailyExchange`, in US dollars. */
  readonly dailyExchange: string;
  /** Of the rates, where it was read just now. */
  readonly version?: bigint | undefined;
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
export async function exchangeAllowance(sql: Sql, exchange: Exchange): Promise<Allowance | undefined> {
  const { clientId, amount, to, at } = exchange;
  if (isFixed(amount.currency, to)) return undefined;
  const worth = await worthInDollars(sql, exchange);
  return allowanceOf(exchange, { used: await exchangedOn(sql, { clientId, day: utcDay(at) }), worth });
}

/**
 * Takes an exchange off the day's allowance, once for each transfer however often it is saved; undefined when it may go on.
 * What was declined or has come back is not taken: only money that moved uses it up.
 */
export async function takeAllowance(sql: Sql, remittanceId: RemittanceId, exchange: Exchange): Promise<Allowance | undefined> {
  const { clientId, amount, to, at } = exchange;
  if (isFixed(amount.currency, to)) return undefined;
  const day = utcDay(at);
  const worth = await worthInDollars(sql, exchange);
  if (worth === undefined) return allowanceOf(exchange, { used: await exchangedOn(sql, { clientId, day }), worth });
  const most = mostOf(exchange);
  const { taken, used } = await takeExchange(sql, { remittanceId, clientId, day, worth: worth.minor, most });
  return taken ? undefined : allowanceOf(exchange, { used, worth });
}

/** What a step takes off the day's allowance with the money that it moves (exchange.sql); in US cents. */
export interface AllowanceTaking {
  readonly client: ClientId;
  readonly day: string;
  readonly worth: string;
  readonly most: string;
}

/** Of an exchange that moves; undefined where nothing is exchanged. What is used up by then fails with `isUsedUp`. */
export async function allowanceTaking(sql: Sql, exchange: Exchange): Promise<AllowanceTaking | undefined> {
  const { clientId: client, amount, to, at } = exchange;
  if (isFixed(amount.currency, to)) return undefined;
  const worth = await worthInDollars(sql, exchange);
  if (worth === undefined) throw new Error(`there is no rate to count ${amount.currency} by`);
  return { client, day: utcDay(at), worth: String(worth.minor), most: String(mostOf(exchange)) };
}

/** What is exchanged without being asked for, in US cents: it is counted, and nothing bounds it. Undefined where nothing is exchanged. */
export async function countedWorth(
  sql: Sql,
  { amount, to, at }: Pick<Exchange, 'amount' | 'to' | 'at'>,
): Promise<bigint | undefined> {
  if (isFixed(amount.currency, to)) return undefined;
  const worth = await worthInDollars(sql, { amount, at });
  if (worth === undefined) throw new Error(`there is no rate to count ${amount.currency} by`);
  return worth.minor;
}

/** Whether a step was refused because what may be exchanged that day is used up. */
export function isUsedUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'AX001';
}

const mostOf = ({ dailyExchange }: Exchange): bigint => parseMinor(dailyExchange, 'USD') ?? 0n;

function allowanceOf(
  exchange: Exchange,
  { used, worth }: { readonly used: bigint; readonly worth: Money | undefined },
): Allowance {
  const most = mostOf(exchange);
  const left = used < most ? most - used : 0n;
  return { most: money(most, 'USD'), left: money(left, 'USD'), isEnough: worth !== undefined && worth.minor <= left };
}

async function worthInDollars(
  sql: Sql,
  { amount, at, version }: Pick<Exchange, 'amount' | 'at' | 'version'>,
): Promise<Money | undefined> {
  const table = version === undefined ? await recentTable(sql, at) : await tableOfVersion(sql, at, version);
  const original = table && originalRate(table, amount.currency, 'USD');
  const rate = original && shownRate(original);
  return rate === undefined ? undefined : worthIn(amount, 'USD', rate);
}
