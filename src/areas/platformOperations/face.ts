import type { Sql } from '../../base/sql.ts';
import * as store from './store.ts';

export { carryOn, carryOut, claim, claimWith, type Claimed, type Outcome, type Parts } from './asking.ts';
export { postBonusRemoval } from './bonus.ts';
export { longestUnknownMs } from './rules.ts';
export { closeDifference, openDifference } from './differences.ts';
export { differencesQueue } from './queues.ts';
export { explainSecondTrade, noteSecondDeals } from './surplus.ts';
export { takeBack } from './takingBack.ts';
export { sendUnseen } from './unseen.ts';
export type { MoneyOperation, Operation } from './ways.ts';
export type { AskedOperation, Finished, OperationFacts } from './store.ts';

/** How an operation stands; undefined when nobody has begun it. */
export async function operationTagged(sql: Sql, tag: string): Promise<store.OperationRow | undefined> {
  return store.operationTagged(sql, tag);
}

/** Writes down that it has happened, which is so whoever is at it by now. */
export async function finishOperation(sql: Sql, finished: store.Finished): Promise<void> {
  return store.finishOperation(sql, finished);
}

/** Refuses an operation before the platform is asked for it. One that somebody has begun goes its own way. */
export async function refuseUnasked(
  sql: Sql,
  operation: store.NewOperation,
  refused: { readonly code: string; readonly now: Date },
): Promise<void> {
  return store.refuseUnasked(sql, operation, refused);
}

/** Gives up an operation that the platform never took: the next look finds it refused. False when it is not idle. */
export async function giveUpIdle(sql: Sql, tag: string): Promise<boolean> {
  return store.giveUpIdle(sql, tag);
}

/** The balance operations of an account by their tags, and whatever is to be taken back there. */
export async function balanceOperations(sql: Sql, of: store.OperationsAsked): Promise<store.OperationFound[]> {
  return store.balanceOperations(sql, of);
}
