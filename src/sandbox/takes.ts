import { z } from 'zod';
import { spoilings } from './watchlists/index.ts';
import { currencyCodes } from '../base/currency.ts';
import { secondMs } from '../base/time.ts';
import type { CorporateAction } from './metatrader/corporate.ts';
import { bankFaults } from './bank/index.ts';
import { callFaults, paymentFaults, webhookFaults, type FaultMode } from './faults.ts';

/** What the helpers take (interfaces §5): what they check their callers by, and what the OpenAPI document shows. */

const tenYearsSeconds = 315_360_000;

/** An hour: longer than anybody's patience. */
const mostLateSeconds = 3600;

/** A fault that was set without a count lasts until "none". */
export const untilFurtherNotice = 1_000_000;

/** Each after the first is a further transaction of the provider (interfaces §5). */
export const decision = z
  .object({
    outcome: z.enum(['approved', 'declined', 'pending', 'refunded', 'charged_back', 'won_back']),
    /** A decimal string; all of what is there when left out. */
    amount: z.string().max(40).optional(),
    /** ISO letters; the order's own when left out. */
    currency: z.enum(currencyCodes).optional(),
    /** The name on the card. */
    payer: z.string().min(1).max(100).optional(),
    /** For what takes a payment back: it is begun, and not done yet. */
    is_pending: z.boolean().optional(),
    /** For a refund, and a payment's chargeback: all of the latest, under the very number that it was paid under, where the provider tells so. */
    under_its_number: z.boolean().optional(),
  })
  .refine(({ amount, currency }) => currency === undefined || amount !== undefined, {
    path: ['amount'],
    error: 'a currency needs an amount',
  });
/** Money at the bank: what arrives, what of it is taken back, and what becomes of what was ordered. */
export const listChange = z.union([
  z.strictObject({
    /** The publisher's number of the entry: digits on OFAC's list. */
    key: z.string().regex(/^[\w-]{1,40}$/),
    name: z.string().min(1).max(200),
    aliases: z.array(z.string().min(1).max(200)).max(20).optional(),
    /** A day, or a part of it from its beginning. */
    birthDate: z
      .string()
      .regex(/^\d{4}(?:-\d\d(?:-\d\d)?)?$/)
      .optional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
  }),
  z.strictObject({ drop: z.string().max(40) }),
  z.strictObject({ spoil: z.enum(spoilings), count: z.int().min(1).max(1000).optional() }),
]);

export const bankTransfer = z.union([
  z.strictObject({
    company: z.number().int().positive(),
    /** The account's, in ISO letters. */
    currency: z.enum(currencyCodes),
    /** A decimal string. */
    amount: z.string().max(40),
    /** What is paid in, where that is another currency. */
    paid_in: z.enum(currencyCodes).optional(),
    /** What the payer writes, and a reference in the place of its own. */
    text: z.string().max(500).optional(),
    structured: z.string().max(35).optional(),
    payer: z.string().max(140).optional(),
    /** Of the message: camt.053.001.02 or .08, the latter when left out. */
    version: z.enum(['02', '08']).optional(),
    fault: z.enum(bankFaults).optional(),
  }),
  /** What arrived by that number of its entry, or what was sent by that reference of ours. */
  z.strictObject({ takes_back: z.string().max(50), fault: z.enum(bankFaults).optional() }),
  /** What the portal has ordered, by its reference, while the bank has not decided it. */
  z.strictObject({ ordered: z.string().max(50), outcome: z.enum(['settled', 'rejected']) }),
]);
/** How an identity check ends (interfaces §5). */
export const checkDecision = z.object({
  outcome: z.enum(['approved', 'rejected', 'pending']),
  /** Of a rejection: the vendor's own words, such as FORGERY; unsatisfactory photos when left out. */
  labels: z
    .array(z.string().regex(/^[A-Z_]{1,60}$/))
    .max(20)
    .optional(),
  /** What stands on the document; what was typed when left out. */
  read: z
    .object({
      firstName: z.string().max(100),
      lastName: z.string().max(100),
      dob: z.iso.date(),
      number: z.string().max(40),
      /** ISO 3166 alpha-3: who has issued it. */
      country: z.string().regex(/^[A-Z]{3}$/),
    })
    .partial()
    .optional(),
  /** What the client may read of a rejection. */
  comment: z.string().max(500).optional(),
});
/** A browser subscribes at the push service, or ends what it has subscribed; either changes nothing at the portal. */
export const pushChange = z.union([
  z.strictObject({ key: z.string().max(200).optional() }),
  z.strictObject({ ends: z.url().max(1000) }),
]);
export const advance = z.object({ advance_seconds: z.number().int().min(0).max(tenYearsSeconds) });
export const outboxQuery = z.object({ to: z.string().max(320).optional() });

const faultTargets = [
  'trading',
  'payments',
  'verification',
  'mail',
  'sms',
  'captcha',
  'market',
  'scan',
  'calendar',
  'research',
  'tracking',
  'push',
] as const;
export type FaultTarget = (typeof faultTargets)[number];

/** A company pays a dividend, or splits its shares, and the trading platform's administrator books it. */
export const corporateAction = z.union([
  z.strictObject({
    symbol: z.string().min(1).max(32),
    /** For one share, in the currency of its price. */
    per_share: z.string().regex(/^\d{1,6}(\.\d{1,6})?$/),
    /** What is kept back of it, 30 when left out. */
    tax_percent: z.int().min(0).max(100).optional(),
    /** It was paid by mistake, and is taken back with its tax. */
    is_reversal: z.boolean().optional(),
    /** It is booked so much later than the time that it bears. */
    dated_back_seconds: z.int().min(0).max(2_592_000).optional(),
  }),
  z.strictObject({
    symbol: z.string().min(1).max(32),
    /** Each `from` shares become `to`. */
    split: z.strictObject({ to: z.int().min(1).max(1000), from: z.int().min(1).max(1000) }),
  }),
]);

export function actionOf(asked: z.output<typeof corporateAction>): CorporateAction {
  if ('split' in asked) return { kind: 'split', symbol: asked.symbol, ...asked.split };
  return {
    kind: 'dividend',
    symbol: asked.symbol,
    perShare: asked.per_share,
    taxPercent: asked.tax_percent ?? taxUsual,
    isReversal: asked.is_reversal ?? false,
    datedBackMs: (asked.dated_back_seconds ?? 0) * secondMs,
  };
}

/** What the United States keep back where no form says otherwise, in per cent. */
const taxUsual = 30;

export const fault = z
  .object({
    target: z.enum(faultTargets),
    /** `timeout` alone is `timeout_before`. */
    mode: z.enum(['timeout', ...callFaults, ...webhookFaults, ...paymentFaults, 'none']),
    /** For `trading` only: the account whose acts are struck, with a count of its own; all accounts when left out. */
    account: z.number().int().min(1).optional(),
    /** For `late` only: how long after the line was cut the call takes effect, eight when left out. */
    seconds: z.number().int().min(1).max(mostLateSeconds).optional(),
    count: z
      .number()
      .int()
      .min(1)
      .max(untilFurtherNotice - 1)
      .optional(),
  })
  .refine(({ target, account }) => account === undefined || target === 'trading', {
    path: ['account'],
    error: 'only trading platforms have accounts',
  });

/** How each party can fail; payment providers and whoever looks at papers send webhooks. */
export const faultModes: Readonly<Record<FaultTarget, readonly FaultMode[]>> = {
  trading: callFaults,
  payments: [...callFaults, ...webhookFaults, ...paymentFaults],
  verification: [...callFaults, ...webhookFaults],
  // Its words are the mail server's own.
  mail: callFaults.filter((mode) => mode !== 'nonsense' && mode !== 'nothing'),
  sms: callFaults,
  captcha: callFaults,
  market: callFaults,
  scan: callFaults,
  calendar: callFaults,
  research: callFaults,
  tracking: callFaults,
  push: callFaults,
};
