import { boundedText } from '../../../base/body.ts';
import { currencies, readCurrency, type Currency } from '../../../base/currency.ts';
import { minorAsNumber } from '../../../base/money.ts';
import type { Clock } from '../../../base/time.ts';
import {
  maxReferenceLength,
  type LookUpAnswer,
  type NotificationAnswer,
  type NotificationHeaders,
  type NotificationReading,
  type PaymentRequest,
  type Payments,
  type PaymentState,
  type StartAnswer,
} from '../port.ts';
import { paymentStatus } from './status.ts';
import {
  acknowledgementSignature,
  apiVersion,
  cashierAnswerSchema,
  cashierAnswerSignature,
  cashierSignature,
  findOrderAnswerSchema,
  findOrderAnswerSignature,
  findOrderSignature,
  isSignedBy,
  notificationSchema,
  notificationSignature,
  sign,
  signatureHeader,
  type CashierRequest,
  type OrderObjects,
  type SignedValue,
} from './messages.ts';

export interface PraxisSettings {
  /** Where the API answers, without the path: "https://gw.praxisgate.com". */
  readonly address: string;
  readonly merchantId: string;
  readonly applicationKey: string;
  readonly merchantSecret: string;
  /** While the secret is being changed: what the provider signed with the one before it counts too. We sign with the new one. */
  readonly oldMerchantSecret?: string;
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

/** Answers larger than this are not Praxis's. */
const maxAnswerBytes = 256 * 1024;
/** find-order says that it knows no such order with a positive status and words of that kind. */
const absentWords = /not found|no (such )?(order|session|transaction)/i;

/** The Praxis cashier (doc.praxiscashier.com, API version 1.3). */
export function openPraxis(settings: PraxisSettings): Payments {
  return {
    startPayment: (request) => startPayment(settings, request),
    lookUp: (reference) => lookUp(settings, reference),
    readNotification: (raw, headers) => readNotification(settings, raw, headers),
    notifications: { path: 'praxis', headers: [signatureHeader] },
    acknowledge: (accepted) => acknowledge(settings, accepted),
  };
}

async function startPayment(settings: PraxisSettings, request: PaymentRequest): Promise<StartAnswer> {
  if (request.reference.length === 0 || request.reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  if (currencies[request.amount.currency].kind !== 'fiat')
    return refused('currency_not_supported', `${request.amount.currency} is not a currency of the cashier`);
  if (request.amount.minor <= 0n || request.amount.minor > BigInt(Number.MAX_SAFE_INTEGER))
    return refused('amount_not_supported', 'the amount must be positive and fit the cashier');

  const body = cashierRequest(settings, request);
  const exchange = await post(settings, { path: '/cashier/cashier', body, signed: cashierSignature(body) });
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
  const [firstName = '', ...lastNames] = request.customer.name.trim().split(/\s+/);
  return {
    merchant_id: settings.merchantId,
    application_key: settings.applicationKey,
    intent: request.intent === 'deposit' ? 'payment' : 'withdrawal',
    currency: request.amount.currency,
    amount: minorAsNumber(request.amount.minor),
    cid: String(request.clientId),
    locale: cashierLocale(request.locale),
    order_id: request.reference,
    customer_data: {
      country: request.customer.country,
      // objects/customer: names have at most 25 characters.
      first_name: firstName.slice(0, 25),
      last_name: lastNames.join(' ').slice(0, 25),
      email: request.customer.email,
    },
    payment_method: request.methodKey ?? null,
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

async function lookUp(settings: PraxisSettings, reference: string): Promise<LookUpAnswer> {
  const body = {
    merchant_id: settings.merchantId,
    application_key: settings.applicationKey,
    order_id: reference,
    version: apiVersion,
    timestamp: unixSeconds(settings.clock),
  };
  const exchange = await post(settings, { path: '/agent/find-order', body, signed: findOrderSignature(body) });
  if (exchange.outcome === 'unknown') return exchange;
  const parsed = findOrderAnswerSchema.safeParse(exchange.answer);
  if (!parsed.success) return unknown('find-order answered in an unknown form');
  const answer = parsed.data;
  if (!isTheirs(settings, exchange.signature, findOrderAnswerSignature(answer)))
    return unknown('the answer of find-order is not signed by the provider');
  if (answer.status > 0 && absentWords.test(answer.description ?? '')) return { outcome: 'absent' };
  if (answer.status !== 0) return unknown(answer.description ?? `status ${answer.status}`);
  if (answer.session?.order_id !== reference) return unknown('find-order answered about another order');
  return { outcome: 'found', payment: paymentState(answer, reference, answer.timestamp ?? body.timestamp) };
}

function readNotification(settings: PraxisSettings, raw: Uint8Array, headers: NotificationHeaders): NotificationReading {
  const parsed = notificationSchema.safeParse(parseJson(Buffer.from(raw).toString('utf8')));
  if (!parsed.success) return { verified: false, reason: 'malformed' };
  const body = parsed.data;
  if (body.merchant_id !== settings.merchantId || body.application_key !== settings.applicationKey)
    return { verified: false, reason: 'wrong_merchant' };
  const header = headers[signatureHeader];
  const signature = typeof header === 'string' ? header : header?.[0];
  if (!isTheirs(settings, signature, notificationSignature(body))) return { verified: false, reason: 'wrong_signature' };
  // The signed fields have no status among them and no marks between them: whoever saw one notification of an order
  // could change its status, or move a digit from one field to the next. Hence the look-up before money moves.
  return { verified: true, statusIsSigned: false, payment: paymentState(body, body.session.order_id, body.timestamp) };
}

function paymentState(order: OrderObjects, reference: string, timestamp: number): PaymentState {
  const { transaction, customer } = order;
  const card = transaction?.card;
  const holder = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ');
  const name = card?.card_holder || holder;
  return {
    reference,
    ...paymentStatus(order),
    providerTransactionId: transaction ? String(transaction.tid) : undefined,
    amount: transaction ? { minor: BigInt(transaction.amount), currency: fiatCurrency(transaction.currency) } : undefined,
    payer: {
      name: name || undefined,
      cardMask: card?.card_number ?? undefined,
      cardBrand: card?.card_type ?? undefined,
    },
    occurredAt: new Date(timestamp * 1000),
  };
}

function fiatCurrency(letters: string): Currency | undefined {
  const currency = readCurrency(letters);
  return currency && currencies[currency].kind === 'fiat' ? currency : undefined;
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

/** Whether the provider signed these values, with the secret that holds or with the one before it. */
function isTheirs(settings: PraxisSettings, signature: string | undefined, values: readonly SignedValue[]): boolean {
  const { merchantSecret, oldMerchantSecret = merchantSecret } = settings;
  return isSignedBy(signature, values, merchantSecret) || isSignedBy(signature, values, oldMerchantSecret);
}

interface Call {
  readonly path: string;
  readonly body: object;
  readonly signed: readonly SignedValue[];
}

type Exchange =
  | { readonly outcome: 'answered'; readonly answer: unknown; readonly signature: string | undefined }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** One signed POST. Whatever keeps us from a readable answer is unknown: the request may have been served. */
async function post(settings: PraxisSettings, call: Call): Promise<Exchange> {
  try {
    const response = await fetch(new URL(call.path, settings.address), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        [signatureHeader]: sign(call.signed, settings.merchantSecret),
      },
      body: JSON.stringify(call.body),
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs ?? 10_000),
    });
    const answer = parseJson(await boundedText(response.body, maxAnswerBytes));
    if (answer === undefined) return unknown(`HTTP ${response.status} without a JSON body`);
    return { outcome: 'answered', answer, signature: response.headers.get(signatureHeader) ?? undefined };
  } catch (error) {
    return unknown(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

function unixSeconds(clock: Clock): number {
  return Math.floor(clock.wall().getTime() / 1000);
}

function unknown(reason: string): { outcome: 'unknown'; reason: string } {
  return { outcome: 'unknown', reason };
}

function refused(code: 'currency_not_supported' | 'amount_not_supported' | 'rejected_by_provider', message: string) {
  return { outcome: 'refused', code, message } as const;
}
