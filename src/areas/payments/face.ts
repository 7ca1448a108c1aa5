export { isOpen, mayAccept, mayCancel, phases, readAmount, type OpenPhase, type Phase } from './rules.ts';
export { noticeOf } from './notices.ts';
export { importTransfer, type ImportedTransfer, type PastPlatformMove, type PastTransfer } from './past.ts';
export { ownFundingAccountOf, ownFundingAccountsOf, wordsOf } from './fundingAccounts.ts';
export { internalMethodId, methodScopeOf, quoteFor, shownQuote } from './quotes.ts';
export { columns, remittanceNamed, remittanceOf, reversalsOf, timelineOf, type Remittance, type TimelineRow } from './store.ts';
export { askWhetherPaid, cancelUnpaid, takeWhatArrived } from './clientActions.ts';
export type { Engine, Needs as EngineNeeds } from './context.ts';
export {
  approveDeposit,
  approveReversal,
  creditUnmatched,
  declineReversal,
  proposedFor,
  refuseTransaction,
  reviewedTransaction,
  reviewOf,
  sendBackDeposit,
  sendBackUnmatched,
  writeOffDebt,
  type ReviewOutcome,
} from './reviews.ts';
