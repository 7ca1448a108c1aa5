import { randomBytes } from 'node:crypto';
import { isCurrency } from '../../base/currency.ts';
import type { Money } from '../../base/money.ts';
import { after, minuteMs, type Clock } from '../../base/time.ts';
import { openFaults, type Planned } from '../faults.ts';
import { listen, type Patience, type VendorAnswer, type VendorRequest } from '../listener.ts';
import { deliver } from './delivery.ts';
import { authentication, describe, signedAnswer, type Merchant } from './messages.ts';
import { openPraxisStore, type NewDelivery, type Order, type OrderStatus, type PraxisStore } from './store.ts';

export interface PraxisOptions extends Merchant {
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  /** Where the payer's page of an order is shown. */
  pageAddress(reference: string): string;
  /** How often due notifications are looked for, in milliseconds; 0 leaves it to `deliverDue`. */
  readonly pollMs?: number;
  readonly patience?: Patience;
}

/** What the payer's page shows. */
export interface PayerPage {
  readonly reference: string;
  readonly intent: 'deposit' | 'payout';
  readonly amount: Money;
  readonly payer: string;
  readonly status: OrderStatus;
  readonly returnUrl: string;
}

type Decision = 'approved' | 'declined' | 'pending';
type DecisionAnswer = 'decided' | 'unknown_payment' | 'already_decided';

export interface PraxisSandbox {
  readonly address: string;
  page(reference: string): PayerPage | undefined;
  /** Decides an order; the signed notifications follow by themselves. Deciding the same again changes nothing. */
  decide(reference: string, decision: Decision): DecisionAnswer;
  /** Delivers what is due now and answers how many deliveries were tried. */
  deliverDue(): Promise<number>;
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

const failure: VendorAnswer = { status: 500, body: '{"status":-1,"description":"Internal error"}' };
/** How late a notification comes under the fault "delay", in application time. */
const delayMs = 2 * minuteMs;

/** The payment provider of the sandbox: a cashier, its payers' decisions and its signed notifications. */
export async function startPraxis(options: PraxisOptions): Promise<PraxisSandbox> {
  const store = openPraxisStore(options.dataFolder);
  const faults = openFaults();
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure,
    handle: (request) => answer(options, store, request),
    fault: (request) => (request.path === '/cashier/cashier' ? faults.takeForCall() : undefined),
    ...(options.patience ? { patience: options.patience } : {}),
  });
  let closed = false;
  let running: Promise<number> | undefined;
  const deliverDue = async (): Promise<number> => {
    running ??= deliver({ store, merchant: options, clock: options.clock, stopped: () => closed }).finally(() => {
      running = undefined;
    });
    return running;
  };
  const kick = (): void => {
    if (options.pollMs !== 0 && !closed) deliverDue().catch(() => undefined);
  };
  const timer = options.pollMs === 0 ? undefined : setInterval(kick, options.pollMs ?? 250);
  timer?.unref();
  return {
    address: listener.address,
    page: (reference) => payerPage(store.order(reference)),
    decide: (reference, decision) => {
      const order = store.order(reference);
      if (!order) return 'unknown_payment';
      const status = decided[decision];
      if (order.status === status) return 'decided';
      if (order.status === 'approved' || order.status === 'rejected') return 'already_decided';
      store.decide(reference, status, notifications(order, status, { now: options.clock.now(), fault: faults.takeForWebhook() }));
      kick();
      return 'decided';
    },
    deliverDue,
    fault: (planned, count) => faults.set(planned, count),
    reset: () => {
      faults.set('none', 0);
      listener.forget();
      store.clear();
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await running?.catch(() => undefined);
      await listener.close();
      store.close();
    },
  };
}

const decided: Readonly<Record<Decision, OrderStatus>> = { approved: 'approved', declined: 'rejected', pending: 'pending' };

function payerPage(order: Order | undefined): PayerPage | undefined {
  if (!order || !isCurrency(order.currency)) return undefined;
  return {
    reference: order.reference,
    intent: order.intent === 'withdrawal' ? 'payout' : 'deposit',
    amount: { minor: order.amount, currency: order.currency },
    payer: `${order.firstName} ${order.lastName}`.trim(),
    status: order.status,
    returnUrl: order.returnUrl,
  };
}

/** The payer's attempt is told as pending first and then as decided, unless a fault has it otherwise. */
function notifications(
  order: Order,
  status: OrderStatus,
  circumstances: { now: Date; fault: string | undefined },
): readonly NewDelivery[] {
  const { now, fault } = circumstances;
  const pending = order.status === 'open' ? [{ transactionStatus: 'pending', dueAt: now, forged: false }] : [];
  const final = status === 'pending' ? [] : [{ transactionStatus: status, dueAt: now, forged: false }];
  const usual = [...pending, ...final];
  if (fault === 'duplicate') return usual.flatMap((one) => [one, one]);
  if (fault === 'delay') return usual.map((one) => ({ ...one, dueAt: after(now, delayMs) }));
  if (fault === 'reorder') return usual.toReversed();
  // A forged message always claims success, and stands before the true ones.
  if (fault === 'forge') return [{ transactionStatus: 'approved', dueAt: now, forged: true }, ...usual];
  return usual;
}

function answer(options: PraxisOptions, store: PraxisStore, request: VendorRequest): VendorAnswer {
  if (request.method !== 'POST') return { status: 405, body: '{}' };
  const body = readFields(request.body);
  if (!body) return { status: 400, body: '{"status":1,"description":"Malformed request"}' };
  const signature = String(request.headers['gt-authentication'] ?? '').toLowerCase();
  if (request.path === '/cashier/cashier') return cashier(options, store, { body, signature });
  if (request.path === '/agent/find-order') return findOrder(options, store, { body, signature });
  return { status: 404, body: '{}' };
}

interface SignedRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

function cashier(options: PraxisOptions, store: PraxisStore, { body, signature }: SignedRequest): VendorAnswer {
  const signed = [body.merchant_id, body.application_key, body.timestamp, body.intent, body.cid, body.order_id];
  const trouble = requestTrouble(options, body, signature === authentication(signed, options.merchantSecret));
  if (trouble) return problem(options, trouble);
  const wanted = readOrder(body);
  if (typeof wanted === 'string') return problem(options, wanted);
  const known = store.order(wanted.reference);
  if (known && (known.amount !== wanted.amount || known.currency !== wanted.currency))
    return problem(options, 'order_id was used for another amount');
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

function findOrder(options: PraxisOptions, store: PraxisStore, { body, signature }: SignedRequest): VendorAnswer {
  const signed = [body.merchant_id, body.application_key, body.timestamp, body.order_id];
  const trouble = requestTrouble(options, body, signature === authentication(signed, options.merchantSecret));
  if (trouble) return problem(options, trouble);
  const order = store.order(String(body.order_id));
  if (!order) return problem(options, 'Order not found');
  const described = describe(order, order.status);
  const timestamp = unixSeconds(options.clock);
  return signedAnswer(
    { status: 0, description: 'Ok', ...described.objects, version: '1.3', timestamp },
    [0, timestamp, ...described.signed],
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
    notificationUrl: String(body.notification_url),
    returnUrl: String(body.return_url),
  };
}

function problem(options: PraxisOptions, description: string): VendorAnswer {
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
