import { currencies } from '../../../base/currency.ts';
import { formatMoney, type Money } from '../../../base/money.ts';
import {
  maxReferenceLength,
  type LookUpAnswer,
  type NotificationHeaders,
  type NotificationReading,
  type PaymentRequest,
  type Payments,
  type PayoutAnswer,
  type PayoutRequest,
  type SettlementAnswer,
  type SettlementLine,
  type StartAnswer,
} from '../port.ts';
import { ask, isSigned, parsed, signatureHeader, timeHeader, unknown, type NetWalletSettings } from './asking.ts';
import { linesOf, orderSchema, pageSchema, refusalSchema, settlementSchema, stateOf } from './messages.ts';

export type { NetWalletSettings } from './asking.ts';

/** A wallet elsewhere by our own protocol (readings, decision 31; `ask` says how it is signed): orders, payouts, a report of each day. */
export function openNetWallet(settings: NetWalletSettings): Payments {
  return {
    startPayment: (request) => startPayment(settings, request),
    payOut: (request) => payOut(settings, request),
    lookUp: (reference, transactionId) => lookUp(settings, reference, transactionId),
    settlement: (day) => settlement(settings, day),
    readNotification: (raw, headers) => readNotification(settings, raw, headers),
    pageHosts: [new URL(settings.address).host, ...(settings.pageHosts ?? [])],
    notifications: { path: 'netwallet', headers: [timeHeader, signatureHeader] },
    acknowledge: (accepted) => ({
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ accepted }),
    }),
  };
}

type Refused = Extract<StartAnswer & PayoutAnswer, { readonly outcome: 'refused' }>;

/** What is refused without asking. */
function fault(reference: string, amount: Money): Refused | undefined {
  if (reference.length === 0 || reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  if (currencies[amount.currency].kind !== 'fiat')
    return { outcome: 'refused', code: 'currency_not_supported', message: `${amount.currency} is not a currency of the wallet` };
  if (amount.minor <= 0n) return { outcome: 'refused', code: 'amount_not_supported', message: 'the amount must be positive' };
  return undefined;
}

/** `POST /v1/orders`: the same reference is the same order. 409: it was another's; 422: never. */
async function startPayment(settings: NetWalletSettings, request: PaymentRequest): Promise<StartAnswer> {
  const { reference, amount, intent, clientId, customer, locale, notificationUrl, returnUrl } = request;
  const answer =
    fault(reference, amount) ??
    (await ask(settings, {
      path: '/v1/orders',
      body: {
        reference,
        intent: intent === 'payout' ? 'payout' : 'payment',
        amount: formatMoney(amount),
        currency: amount.currency,
        customer: { id: String(clientId), ...customer },
        locale,
        notification_url: notificationUrl,
        return_url: returnUrl,
      },
    }));
  if (answer.outcome !== 'answered') return answer;
  if (answer.status === 409 || answer.status === 422) return refusedBy(answer.body);
  const opened = answer.status === 200 ? pageSchema.safeParse(answer.body) : undefined;
  if (!opened?.success) return unknown(`the order was answered by ${answer.status}, or in an unknown form`);
  return { outcome: 'started', redirect: { url: opened.data.page, method: 'GET', fields: {} } };
}

/** `POST /v1/payouts`: a refund of an order, or money to the account that paid it or that is named. */
async function payOut(settings: NetWalletSettings, request: PayoutRequest): Promise<PayoutAnswer> {
  const { way, reference, amount, notificationUrl, source, destination } = request;
  const early = fault(reference, amount);
  if (early) return early;
  if (destination && destination.kind !== 'wallet')
    return { outcome: 'refused', code: 'rejected_by_provider', message: 'the wallet pays to wallets' };
  const answer = await ask(settings, {
    path: '/v1/payouts',
    body: {
      reference,
      intent: way,
      amount: formatMoney(amount),
      currency: amount.currency,
      ...(destination ? { to: destination.email } : { original: source?.reference ?? '' }),
      notification_url: notificationUrl,
    },
  });
  if (answer.outcome === 'unknown') return answer;
  if (answer.status === 409 || answer.status === 422) return refusedBy(answer.body);
  const taken = answer.status === 200 ? orderSchema.safeParse(answer.body) : undefined;
  if (!taken?.success) return unknown(`the payout was answered by ${answer.status}, or in an unknown form`);
  return taken.data.reference === reference ? { outcome: 'accepted' } : unknown('another payout was answered');
}

function refusedBy(body: unknown): Refused {
  const told = refusalSchema.safeParse(body);
  return { outcome: 'refused', code: 'rejected_by_provider', message: told.success ? told.data.error : 'no reason was given' };
}

/** `GET /v1/orders/<reference>`: the latest transaction, or the one that `transaction` names. */
async function lookUp(settings: NetWalletSettings, reference: string, transaction?: string): Promise<LookUpAnswer> {
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
async function settlement(settings: NetWalletSettings, day: string): Promise<SettlementAnswer> {
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

function readNotification(settings: NetWalletSettings, raw: Uint8Array, headers: NotificationHeaders): NotificationReading {
  const text = Buffer.from(raw).toString('utf8');
  const order = orderSchema.safeParse(parsed(text));
  if (!order.success) return { verified: false, reason: 'malformed', reference: undefined };
  const { reference, merchant } = order.data;
  if (merchant !== settings.merchant) return { verified: false, reason: 'wrong_merchant', reference };
  const [time, signature] = [timeHeader, signatureHeader].map((name) => String(headers[name] ?? ''));
  if (!time || !signature || !isSigned(settings.secret, text, { time, signature }))
    return { verified: false, reason: 'wrong_signature', reference };
  // All of it is signed; a message may be old all the same, so that how the order stands is asked before money moves.
  return { verified: true, statusIsSigned: false, payment: stateOf(order.data, settings.clock.wall()) };
}
