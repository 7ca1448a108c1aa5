import { dealActions, dealEntries, type GroupFacts } from './groups.ts';
import type { PastDeal } from './history.ts';
import { pointsOf } from './messages.ts';
import { symbolByName } from './symbols.ts';

/** A trade that has been, opened and closed whole, as the import call takes it: amounts are decimal strings, times ISO 8601. */
export interface ToldTrade {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly opened: ToldSide;
  readonly closed: ToldSide;
  readonly profit: string;
  readonly swap: string;
  /** Of each of its two deals; below zero where it was charged. */
  readonly commission: string;
}

interface ToldSide {
  readonly at: string;
  readonly price: string;
  readonly comment: string;
}

interface Reading {
  readonly login: number;
  readonly group: GroupFacts;
  readonly amount: (text: string, group: GroupFacts) => bigint;
  readonly instant: (text: string) => number;
}

/** Both deals of each. Their numbers lie behind those of trades that are made up, so that none shares a position with another. */
export function toldTrades(trades: readonly ToldTrade[], reading: Reading): PastDeal[] {
  return trades.flatMap((trade, index) => dealsOf(trade, firstTold + index, reading));
}

const firstTold = 1_000_000;

function dealsOf(trade: ToldTrade, number: number, { login, group, amount, instant }: Reading): PastDeal[] {
  const [volume, digits] = [volumeOf(trade.lots), symbolByName.get(trade.symbol)?.digits];
  const sideOf = ({ at, price, comment }: ToldSide) => ({
    timeMs: instant(at),
    price: digits === undefined ? undefined : pointsOf(price, digits),
    comment,
  });
  const [opened, closed] = [sideOf(trade.opened), sideOf(trade.closed)];
  if (volume === undefined || opened.price === undefined || closed.price === undefined)
    throw new RangeError(`user ${login}: no trade of ${trade.lots} ${trade.symbol}`);
  const action = trade.side === 'buy' ? dealActions.buy : dealActions.sell;
  const { price: openPrice } = opened;
  const shared = { login, symbol: trade.symbol, volume, openPrice, commission: amount(trade.commission, group), trade: number };
  const opening = { ...shared, ...opened, action, entry: dealEntries.in, price: openPrice, profit: 0n, storage: 0n };
  const [profit, storage] = [amount(trade.profit, group), amount(trade.swap, group)];
  return [opening, { ...shared, ...closed, action: 1 - action, entry: dealEntries.out, price: closed.price, profit, storage }];
}

/** Lots with up to two decimals as the server's volume. */
export function volumeOf(lots: string): number | undefined {
  const hundredths = pointsOf(lots, 2);
  return hundredths === undefined || hundredths === 0 ? undefined : hundredths * 100;
}
