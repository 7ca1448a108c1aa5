import { z } from 'zod';
import { yesOrNo } from './digits.ts';

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
      /** The masked number of a card, or what the client's own destination is called; null where nobody has named it. */
      to: z.string().nullable(),
      /** The deposit that it gives back; null: it is the rest, to a destination in the client's own name. */
      transfer_id: z.number().int().nullable(),
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

/** What has come into the wallet instead of the account that it was paid into, and can go there: an internal transfer, to be asked for. */
export const movingOn = z.object({
  account_number: z.number().int(),
  target_account_number: z.number().int(),
  amount,
  currency: z.string(),
});

/** A PIN that proves a saving. */
export const askedPin = z.string().regex(/^\d{1,12}$/);

export const pinSent = z.object({
  channel: z.enum(['email', 'sms', 'voice']),
  /** In how many seconds another one can be sent. */
  resend_seconds: z.number().int(),
  /** False: one was sent a moment ago, which is good for what it was sent for. */
  is_sent: z.boolean(),
});

/** Where what return-to-source leaves goes, as it is asked for by the method. */
export const ownDestination = z.object({
  /** The number of one that was used before (`destinations` of the form), or a new one, which is told by the fields below. */
  destination: z.union([z.number().int().positive(), z.string().regex(/^(\d{1,9}|new_[a-z]{1,10})$/)]).optional(),
  /** Of a wallet elsewhere. */
  wallet_email: z.email().max(254).optional(),
  /** Of a bank account: one of the banks of the client's country, and the number there. */
  bank: z.string().max(60).optional(),
  bank_account: z.string().max(40).optional(),
  /** Of an account at any bank: the bank's name, the IBAN or, where its country has none, the account's number, and the bank's BIC. */
  wire_bank: z.string().trim().max(60).optional(),
  wire_account: z.string().max(60).optional(),
  wire_bic: z.string().max(20).optional(),
  /** Of a coin: its key in the list of coins, the address, and the tag that goes with it where the network has one. */
  crypto_network: z.string().max(20).optional(),
  crypto_address: z.string().trim().max(120).optional(),
  crypto_memo: z.string().trim().max(40).optional(),
  /** Whose wallet it is: one that the client keeps, or an account at an exchange, which is named. */
  wallet_held: z.enum(['self', 'exchange']).optional(),
  exchange_name: z.string().trim().max(100).optional(),
  /** That it is in the client's own name. */
  confirm_own_name: yesOrNo.optional(),
});

/** What staff asks a client for about a transfer. */
export const askedPapers = ['payment_proof', 'bank_statement', 'card_photo', 'funds_source'] as const;
export type AskedPaper = (typeof askedPapers)[number];
/** Null where staff waits for no paper. */
export const askedPaper = z.enum(askedPapers).nullable();
