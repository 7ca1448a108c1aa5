import type { RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import * as store from './store.ts';

export { isOpen, mayAccept, phases, type OpenPhase, type Phase } from './rules.ts';
export { noticeOf } from './notices.ts';
export { importTransfer, type ImportedTransfer, type PastPlatformMove, type PastTransfer } from './past.ts';
export { ownFundingAccountOf, ownFundingAccountsOf, wordsOf } from './fundingAccounts.ts';
export { internalMethodId, methodScopeOf, quoteFor, readAmount, shownQuote } from './quotes.ts';
export type { Remittance, TimelineRow } from './store.ts';
export { coinsListed, quoteInCoin } from './coins.ts';
export { confirmationsOf, isPaymentSeen } from './seen.ts';
export { askWhetherPaid, cancelUnpaid, sendPinAgain, takeWhatArrived } from './clientActions.ts';
export type { Engine, Needs as EngineNeeds } from './context.ts';
export {
  approveRest,
  approveWithdrawal,
  closePaidTwice,
  declineWithdrawal,
  isSplit,
  mayStillCancel,
  needsSecond,
  sendBackWithdrawal,
  type WithdrawalOutcome,
} from './payout/reviewing.ts';
export { giveHeldBack, heldRestOf, holdWaiting, retryRefused, type HeldRest } from './payout/held.ts';
export { comingPayouts, payoutLinesOf, type ComingPayout } from './payout/parts.ts';
export { arrivesBy, feesAhead, keptSplit, payoutSources, planWithdrawal, restOf, shownPlan } from './payout/asking.ts';
export { maskedAsKept, maskedName, readTold, usedDestinations, type ToldDestination } from './payout/destinations.ts';
export type { ReturnSource as PayoutSource } from './payout/returnToSource.ts';
export {
  approveDeposit,
  approveReversal,
  creditUnmatched,
  takesUnmatched,
  declineReversal,
  isNeverOfOthers,
  isPaidInOtherName,
  proposedFor,
  refuseTransaction,
  reviewedTransaction,
  reviewOf,
  sendBackDeposit,
  sendBackUnmatched,
  writeOffDebt,
  type ReviewOutcome,
} from './provider/reviews.ts';
export { setCardOpen, toppingUp } from './ownCards.ts';
export { leavable } from './leaving.ts';
export { requireNoDebt } from './questions.ts';
export { transferOrdered } from './transfer/ordered.ts';
export { moveOwnMoney, sendToWallet, type Hands, type OwnMove } from './transfer/ownMoney.ts';
export { capWorth, cappedTerms, hasArrivedRoom, type CappedTerms } from './capped.ts';
export { beginFound } from './deposit/found.ts';
export { pageOf, type Leading } from './deposit/leadingOn.ts';
export { unmatchedQueue, withdrawalsQueue } from './queues.ts';
export {
  closingPlan,
  namedMethods,
  payClosing,
  shownNamed,
  wayless,
  type NamedDestination,
  type Naming,
} from './closingPayout.ts';
export type { PlannedWithdrawal, WithdrawalAsking } from './payout/asking.ts';
export { inCurrency } from './payout/asking.ts';

/** The columns of a Remittance, of `remittance r`, for whoever tells of payments and changes none (docs/decisions/0007). */
export const { columns } = store;

export async function remittanceOf(sql: Sql, id: RemittanceId): Promise<store.Remittance | undefined> {
  return store.remittanceOf(sql, id);
}

/** By the name that providers and platforms know it by. */
export async function remittanceNamed(sql: Sql, reference: string): Promise<store.Remittance | undefined> {
  return store.remittanceNamed(sql, reference);
}

/** What has taken a payment back, the first of them first. */
export async function reversalsOf(sql: Sql, id: RemittanceId): Promise<RemittanceId[]> {
  return store.reversalsOf(sql, id);
}

/** What the client reads of a payment, entry by entry. */
export async function timelineOf(sql: Sql, id: RemittanceId): Promise<store.TimelineRow[]> {
  return store.timelineOf(sql, id);
}

/** A line in a transfer's timeline that changes nothing else of it. */
export async function noteInTimeline(...args: Parameters<typeof store.noteInTimeline>): Promise<void> {
  return store.noteInTimeline(...args);
}
