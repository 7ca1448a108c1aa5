import { z } from 'zod';
import type { MethodDirection } from '../law/methods.ts';
import { yesOrNo } from './digits.ts';
import { askedPin, ownDestination } from './payout.ts';
import { factorFields } from './proof.ts';

/* What callers say of money: the inputs of `api/payments_process`, one for each direction and one for the saving. */

/** An amount as callers may write it: a decimal string, or a JSON number that is exact. */
const askedAmount = z.union([z.string().max(40), z.number()]);
/** ISO letters, or one of the documents' numbers as text or number. */
const askedCurrency = z.union([z.string().max(10), z.number().int()]);
/** The number of an account, a wallet or a transfer. */
export const askedNumber = z.union([z.number().int().positive(), z.string().regex(/^\d{1,12}$/)]);
/** What is confirmed, one whole input a direction: which fields are required follows from the first ones. */
export const confirmPayment = z.object({
  action: z.literal('confirm'),
  transfer_type: z.literal('deposit'),
  account_number: askedNumber,
  amount: askedAmount,
  currency: askedCurrency,
  pm_id: askedNumber,
  bank: z.string().max(60).optional(),
  crypto_network: z.string().max(20).optional(),
});
export const confirmTransfer = z.object({
  action: z.literal('confirm'),
  transfer_type: z.literal('transfer'),
  account_number: askedNumber,
  target_account_number: askedNumber,
  amount: askedAmount,
  /** The source's own, when it is sent at all. */
  currency: askedCurrency.optional(),
  pm_id: askedNumber.optional(),
});
export const confirmWithdrawal = z.object({
  action: z.literal('confirm'),
  transfer_type: z.literal('withdraw'),
  account_number: askedNumber,
  amount: askedAmount,
  /** The account's own, when it is sent at all. */
  currency: askedCurrency.optional(),
  pm_id: askedNumber,
  ...ownDestination.shape,
});
export interface ConfirmInputs {
  readonly deposit: z.output<typeof confirmPayment>;
  readonly withdraw: z.output<typeof confirmWithdrawal>;
  readonly transfer: z.output<typeof confirmTransfer>;
}
export type ConfirmInput<Asked extends MethodDirection> = ConfirmInputs[Asked];

export const confirmInputs: { readonly [Asked in MethodDirection]: z.ZodType<ConfirmInputs[Asked]> } = {
  deposit: confirmPayment,
  withdraw: confirmWithdrawal,
  transfer: confirmTransfer,
};

/** What is saved, of every direction: what was asked back is answered by its fields. */
export const saveConfirmed = z.object({
  action: z.literal('save'),
  remittance_id: askedNumber,
  confirm_bonus_removal: yesOrNo.optional(),
  /** The last chance before raffle tickets are lost (document 1 §4), and the same by the documents' name for it (readings, decision 4). */
  confirm_raffle: yesOrNo.optional(),
  raffle_contest_exists: yesOrNo.optional(),
  /** The client takes the bonus that was proposed for the wallet (interfaces §4). */
  wallet_bonus_proposal: yesOrNo.optional(),
  /** The PIN, where the confirmation has said `pin_required`. */
  payment_code: askedPin.optional(),
  /** As confirmed, when it is sent at all. */
  amount: askedAmount.optional(),
  ...factorFields,
});
