import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices, type DeclaredNotice } from '../../protocol/notice.ts';
import type { TransferType } from './contract.ts';
import type { Phase, ReasonCode } from './rules.ts';

const target = leadsTo(pageLinks.transfer, { id: 'id' });
const told = { channels: ['screen', 'mail'], target } as const;

/** What a client is told of a transfer. */
export const paymentsNotices = notices({
  deposit_on_review: { ...told, level: 'warning' },
  deposit_completed: { ...told, level: 'success' },
  deposit_in_wallet: { ...told, level: 'warning' },
  deposit_declined: { ...told, level: 'error' },
  // The client has cancelled it, or has not paid: nothing that is worth a letter.
  deposit_cancelled: { channels: ['screen'], target, level: 'info' },
  deposit_failed: { ...told, level: 'error' },
  transfer_completed: { ...told, level: 'success' },
  transfer_declined: { ...told, level: 'error' },
  transfer_failed: { ...told, level: 'error' },
  reversal_completed: { ...told, level: 'warning' },
  reversal_on_review: { ...told, level: 'warning' },
  // What comes in pays first what is owed.
  deposit_to_debt: { ...told, level: 'warning' },
  debt_opened: { ...told, level: 'error' },
  payment_won_back: { ...told, level: 'success' },
});

/** What a client is told when a transfer has come that far. */
export function noticeOf(
  { type, reason }: { readonly type: TransferType; readonly reason: ReasonCode | null },
  phase: Phase,
): DeclaredNotice | undefined {
  const unusual = reason && byReason[reason]?.[type];
  if (unusual) return phase === 'completed' ? unusual : undefined;
  const told: Readonly<Partial<typeof byPhase>> = byPhase;
  // Of a type that no form asks for yet nothing is told.
  return told[type]?.[phase];
}

/** What ends otherwise than usual is told of only when it has ended. */
const byReason: Readonly<Partial<Record<ReasonCode, Readonly<Partial<Record<TransferType, DeclaredNotice>>>>>> = {
  account_refused_wallet: { deposit: paymentsNotices.deposit_in_wallet },
  debt_first_wallet: { deposit: paymentsNotices.deposit_to_debt },
  taken_back_in_part: { reversal: paymentsNotices.debt_opened },
  won_back: { reversal: paymentsNotices.payment_won_back },
};

const byPhase: Readonly<Record<TransferType, Readonly<Partial<Record<Phase, DeclaredNotice>>>>> = {
  deposit: {
    on_review: paymentsNotices.deposit_on_review,
    completed: paymentsNotices.deposit_completed,
    declined: paymentsNotices.deposit_declined,
    cancelled: paymentsNotices.deposit_cancelled,
    failed: paymentsNotices.deposit_failed,
  },
  transfer: {
    completed: paymentsNotices.transfer_completed,
    declined: paymentsNotices.transfer_declined,
    failed: paymentsNotices.transfer_failed,
  },
  reversal: { completed: paymentsNotices.reversal_completed, awaiting_approval: paymentsNotices.reversal_on_review },
};
