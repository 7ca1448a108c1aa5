import { currencies } from '../../../base/currency.ts';
import { formatMoney, type Money } from '../../../base/money.ts';
import {
  maxReferenceLength,
  type LookUpAnswer,
  type NotificationAnswer,
  type NotificationHeaders,
  type NotificationReading,
  type PayoutAnswer,
  type PayoutRequest,
  type SettlementAnswer,
  type SettlementLine,
  type StartAnswer,
} from '../port.ts';
import { ask, isSigned, parsed, proofHeaders, unknown, type SignedSettings } from './asking.ts';
import { linesOf, orderSchema, refusalSchema, settlementSchema, stateOf } from './messages.ts';

/* What every vendor of our own protocol does the same way: payouts, look-ups, reports and notifications. */

/** `POST /v1/payouts`: a refund of an order (`original`), or money to the account that paid it or that is named (`to`). */
export async function payOutTo(
  settings: SignedSettings,
  { way, reference, amount, notificationUrl }: PayoutRequest,
  goes: { readonly to: string } | { readonly original: string },
): Promise<PayoutAnswer> {
  const early = fault(reference, amount);
  if (early) return early;
  const answer = await ask(settings, {
    path: '/v1/payouts',
    body: {
      reference,
      intent: way,
      amount: formatMoney(amount),
      currency: amount.currency,
      ...goes,
      notification_url: notificationUrl,
    },
  });
  if (answer.outcome === 'unknown') return answer;
  if (answer.status === 409 || answer.status === 422) return refusedBy(answer.body);
  const taken = answer.status === 200 ? orderSchema.safeParse(answer.body) : undefined;
  if (!taken?.success) return unknown(`the payout was answered by ${answer.status}, or in an unknown form`);
  return taken.data.reference === reference ? { outcome: 'accepted' } : unknown('another payout was answered');
}

export type Refused = Extract<StartAnswer & PayoutAnswer, { readonly outcome: 'refused' }>;

/** What is refused without asking. */
export function fault(reference: string, amount: Money): Refused | undefined {
  if (reference.length === 0 || reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  if (currencies[amount.currency].kind !== 'fiat')
    return {
      outcome: 'refused',
      code: 'currency_not_supported',
      message: `${amount.currency} is not a currency that is taken there`,
    };
  if (amount.minor <= 0n) return { outcome: 'refused', code: 'amount_not_supported', message: 'the amount must be positive' };
  return undefined;
}

export function refusedBy(body: unknown): Refused {
  const told = refusalSchema.safeParse(body);
  return { outcome: 'refused', code: 'rejected_by_provider', message: told.success ? told.data.error : 'no reason was given' };
}

/** `GET /v1/orders/<reference>`: the latest transaction, or the one that `transaction` names. */
export async function lookUp(settings: SignedSettings, reference: string, transaction?: string): Promise<LookUpAnswer> {
  const query = transaction === undefined ? '' : `?transaction=${encodeURIComponent(transaction)}`;
  const answer = await ask(settings, { path: `/v1/orders/${encodeURIComponent(reference)}${query}` });
  if (answer.outcome === 'unknown') return answer;
  if (answer.status === 404) return { outcome: 'absent' };
  const order = answer.status === 200 ? orderSchema.safeParse(answer.body) : undefined;
  if (!order?.success) return unknown(`the look-up was answered by ${answer.status}, or in an unknown form`);
  if (order.data.reference !== reference || order.data.merchant !== settings.merchant)
    return unknown('the look-up was answered about another order');
  if (transaction !== undefined && order.data.transaction?.id !== transaction)
    return unknown('the look-up was answered about another transaction');
  return { outcome: 'found', payment: stateOf(order.data, settings.clock.wall()) };
}

/** A hundred lines a page: nobody has so many payments a day. */
const mostPages = 1000;

/** `GET /v1/settlements?day=&after=`: page by page, until none is left. */
export async function settlement(settings: SignedSettings, day: string): Promise<SettlementAnswer> {
  const lines: SettlementLine[] = [];
  let after = '';
  for (let count = 0; count < mostPages; count += 1) {
    const query = new URLSearchParams({ day, ...(after === '' ? {} : { after }) });
    const answer = await ask(settings, { path: `/v1/settlements?${query}` });
    if (answer.outcome === 'unknown') return answer;
    const page = answer.status === 200 ? settlementSchema.safeParse(answer.body) : undefined;
    const read = page?.success ? linesOf(page.data) : undefined;
    if (!page?.success || !read) return unknown(`the report was answered by ${answer.status}, or in an unknown form`);
    lines.push(...read);
    if (page.data.next === null) return { outcome: 'done', lines };
    after = page.data.next;
  }
  return unknown(`the report has more than ${mostPages} pages`);
}

export function readNotification(settings: SignedSettings, raw: Uint8Array, headers: NotificationHeaders): NotificationReading {
  const text = Buffer.from(raw).toString('utf8');
  const order = orderSchema.safeParse(parsed(text));
  if (!order.success) return { verified: false, reason: 'malformed', reference: undefined };
  const { reference, merchant } = order.data;
  if (merchant !== settings.merchant) return { verified: false, reason: 'wrong_merchant', reference };
  if (!isProven(settings, text, headers)) return { verified: false, reason: 'wrong_signature', reference };
  // All of it is signed; a message may be old all the same, so that how the order stands is asked before money moves.
  return { verified: true, statusIsSigned: false, payment: stateOf(order.data, settings.clock.wall()) };
}

/** Whether the vendor's own headers sign what was sent. */
export function isProven({ prefix, secret }: SignedSettings, text: string, headers: NotificationHeaders): boolean {
  const names = proofHeaders(prefix);
  const [time, signature] = [names.time, names.signature].map((name) => String(headers[name] ?? ''));
  return Boolean(time && signature) && isSigned(secret, text, { time: time ?? '', signature: signature ?? '' });
}

export const acknowledge = (accepted: boolean): NotificationAnswer => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ accepted }),
});
