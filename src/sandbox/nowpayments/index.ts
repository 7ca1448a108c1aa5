import { createHash, createHmac } from 'node:crypto';
import { isCurrency } from '../../base/currency.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import { after, dayMs, minuteMs } from '../../base/time.ts';
import type { VendorAnswer, VendorRequest } from '../listener.ts';
import { sendMessage, type Telling } from '../praxis/delivery.ts';
import { saleOf, type Order, type Transaction } from '../praxis/rows.ts';
import type { PraxisStore } from '../praxis/store.ts';
import { decisionOn, refusedWords } from '../praxis/payingOut.ts';
import { startProvider, type ProviderOptions, type ProviderSandbox } from '../provider.ts';
import { estimate, listed, networks } from './market.ts';
import { answerPayouts, describePayout } from './payingOut.ts';

export interface NowPaymentsMerchant {
  readonly apiKey: string;
  readonly ipnSecret: string;
  /** Who may pay coins out. */
  readonly email: string;
  readonly password: string;
}

export type NowPaymentsOptions = ProviderOptions & NowPaymentsMerchant;

/**
 * The coin desk of the sandbox, written from NOWPayments' public API documentation: coins, estimates, a payment with its address, and
 * signed notifications. That one key may list payments by `orderId` is our own agreement with the provider.
 */
export async function startNowPayments(options: NowPaymentsOptions): Promise<ProviderSandbox> {
  return startProvider(options, {
    failure: { status: 500, body: '{"statusCode":500,"message":"Internal error"}' },
    answer: (store, request, isRefused) => answer({ ...options, isRefused }, store, request),
    methodOf: ({ method }) => networks[method] ?? method,
    isSpared: ({ path, query, method }) =>
      (path === '/v1/payment/' && query.has('orderId')) || path === '/v1/auth' || (path === '/v1/payout' && method === 'GET'),
    decisionOn,
    resendMs: 5 * minuteMs,
    send: (telling) => send(options, telling),
  });
}

interface Counter extends NowPaymentsOptions {
  isRefused(): boolean;
}

function answer(options: Counter, store: PraxisStore, request: VendorRequest): VendorAnswer {
  const { method, path, query, headers, body } = request;
  if (headers['x-api-key'] !== options.apiKey) return json(403, { statusCode: 403, message: 'Invalid api key' });
  if (path === '/v1/merchant/coins') return json(200, { selectedCurrencies: listed.map((code) => code.toUpperCase()) });
  if (path === '/v1/estimate') return estimated(options, query);
  if (path === '/v1/payment' && method === 'POST') return create(store, readFields(body), options.isRefused);
  if (path === '/v1/payment/' && method === 'GET') return list(store, query);
  const paidOut = answerPayouts(options, store, request);
  return paidOut ? json(paidOut.status, paidOut.body) : json(404, { statusCode: 404, message: 'Not found' });
}

function estimated({ clock }: NowPaymentsOptions, query: URLSearchParams): VendorAnswer {
  const [amount, from, to] = [query.get('amount') ?? '', query.get('currency_from') ?? '', query.get('currency_to') ?? ''];
  const found = estimate({ amount, from, to, at: clock.now() });
  if (found === undefined) return json(400, { statusCode: 400, message: 'Currency is not available' });
  return json(200, { currency_from: from, amount_from: amount, currency_to: to, estimated_amount: found });
}

function create(store: PraxisStore, asked: Readonly<Record<string, unknown>>, isRefused: () => boolean): VendorAnswer {
  const [code, reference] = [String(asked.pay_currency ?? ''), String(asked.order_id ?? '')];
  const currency = code.toUpperCase().replace(/BSC$/, '');
  const minor = isCurrency(currency) ? parseMinor(String(asked.pay_amount ?? ''), currency) : undefined;
  if (!listed.includes(code)) return json(400, { statusCode: 400, message: `Currency ${code} is not available` });
  if (minor === undefined || minor <= 0n || reference === '') return json(400, { statusCode: 400, message: 'Bad request' });
  const known = store.order(reference);
  if (!known && isRefused()) return json(403, { statusCode: 403, message: refusedWords });
  const order =
    known ??
    store.open({
      reference,
      token: addressOf(code, reference),
      intent: 'payment',
      currency,
      amount: minor,
      clientId: '',
      firstName: '',
      lastName: '',
      country: '',
      method: code,
      bank: code === 'xrp' ? memoOf(reference) : '',
      notificationUrl: String(asked.ipn_callback_url ?? ''),
      returnUrl: String(asked.success_url ?? asked.ipn_callback_url ?? ''),
    });
  return json(201, describe(order, undefined));
}

function list(store: PraxisStore, query: URLSearchParams): VendorAnswer {
  const reference = query.get('orderId');
  if (reference !== null) {
    const found = store.order(reference);
    const order = found?.intent === 'payment' ? found : undefined;
    const all = order ? paymentsOf(order, store.transactions(reference)) : [];
    return json(200, { data: all, limit: 500, page: 0, total: all.length });
  }
  const from = new Date(`${query.get('dateFrom')}T00:00:00Z`);
  if (Number.isNaN(from.getTime())) return json(400, { statusCode: 400, message: 'Bad dateFrom' });
  const settled = store.settled({ from, to: after(from, dayMs), after: 0, limit: 500 });
  const all = settled.flatMap((told) => {
    const order = store.order(told.reference);
    const sale = saleOf(store.transactions(told.reference), told);
    return order?.intent === 'payment' ? [describe(order, { told, sale })] : [];
  });
  return json(200, { data: all, limit: 500, page: 0, total: all.length });
}

/** A transaction of an order, with the payment that it is or takes back. */
type Told = Pick<Telling, 'told' | 'sale'>;

/** Each payment of an order as it stands now: what was given back is the same payment, under another status. */
function paymentsOf(order: Order, all: readonly Transaction[]) {
  const sales = all.filter(({ type }) => type === 'sale');
  if (sales.length === 0) return [describe(order, undefined)];
  return sales.map((sale) => {
    const last = all.findLast((each) => each.status === 'approved' && saleOf(all, each)?.tid === sale.tid);
    return describe(order, { told: last ?? sale, sale });
  });
}

/** What a payment is called there: a payer who sends less has paid in part, and nothing is given back in part. */
function statusOf(order: Order, told: Transaction | undefined): string {
  if (!told) return 'waiting';
  if (told.type === 'reversal') return 'finished';
  if (told.type !== 'sale') return 'refunded';
  if (told.status === 'approved') return told.amount < order.amount ? 'partially_paid' : 'finished';
  return told.status === 'pending' ? 'confirming' : 'failed';
}

function describe(order: Order, of: Told | undefined) {
  const { told, sale = told } = of ?? {};
  const { reference, currency, amount, method, token, bank } = order;
  if (!isCurrency(currency)) throw new Error(`an order is in the unknown currency ${currency}`);
  return {
    payment_id: sale?.tid ?? order.tid,
    payment_status: statusOf(order, told),
    pay_address: token,
    payin_extra_id: bank || null,
    pay_amount: formatMinor(amount, currency),
    actually_paid: sale ? formatMinor(sale.amount, currency) : 0,
    pay_currency: method,
    payin_hash: sale ? createHash('sha256').update(`payment ${sale.tid}`).digest('hex') : null,
    order_id: reference,
    purchase_id: String(order.tid),
    updated_at: (told?.at ?? new Date(0)).toISOString(),
  };
}

async function send({ ipnSecret }: NowPaymentsOptions, { order, told, sale, isForged }: Telling): Promise<boolean> {
  const body = order.intent === 'payment' ? describe(order, { told, sale }) : describePayout(order, told);
  const sorted = Object.fromEntries(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const secret = isForged ? 'not the secret' : ipnSecret;
  const signature = createHmac('sha512', secret).update(JSON.stringify(sorted)).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-nowpayments-sig': signature };
  return sendMessage(order.notificationUrl, { headers, body: JSON.stringify(body), isAccepted: () => true });
}

/** An address of each network's look, always the same for an order. */
function addressOf(code: string, reference: string): string {
  const hash = createHash('sha256').update(`${code} ${reference}`).digest('hex');
  const figures = hash.slice(0, 40);
  const looks: Readonly<Record<string, string>> = {
    btc: `bc1q${figures.slice(0, 38)}`,
    xrp: `r${figures.slice(0, 33)}`,
    doge: `D${figures.slice(0, 33)}`,
    ltc: `ltc1q${figures.slice(0, 38)}`,
  };
  return looks[code] ?? `0x${figures}`;
}

function memoOf(reference: string): string {
  return String(Number.parseInt(createHash('sha256').update(reference).digest('hex').slice(0, 8), 16));
}

function readFields(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function json(status: number, body: object): VendorAnswer {
  return { status, body: JSON.stringify(body) };
}
