import { after, minuteMs } from '../../base/time.ts';
import type { Money } from '../../base/money.ts';
import type { NewDelivery, Order, OrderStatus, PraxisStore, Transaction } from './store.ts';

/** What somebody decides about an order: the payer at the page, the merchant, the payer's bank. */
export type Decision = 'approved' | 'declined' | 'pending' | 'refunded' | 'charged_back' | 'won_back';

export interface DecisionTerms {
  /** The whole of what is there when left out; in the order's currency, unless it says another. */
  readonly amount?: Money;
  /** The name on the card; the customer's when left out. */
  readonly payer?: string;
  /** Of a refund or a chargeback: it is begun, and not done yet. Asked again without it, it is done. */
  readonly isPending?: boolean;
  /** Of a refund, and of a payment's chargeback: all of the latest, under the very number that it was paid under. */
  readonly isUnderItsNumber?: boolean;
}

/** `already_decided`: the payer's page was left; only further transactions can follow. */
export type DecisionAnswer = 'decided' | 'unknown_payment' | 'already_decided' | 'nothing_to_take_back';

interface Deciding {
  readonly store: PraxisStore;
  readonly now: Date;
  /** The fault that strikes the notifications, used up by asking. */
  takeFault(): string | undefined;
}

/** How late a notification comes under the fault "delay", in application time. */
const delayMs = 2 * minuteMs;

/**
 * The first payment of an order is decided once, and one that was left pending later. Whatever comes after that is a further
 * transaction with a number of its own: another payment, a refund, a chargeback, and one that was won back.
 */
export function decide(at: Deciding, asked: { reference: string; decision: Decision; terms: DecisionTerms }): DecisionAnswer {
  const { reference, decision, terms } = asked;
  const order = at.store.order(reference);
  if (!order) return 'unknown_payment';
  const known = at.store.transactions(reference);
  const underWay = known.findLast(({ status }) => status === 'pending');
  if (terms.isUnderItsNumber) return reverse(at, { order, known, decision, terms });
  const next = isTaking(decision)
    ? takingOf(at, { order, known, decision, terms })
    : payingOf(at, { order, known, decision, terms });
  if (!next) return 'nothing_to_take_back';
  // What was left pending is what is decided now.
  const transaction = underWay?.type === next.type && !terms.isPending ? { ...next, tid: underWay.tid } : next;
  const isOther = isTaking(decision) || known.some(({ tid, type }) => tid !== transaction.tid && type === transaction.type);
  const status = isOther && decision !== 'approved' ? order.status : statuses[isTaking(decision) ? 'approved' : decision];
  at.store.keep({ transaction, status, deliveries: notifications(at, { order, transaction }) });
  return 'decided';
}

/** The latest payout, or payment, says of itself from then on that it was reversed, or charged back: all of it. */
function reverse(at: Deciding, { order, known, decision }: Decided<Decision>): DecisionAnswer {
  const paid = known.findLast(({ type, status }) => (type === 'payout' || type === 'sale') && status === 'approved');
  const status =
    decision === 'refunded' ? 'reversed' : paid?.type === 'sale' && decision === 'charged_back' ? 'chargeback' : undefined;
  if (!paid || !status) return 'nothing_to_take_back';
  const transaction = { ...paid, status, reversedAt: at.now };
  at.store.keep({ transaction, status: order.status, deliveries: notifications(at, { order, transaction }) });
  return 'decided';
}

const statuses: Readonly<Record<'approved' | 'declined' | 'pending', OrderStatus>> = {
  approved: 'approved',
  declined: 'rejected',
  pending: 'pending',
};
const takings = { refunded: 'refund', charged_back: 'chargeback', won_back: 'reversal' } as const;

function isTaking(decision: Decision): decision is keyof typeof takings {
  return decision in takings;
}

interface Decided<Way extends Decision> {
  readonly order: Order;
  readonly known: readonly Transaction[];
  readonly decision: Way;
  readonly terms: DecisionTerms;
}

function payingOf(at: Deciding, { order, known, decision, terms }: Decided<'approved' | 'declined' | 'pending'>): Transaction {
  const amount = terms.amount ?? { minor: order.amount, currency: order.currency };
  return {
    tid: known.length === 0 ? order.tid : at.store.nextTid(),
    reference: order.reference,
    type: order.intent === 'refund' ? 'refund' : order.intent === 'withdrawal' ? 'payout' : 'sale',
    status: statuses[decision],
    currency: amount.currency,
    amount: amount.minor,
    payer: terms.payer ?? nameOf(order),
    at: at.now,
  };
}

/** All that is there, when no amount is named: of what was paid, or of what was charged back. */
function takingOf(at: Deciding, { order, known, decision, terms }: Decided<keyof typeof takings>): Transaction | undefined {
  const approved = known.filter(({ status }) => status === 'approved');
  const sum = (...types: readonly string[]): bigint =>
    approved
      .filter(({ type, currency }) => types.includes(type) && currency === order.currency)
      .reduce((total, { amount }) => total + amount, 0n);
  const chargedBack = sum('chargeback') - sum('reversal');
  // What comes back of a refund is its reversal.
  const isRefund = order.intent === 'refund';
  const givenUp = isRefund ? sum('refund') - sum('reversal') : chargedBack;
  const left = decision === 'won_back' ? givenUp : isRefund ? 0n : sum('sale', 'payout') - sum('refund') - chargedBack;
  const amount = terms.amount ?? { minor: left, currency: order.currency };
  if (approved.length === 0 || amount.minor <= 0n) return undefined;
  return {
    tid: at.store.nextTid(),
    reference: order.reference,
    type: takings[decision],
    status: terms.isPending ? 'pending' : 'approved',
    currency: amount.currency,
    amount: amount.minor,
    payer: terms.payer ?? nameOf(order),
    at: at.now,
  };
}

function nameOf({ firstName, lastName }: Order): string {
  return `${firstName} ${lastName}`.trim();
}

/** The payer's first attempt is told as pending first and then as decided, unless a fault has it otherwise. */
function notifications(
  { now, takeFault }: Deciding,
  { order, transaction }: { readonly order: Order; readonly transaction: Transaction },
): readonly NewDelivery[] {
  const fault = takeFault();
  const isFirst = order.status === 'open';
  const pending = isFirst ? [{ transactionStatus: 'pending', dueAt: now, forged: false }] : [];
  const isTold = transaction.status !== 'pending' || !isFirst;
  const final = isTold ? [{ transactionStatus: transaction.status, dueAt: now, forged: false }] : [];
  const usual = [...pending, ...final];
  if (fault === 'duplicate') return usual.flatMap((one) => [one, one]);
  if (fault === 'delay') return usual.map((one) => ({ ...one, dueAt: after(now, delayMs) }));
  if (fault === 'reorder') return usual.toReversed();
  // A forged message always claims success, and stands before the true ones.
  if (fault === 'forge') return [{ transactionStatus: 'approved', dueAt: now, forged: true }, ...usual];
  return usual;
}
