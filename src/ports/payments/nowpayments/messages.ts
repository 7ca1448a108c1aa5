import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/**
 * NOWPayments' messages (its public API documentation, version 1): JSON, calls with `x-api-key`, notifications signed by
 * `x-nowpayments-sig = hex HMAC-SHA512(IPN secret, JSON of the body with its keys sorted, in depth)`.
 */
export const signatureHeader = 'x-nowpayments-sig';

/** The body with the keys of every object in order, as the signature reads it. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, inOrder(each)]));
}

/** More levels than any of their messages has. */
const mostLevels = 20;

function isTooDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return level > mostLevels || Object.values(value).some((each) => isTooDeep(each, level + 1));
}

export function signatureOf(body: unknown, secret: string): string {
  return createHmac('sha512', secret).update(sortedJson(body), 'utf8').digest('hex');
}

/** Compared in constant time. Anybody may send a body: none that no message of theirs can be is taken to be signed. */
export function isSignedBy(header: string | undefined, body: unknown, secret: string): boolean {
  if (isTooDeep(body)) return false;
  const expected = Buffer.from(signatureOf(body, secret), 'utf8');
  const given = Buffer.from((header ?? '').trim().toLowerCase(), 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** An amount of a coin as the vendor's JSON writes it, in the ledger's eight decimals; undefined where it is none. */
export function coinMinor(text: string, rounding: 'up' | 'down'): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const shift = 8 - fraction.length + Number.parseInt(exponent, 10);
  const digits = BigInt(whole + fraction);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const per = 10n ** BigInt(-shift);
  return digits / per + (rounding === 'up' && digits % per > 0n ? 1n : 0n);
}

/** Reads JSON with every number as the text that it was written as: a float has no eighteen decimals. Undefined when it is none. */
export function parseExactly(text: string): unknown {
  const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value;
  try {
    return JSON.parse(text, exact as (key: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}

const text = z.string().max(300);

export const paymentSchema = z.object({
  payment_id: z.string().max(40),
  payment_status: z.string().max(40),
  order_id: z.string().max(100),
  pay_address: text.nullish(),
  payin_extra_id: text.nullish(),
  pay_amount: z.string().max(60).nullish(),
  actually_paid: z.string().max(60).nullish(),
  pay_currency: z.string().max(20),
  payin_hash: text.nullish(),
  updated_at: z.string().max(40).nullish(),
});
export type ToldPayment = z.infer<typeof paymentSchema>;

export const paymentListSchema = z.object({ data: z.array(paymentSchema).max(500) });
export const coinsSchema = z.object({ selectedCurrencies: z.array(z.string().max(20)).max(2000) });
export const estimateSchema = z.object({ estimated_amount: z.string().max(60) });

/** A withdrawal of a payout; `fiat_amount` is what it was asked to be worth. */
export const payoutSchema = z.object({
  id: z.string().max(40),
  unique_external_id: z.string().max(100),
  status: z.string().max(40),
  address: text,
  currency: z.string().max(20),
  fiat_amount: z.string().max(60),
  fiat_currency: z.string().max(10),
  hash: z.string().max(200).nullish(),
  updated_at: z.string().max(40).nullish(),
});
export type ToldPayout = z.infer<typeof payoutSchema>;

export const payoutListSchema = z.object({ payouts: z.array(payoutSchema).max(500) });
export const payoutMadeSchema = z.object({ withdrawals: z.array(payoutSchema).min(1).max(1) });
export const tokenSchema = z.object({ token: z.string().min(1).max(4000) });
