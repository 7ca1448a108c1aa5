import { createHash } from 'node:crypto';
import { isCurrency } from '../../base/currency.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import { after, dayMs } from '../../base/time.ts';
import type { VendorRequest } from '../listener.ts';
import { takeOrder } from '../praxis/payingOut.ts';
import type { Order, Transaction } from '../praxis/rows.ts';
import type { PraxisStore } from '../praxis/store.ts';
import { listed } from './market.ts';

interface Account {
  readonly email: string;
  readonly password: string;
  isRefused(): boolean;
}

type Fields = Readonly<Record<string, unknown>>;
interface Answered {
  readonly status: number;
  readonly body: object;
}

/** Mass payouts, by the same documentation; undefined for what is none of theirs. */
export function answerPayouts(account: Account, store: PraxisStore, request: VendorRequest): Answered | undefined {
  const { method, path, query, headers } = request;
  const body = readFields(request.body);
  if (path === '/v1/auth' && method === 'POST') {
    const isKnown = body['email'] === account.email && body['password'] === account.password;
    return isKnown ? { status: 200, body: { token: tokenOf(account) } } : problem(403, 'Invalid login or password');
  }
  if (path !== '/v1/payout') return undefined;
  if (headers['authorization'] !== `Bearer ${tokenOf(account)}`) return problem(401, 'Authorization is required');
  return method === 'POST' ? create(store, body, account.isRefused) : list(store, query);
}

function tokenOf({ email, password }: Pick<Account, 'email' | 'password'>): string {
  return createHash('sha256').update(`${email} ${password}`).digest('hex');
}

function create(store: PraxisStore, body: Fields, isRefused: () => boolean): Answered {
  const [asked] = Array.isArray(body['withdrawals']) ? (body['withdrawals'] as readonly Fields[]) : [];
  const text = (name: string): string => String(asked?.[name] ?? '');
  const currency = text('fiat_currency').toUpperCase();
  const minor = isCurrency(currency) ? parseMinor(text('fiat_amount'), currency) : undefined;
  const [reference, address, code] = [text('unique_external_id'), text('address'), text('currency')];
  if (minor === undefined || minor <= 0n || reference === '') return problem(400, 'Bad request');
  if (!listed.includes(code)) return problem(400, `Currency ${code} is not available`);
  // Of zeros only, nobody has one.
  if (address.length < 20 || /^\w{0,3}0{20,60}$/.test(address)) return problem(400, 'Invalid payout address');
  const wanted = {
    reference,
    token: createHash('sha256').update(`payout ${reference}`).digest('hex'),
    intent: 'withdrawal' as const,
    currency,
    amount: minor,
    clientId: '',
    firstName: '',
    lastName: '',
    country: '',
    method: code,
    bank: text('extra_id'),
    notificationUrl: text('ipn_callback_url'),
    returnUrl: '',
    original: '',
    account: address,
  };
  const order = takeOrder(store, wanted, isRefused);
  if (typeof order === 'string') return problem(400, order);
  return { status: 200, body: { id: String(order.tid), withdrawals: [describePayout(order, undefined)] } };
}

function list(store: PraxisStore, query: URLSearchParams): Answered {
  const reference = query.get('externalId');
  if (reference !== null) {
    const order = store.order(reference);
    const isPayout = order?.intent === 'withdrawal';
    return { status: 200, body: { payouts: isPayout ? [describePayout(order, store.transactions(reference).at(-1))] : [] } };
  }
  const from = new Date(`${query.get('date')}T00:00:00Z`);
  if (Number.isNaN(from.getTime())) return problem(400, 'Bad date');
  const payouts = store.settled({ from, to: after(from, dayMs), after: 0, limit: 500 }).flatMap((told) => {
    const order = store.order(told.reference);
    return order?.intent === 'withdrawal' ? [describePayout(order, told)] : [];
  });
  return { status: 200, body: { payouts } };
}

const words: Readonly<Record<string, string>> = { approved: 'FINISHED', rejected: 'REJECTED', pending: 'SENDING' };

export function describePayout(order: Order, told: Transaction | undefined) {
  const { reference, currency, amount, method, account = '', bank } = order;
  if (!isCurrency(currency)) throw new Error(`an order is in the unknown currency ${currency}`);
  const status = told ? (words[told.status] ?? 'WAITING') : 'WAITING';
  return {
    id: String(order.tid),
    unique_external_id: reference,
    status,
    address: account,
    extra_id: bank || null,
    currency: method,
    fiat_amount: formatMinor(amount, currency),
    fiat_currency: currency.toLowerCase(),
    hash: status === 'FINISHED' ? createHash('sha256').update(`chain ${reference}`).digest('hex') : null,
    updated_at: (told?.at ?? new Date(0)).toISOString(),
  };
}

function readFields(body: Buffer): Fields {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : {};
  } catch {
    return {};
  }
}

function problem(status: number, message: string): Answered {
  return { status, body: { statusCode: status, message } };
}
