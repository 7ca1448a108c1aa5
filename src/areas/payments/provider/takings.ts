import { changeTold, type LookUpOutcome, type LookUpParts } from '../context.ts';
import { closeCase } from '../../cases/face.ts';
import { depositsQueue } from '../queues.ts';
import { reverse } from './reversals.ts';
import type { ReasonCode } from '../rules.ts';
import type { Remittance } from '../store.ts';
import { concludeTransaction, hasBroughtMoney, type ProviderTransaction } from './transactions.ts';
import { returnUnmatched } from './unmatched.ts';
import { giveBackWon } from './wonBack.ts';

/** Undefined: the remittance was changed meanwhile. */
export type Applied = Promise<LookUpOutcome | undefined>;

/** What takes a payment back, or gives it again, counts once the provider has done it. */
export async function applyTaking(parts: LookUpParts, remittance: Remittance, transaction: ProviderTransaction): Applied {
  const { status, kind, id } = transaction;
  if (status === 'pending') return 'waits';
  if (status === 'approved')
    return kind === 'won_back' ? giveBackWon(parts, remittance, transaction) : applyTakenBack(parts, remittance, transaction);
  await concludeTransaction(parts.run.sql, id, { outcome: 'ended' });
  return 'nothing_new';
}

/**
 * The provider has given money back to the payer. What we have credited is taken back by a transfer of its own; a completed transfer
 * stays completed. What was never credited is not taken, and what is not known to be paid yet is waited for: a refund in part
 * says nothing of the rest.
 */
async function applyTakenBack(parts: LookUpParts, remittance: Remittance, transaction: ProviderTransaction): Applied {
  if (await returnUnmatched(parts, remittance, transaction)) return 'nothing_new';
  const { phase, id } = remittance;
  if (phase === 'completed' && (await isOfAnotherUnpaid(parts, remittance, transaction))) {
    await concludeTransaction(parts.run.sql, transaction.id, { outcome: 'returned' });
    return 'nothing_new';
  }
  if (phase === 'completed') return reverse(parts, remittance, transaction);
  if (phase === 'received') {
    // First in, then out: the platform has still to answer about the credit.
    const driven = await parts.engine.drive(parts.run, id);
    return driven.phase === 'received' ? 'unanswered' : undefined;
  }
  const reason = transaction.kind === 'chargeback' ? 'chargeback' : 'refunded';
  const isOfAll = transaction.undoesItself || isAllThatArrived(remittance, transaction);
  if (phase === 'on_review' && isOfAll) {
    const transition = { id, from: phase, to: 'declined', stage: 'declined', reason } as const;
    if (!(await changeTold(parts, remittance, transition))) return undefined;
    await noteReturned(parts, remittance, transaction);
    return 'declined';
  }
  const isOver = phase === 'declined' || phase === 'cancelled' || phase === 'failed';
  if (isOver && (transaction.undoesItself || remittance.providerTransaction !== null)) {
    await noteReturned(parts, remittance, transaction);
    return 'nothing_new';
  }
  if (transaction.undoesItself && (phase === 'starting' || phase === 'waiting_payment')) {
    const ended = await applyEnd(parts, remittance, { to: 'declined', reason });
    if (ended) await noteReturned(parts, remittance, transaction);
    return ended;
  }
  return 'waits';
}

/** A further payment of the order, taken back before anything followed from it: what the first has brought stays. */
async function isOfAnotherUnpaid(
  { run }: LookUpParts,
  remittance: Remittance,
  transaction: ProviderTransaction,
): Promise<boolean> {
  const own = remittance.providerTransaction;
  if (!transaction.undoesItself || own === null || own === transaction.transactionId) return false;
  return !(await hasBroughtMoney(run.sql, transaction));
}

function isAllThatArrived({ arrivedMinor, arrivedCurrency }: Remittance, { minor, currency }: ProviderTransaction): boolean {
  return arrivedMinor !== null && arrivedMinor === minor && arrivedCurrency === currency;
}

/** The payment and what took it back: neither was ever credited. */
async function noteReturned({ run, needs }: LookUpParts, remittance: Remittance, { id }: ProviderTransaction): Promise<void> {
  const at = needs.clock.now();
  await concludeTransaction(run.sql, id, { outcome: 'returned' });
  await closeCase(run.sql, { queue: depositsQueue.name, subject: `remittance:${remittance.id}`, outcome: 'returned', at });
}

interface Ending {
  readonly to: 'declined' | 'cancelled';
  readonly reason: ReasonCode;
}

/** Only what is still waited for can end without money; a decline that comes late or out of order changes nothing. */
export async function applyEnd(parts: LookUpParts, remittance: Remittance, ending: Ending): Applied {
  const { id, phase: from } = remittance;
  if (from !== 'starting' && from !== 'waiting_payment') return 'nothing_new';
  const transition = { id, from, to: ending.to, stage: ending.to, reason: ending.reason };
  return (await changeTold(parts, remittance, transition)) ? ending.to : undefined;
}
