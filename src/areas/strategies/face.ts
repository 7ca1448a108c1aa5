import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import {
  isOfStrategy,
  listedByIds,
  listedByNumber,
  listedByNumbers,
  listStrategies,
  type ListedRow,
  type ListPage,
} from './listed.ts';
import { latestDeals, type DealRow, type Span } from './reviewed.ts';
import { fallPercent, shownPercent } from './rules.ts';
import * as store from './store.ts';

export { figureStrategy } from './figuring.ts';
export { providersQueue } from './queue.ts';
export type { ListedRow } from './listed.ts';
export type { NewStrategy, Offer, StrategyRow, StrategyStatus } from './store.ts';

/** The strategies of a provider, the first one first; those that a platform refused are left out. */
export async function strategiesOf(sql: Sql, client: ClientId): Promise<store.StrategyRow[]> {
  return store.strategiesOf(sql, client);
}

/** Whether an account is a strategy's that is not closed. */
export async function isStrategyOn(sql: Sql, number: number): Promise<boolean> {
  return isOfStrategy(sql, number);
}

export async function strategyById(sql: Sql, id: number): Promise<store.StrategyRow | undefined> {
  return store.strategyById(sql, id);
}

/** Writes that an account is to become a strategy; undefined where its name or the account is taken. */
export async function beginStrategy(sql: Sql, of: store.NewStrategy): Promise<number | undefined> {
  return store.insertStrategy(sql, of);
}

/** It is one from now on, or (`isDone` false) it came to nothing. False when that was known already. */
export async function endConversion(
  sql: Sql,
  ended: { readonly id: number; readonly isDone: boolean; readonly at: Date },
): Promise<boolean> {
  return store.endConversion(sql, ended);
}

/** Another offer for whoever begins to follow from now on. */
export async function changeOffer(sql: Sql, offer: store.Offer): Promise<void> {
  return store.changeOffer(sql, offer);
}

/** Its provider closes it: nobody follows it from now on. False where it could not be followed anyway. */
export async function closeStrategy(sql: Sql, id: number, at: Date): Promise<boolean> {
  return store.closeStrategy(sql, id, at);
}

/** A strategy that can be followed, with its figures, by its account. */
export async function followableStrategy(sql: Sql, number: number): Promise<ListedRow | undefined> {
  return listedByNumber(sql, number);
}

/** Strategies that somebody may choose from to follow, those that gained most first; their own are none of them. */
export async function strategiesToFollow(
  sql: Sql,
  of: { readonly by: ClientId; readonly now: Date; readonly search: string; readonly page: number; readonly size: number },
): Promise<ListPage> {
  const { by, ...query } = of;
  return listStrategies(sql, { ...query, notOf: by, filters: [], top: undefined, sort: 'profit', direction: undefined });
}

/** The offer that holds for whoever begins to follow now. */
export async function newestOffer(sql: Sql, strategy: number): Promise<store.OfferRow> {
  return store.newestOffer(sql, strategy);
}

/** Those of these numbers that can be followed, with their figures. */
export async function followableStrategies(sql: Sql, ids: readonly number[]): Promise<ListedRow[]> {
  return listedByIds(sql, ids);
}

/** The same by their accounts; all of them, at most a thousand, where none is named. */
export async function listedStrategies(sql: Sql, numbers?: readonly number[]): Promise<ListedRow[]> {
  return listedByNumbers(sql, numbers);
}

/** What an account of a strategy has dealt, the latest first. */
export async function strategyDeals(sql: Sql, span: Span, limit: number): Promise<DealRow[]> {
  return latestDeals(sql, span, limit);
}

/** Profit and deepest fall, as every list tells them. */
export function shownFigures({ totalReturn, drawdown, isEstimated }: ListedRow) {
  return { profit: shownPercent(totalReturn), drawdown: fallPercent(drawdown), is_estimated: isEstimated };
}
