import { z } from 'zod';
import { transferStatuses } from './payment.ts';

/* How a deposit is paid that leads to no page of a provider. */

/** A decimal string. */
const amount = z.string();

/** How a payment is made that leads to no page of a provider. */
const howToPay = z.object({
  transfer_id: z.number().int(),
  status: z.enum(transferStatuses),
  amount,
  account_number: z.number().int(),
  account_amount: amount,
  account_currency: z.string(),
  /** Paid in full until then, it arrives as quoted; null where nothing is exchanged. */
  quoted_until: z.iso.datetime().nullable(),
});

/** To an address of a coin. */
export const payInCoin = howToPay.extend({
  by: z.literal('coin'),
  coin: z.string(),
  network: z.string(),
  address: z.string(),
  /** The tag that has to be sent along; null where the network has none. */
  memo: z.string().nullable(),
  min: amount,
  confirmations: z.number().int(),
  /** It was seen on its network, which is confirming it. */
  is_seen: z.boolean(),
});

/** To the broker's account. */
export const payByBank = howToPay.extend({
  by: z.literal('bank'),
  currency: z.string(),
  /** What the payer has to write, or nobody knows whose the money is. */
  reference: z.string(),
  holder: z.string(),
  bank: z.string(),
  bank_address: z.string(),
  /** Of the account, an IBAN where the bank's country has them. */
  number: z.string(),
  bic: z.string(),
  /** Until then it is waited for; what comes later is credited all the same. */
  expected_until: z.iso.datetime(),
});

/** By the deposit's number, or the newest of the client's that waits and fits what else is told (document 1 §2). */
export const instructionsInput = z.object({
  tid: z
    .string()
    .regex(/^\d{1,12}$/)
    .optional(),
  source_currency: z.string().max(10).optional(),
  crypto_network: z.string().max(20).optional(),
  amount: z.string().max(40).optional(),
  account_number: z
    .string()
    .regex(/^\d{1,12}$/)
    .optional(),
});
