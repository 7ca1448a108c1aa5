import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Intent } from '../../ledger/batch.ts';
import * as past from './past.ts';
import type { Shares } from './rules.ts';
import * as store from './store.ts';

export {
  markAfterShare,
  performanceShare,
  protectedEquity,
  shareDays,
  withMoneyIn,
  withMoneyOut,
  type InvestmentReason,
  type InvestmentStatus,
  type Shares,
} from './rules.ts';
export { isMoneyLeaving } from './flows.ts';
export type { PastFollow } from './past.ts';
export type { PastShare } from './shares/rows.ts';
export { shareSums, sharesOfProvider, type ProviderShares, type Share } from './shares/rows.ts';
export { toldShare } from './shares/told.ts';
export { followersShown } from './followed.ts';
export { sourcesOf } from './shown.ts';
export type { FollowersQuery, Investment, StatusChange } from './store.ts';

export async function investmentById(sql: Sql, id: number): Promise<store.Investment | undefined> {
  return store.investmentById(sql, id);
}

/** The follow that an account was opened for. */
export async function investmentOfAccount(sql: Sql, number: number): Promise<store.Investment | undefined> {
  return store.investmentOfAccount(sql, number);
}

/** Its row stays locked until the caller's transaction ends. */
export async function lockInvestment(sql: Sql, id: number): Promise<store.Investment | undefined> {
  return store.lockInvestment(sql, id);
}

/** All of a client, the newest first. */
export async function investmentsOf(sql: Sql, client: ClientId): Promise<store.Investment[]> {
  return store.investmentsOf(sql, client);
}

/** Who follows a strategy, in the order in which they began, page by page. */
export async function followersOf(sql: Sql, query: store.FollowersQuery): Promise<store.Investment[]> {
  return store.followersOf(sql, query);
}

/** False where it stands elsewhere by now. */
export async function changeInvestment(sql: Sql, change: store.StatusChange): Promise<boolean> {
  return store.changeInvestment(sql, change);
}

/** The follow that an account was opened for ends, whoever wants it so: the sweep of endings does the rest. */
export async function endFollowOf(sql: Sql, { number, at }: { readonly number: number; readonly at: Date }): Promise<void> {
  const found = await store.investmentOfAccount(sql, number);
  const row = found && (await store.lockInvestment(sql, found.id));
  if (row === undefined || row.status === 'closing' || row.status === 'closed') return;
  await store.changeInvestment(sql, { id: row.id, from: row.status, to: 'closing', why: 'unsubscribed', at });
}

/** What was put in and the high-water mark, as they are from now on. Under the lock of the row. */
export async function writeShares(sql: Sql, id: number, shares: Shares): Promise<void> {
  return store.writeShares(sql, id, shares);
}

/** A follow that has gone on for a while, as a seed brings it. The caller posts what it answers, in the same transaction. */
export async function bringFollow(
  sql: Sql,
  follow: past.PastFollow,
): Promise<{ readonly id: number; readonly postings: readonly Intent[] }> {
  return past.bringFollow(sql, follow);
}
