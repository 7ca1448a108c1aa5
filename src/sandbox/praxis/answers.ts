import { randomBytes } from 'node:crypto';
import { minorAsNumber } from '../../base/money.ts';
import { after, dayMs, type Clock } from '../../base/time.ts';
import type { VendorAnswer, VendorRequest } from '../listener.ts';
import { methodTrouble } from './methods.ts';
import { authentication, describe, signedAnswer, type Merchant } from './messages.ts';
import { refusedWords, takePayout } from './payingOut.ts';
import type { Order, PraxisStore } from './store.ts';

/** What the provider needs to answer its API. */
interface Counter extends Merchant {
  readonly clock: Clock;
  /** Where the payer's page of an order is shown. */
  pageAddress(reference: string): string;
  /** Whether the payment that is asked for now is refused. */
  isRefused(): boolean;
}

export function answer(options: Counter, store: PraxisStore, request: VendorRequest): VendorAnswer {
  if (request.method !== 'POST') return { status: 405, body: '{}' };
  const body = readFields(request.body);
  if (!body) return { status: 400, body: '{"status":1,"description":"Malformed request"}' };
  const signature = String(request.headers['gt-authentication'] ?? '').toLowerCase();
  if (request.path === '/cashier/cashier') return cashier(options, store, { body, signature });
  if (request.path === '/agent/payout') return payout(options, store, { body, signature });
  if (request.path === '/agent/find-order') return findOrder(options, store, { body, signature });
  if (request.path === '/agent/find-transaction') return findTransaction(options, store, { body, signature });
  if (request.path === '/agent/settlement-report') return settlementReport(options, store, { body, signature });
  return { status: 404, body: '{}' };
}

interface SignedRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

function cashier(options: Counter, store: PraxisStore, { body, signature }: SignedRequest): VendorAnswer {
  const signed = [body.merchant_id, body.application_key, body.timestamp, body.intent, body.cid, body.order_id];
  const trouble = requestTrouble(options, body, signature === authentication(signed, options.merchantSecret));
  if (trouble) return problem(options, trouble);
  const wanted = readOrder(body);
  if (typeof wanted === 'string') return problem(options, wanted);
  const known = store.order(wanted.reference);
  if (known && (known.amount !== wanted.amount || known.currency !== wanted.currency))
    return problem(options, 'order_id was used for another amount');
  if (!known && options.isRefused()) return problem(options, refusedWords);
  const order = known ?? store.open(wanted);
  const address = options.pageAddress(order.reference);
  const timestamp = unixSeconds(options.clock);
  return signedAnswer(
    {
      status: 0,
      description: 'Ok',
      redirect_url: address,
      customer: { customer_token: order.token, country: order.country },
      session: { auth_token: order.token, intent: order.intent, session_status: 'open', order_id: order.reference },
      version: '1.3',
      timestamp,
    },
    [0, timestamp, address, order.token],
    options.merchantSecret,
  );
}

/** Paying out without a page: our own agreement with the provider, as are its signatures. */
function payout(options: Counter, store: PraxisStore, { body, signature }: SignedRequest): VendorAnswer {
  const order = [body.order_id, body.original_order_id, body.original_tid];
  const signed = [
    body.merchant_id,
    body.application_key,
    body.timestamp,
    body.intent,
    body.cid,
    ...order,
    body.currency,
    body.amount,
  ];
  const { bank, account_number: account, account_holder: holder } = (body.beneficiary ?? {}) as Record<string, unknown>;
  const isSigned = signature === authentication([...signed, bank, account, holder], options.merchantSecret);
  const trouble = requestTrouble(options, body, isSigned);
  const taken = trouble ?? takePayout(store, body, options.isRefused);
  if (typeof taken === 'string') return problem(options, taken);
  const timestamp = unixSeconds(options.clock);
  return signedAnswer(
    { status: 0, description: 'Ok', order_id: taken.reference, version: '1.3', timestamp },
    [0, timestamp, taken.reference],
    options.merchantSecret,
  );
}

function findOrder(options: Counter, store: PraxisStore, { body, signature }: SignedRequest): VendorAnswer {
  const signed = [body.merchant_id, body.application_key, body.timestamp, body.order_id];
  const trouble = requestTrouble(options, body, signature === authentication(signed, options.merchantSecret));
  if (trouble) return problem(options, trouble);
  const order = store.order(String(body.order_id));
  return order ? found(options, order, store.transactions(order.reference).at(-1)) : problem(options, 'Order not found');
}

/** One transaction of an order: our own agreement with the provider, since no public page has it. */
function findTransaction(options: Counter, store: PraxisStore, { body, signature }: SignedRequest): VendorAnswer {
  const signed = [body.merchant_id, body.application_key, body.timestamp, body.order_id, body.tid];
  const trouble = requestTrouble(options, body, signature === authentication(signed, options.merchantSecret));
  if (trouble) return problem(options, trouble);
  const order = store.order(String(body.order_id));
  const told = order && store.transactions(order.reference).find(({ tid }) => String(tid) === body.tid);
  return order && told ? found(options, order, told) : problem(options, 'Transaction not found');
}

function found(options: Counter, order: Order, told: Parameters<typeof describe>[1]): VendorAnswer {
  const described = describe(order, told);
  const timestamp = unixSeconds(options.clock);
  return signedAnswer(
    { status: 0, description: 'Ok', ...described.objects, version: '1.3', timestamp },
    [0, timestamp, ...described.signed],
    options.merchantSecret,
  );
}

const linesOnPage = 50;

/** What was approved on a day, page by page; our own agreement with the provider too. */
function settlementReport(options: Counter, store: PraxisStore, { body, signature }: SignedRequest): VendorAnswer {
  const signed = [body.merchant_id, body.application_key, body.timestamp, body.day, body.after];
  const trouble = requestTrouble(options, body, signature === authentication(signed, options.merchantSecret));
  if (trouble) return problem(options, trouble);
  const from = new Date(`${String(body.day)}T00:00:00Z`);
  if (Number.isNaN(from.getTime())) return problem(options, 'Invalid day');
  const page = { from, to: after(from, dayMs), after: Number(body.after), limit: linesOnPage + 1 };
  const settled = store.settled(page);
  // The next page begins behind a number, of which there may be two lines.
  const isCut = settled[linesOnPage - 1]?.tid === settled[linesOnPage]?.tid;
  const lines = settled.slice(0, isCut ? linesOnPage - 1 : linesOnPage).map((told) => ({
    tid: told.tid,
    order_id: told.reference,
    transaction_type: told.type,
    currency: told.currency,
    amount: minorAsNumber(told.amount),
    settled_at: Math.floor(told.at.getTime() / 1000),
  }));
  const next = settled.length > linesOnPage ? (lines.at(-1)?.tid ?? null) : null;
  const timestamp = unixSeconds(options.clock);
  const facts = lines.flatMap((line) => Object.values(line));
  return signedAnswer(
    { status: 0, description: 'Ok', day: body.day, next, lines, version: '1.3', timestamp },
    [0, timestamp, body.day, next, ...facts],
    options.merchantSecret,
  );
}

function requestTrouble(merchant: Merchant, body: SignedRequest['body'], isSigned: boolean): string | undefined {
  if (body.merchant_id !== merchant.merchantId || body.application_key !== merchant.applicationKey) return 'Unknown merchant';
  if (!isSigned) return 'Invalid signature';
  return body.version === '1.3' ? undefined : 'Unsupported version';
}

function readOrder(body: SignedRequest['body']): Omit<Order, 'tid' | 'status'> | string {
  const customer = (body.customer_data ?? {}) as Record<string, unknown>;
  const { amount } = body;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return 'Invalid amount';
  if (body.intent !== 'payment' && body.intent !== 'withdrawal') return 'Invalid intent';
  const required = [body.order_id, body.cid, body.notification_url, body.return_url, body.currency];
  if (required.some((value) => typeof value !== 'string' || value === '')) return 'Missing parameter';
  const trouble = methodTrouble(body.payment_method, body.variable1);
  if (trouble) return trouble;
  return {
    reference: String(body.order_id),
    token: randomBytes(16).toString('hex'),
    intent: body.intent,
    currency: String(body.currency),
    amount: BigInt(amount),
    clientId: String(body.cid),
    firstName: String(customer.first_name ?? ''),
    lastName: String(customer.last_name ?? ''),
    country: String(customer.country ?? ''),
    method: String(body.payment_method ?? ''),
    bank: String(body.variable1 ?? ''),
    notificationUrl: String(body.notification_url),
    returnUrl: String(body.return_url),
  };
}

function problem(options: Counter, description: string): VendorAnswer {
  const timestamp = unixSeconds(options.clock);
  return signedAnswer({ status: 1, description, version: '1.3', timestamp }, [1, timestamp], options.merchantSecret);
}

function readFields(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function unixSeconds(clock: Clock): number {
  return Math.floor(clock.wall().getTime() / 1000);
}
