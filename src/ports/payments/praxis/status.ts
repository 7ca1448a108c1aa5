import type { PaymentStatus } from '../port.ts';
import type { OrderObjects } from './messages.ts';

/**
 * How an order stands, from the session and its latest transaction (objects/session, objects/transaction,
 * overview/transaction_flow). A word that is in no table is pending.
 */
export function paymentStatus(order: OrderObjects): { status: PaymentStatus; providerStatus: string } {
  const session = (order.session?.session_status ?? '').toLowerCase();
  if (!order.transaction)
    return { status: abandoned.has(session) ? 'cancelled' : 'pending', providerStatus: session || 'no transaction' };
  const type = order.transaction.transaction_type.toLowerCase();
  const word = order.transaction.transaction_status.toLowerCase();
  const status = byType.get(type)?.get(word) ?? 'pending';
  // Within one session the client may try again with another card: a refused attempt is not yet a refused order.
  const mayTryAgain = status === 'declined' && session === 'open';
  return { status: mayTryAgain ? 'pending' : status, providerStatus: `${type} ${word}` };
}

/** A session that ended without any attempt. */
const abandoned: ReadonlySet<string> = new Set(['expired', 'failed']);

const payment: ReadonlyMap<string, PaymentStatus> = new Map([
  ['approved', 'approved'],
  ['rejected', 'declined'],
  ['declined', 'declined'],
  ['error', 'declined'],
  ['cancelled', 'cancelled'],
  ['chargeback', 'chargeback'],
  ['reversed', 'refunded'],
]);

/** Only a finished refund changes the order that it belongs to; a refused refund does not make the order refused. */
const byType: ReadonlyMap<string, ReadonlyMap<string, PaymentStatus>> = new Map([
  ['sale', payment],
  ['payout', payment],
  ['refund', new Map([['approved', 'refunded']])],
]);
