import { createHash } from 'node:crypto';
import { minorAsNumber } from '../../base/money.ts';
import { isCard } from './methods.ts';
import type { Order, Transaction } from './store.ts';

/**
 * The provider's side of the Praxis wire format, written from its documentation alone
 * (doc.praxiscashier.com/integration_docs/latest: overview/authentication, cashier_api/cashier,
 * agent_api/find_order, webhooks/notification, objects/*).
 */
export interface Merchant {
  readonly merchantId: string;
  readonly applicationKey: string;
  readonly merchantSecret: string;
}

/** The value of the Gt-Authentication header: the parts that are there, one after the other, then the secret. */
export function authentication(parts: readonly unknown[], secret: string): string {
  const hash = createHash('sha384');
  for (const part of parts) if (part !== null && part !== undefined) hash.update(String(part));
  return hash.update(secret).digest('hex');
}

/** A signed JSON answer of the API. */
export function signedAnswer(body: Record<string, unknown>, parts: readonly unknown[], secret: string) {
  return {
    status: 200,
    headers: { 'Gt-Authentication': authentication(parts, secret) },
    body: JSON.stringify(body),
  };
}

/** The objects of an order as notifications and look-ups carry them, and their values in the signed order. */
export function describe(order: Order, told: Transaction | undefined) {
  const isSettled = told?.status === 'approved';
  const amount = told && minorAsNumber(told.amount);
  const transaction = told && {
    transaction_type: told.type,
    transaction_status: told.status,
    tid: told.tid,
    transaction_id: `SBX${told.tid}`,
    currency: told.currency,
    amount,
    conversion_rate: isSettled ? '1.000000' : null,
    processed_currency: isSettled ? told.currency : null,
    processed_amount: isSettled ? amount : null,
    payment_method: order.method || 'Credit Card',
    payment_processor: 'Sandbox',
    card: isCard(order.method) ? cardOf(order, told) : null,
  };
  // Where no card names the payer, the customer is who paid.
  const paidBy = told && !isCard(order.method) ? { first_name: told.payer, last_name: '' } : undefined;
  const objects = {
    customer: {
      customer_token: order.token,
      country: order.country,
      first_name: order.firstName,
      last_name: order.lastName,
      ...paidBy,
      avs_alert: null,
      verification_alert: null,
    },
    session: {
      auth_token: order.token,
      intent: order.intent,
      session_status: told ? sessionStatus(told) : 'open',
      order_id: order.reference,
      currency: order.currency,
      amount: minorAsNumber(order.amount),
      cid: order.clientId,
    },
    transaction: transaction ?? null,
  };
  const signed = [order.token, order.reference];
  if (!transaction) return { objects, signed };
  const { tid, currency, conversion_rate, processed_currency, processed_amount } = transaction;
  return { objects, signed: [...signed, tid, currency, amount, conversion_rate, processed_currency, processed_amount] };
}

function cardOf({ method }: Order, { payer }: Transaction) {
  const [type, number] = method === 'UnionPay' ? ['UNIONPAY', '6212 34** **** 1232'] : ['VISA', '4111 11** **** 1111'];
  return { card_token: null, card_type: type, card_number: number, card_exp: '12/2030', card_holder: payer };
}

/** objects/session: a decided payment's session is closed; what takes a payment back leaves its session as it was. */
function sessionStatus({ type, status }: Transaction): string {
  if (type !== 'sale' && type !== 'payout') return 'successful';
  return decidedSession[status] ?? 'open';
}

const decidedSession: Readonly<Record<string, string>> = {
  approved: 'successful',
  reversed: 'successful',
  chargeback: 'successful',
  rejected: 'failed',
};
