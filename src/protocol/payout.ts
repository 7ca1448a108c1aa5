import { z } from 'zod';

/** A decimal string with the decimals of its currency. */
const amount = z.string();

/** What a withdrawal costs, and where it goes back to, line by line. */
export const split = z.object({
  fees: z.array(z.object({ why: z.enum(['no_trading', 'small']), amount })),
  lines: z.array(
    z.object({
      pm_id: z.number().int(),
      /** A refund is of the payment itself; a payout goes to what paid it. */
      way: z.enum(['refund', 'payout']),
      /** The masked number of a card; null where its provider named none. */
      to: z.string().nullable(),
      /** The deposit that it gives back. */
      transfer_id: z.number().int(),
      /** What leaves the account for it, its share of the fees among it. */
      amount,
      currency: z.string(),
      /** What arrives. */
      account_amount: amount,
      account_currency: z.string(),
      rate: z.string().nullable(),
    }),
  ),
  /** What of the amount has somewhere to go. */
  most: amount,
});

/** A PIN that proves a saving. */
export const pinSent = z.object({
  channel: z.enum(['email', 'sms', 'voice']),
  /** In how many seconds another one can be sent. */
  resend_seconds: z.number().int(),
  /** False: one was sent a moment ago, which is good for what it was sent for. */
  is_sent: z.boolean(),
});
