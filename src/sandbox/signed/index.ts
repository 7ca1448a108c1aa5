import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isCurrency } from '../../base/currency.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import { after, dayMs, minuteMs, secondMs, type Clock } from '../../base/time.ts';
import type { VendorAnswer, VendorRequest } from '../listener.ts';
import { sendMessage, type Telling } from '../praxis/delivery.ts';
import { decisionOn, refusedWords, takeOrder } from '../praxis/payingOut.ts';
import type { Order, Transaction } from '../praxis/rows.ts';
import type { PraxisStore } from '../praxis/store.ts';

/** The merchant as the vendor knows it. */
export interface SignedMerchant {
  readonly merchant: string;
  readonly secret: string;
}

/** A vendor of our own protocol: what its headers are called by, and what differs besides. */
export interface SignedVendor extends SignedMerchant {
  readonly prefix: 'wallet' | 'issuer';
  readonly clock: Clock;
  pageAddress(reference: string): string;
  /** Why nobody can be paid there; undefined where somebody can. */
  payeeTrouble(account: string, currency: string): string | undefined;
  /** What else it is asked. */
  answersBesides?(request: VendorRequest): Said | undefined;
  /** Nobody pays in by it. */
  readonly paysOutOnly?: boolean;
}

/** Our own protocol (docs/operate/services.md): orders with a page, payouts, reports, signed notifications. */
export function signedSpeech(vendor: SignedVendor) {
  return {
    failure: { status: 500, body: '' },
    answer: (store: PraxisStore, request: VendorRequest, isRefused: () => boolean) =>
      answer({ ...vendor, isRefused }, store, request),
    decisionOn,
    resendMs: 10 * minuteMs,
    send: (telling: Telling) => send(vendor, telling),
  };
}

export interface Said {
  readonly status: number;
  readonly body: object;
}

interface Counter extends SignedVendor {
  isRefused(): boolean;
}

/** So far a request's time may be from the vendor's clock. */
const mostSkewMs = 300 * secondMs;

function answer(options: Counter, store: PraxisStore, request: VendorRequest): VendorAnswer {
  const said = isTheMerchants(options, request)
    ? (answered(options, store, request) ?? { status: 404, body: { error: 'there is no such thing' } })
    : { status: 401, body: { error: 'the signature is not the merchant’s' } };
  const body = JSON.stringify(said.body);
  return { status: said.status, headers: proofOf(options, body), body };
}

function answered(options: Counter, store: PraxisStore, request: VendorRequest): Said | undefined {
  const { method, path, query } = request;
  if (method === 'POST') {
    const fields = read(request.body);
    if (path === '/v1/orders' && !options.paysOutOnly) return open(options, store, fields);
    return path === '/v1/payouts' ? payOut(options, store, fields) : options.answersBesides?.(request);
  }
  if (path === '/v1/settlements') return settlements(store, query);
  const order = path.startsWith('/v1/orders/') ? store.order(decodeURIComponent(path.slice('/v1/orders/'.length))) : undefined;
  if (!order) return options.answersBesides?.(request);
  const number = query.get('transaction');
  const all = store.transactions(order.reference);
  const told = number === null ? all.at(-1) : all.find(({ tid }) => nameOf(tid) === number);
  return number !== null && !told ? undefined : { status: 200, body: shown(options, order, told) };
}

function open(options: Counter, store: PraxisStore, fields: Fields): Said {
  const wanted = wantedOf(fields, fields.text('intent') === 'payout' ? 'withdrawal' : 'payment');
  if (typeof wanted === 'string') return refused(wanted);
  const known = store.order(wanted.reference);
  if (known && (known.amount !== wanted.amount || known.currency !== wanted.currency))
    return { status: 409, body: { error: 'the reference was used for another order' } };
  if (!known && options.isRefused()) return refused(refusedWords);
  const { reference } = known ?? store.open(wanted);
  return { status: 200, body: { reference, page: options.pageAddress(reference) } };
}

function payOut(options: Counter, store: PraxisStore, fields: Fields): Said {
  const isRefund = fields.text('intent') === 'refund';
  const read = wantedOf(fields, isRefund ? 'refund' : 'withdrawal');
  if (typeof read === 'string') return refused(read);
  // What names an order to go back to has no page, and nobody but the wallet decides of it.
  const wanted = { ...read, original: fields.text('original') };
  const { account = '', original } = wanted;
  if (account === '' && original === '') return refused('nobody is named who is to be paid');
  const trouble = account === '' ? undefined : options.payeeTrouble(account, wanted.currency);
  if (trouble !== undefined) return refused(trouble);
  const order = takeOrder(store, wanted, options.isRefused);
  return typeof order === 'string' ? refused(order) : { status: 200, body: shown(options, order, undefined) };
}

export const refused = (error: string): Said => ({ status: 422, body: { error } });

export interface Fields {
  text(name: string): string;
  within(name: string): Fields;
}

export function read(body: Buffer): Fields {
  let told: unknown;
  try {
    told = JSON.parse(body.toString('utf8'));
  } catch {
    told = undefined;
  }
  return fieldsOf(told);
}

function fieldsOf(told: unknown): Fields {
  const fields = (typeof told === 'object' && told !== null ? told : {}) as Readonly<Record<string, unknown>>;
  return {
    text: (name) => (typeof fields[name] === 'string' ? fields[name] : ''),
    within: (name) => fieldsOf(fields[name]),
  };
}

function wantedOf(fields: Fields, intent: 'payment' | 'withdrawal' | 'refund'): Omit<Order, 'tid' | 'status'> | string {
  const [reference, currency] = [fields.text('reference'), fields.text('currency')];
  const minor = isCurrency(currency) ? parseMinor(fields.text('amount'), currency) : undefined;
  if (reference === '' || fields.text('notification_url') === '') return 'a field is missing';
  if (minor === undefined || minor <= 0n) return 'the amount cannot be read';
  const customer = fields.within('customer');
  const [firstName = '', ...lastNames] = customer.text('name').split(' ');
  return {
    reference,
    token: randomBytes(16).toString('hex'),
    intent,
    currency,
    amount: minor,
    clientId: customer.text('id'),
    firstName,
    lastName: lastNames.join(' '),
    country: customer.text('country'),
    method: 'wallet',
    bank: '',
    notificationUrl: fields.text('notification_url'),
    returnUrl: fields.text('return_url'),
    account: fields.text('to'),
  };
}

const pageSize = 100;

/** What was approved on a day (UTC), a hundred lines a page. */
function settlements(store: PraxisStore, query: URLSearchParams): Said {
  const from = new Date(`${query.get('day') ?? ''}T00:00:00Z`);
  if (Number.isNaN(from.getTime())) return refused('there is no such day');
  const behind = Number((query.get('after') ?? '').replace('nw-', '')) || 0;
  const rows = store.settled({ from, to: after(from, dayMs), after: behind, limit: pageSize });
  const lines = rows.map((row) => {
    const { id, type, amount, currency, at } = transactionOf(row);
    return { id, reference: row.reference, type, amount, currency, at };
  });
  return { status: 200, body: { lines, next: lines.length < pageSize ? null : (lines.at(-1)?.id ?? null) } };
}

const nameOf = (tid: number): string => `nw-${tid}`;
const types: Readonly<Record<string, string>> = { sale: 'payment' };
const statuses: Readonly<Record<string, string>> = { approved: 'completed', rejected: 'declined' };

function shown({ merchant }: SignedVendor, { reference }: Order, told: Transaction | undefined): object {
  return { merchant, reference, transaction: told ? transactionOf(told) : null };
}

function transactionOf({ tid, type, status, amount, currency, payer, at }: Transaction) {
  if (!isCurrency(currency)) throw new Error(`a transaction is in the unknown currency ${currency}`);
  return {
    id: nameOf(tid),
    type: types[type] ?? type,
    status: statuses[status] ?? status,
    amount: formatMinor(amount, currency),
    currency,
    payer: { name: payer },
    at: at.toISOString(),
  };
}

async function send(options: SignedVendor, { order, told, isForged }: Telling): Promise<boolean> {
  const body = JSON.stringify(shown(options, order, told));
  const headers = proofOf(isForged ? { ...options, secret: 'not the secret' } : options, body);
  return sendMessage(order.notificationUrl, { headers, body, isAccepted: (answer) => JSON.parse(answer).accepted === true });
}

export function proofOf(
  { prefix, secret, clock }: Pick<SignedVendor, 'prefix' | 'secret' | 'clock'>,
  body: string,
): Readonly<Record<string, string>> {
  const time = String(Math.floor(clock.wall().getTime() / secondMs));
  const signature = signatureOf(secret, `${time}\n${body}`);
  return { 'content-type': 'application/json; charset=utf-8', [`x-${prefix}-time`]: time, [`x-${prefix}-signature`]: signature };
}

function isTheMerchants({ prefix, merchant, secret, clock }: SignedVendor, { headers, ...request }: VendorRequest): boolean {
  const time = String(headers[`x-${prefix}-time`] ?? '');
  const query = request.query.size === 0 ? '' : `?${request.query}`;
  const said = request.method === 'POST' ? [request.body.toString('utf8')] : [];
  const over = [time, request.method, `${request.path}${query}`, ...said].join('\n');
  const [told, own] = [String(headers[`x-${prefix}-signature`] ?? ''), signatureOf(secret, over)].map((hex) =>
    Buffer.from(hex, 'hex'),
  );
  const skewMs = Math.abs(clock.wall().getTime() - Number(time) * secondMs);
  if (headers[`x-${prefix}-merchant`] !== merchant || !(skewMs <= mostSkewMs) || !told || !own) return false;
  return told.length === own.length && timingSafeEqual(told, own);
}

function signatureOf(secret: string, over: string): string {
  return createHmac('sha256', secret).update(over, 'utf8').digest('hex');
}
