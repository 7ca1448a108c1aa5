import { createHash, randomBytes } from 'node:crypto';
import { formatMinor, parseMinor } from '../../base/money.ts';
import { isCurrency } from '../../base/currency.ts';
import { after, dayMs, minuteMs } from '../../base/time.ts';
import type { VendorAnswer, VendorRequest } from '../listener.ts';
import { sendMessage, type Telling } from '../praxis/delivery.ts';
import type { Order, Transaction } from '../praxis/rows.ts';
import type { PraxisStore } from '../praxis/store.ts';
import { decisionOn, refusedWords } from '../praxis/payingOut.ts';
import { startProvider, type ProviderOptions, type ProviderSandbox } from '../provider.ts';
import { openInterface, type SkrillInterface } from './payingOut.ts';

/** The merchant as Skrill knows it. */
export interface SkrillMerchant {
  readonly merchantId: string;
  readonly email: string;
  readonly secretWord: string;
  readonly queryPassword: string;
}

export type SkrillOptions = ProviderOptions & SkrillMerchant;

/**
 * The wallet of the sandbox, written from Skrill's Quick Checkout, Merchant Query Interface and Automated Payments Interface guides: a session is prepared, the payer
 * pays at `/?sid=`, the status address is told, and `query.pl` answers how a transaction stands. Further transactions of an order and
 * their types are our own agreement with the provider: the guides have one status for each payment.
 */
export async function startSkrill(options: SkrillOptions): Promise<ProviderSandbox> {
  const automated = openInterface(options);
  return startProvider(options, {
    failure: { status: 500, headers: plain, body: 'Internal error' },
    answer: (store, request, isRefused) => answer({ ...options, automated, isRefused }, store, request),
    isSpared: automated.isSpared,
    decisionOn,
    methodOf: () => 'Skrill wallet',
    // The guide: every fifteen minutes, ten times.
    resendMs: 15 * minuteMs,
    send: (telling) => send(options, telling),
  });
}

const plain = { 'content-type': 'text/plain; charset=utf-8' };
const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

interface Counter extends SkrillOptions {
  readonly automated: SkrillInterface;
  isRefused(): boolean;
}

function answer(options: Counter, store: PraxisStore, request: VendorRequest): VendorAnswer {
  const paidOut = options.automated.answer(store, request, options.isRefused);
  if (paidOut) return paidOut;
  if (request.path === '/app/query.pl') return query(options, store, request.query);
  if (request.path !== '/') return text(404, 'Not found');
  if (request.method === 'POST') return prepare(options, store, new URLSearchParams(request.body.toString('utf8')));
  const order = store.byToken(request.query.get('sid') ?? '');
  if (!order) return text(404, 'Unknown session');
  return { status: 302, headers: { ...plain, location: options.pageAddress(order.reference) }, body: '' };
}

function prepare(options: Counter, store: PraxisStore, asked: URLSearchParams): VendorAnswer {
  const reference = asked.get('transaction_id') ?? '';
  const currency = asked.get('currency') ?? '';
  const minor = isCurrency(currency) ? parseMinor(asked.get('amount') ?? '', currency) : undefined;
  if (asked.get('pay_to_email') !== options.email) return text(400, 'BAD_REQUEST: unknown pay_to_email');
  if (asked.get('prepare_only') !== '1' || reference === '') return text(400, 'BAD_REQUEST: missing parameter');
  if (minor === undefined || minor <= 0n) return text(400, 'BAD_REQUEST: invalid amount');
  const known = store.order(reference);
  if (known && (known.amount !== minor || known.currency !== currency)) return text(400, 'BAD_REQUEST: duplicate transaction_id');
  if (!known && options.isRefused()) return text(403, refusedWords);
  const order =
    known ??
    store.open({
      reference,
      token: randomBytes(16).toString('hex'),
      intent: asked.get('intent') === 'payout' ? 'withdrawal' : 'payment',
      currency,
      amount: minor,
      clientId: asked.get('customer_id') ?? '',
      firstName: asked.get('firstname') ?? '',
      lastName: asked.get('lastname') ?? '',
      country: '',
      method: asked.get('payment_methods') ?? '',
      bank: '',
      notificationUrl: asked.get('status_url') ?? '',
      returnUrl: asked.get('return_url') ?? '',
      account: asked.get('pay_from_email') ?? '',
    });
  return text(200, order.token);
}

/** The Merchant Query Interface: a line with a code, then the same fields as a report. */
function query(options: SkrillOptions, store: PraxisStore, asked: URLSearchParams): VendorAnswer {
  if (asked.get('email') !== options.email || asked.get('password') !== md5(options.queryPassword))
    return text(200, '402\t\tCannot login');
  if (asked.get('action') === 'history') return history(store, asked.get('start_date') ?? '');
  if (asked.get('action') !== 'status_trn') return text(200, '405\t\tUnknown action');
  const order = store.order(asked.get('trn_id') ?? '');
  const number = asked.get('mb_trn_id');
  const all = order ? store.transactions(order.reference) : [];
  const told = number === null ? all.at(-1) : all.find(({ tid }) => String(tid) === number);
  if (!order || (number !== null && !told)) return text(200, '403\t\tTransaction not found');
  return text(200, `200\t\tOK\n${reportOf(options, { order, told })}`);
}

/** Every approved transaction of a day (UTC by our agreement), as the account history is exported. */
function history(store: PraxisStore, day: string): VendorAnswer {
  const [, date, month, year] = /^(\d\d)-(\d\d)-(\d{4})$/.exec(day) ?? [];
  const from = new Date(`${year}-${month}-${date}T00:00:00Z`);
  if (Number.isNaN(from.getTime())) return text(200, '405\t\tInvalid start_date');
  const lines = store
    .settled({ from, to: after(from, dayMs), after: 0, limit: 100_000 })
    .map(({ tid, at, type, reference, amount, currency }) =>
      [tid, at.toISOString(), type, reference, plainAmount(amount, currency), currency].join(','),
    );
  return text(200, ['200\t\tOK', 'ID,Time,Type,Reference,Amount Sent,Currency sent', ...lines].join('\n'));
}

const codes: Readonly<Record<string, string>> = { approved: '2', pending: '0', rejected: '-2' };

function reportOf(options: SkrillMerchant, { order, told }: { readonly order: Order; readonly told: Transaction | undefined }) {
  const { amount, currency } = told ?? order;
  const status = told === undefined ? '0' : (codes[told.status] ?? '0');
  const shown = plainAmount(amount, currency);
  const signed = [options.merchantId, order.reference, md5(options.secretWord).toUpperCase(), shown, currency, status];
  return new URLSearchParams({
    pay_to_email: options.email,
    merchant_id: options.merchantId,
    transaction_id: order.reference,
    ...(told ? { mb_transaction_id: String(told.tid), transaction_type: told.type } : {}),
    mb_amount: shown,
    mb_currency: currency,
    amount: shown,
    currency,
    status,
    payment_type: 'WLT',
    ...(order.account && order.intent === 'payment' ? { pay_from_email: order.account } : {}),
    ...(told ? nameOf(told.payer) : {}),
    md5sig: md5(signed.join('')).toUpperCase(),
  });
}

function nameOf(payer: string): { firstname: string; lastname: string } {
  const [firstname = '', ...rest] = payer.split(' ');
  return { firstname, lastname: rest.join(' ') };
}

/** Without zeros at its end, as the guide shows its amounts. */
function plainAmount(minor: bigint, currency: string): string {
  if (!isCurrency(currency)) throw new Error(`an order is in the unknown currency ${currency}`);
  const whole = formatMinor(minor, currency);
  return whole.includes('.') ? whole.replace(/0{1,8}$/, '').replace(/\.$/, '') : whole;
}

async function send(options: SkrillOptions, { order, told, isForged }: Telling): Promise<boolean> {
  const body = reportOf(isForged ? { ...options, secretWord: 'not the secret' } : options, { order, told }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return sendMessage(order.notificationUrl, { headers, body, isAccepted: () => true });
}

function text(status: number, body: string): VendorAnswer {
  return { status, headers: plain, body };
}
