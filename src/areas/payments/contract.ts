import type { CoinDetails } from '../../law/coins.ts';
import type { z } from 'zod';
import { contract, type ContextOf } from '../../protocol/call.ts';
import { paymentsProcess } from '../../protocol/payment.ts';

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
  | 'coin_arrived';

/** The reasons that belong to them. */
export type ProviderReasonCode =
  | 'exchange_limit_wallet'
  | 'debt_first_wallet'
  | 'review_declined'
  | 'sent_back'
  | 'won_back'
  | 'coin_arrived';

/** What a method asked for besides the amount: the answers to its own fields (law/methods.ts). */
export interface PaymentDetails extends CoinDetails {
  readonly bank?: string;
}
