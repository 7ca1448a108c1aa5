import type { SQLOutputValue } from 'node:sqlite';
import type { GroupFacts } from './groups.ts';

/** What the server remembers. Money is minor units of the group's currency, prices whole points, volumes 1/10000 lot, times milliseconds. */
export interface User {
  readonly login: number;
  readonly group: string;
  readonly name: string;
  readonly leverage: number;
  readonly rights: number;
  readonly email: string;
  readonly country: string;
  readonly comment: string;
  readonly passwordMain: string;
  readonly passwordInvestor: string;
  readonly registeredMs: number;
  readonly balance: bigint;
  readonly credit: bigint;
}

export interface Deal {
  readonly ticket: number;
  readonly login: number;
  readonly action: number;
  readonly entry: number;
  readonly symbol: string;
  readonly volume: number;
  readonly price: number;
  readonly openPrice: number;
  readonly profit: bigint;
  readonly storage: bigint;
  readonly commission: bigint;
  readonly position: number;
  readonly comment: string;
  readonly timeMs: number;
  /** EnDealReason; 0 where nothing is said. */
  readonly reason?: number;
}

export interface Position {
  readonly position: number;
  readonly login: number;
  readonly symbol: string;
  /** 0 buy, 1 sell. */
  readonly action: number;
  readonly volume: number;
  readonly price: number;
  readonly storage: bigint;
  readonly timeMs: number;
  readonly comment: string;
  /** The last day (since 1970) whose rollover was charged. */
  readonly rolledDay: number;
  /** Prices in points at which it is closed by itself, 0 where there is none; and from when on a touched price counts. */
  readonly stopLoss: number;
  readonly takeProfit: number;
  readonly stopsSinceMs: number;
}

export type Row = Record<string, SQLOutputValue>;

export function groupOf(row: Row): [string, GroupFacts] {
  const facts = JSON.parse(text(row['facts'])) as Omit<GroupFacts, 'commissionPerLot'> & { readonly commissionPerLot?: string };
  return [facts.name, { ...facts, commissionPerLot: BigInt(facts.commissionPerLot ?? '0') }];
}

export function userOf(row: Row): User {
  return {
    login: whole(row['login']),
    group: text(row['grp']),
    name: text(row['name']),
    leverage: whole(row['leverage']),
    rights: whole(row['rights']),
    email: text(row['email']),
    country: text(row['country']),
    comment: text(row['comment']),
    passwordMain: text(row['pass_main']),
    passwordInvestor: text(row['pass_investor']),
    registeredMs: whole(row['registered_ms']),
    balance: big(row['balance']),
    credit: big(row['credit']),
  };
}

export function dealOf(row: Row): Deal {
  return {
    ticket: whole(row['ticket']),
    login: whole(row['login']),
    action: whole(row['action']),
    entry: whole(row['entry']),
    symbol: text(row['symbol']),
    volume: whole(row['volume']),
    price: whole(row['price']),
    openPrice: whole(row['open_price']),
    profit: big(row['profit']),
    storage: big(row['storage']),
    commission: big(row['commission']),
    position: whole(row['position']),
    comment: text(row['comment']),
    timeMs: whole(row['time_ms']),
    reason: whole(row['reason']),
  };
}

export function positionOf(row: Row): Position {
  return {
    position: whole(row['position']),
    login: whole(row['login']),
    symbol: text(row['symbol']),
    action: whole(row['action']),
    volume: whole(row['volume']),
    price: whole(row['price']),
    storage: big(row['storage']),
    timeMs: whole(row['time_ms']),
    comment: text(row['comment']),
    rolledDay: whole(row['rolled_day']),
    stopLoss: whole(row['stop_loss']),
    takeProfit: whole(row['take_profit']),
    stopsSinceMs: whole(row['stops_since_ms']),
  };
}

function big(value: SQLOutputValue | undefined): bigint {
  if (typeof value === 'bigint') return value;
  throw new TypeError(`expected a whole number in the database, found ${String(value)}`);
}

export function whole(value: SQLOutputValue | undefined): number {
  return Number(big(value));
}

export function text(value: SQLOutputValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`expected a text in the database, found ${String(value)}`);
}
