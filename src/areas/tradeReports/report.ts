import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { utcDay } from '../../base/time.ts';
import { periodOf } from '../../protocol/period.ts';
import { accountOf, equitySince, type TradingAccount } from '../accounts/face.ts';
import { chargesOf, type Charge } from './charges.ts';
import { averageEquity, noCosts, plus, type Costs, type Reckoned } from './rules.ts';
import { dealSums, type DealSpan, type DealSums } from './store.ts';

/** A live account of the client's and days of UTC, both included. */
export interface AskedReport {
  readonly account: TradingAccount;
  readonly client: ClientId;
  readonly from: string;
  readonly till: string;
}

/** The account as reports know it: live, and the client's own; anybody else's is as unknown as one that does not exist. */
export async function reportedAccount(sql: Sql, client: ClientId, number: number): Promise<TradingAccount | undefined> {
  const account = await accountOf(sql, number);
  const isOurs = account?.clientId === client && !account.isDemo && account.status !== 'failed' && account.status !== 'opening';
  return isOurs ? account : undefined;
}

export function spanOf({ account, from, till }: AskedReport): DealSpan {
  const period = periodOf({ from, till });
  if (!period.from || !period.till) throw new RangeError('a report is of a period');
  return { number: account.number, currency: account.currency, from: period.from, to: period.till };
}

export interface CostDay {
  readonly day: string;
  readonly reckoned: Reckoned;
}

/** What an account's trading came to in a period, and what it cost. */
export interface CostReport {
  readonly deals: number;
  /** Of them, trades whose spread the platform did not tell. */
  readonly untold: number;
  /** Of the deals alone: what the statement has of them. */
  readonly ofDeals: Reckoned;
  /** With exchanges and fees beside them. */
  readonly whole: Reckoned;
  /** Days on which something was dealt or charged, the oldest first. */
  readonly days: readonly CostDay[];
  /** Undefined where nothing is known of what stood there. */
  readonly equity: bigint | undefined;
}

export async function costReport(sql: Sql, asked: AskedReport): Promise<CostReport> {
  const span = spanOf(asked);
  const sums = await dealSums(sql, span);
  const charges = await chargesOf(sql, { ...asked, span });
  const all = sums.find(({ day }) => day === null);
  const ofDeals = all ? dealt(all) : nothing;
  return {
    deals: all?.deals ?? 0,
    untold: all?.untold ?? 0,
    ofDeals,
    whole: charges.map(charged).reduce(together, ofDeals),
    days: daysOf(sums, charges),
    equity: await equityIn(sql, asked),
  };
}

/** What stood on the account on the average of the period's days. */
export async function equityIn(sql: Sql, { account, from, till }: AskedReport): Promise<bigint | undefined> {
  return averageEquity(await equitySince(sql, account.number, from), { from, till });
}

const nothing: Reckoned = { result: 0n, costs: noCosts };

function together(one: Reckoned, other: Reckoned): Reckoned {
  return { result: one.result + other.result, costs: plus(one.costs, other.costs) };
}

function dealt({ result, spread, commission, swap, service }: DealSums): Reckoned {
  return { result, costs: { ...noCosts, spread, commission, swap, service } };
}

export function charged({ kind, minor }: Charge): Reckoned {
  const costs: Costs = { ...noCosts, [kind]: minor };
  return { result: minor, costs };
}

function daysOf(sums: readonly DealSums[], charges: readonly Charge[]): CostDay[] {
  const days = new Map<string, Reckoned>();
  const add = (day: string, reckoned: Reckoned) => days.set(day, together(days.get(day) ?? nothing, reckoned));
  for (const sum of sums) if (sum.day !== null) add(sum.day, dealt(sum));
  for (const charge of charges) add(utcDay(charge.at), charged(charge));
  return [...days].map(([day, reckoned]) => ({ day, reckoned })).toSorted((one, other) => (one.day < other.day ? -1 : 1));
}
