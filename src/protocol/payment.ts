import { z } from 'zod';
import { methodDirections, type MethodDirection } from '../law/methods.ts';
import { platformKeys } from '../law/platforms.ts';
import { confirmPayment, confirmTransfer, confirmWithdrawal, saveConfirmed } from './asked.ts';
import type { CallSpec } from './call.ts';
import { shownFile } from './file.ts';
import { gateErrors, unverifiedErrors } from './gateErrors.ts';
import { askedPaper, movingOn, pinSent, split } from './payout.ts';
import { factorErrors } from './proof.ts';
import { inRate } from './rate.ts';

/** What type of movement a remittance is: what a client asks for, and what takes it back (chargeback, refund, correction). */
export const transferTypes = [...methodDirections, 'reversal'] as const;
export type TransferType = (typeof transferTypes)[number];

/** Interfaces §4. A completed transfer stays completed. */
export const transferStatuses = [
  'created',
  'waiting_payment',
  'processing',
  'on_review',
  'completed',
  'declined',
  'cancelled',
  'failed',
] as const;
export type TransferStatus = (typeof transferStatuses)[number];

/** Who has to do something before a transfer goes on. */
export const actors = ['client', 'house', 'platform', 'provider'] as const;

/** A decimal string with the decimals of its currency, such as "1250.00". */
const amount = z.string();
const moment = z.iso.datetime();

/** One line of a transfer's timeline: `code` says what happened, `text` is the sentence. */
export const timelineEntry = z.object({
  code: z.string(),
  status: z.enum(transferStatuses),
  /** What happened and why, in the client's language. */
  text: z.string(),
  at: moment,
});

/** What a transfer is waiting for; null once it has ended. */
export const nextAct = z.object({
  who: z.enum(actors),
  text: z.string(),
  /** Until when it should have happened; null where nobody can say. */
  until: moment.nullable(),
  /** What is happening about it when that moment has passed; null while it is on time. */
  late: z.string().nullable(),
});

/** Leads the browser to a hosted payment page; for ten minutes `redirect_data` does it elsewhere (readings, decision 6). */
export const redirect = z.object({
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  fields: z.record(z.string(), z.string()),
  redirect_data: z.string().optional(),
});

export const transferLine = z.object({
  id: z.number().int(),
  transfer_type: z.enum(transferTypes),
  status: z.enum(transferStatuses),
  amount,
  currency: z.string(),
  /** The trading account or wallet that a deposit goes to, or that a transfer comes from. */
  account_number: z.number().int(),
  /** What the client calls it: the own name, else the account type's, or that it is the wallet; null where it is not known. */
  account_name: z.string().nullable(),
  /** Only for transfers. */
  target_account_number: z.number().int().nullable(),
  target_account_name: z.string().nullable(),
  /** What arrives, in the currency where it arrives. */
  account_amount: amount,
  account_currency: z.string(),
  /** Units of `account_currency` for one unit of `currency`; null when both are the same. */
  rate: z.string().nullable(),
  fee: amount,
  pm_id: z.number().int().nullable(),
  /** For a reversal: the transfer that it takes back. */
  reverses: z.number().int().nullable(),
  /** Why it ended as it did or waits, in the client's language; null when all went its usual way. */
  reason: z.string().nullable(),
  created_at: moment,
  updated_at: moment,
});

export const transferDetails = transferLine.extend({
  /** Oldest first. */
  timeline: z.array(timelineEntry),
  next: nextAct.nullable(),
  can_cancel: z.boolean(),
  can_accept: z.boolean(),
  redirect: redirect.nullable(),
  rate_as_of: moment.nullable(),
  /** The transfers that took this one back, in part or whole. */
  reversed_by: z.array(z.number().int()),
  move_on: movingOn.nullable(),
  /** The live account that a completed deposit has come to and that can be traded on; null where there is none. */
  trade_account: z.int().nullable(),
  /** Of a withdrawal, as it was shown before it was asked for: where it goes back to, line by line, and what it costs. */
  split: split.nullable(),
  /** What the client has sent about it, and whether more can be sent (`api/transfers/paper`). */
  papers: z.array(shownFile),
  takes_paper: z.boolean(),
  asks_paper: askedPaper,
  /** A deposit came from a payment account that is new, and this proves it (`/verify-payment`); null where nothing is missing. */
  needs_paper: z.enum(['card', 'bank', 'local']).nullable(),
});

/** How long an amount takes to arrive. */
export const arrives = z.enum(['at_once', 'within_an_hour', 'within_a_day', 'within_days']);

export const quote = z.object({
  amount,
  currency: z.string(),
  account_amount: amount,
  account_currency: z.string(),
  /** Units of `account_currency` for one unit of `currency`; "1" when both are the same. */
  rate: z.string(),
  fee: amount,
  /** When the rate was made: its age is counted from here; null when both currencies are the same. */
  rate_as_of: moment.nullable(),
  ...inRate,
  /** What the client may still exchange today between own accounts, before this; null where nothing is exchanged so. */
  exchange_left: z.object({ amount, currency: z.string() }).nullable(),
  /** Until when it holds, if its rate does. A deposit that is paid later than so long after saving goes at the rate of then. */
  expires_at: moment,
  arrives,
  /** Of a withdrawal; null elsewhere. */
  split: split.nullable(),
});

/** What would arrive of an amount while it is being typed: nothing is kept of it. */
const preview = z.object({
  amount,
  currency: z.string(),
  account_amount: amount,
  account_currency: z.string(),
  rate: z.string().nullable(),
  rate_as_of: moment.nullable(),
  ...inRate,
  fee: amount,
});

/** The call that asks for it, but for its path and its question: each form of money has its own. */
export const previewCall = {
  method: 'GET',
  summary: 'What would arrive, before anything is confirmed.',
  who: 'client',
  gate: 'view',
  runs: 'read',
  output: preview,
  errors: { unknown_account: 422, bad_amount: 422, arrives_as_nothing: 422, rate_not_available: 422 },
  reads: ['rates'],
} as const satisfies Omit<CallSpec, 'path' | 'input'>;

/** One of the client's own places that money can be in, as forms of money offer it. */
export const ownFundingAccount = z.object({
  number: z.number().int(),
  kind: z.enum(['trading', 'wallet']),
  /** What the client calls it; empty when it has no name of its own. */
  name: z.string(),
  /** The account type's name; null for a wallet. */
  type: z.string().nullable(),
  platform: z.enum(platformKeys).nullable(),
  currency: z.string(),
  /** What its first money has to come to, where its type asks for that and so much has not come in; null otherwise. */
  first_deposit: amount.nullable(),
});

/** What a direction asks for between its confirmation and its saving. */
export const directionAsks: { readonly [Asked in MethodDirection]: { readonly pin: boolean } } = {
  deposit: { pin: false },
  withdraw: { pin: true },
  transfer: { pin: false },
};

/**
 * What interposes between confirming and saving (document 1 §§3, 4). `loyalty`: what the client's net deposit and level come to by this, and
 * what paid in again would keep the level; in US dollars. `deposit_booster`: by place, amounts in the currency that is paid, the same in
 * dollars, and what comes back of each in dollars; `offer` is what it is called, `tc` the address of its terms.
 */
export const popup = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('loyalty'),
    new_net_deposit: amount,
    new_level: z.int().min(0).max(5),
    new_rebate: amount,
    come_back_deposit: amount,
  }),
  z.object({
    type: z.literal('deposit_booster'),
    tiers: z.array(amount).max(20),
    tiers_usd: z.array(amount).max(20),
    cashback_usd: z.array(amount).max(20),
    offer: z.string(),
    tc: z.url({ protocol: /^https$/ }),
  }),
]);

/** The call that moves money (interfaces §4). Several areas' forms send it, so it is declared here; payments answers it. */
export const paymentsProcess = {
  method: 'POST',
  path: 'api/payments_process',
  summary: 'Confirms a deposit, withdrawal or transfer (answers the quote), then saves it (moves the money, once).',
  who: 'client',
  runs: 'saga',
  input: z.object({
    ...confirmPayment.partial().shape,
    ...confirmWithdrawal.partial().shape,
    ...confirmTransfer.partial().shape,
    ...saveConfirmed.partial().shape,
    action: z.enum(['confirm', 'save']),
    transfer_type: z.enum(methodDirections).optional(),
  }),
  inputs: [confirmPayment, confirmWithdrawal, confirmTransfer, saveConfirmed],
  output: z.union([
    z.object({
      remittance_id: z.number().int(),
      quote,
      popup: popup.nullable(),
      pin_required: z.boolean(),
      pin: pinSent.nullable(),
      /** It goes somewhere new: the saving takes the second factor instead of a PIN. */
      factor_required: z.boolean(),
    }),
    z.object({
      transfer_id: z.number().int(),
      status: z.enum(transferStatuses),
      redirect: redirect.nullable(),
    }),
  ]),
  errors: {
    ...gateErrors,
    field_required: 422,
    unknown_account: 422,
    same_account: 422,
    account_not_active: 422,
    demo_account: 422,
    method_not_offered: 422,
    currency_not_offered: 422,
    bank_not_listed: 422,
    destination_not_valid: 422,
    coin_not_offered: 422,
    provider_not_answering: 503,
    unknown_currency: 422,
    wrong_currency: 422,
    investment_account: 422,
    bad_amount: 422,
    limit_exceed: 422,
    not_enough_money: 422,
    // The platform and the broker's books differ: no money leaves the account until they agree.
    account_under_review: 422,
    arrives_as_nothing: 422,
    rate_not_available: 422,
    // Document 1 §5: the bonus has to go first; and what stays has to be enough for what is open; data holds how much.
    '20034': 422,
    '20037': 422,
    // Trade rules: what did not come in that way does not go out that way.
    above_card_deposits: 422,
    other_method_first: 422,
    unknown_remittance: 422,
    quote_expired: 422,
    exchange_limit: 422,
    amount_changed: 422,
    debt_open: 422,
    ...unverifiedErrors,
    WRONG_CODE: 422,
    expired: 422,
    too_many_codes: 429,
    pin_expired: 422,
    ...factorErrors,
    platform_unavailable: 503,
  },
  stale: ['accounts', 'transfers', 'wallets', 'dashboard'],
  staleWhen: { field: 'action', is: 'save' },
  tellsStale: true,
} as const satisfies CallSpec;

export type Quote = z.infer<typeof quote>;
export type Redirect = z.infer<typeof redirect>;
export type TransferLine = z.infer<typeof transferLine>;
export type TransferDetails = z.infer<typeof transferDetails>;
