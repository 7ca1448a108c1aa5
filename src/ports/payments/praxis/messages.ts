import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/**
 * Praxis's wire format, API version 1.3 (doc.praxiscashier.com/integration_docs/latest): JSON bodies, and a header
 * `Gt-Authentication = sha384 hex(values of the listed fields in order, nulls skipped, then the merchant secret)`
 * (overview/authentication). Each list of fields stands in the Signature section of its page, named below.
 */
export const signatureHeader = 'gt-authentication';
export const apiVersion = '1.3';

export type SignedValue = string | number | null | undefined;

/** The signature over the values, in the given order. */
export function sign(values: readonly SignedValue[], secret: string): string {
  const text = values.filter((value) => value !== null && value !== undefined).join('');
  return createHash('sha384')
    .update(text + secret, 'utf8')
    .digest('hex');
}

/** Whether the header carries that signature, compared in constant time. */
export function isSignedBy(header: string | undefined, values: readonly SignedValue[], secret: string): boolean {
  const expected = Buffer.from(sign(values, secret), 'utf8');
  const given = Buffer.from((header ?? '').trim().toLowerCase(), 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** cashier_api/cashier, "Request signature parameters". */
export const cashierSignature = (body: CashierRequest): readonly SignedValue[] => [
  body.merchant_id,
  body.application_key,
  body.timestamp,
  body.intent,
  body.cid,
  body.order_id,
];

/** cashier_api/cashier, "Response signature parameters". An error carries neither address nor customer. */
export const cashierAnswerSignature = (answer: CashierAnswer): readonly SignedValue[] => [
  answer.status,
  answer.timestamp,
  answer.redirect_url,
  answer.customer?.customer_token,
];

/** agent_api/find_order, "Request signature parameters". */
export const findOrderSignature = (body: FindOrderRequest): readonly SignedValue[] => [
  body.merchant_id,
  body.application_key,
  body.timestamp,
  body.order_id,
];

/** The look-up of one transaction is our own agreement with the provider: no public page has it. */
export const findTransactionSignature = (body: FindTransactionRequest): readonly SignedValue[] => [
  ...findOrderSignature(body),
  body.tid,
];

/** So is its settlement report. */
export const settlementSignature = (body: SettlementRequest): readonly SignedValue[] => [
  body.merchant_id,
  body.application_key,
  body.timestamp,
  body.day,
  body.after,
];

/** Every value of every line is signed, in the order of the report. */
export const settlementAnswerSignature = (answer: SettlementReport): readonly SignedValue[] => [
  answer.status,
  answer.timestamp,
  answer.day,
  answer.next,
  ...answer.lines.flatMap((line) => [
    line.tid,
    line.order_id,
    line.transaction_type,
    line.currency,
    line.amount,
    line.settled_at,
  ]),
];

/** agent_api/find_order: the answer's status and time, then the same facts as a notification, in the same order. */
export const findOrderAnswerSignature = (answer: FindOrderAnswer): readonly SignedValue[] => [
  answer.status,
  answer.timestamp,
  ...orderFacts(answer),
];

/** webhooks/notification, "Request signature parameters". Mark that the transaction's status is not among them. */
export const notificationSignature = (body: Notification): readonly SignedValue[] => [
  body.merchant_id,
  body.application_key,
  body.timestamp,
  ...orderFacts(body),
];

/** webhooks/notification, "Response signature parameters". */
export const acknowledgementSignature = (answer: { status: number; timestamp: number }): readonly SignedValue[] => [
  answer.status,
  answer.timestamp,
];

function orderFacts(order: Partial<z.infer<typeof orderObjects>>): readonly SignedValue[] {
  return [
    order.customer?.customer_token,
    order.session?.order_id,
    order.transaction?.tid,
    order.transaction?.currency,
    order.transaction?.amount,
    order.transaction?.conversion_rate,
    order.transaction?.processed_currency,
    order.transaction?.processed_amount,
  ];
}

/** cashier_api/cashier, "Request parameters". Amounts are whole numbers of the currency's minor unit. */
export interface CashierRequest {
  readonly merchant_id: string;
  readonly application_key: string;
  readonly intent: 'payment' | 'withdrawal';
  readonly currency: string;
  readonly amount: number;
  readonly cid: string;
  readonly locale: string;
  readonly order_id: string;
  readonly customer_data: { country: string; first_name: string; last_name: string; email: string };
  readonly payment_method: string | null;
  /** A value of the merchant's own for the payment method (cashier_api/cashier); by our agreement with the provider the bank. */
  readonly variable1: string | null;
  readonly notification_url: string;
  readonly validation_url: null;
  readonly return_url: string;
  readonly version: string;
  readonly timestamp: number;
}

/**
 * Paying out without a page, our own agreement with the provider, since no public page has it: an order of ours that gives an earlier
 * order back, or pays to the card that paid it. Everything that money hangs on is signed.
 */
export interface PayoutRequestBody {
  readonly merchant_id: string;
  readonly application_key: string;
  readonly intent: 'refund' | 'withdrawal';
  readonly order_id: string;
  /** The order that was paid, and its transaction where we were told its number. */
  readonly original_order_id: string | null;
  readonly original_tid: string | null;
  /** Of a payout to a bank account: our own agreement with the provider. */
  readonly payment_method?: string;
  readonly beneficiary?: { readonly bank: string; readonly account_number: string; readonly account_holder: string };
  readonly currency: string;
  readonly amount: number;
  readonly cid: string;
  readonly customer_data: CashierRequest['customer_data'];
  readonly notification_url: string;
  readonly version: string;
  readonly timestamp: number;
}

export const payoutSignature = (body: PayoutRequestBody): readonly SignedValue[] => [
  body.merchant_id,
  body.application_key,
  body.timestamp,
  body.intent,
  body.cid,
  body.order_id,
  body.original_order_id,
  body.original_tid,
  body.currency,
  body.amount,
  body.beneficiary?.bank,
  body.beneficiary?.account_number,
  body.beneficiary?.account_holder,
];

/** Its answer is signed by status, time and order. */
export const payoutAnswerSignature = (answer: PayoutAnswerBody): readonly SignedValue[] => [
  answer.status,
  answer.timestamp,
  answer.order_id,
];

export interface FindOrderRequest {
  readonly merchant_id: string;
  readonly application_key: string;
  readonly order_id: string;
  readonly version: string;
  readonly timestamp: number;
}

export interface FindTransactionRequest extends FindOrderRequest {
  readonly tid: string;
}

export interface SettlementRequest {
  readonly merchant_id: string;
  readonly application_key: string;
  /** `2026-11-22`, UTC. */
  readonly day: string;
  /** The number of the last transaction of the page before; 0 for the first page. */
  readonly after: number;
  readonly version: string;
  readonly timestamp: number;
}

const text = z.string().max(512);
const optionalText = text.nullish();
const wholeNumber = z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
/** Rates come as numbers or as strings, and are signed as they were written. */
const numberOrText = z.union([z.number(), text]).nullish();

/** objects/customer, objects/session, objects/transaction and objects/card, as far as we read them. */
const orderObjects = z.object({
  customer: z.object({ customer_token: optionalText, first_name: optionalText, last_name: optionalText }).nullish(),
  session: z.object({ order_id: text, intent: optionalText, session_status: optionalText }).nullish(),
  transaction: z
    .object({
      transaction_type: text,
      transaction_status: text,
      tid: z.union([wholeNumber, text]),
      transaction_id: optionalText,
      currency: text,
      amount: wholeNumber,
      conversion_rate: numberOrText,
      processed_currency: optionalText,
      processed_amount: wholeNumber.nullish(),
      card: z.object({ card_number: optionalText, card_type: optionalText, card_holder: optionalText }).nullish(),
    })
    .nullish(),
});

export const cashierAnswerSchema = z.object({
  status: wholeNumber,
  description: optionalText,
  redirect_url: z.string().max(2048).nullish(),
  customer: z.object({ customer_token: optionalText }).nullish(),
  timestamp: wholeNumber.nullish(),
});
export type CashierAnswer = z.infer<typeof cashierAnswerSchema>;

export const payoutAnswerSchema = z.object({
  status: wholeNumber,
  description: optionalText,
  order_id: optionalText,
  timestamp: wholeNumber.nullish(),
});
export type PayoutAnswerBody = z.infer<typeof payoutAnswerSchema>;

export const findOrderAnswerSchema = orderObjects.extend({
  status: wholeNumber,
  description: optionalText,
  timestamp: wholeNumber.nullish(),
});
export type FindOrderAnswer = z.infer<typeof findOrderAnswerSchema>;

export const settlementSchema = z.object({
  status: wholeNumber,
  description: optionalText,
  day: text,
  /** Where the next page begins; null at the end. */
  next: wholeNumber.nullable(),
  lines: z
    .array(
      z.object({
        tid: z.union([wholeNumber, text]),
        order_id: text,
        transaction_type: text,
        currency: text,
        amount: wholeNumber,
        /** Seconds since 1970. */
        settled_at: wholeNumber,
      }),
    )
    .max(1000),
  timestamp: wholeNumber.nullish(),
});
export type SettlementReport = z.infer<typeof settlementSchema>;

export const notificationSchema = orderObjects.extend({
  merchant_id: text,
  application_key: text,
  session: z.object({ order_id: text, intent: optionalText, session_status: optionalText }),
  timestamp: wholeNumber,
});
export type Notification = z.infer<typeof notificationSchema>;

export type OrderObjects = z.infer<typeof orderObjects>;
