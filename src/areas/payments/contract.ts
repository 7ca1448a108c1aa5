import type { CoinDetails } from '../../law/coins.ts';
import type { z } from 'zod';
import { contract, type ContextOf } from '../../protocol/call.ts';
import { paymentsProcess } from '../../protocol/payment.ts';
import type { AskedPaper, split } from '../../protocol/payout.ts';

export type { TransferStatus, TransferType } from '../../protocol/payment.ts';

export const paymentsContract = contract({ area: 'payments', operations: 'remittance', calls: { process: paymentsProcess } });

type Process = typeof paymentsContract.calls.process;
/** What is asked of `payments_process`, and what the call runs in. */
export type ProcessInput = z.output<Process['input']>;
export type ProcessContext = ContextOf<Process>;

/** Lines of a timeline about what providers and banks do with a payment after it was made, and what staff decides of that. */
export type ProviderTimelineCode =
  | 'exchange_limit'
  | 'taken_back_on_review'
  | 'review_approved'
  | 'second_payment'
  | 'second_payment_credited'
  | 'second_payment_returned'
  | 'debt_collected'
  | 'debt_paid'
  | 'debt_written_off'
  | 'won_back'
  | 'won_back_credited'
  | 'payout_back'
  | 'payout_back_credited'
  | 'payout_back_odd'
  | 'payout_back_found'
  | 'coin_arrived'
  | 'payment_seen'
  | 'coin_seen'
  | 'transfer_found'
  | 'transfer_awaited'
  | 'third_party'
  | 'unverified_cap'
  | `paper_asked_${AskedPaper}`
  | 'paper_sent';

/** The reasons that belong to them. */
export type ProviderReasonCode =
  | 'exchange_limit_wallet'
  | 'debt_first_wallet'
  | 'review_declined'
  | 'sent_back'
  | 'won_back'
  | 'payout_returned'
  | 'coin_arrived'
  | 'third_party'
  | 'unverified_cap';

/** What a method asked for besides the amount: the answers to its own fields (law/methods.ts). */
export interface PaymentDetails extends CoinDetails {
  readonly bank?: string;
  /** What a withdrawal costs, as it was shown before it was asked for; decimal strings of what leaves. */
  readonly fees?: z.infer<typeof split>['fees'];
}

/** Lines about a withdrawal that staff has approved, and about the parts that it is paid out in. */
export type WithdrawalTimelineCode =
  | 'withdrawal_approved'
  | 'withdrawal_cooling'
  | 'payout_sent'
  | 'payout_paid'
  | 'payout_returned'
  | 'payout_other_way'
  | 'payout_refused'
  | 'payout_stopped'
  | 'payout_held'
  | 'payout_retried'
  | 'payout_given_back'
  | 'withdrawal_split'
  | 'withdrawal_rest_approved'
  | 'withdrawal_paid'
  | 'withdrawal_paid_in_part'
  | 'withdrawal_unpaid'
  | 'withdrawal_cancelled';

/** Why a withdrawal is declined (interfaces §7): each is told with what to do next, but for suspicion, whose text is neutral. */
export const withdrawalReasons = [
  'not_enough_money',
  'method_order',
  'below_system_charge',
  'third_party',
  'method_unavailable',
  'authorisation_expired',
  'data_missing',
  'no_trading',
  'above_card_deposits',
  'bonus_on_account',
  'suspicion',
] as const;
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** The reasons that belong to them. */
export type WithdrawalReasonCode =
  | `withdrawal_${WithdrawalReason}`
  | 'withdrawal_sent_back'
  | 'payout_refused'
  | 'payout_stopped'
  | 'paid_in_part';
