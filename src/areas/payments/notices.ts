import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices, type DeclaredNotice } from '../../protocol/notice.ts';
import type { TransferType } from './contract.ts';
import type { Phase, ReasonCode } from './rules.ts';

const target = leadsTo(pageLinks.transfer, { id: 'id' });
const told = { channels: ['screen', 'mail'], target } as const;
/**
 * Document 3 §4: alerts of certain types are hidden where money goes to and comes from local banks. Which, is ours: those that ask for
 * nothing; what went wrong is told there too.
 */
const onDeposit = { hiddenOn: [{ path: 'deposits/320', title: 'nav.deposit' }] } as const;
const onWithdrawal = { hiddenOn: [{ path: 'withdraw/183', title: 'nav.withdraw' }] } as const;

/** What a client is told of a transfer. */
export const paymentsNotices = notices({
  deposit_on_review: { ...told, ...onDeposit, level: 'warning' },
  deposit_completed: { ...told, ...onDeposit, level: 'success' },
  deposit_in_wallet: { ...told, level: 'warning' },
  deposit_declined: { ...told, level: 'error' },
  // The client has cancelled it, or has not paid: nothing that is worth a letter.
  deposit_cancelled: { channels: ['screen'], target, ...onDeposit, level: 'info' },
  deposit_failed: { ...told, level: 'error' },
  transfer_completed: { ...told, level: 'success' },
  transfer_declined: { ...told, level: 'error' },
  transfer_failed: { ...told, level: 'error' },
  withdraw_requested: { ...told, ...onWithdrawal, level: 'processing' },
  withdraw_completed: { ...told, ...onWithdrawal, level: 'success' },
  withdraw_paid_in_part: { ...told, level: 'warning' },
  withdraw_declined: { ...told, level: 'error' },
  // The client has cancelled it.
  withdraw_cancelled: { channels: ['screen'], target, ...onWithdrawal, level: 'info' },
  withdraw_failed: { ...told, level: 'error' },
  // The PIN of one, with its amount and where it goes; never on a screen.
  payout_pin: { level: 'info', channels: ['mail', 'sms'], letter: 'own', text: 'own' },
  // Trade rules: whoever has taken over an account is to be found out, so every proven address is told.
  withdraw_new_destination: { channels: ['screen', 'mail', 'sms'], target, level: 'warning' },
  reversal_completed: { ...told, level: 'warning' },
  reversal_on_review: { ...told, level: 'warning' },
  // What comes in pays first what is owed.
  deposit_to_debt: { ...told, level: 'warning' },
  debt_opened: { ...told, level: 'error' },
  payment_won_back: { ...told, level: 'success' },
  payout_returned: { ...told, level: 'warning' },
});

/** What a client is told when a transfer has come that far. */
export function noticeOf(
  { type, reason }: { readonly type: TransferType; readonly reason: ReasonCode | null },
  phase: Phase,
): DeclaredNotice | undefined {
  // Whatever the reason is that not all of it was paid.
  if (type === 'withdraw' && phase === 'completed' && reason !== null) return paymentsNotices.withdraw_paid_in_part;
  const unusual = reason && byReason[reason]?.[type];
  if (unusual) return phase === 'completed' ? unusual : undefined;
  return byPhase[type][phase];
}

/** What ends otherwise than usual is told of only when it has ended. */
const byReason: Readonly<Partial<Record<ReasonCode, Readonly<Partial<Record<TransferType, DeclaredNotice>>>>>> = {
  account_refused_wallet: { deposit: paymentsNotices.deposit_in_wallet },
  debt_first_wallet: { deposit: paymentsNotices.deposit_to_debt },
  taken_back_in_part: { reversal: paymentsNotices.debt_opened },
  won_back: { reversal: paymentsNotices.payment_won_back },
  payout_returned: { reversal: paymentsNotices.payout_returned },
};

const byPhase: Readonly<Record<TransferType, Readonly<Partial<Record<Phase, DeclaredNotice>>>>> = {
  deposit: {
    on_review: paymentsNotices.deposit_on_review,
    completed: paymentsNotices.deposit_completed,
    declined: paymentsNotices.deposit_declined,
    cancelled: paymentsNotices.deposit_cancelled,
    failed: paymentsNotices.deposit_failed,
  },
  withdraw: {
    awaiting_approval: paymentsNotices.withdraw_requested,
    completed: paymentsNotices.withdraw_completed,
    declined: paymentsNotices.withdraw_declined,
    cancelled: paymentsNotices.withdraw_cancelled,
    failed: paymentsNotices.withdraw_failed,
  },
  transfer: {
    completed: paymentsNotices.transfer_completed,
    declined: paymentsNotices.transfer_declined,
    failed: paymentsNotices.transfer_failed,
  },
  reversal: { completed: paymentsNotices.reversal_completed, awaiting_approval: paymentsNotices.reversal_on_review },
};
