import { minorAsNumber } from '../../../base/money.ts';
import {
  maxReferenceLength,
  type NotificationAnswer,
  type NotificationHeaders,
  type NotificationReading,
  type PaymentRequest,
  type Payments,
  type StartAnswer,
} from '../port.ts';
import {
  customerData,
  faultOf,
  isTheirs,
  parseJson,
  sendSigned,
  refused,
  unixSeconds,
  unknown,
  type PraxisSettings,
} from './asking.ts';
import { lookUp, paymentState, settlement } from './lookingUp.ts';
import { payOut } from './payingOut.ts';
import {
  acknowledgementSignature,
  apiVersion,
  cashierAnswerSchema,
  cashierAnswerSignature,
  cashierSignature,
  notificationSchema,
  notificationSignature,
  sign,
  signatureHeader,
  type CashierRequest,
} from './messages.ts';

export type { PraxisSettings } from './asking.ts';

/** The Praxis cashier (doc.praxiscashier.com, API version 1.3). */
export function openPraxis(settings: PraxisSettings): Payments {
  return {
    startPayment: (request) => startPayment(settings, request),
    payOut: (request) => payOut(settings, request),
    lookUp: (reference, transactionId) => lookUp(settings, reference, transactionId),
    settlement: (day) => settlement(settings, day),
    readNotification: (raw, headers) => readNotification(settings, raw, headers),
    pageHosts: [new URL(settings.address).host, ...(settings.pageHosts ?? [])],
    notifications: { path: 'praxis', headers: [signatureHeader] },
    acknowledge: (accepted) => acknowledge(settings, accepted),
  };
}

async function startPayment(settings: PraxisSettings, request: PaymentRequest): Promise<StartAnswer> {
  const fault = faultOf(request);
  if (fault) return refused(...fault);
  const body = cashierRequest(settings, request);
  const exchange = await sendSigned(settings, { path: '/cashier/cashier', body, signed: cashierSignature(body) });
  if (exchange.outcome === 'unknown') return exchange;
  const parsed = cashierAnswerSchema.safeParse(exchange.answer);
  if (!parsed.success) return unknown('the cashier answered in an unknown form');
  const answer = parsed.data;
  if (!isTheirs(settings, exchange.signature, cashierAnswerSignature(answer)))
    return unknown('the answer of the cashier is not signed by it');
  // cashier_api/cashier: positive is an error of the application, negative one of the server or the network.
  if (answer.status > 0) return refused('rejected_by_provider', answer.description ?? `status ${answer.status}`);
  if (answer.status < 0 || !answer.redirect_url) return unknown(answer.description ?? `status ${answer.status}`);
  return { outcome: 'started', redirect: { url: answer.redirect_url, method: 'GET', fields: {} } };
}

function cashierRequest(settings: PraxisSettings, request: PaymentRequest): CashierRequest {
  return {
    merchant_id: settings.merchantId,
    application_key: settings.applicationKey,
    intent: request.intent === 'deposit' ? 'payment' : 'withdrawal',
    currency: request.amount.currency,
    amount: minorAsNumber(request.amount.minor),
    cid: String(request.clientId),
    locale: cashierLocale(request.locale),
    order_id: request.reference,
    customer_data: customerData(request.customer),
    payment_method: request.methodKey ?? null,
    variable1: request.bank ?? null,
    notification_url: request.notificationUrl,
    validation_url: null,
    return_url: returnedByGet(request.returnUrl),
    version: apiVersion,
    timestamp: unixSeconds(settings.clock),
  };
}

/** The cashier takes five characters, language and country ("en-US"); the likely country is filled in. */
function cashierLocale(locale: string): string {
  const full = new Intl.Locale(locale).maximize();
  return `${full.language}-${full.region ?? 'US'}`;
}

/** webhooks/return: the client comes back by POST unless the address has a query, for which "get=1" is the customary dummy. */
function returnedByGet(address: string): string {
  const url = new URL(address);
  if (url.search === '') url.searchParams.set('get', '1');
  return url.href;
}

function readNotification(settings: PraxisSettings, raw: Uint8Array, headers: NotificationHeaders): NotificationReading {
  const told = parseJson(Buffer.from(raw).toString('utf8'));
  const reference = orderNamedIn(told);
  const parsed = notificationSchema.safeParse(told);
  if (!parsed.success) return { verified: false, reason: 'malformed', reference };
  const body = parsed.data;
  if (body.merchant_id !== settings.merchantId || body.application_key !== settings.applicationKey)
    return { verified: false, reason: 'wrong_merchant', reference };
  const header = headers[signatureHeader];
  const signature = typeof header === 'string' ? header : header?.[0];
  if (!isTheirs(settings, signature, notificationSignature(body)))
    return { verified: false, reason: 'wrong_signature', reference };
  // The signed fields have no status among them and no marks between them: whoever saw one notification of an order
  // could change its status, or move a digit from one field to the next. Hence the look-up before money moves.
  return { verified: true, statusIsSigned: false, payment: paymentState(body, body.session.order_id, body.timestamp) };
}

/** Which order a message names, whoever wrote it. */
function orderNamedIn(told: unknown): string | undefined {
  const named = (told as { session?: { order_id?: unknown } | null } | null | undefined)?.session?.order_id;
  return typeof named === 'string' && named.length <= maxReferenceLength ? named : undefined;
}

function acknowledge(settings: PraxisSettings, accepted: boolean): NotificationAnswer {
  const answer = {
    status: accepted ? 0 : -1,
    description: accepted ? 'OK' : 'Send again',
    version: apiVersion,
    timestamp: unixSeconds(settings.clock),
  };
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      [signatureHeader]: sign(acknowledgementSignature(answer), settings.merchantSecret),
    },
    body: JSON.stringify(answer),
  };
}
