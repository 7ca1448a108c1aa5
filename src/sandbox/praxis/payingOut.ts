import { randomBytes } from 'node:crypto';
import type { Decision } from './deciding.ts';
import type { Order, PraxisStore } from './store.ts';

/*
 * Payouts without a page. What becomes of one, its amount says, as providers' test cards do: of so many cents left over it is declined
 * after it was accepted, or left pending until somebody decides; every other is approved.
 */
const declinedCents = 13n;
const pendingCents = 37n;

/** What a provider says of a payment that it refuses, where its protocol leaves the words to it. */
export const refusedWords = 'The payment was refused by the risk rules';

type Fields = Readonly<Record<string, unknown>>;

/** Takes the order, or says why not. Asked again under the same reference it is the same one. */
export function takePayout(store: PraxisStore, body: Fields, isRefused: () => boolean): Order | string {
  const wanted = readPayout(body);
  return typeof wanted === 'string' ? wanted : takeOrder(store, wanted, isRefused);
}

/** The same of any provider that speaks otherwise. */
export function takeOrder(store: PraxisStore, wanted: Omit<Order, 'tid' | 'status'>, isRefused: () => boolean): Order | string {
  const known = store.order(wanted.reference);
  if (known)
    return known.amount === wanted.amount && known.currency === wanted.currency && known.intent === wanted.intent
      ? known
      : 'order_id was used for another payout';
  if (wanted.intent === 'refund') {
    const trouble = refundTrouble(store, wanted);
    if (trouble) return trouble;
  }
  return isRefused() ? refusedWords : store.open(wanted);
}

/** A refund is of an order that was paid in that currency, of what neither a refund nor a chargeback has taken of it. */
function refundTrouble(store: PraxisStore, wanted: Omit<Order, 'tid' | 'status'>): string | undefined {
  const original = store.order(wanted.original ?? '');
  if (!original) return 'Original order is unknown';
  const approved = store.transactions(original.reference).filter(({ status }) => status === 'approved');
  const sum = (types: readonly string[]): bigint =>
    approved
      .filter(({ type, currency }) => types.includes(type) && currency === wanted.currency)
      .reduce((total, { amount }) => total + amount, 0n);
  const left = sum(['sale', 'reversal']) - sum(['refund', 'chargeback']) - store.givenBack(original.reference);
  return wanted.amount > left ? 'Refund exceeds what is left of the payment' : undefined;
}

function readPayout(body: Fields): Omit<Order, 'tid' | 'status'> | string {
  const customer = (body['customer_data'] ?? {}) as Record<string, unknown>;
  const { amount } = body;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return 'Invalid amount';
  if (body['intent'] !== 'refund' && body['intent'] !== 'withdrawal') return 'Invalid intent';
  const beneficiary = (body['beneficiary'] ?? undefined) as Record<string, unknown> | undefined;
  const account = String(beneficiary?.['account_number'] ?? '');
  // Money goes back to an order, or to somebody's account; of zeros only, nobody has one.
  if (beneficiary && (body['intent'] === 'refund' || body['payment_method'] !== 'Bank Transfer')) return 'Invalid payment_method';
  if (beneficiary && (!/^\d{6,20}$/.test(account) || /^0{1,20}$/.test(account) || !beneficiary['account_holder']))
    return 'Invalid beneficiary';
  const goesTo = beneficiary ? beneficiary['bank'] : body['original_order_id'];
  const required = [body['order_id'], goesTo, body['cid'], body['notification_url'], body['currency']];
  if (required.some((value) => typeof value !== 'string' || value === '')) return 'Missing parameter';
  return {
    reference: String(body['order_id']),
    token: randomBytes(16).toString('hex'),
    intent: body['intent'],
    currency: String(body['currency']),
    amount: BigInt(amount),
    clientId: String(body['cid']),
    firstName: String(customer['first_name'] ?? ''),
    lastName: String(customer['last_name'] ?? ''),
    country: String(customer['country'] ?? ''),
    method: '',
    bank: String(beneficiary?.['bank'] ?? ''),
    notificationUrl: String(body['notification_url']),
    returnUrl: '',
    original: String(body['original_order_id'] ?? ''),
    account,
  };
}

/** What the provider decides of a payout by itself; undefined: nothing, somebody has to. */
export function decisionOn({ amount }: Order): Decision | undefined {
  const cents = amount % 100n;
  return cents === pendingCents ? undefined : cents === declinedCents ? 'declined' : 'approved';
}
