import type { PaymentKind, PaymentStatus } from '../port.ts';
import type { OrderObjects } from './messages.ts';

/** What a transaction does, and how it stands. */
export interface TransactionFacts {
  readonly kind: PaymentKind;
  readonly status: PaymentStatus;
  readonly undoesItself: boolean;
  readonly providerStatus: string;
}

/**
 * How a transaction of an order stands, from it and its session (objects/session, objects/transaction,
 * overview/transaction_flow). A word that is in no table is a payment that is pending.
 */
export function transactionFacts(order: OrderObjects): TransactionFacts {
  const session = (order.session?.session_status ?? '').toLowerCase();
  if (!order.transaction) {
    const status = abandoned.has(session) ? 'cancelled' : 'pending';
    return { kind: 'payment', status, undoesItself: false, providerStatus: session || 'no transaction' };
  }
  const type = order.transaction.transaction_type.toLowerCase();
  const word = order.transaction.transaction_status.toLowerCase();
  const providerStatus = `${type} ${word}`;
  const kind = kinds.get(type) ?? 'payment';
  const undone = kind === 'payment' ? undoing.get(word) : undefined;
  if (undone && paying.has(type)) return { kind: undone, status: 'approved', undoesItself: true, providerStatus };
  const status = kinds.has(type) ? (statuses.get(word) ?? 'pending') : 'pending';
  // Within one session the client may try again with another card: a refused attempt is not yet a refused order.
  const mayTryAgain = kind === 'payment' && status === 'declined' && session === 'open';
  return { kind, status: mayTryAgain ? 'pending' : status, undoesItself: false, providerStatus };
}

/** What a type of transaction does; undefined where we do not know the type. */
export function kindOf(type: string): PaymentKind | undefined {
  return kinds.get(type.toLowerCase());
}

/** A session that ended without any attempt. */
const abandoned: ReadonlySet<string> = new Set(['expired', 'failed']);

const paying: ReadonlySet<string> = new Set(['sale', 'payout']);

/** `reversal` gives back what a chargeback has taken. */
const kinds: ReadonlyMap<string, PaymentKind> = new Map([
  ['sale', 'payment'],
  ['payout', 'payment'],
  ['refund', 'refund'],
  ['chargeback', 'chargeback'],
  ['reversal', 'won_back'],
]);

const statuses: ReadonlyMap<string, PaymentStatus> = new Map([
  ['approved', 'approved'],
  ['rejected', 'declined'],
  ['declined', 'declined'],
  ['error', 'declined'],
  ['cancelled', 'cancelled'],
]);

/** Words of a payment that say that it was taken back as a whole. */
const undoing: ReadonlyMap<string, PaymentKind> = new Map([
  ['chargeback', 'chargeback'],
  ['reversed', 'refund'],
]);
