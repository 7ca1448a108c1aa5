import { money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { amountSaid } from '../../../base/wording.ts';
import { recordAudit } from '../../../ledger/audit.ts';
import { post } from '../../../ledger/book.ts';
import * as chart from '../../../ledger/chart.ts';
import type { Leg, MovementKind } from '../../../ledger/entries.ts';
import { closeCase, openCase } from '../../cases/face.ts';
import * as movements from '../movements.ts';
import { unmatchedQueue } from '../queues.ts';
import type { TimelineCode } from '../rules.ts';
import { noteInTimeline, type Remittance } from '../store.ts';
import { concludeTransaction, isPaidByOther, lockSuspended, lockWaiting, type ProviderTransaction } from './transactions.ts';
import type { LookUpOutcome, PaymentContext } from '../context.ts';

/* Money at a provider that no order waits for: it stands in suspense, and somebody says whose it is. */

/** Keeps what a transaction has brought in suspense, tells the client of it and puts it before staff: once. */
export async function keepUnmatched(
  { needs, run }: PaymentContext,
  remittance: Remittance,
  { id }: ProviderTransaction,
): Promise<LookUpOutcome> {
  const at = needs.clock.now();
  return run.transact(async (sql) => {
    const transaction = await lockWaiting(sql, id);
    if (!transaction) return 'nothing_new';
    const { kind, minor, currency, letters, transactionId, provider } = transaction;
    const isOurs = currency !== null && minor !== null && minor > 0n;
    const { came: code } = unmatchedCodes(remittance);
    const why = (await isPaidByOther(sql, { remittance, transaction, at })) ? { why: 'third_party' } : {};
    if (isOurs) await postSuspense(sql, { remittance, transaction, kind: 'payment_unmatched', at });
    await concludeTransaction(sql, id, { outcome: isOurs ? 'suspense' : 'on_review' });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'remittance' },
      action: 'payment.unmatched',
      subject: subjectOf(transaction),
      clientId: remittance.clientId,
      detail: { remittance: remittance.id, provider, transaction: transactionId, kind, currency: letters ?? currency ?? '' },
      at,
    });
    await openCase(sql, {
      queue: unmatchedQueue,
      subject: subjectOf(transaction),
      clientId: remittance.clientId,
      detail: { ...shownOf(transaction), transfer_id: remittance.id, ...why },
      now: at,
      hours: run.settings.desk.businessHours,
    });
    if (isOurs) await tellClient({ needs, run }, sql, { remittance, transaction, code });
    return 'unmatched';
  });
}

/** What is taken back of an order may be the very payment that stands in suspense: then nothing is asked of the client. */
export async function returnUnmatched(
  { needs, run }: PaymentContext,
  remittance: Remittance,
  { id }: ProviderTransaction,
): Promise<boolean> {
  const at = needs.clock.now();
  return run.transact(async (sql) => {
    const taking = await lockWaiting(sql, id);
    const transaction = taking && (await lockSuspended(sql, taking));
    if (!taking || !transaction) return false;
    await postSuspense(sql, { remittance, transaction, kind: 'unmatched_returned', at, by: taking.id });
    await concludeTransaction(sql, transaction.id, { outcome: 'returned' });
    await concludeTransaction(sql, taking.id, { outcome: 'returned' });
    await closeCase(sql, { queue: unmatchedQueue.name, subject: subjectOf(transaction), outcome: 'returned', at });
    await tellClient({ needs, run }, sql, { remittance, transaction, code: 'second_payment_returned' });
    return true;
  });
}

/** What a case about a transaction is called. */
export function subjectOf({ id }: Pick<ProviderTransaction, 'id'>): string {
  return `transaction:${id}`;
}

/** What queues show of a transaction. */
export function shownOf({ provider, transactionId, kind: told, payoutId, minor, currency, letters }: ProviderTransaction) {
  const kind = payoutId === null ? told : 'payout_returned';
  const amount =
    minor !== null && currency !== null
      ? amountSaid(money(minor, currency))
      : { amount: String(minor ?? ''), currency: letters ?? '' };
  return { provider, transaction: transactionId, kind, ...amount };
}

interface Suspense {
  readonly remittance: Remittance;
  readonly transaction: ProviderTransaction;
  readonly kind: Extract<MovementKind, 'payment_unmatched' | 'unmatched_credited' | 'unmatched_returned'>;
  readonly at: Date;
  /** The transaction that moves it, where that is another one. */
  readonly by?: number;
}

/** Moves a transaction's money into suspense, or out of it. */
export async function postSuspense(sql: Sql, { remittance, transaction, kind, at, by }: Suspense): Promise<void> {
  const { companyId: company, clientId } = remittance;
  const { id, provider: name, minor, currency } = transaction;
  if (minor === null || currency === null) throw new Error(`transaction ${id} has no amount of ours`);
  const suspense = chart.suspense(company, currency);
  const provider = chart.provider(company, currency, name);
  const ends: Readonly<Record<Suspense['kind'], Pick<Leg, 'from' | 'to'>>> = {
    payment_unmatched: { from: provider, to: suspense },
    unmatched_credited: { from: suspense, to: chart.wallet({ company, clientId }, currency) },
    unmatched_returned: { from: suspense, to: provider },
  };
  const outcome = await post(sql, { movement: { key: `${kind}:${by ?? id}`, kind, legs: [{ ...ends[kind], minor }], at } });
  if (outcome.outcome === 'refused') throw new Error(`the ledger would not take ${kind}:${id}: ${outcome.code}`);
}

interface Told {
  readonly remittance: Remittance;
  readonly transaction: ProviderTransaction;
  readonly code: TimelineCode;
}

/** By which lines the client reads of it: what came for a deposit is a further payment, what came for a withdrawal came back. */
export function unmatchedCodes({ type }: Pick<Remittance, 'type'>) {
  return type === 'withdraw'
    ? ({ came: 'payout_back_odd', credited: 'payout_back_found' } as const)
    : ({ came: 'second_payment', credited: 'second_payment_credited' } as const);
}

export async function tellClient({ needs, run }: PaymentContext, sql: Sql, told: Told): Promise<void> {
  const { remittance, transaction, code } = told;
  const { minor, currency } = transaction;
  if (minor === null || currency === null) return;
  const values = { second: amountSaid(money(minor, currency)) };
  await noteInTimeline(sql, remittance.id, { code, values, at: needs.clock.now() });
  await run.tellIn(sql, movements.ofClient({ topic: 'live', payload: { topics: ['transfers', 'wallets'] } }, remittance));
}
