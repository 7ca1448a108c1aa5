import type { Sql } from '../../../base/sql.ts';
import { closeCase, openCase } from '../../cases/face.ts';
import { openDispute, type Disputed } from '../../disputes/face.ts';
import { changeTold, type LookUpOutcome, type LookUpParts } from '../context.ts';
import * as movements from '../movements.ts';
import { chargebacksQueue, depositsQueue } from '../queues.ts';
import type { Phase, ReasonCode } from '../rules.ts';
import type { Remittance } from '../store.ts';
import { collectFor } from './indebted.ts';
import { addReversal, lockRemittance, sourcesOf, termsOf, type OrderSource } from './reversals.ts';
import { allotted, type Allotted } from './shares.ts';
import { concludeTransaction, lockWaiting, paidBy, paymentOutcome, type ProviderTransaction } from './transactions.ts';
import { giveBack, shownOf, subjectOf } from './unmatched.ts';
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
 * The provider has given money back to the payer. What we have credited is taken back by a transfer of its own, of the payment that it
 * was; a completed transfer stays completed. What was never credited is not taken, and what is not known to be paid yet is waited for: a
 * refund in part says nothing of the rest.
 */
async function applyTakenBack(parts: LookUpParts, remittance: Remittance, transaction: ProviderTransaction): Applied {
  const { phase, id } = remittance;
  const unpaid = await whatItIsOf(parts, remittance, transaction);
  if (unpaid === 'not_told') return 'waits';
  if (unpaid === 'never_paid') {
    await concludeTransaction(parts.run.sql, transaction.id, { outcome: 'returned' });
    return 'nothing_new';
  }
  if (phase === 'received') {
    // First in, then out: the platform has still to answer about the credit.
    const driven = await parts.engine.drive(parts.run, id);
    return driven.phase === 'received' ? 'unanswered' : undefined;
  }
  const reason = transaction.kind === 'chargeback' ? 'chargeback' : 'refunded';
  const isOfAll = isOfOwn(remittance, transaction) && (transaction.undoesItself || isAllThatArrived(remittance, transaction));
  if (phase === 'on_review' && isOfAll) {
    const transition = { id, from: phase, to: 'declined', stage: 'declined', reason } as const;
    if (!(await changeTold(parts, remittance, transition))) return undefined;
    await noteReturned(parts, remittance, transaction);
    return 'declined';
  }
  const taken = await take(parts, remittance, transaction);
  if (taken !== 'fits_none') return taken;
  const isOver = overPhases.has(phase);
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

const overPhases: ReadonlySet<Phase> = new Set(['declined', 'cancelled', 'failed']);

/**
 * A further payment of the order that nothing has followed from, where the provider names it: what says of itself that it was taken back
 * was never paid here; any other is still to be told of. What the others have brought stays.
 */
async function whatItIsOf(
  { run }: LookUpParts,
  remittance: Remittance,
  transaction: ProviderTransaction,
): Promise<'never_paid' | 'not_told' | 'known'> {
  const { takesNumber, provider, undoesItself } = transaction;
  if (takesNumber === null || remittance.providerTransaction === null || isOfOwn(remittance, transaction)) return 'known';
  const outcome = await paymentOutcome(run.sql, { provider, transactionId: takesNumber });
  const isToCome = outcome === undefined || outcome === null;
  if (undoesItself) return isToCome || outcome === 'ended' || outcome === 'returned' ? 'never_paid' : 'known';
  return isToCome ? 'not_told' : 'known';
}

/** Whether it may take back the payment that the deposit was taken for; where nobody has told of which it is, it may. */
function isOfOwn({ providerTransaction: own }: Remittance, { takesNumber }: ProviderTransaction): boolean {
  return takesNumber === null || own === null || own === takesNumber;
}

/** What has followed in the transaction that takes it. */
interface Taken {
  readonly outcome: LookUpOutcome;
  /** The transfers that take it, to be driven. */
  readonly reversals: readonly Remittance[];
}

/**
 * Takes it of what the order has brought, payment by payment, as far as the provider says of which it is. What fits none of what was
 * credited waits for staff, and nothing of it is guessed. `fits_none`: nothing was credited. Undefined: the order has changed meanwhile.
 */
async function take(
  parts: LookUpParts,
  remittance: Remittance,
  { id }: ProviderTransaction,
): Promise<LookUpOutcome | 'fits_none' | undefined> {
  const { run, engine } = parts;
  const taken = await run.transact(async (sql): Promise<Taken | 'fits_none' | undefined> => {
    if ((await lockRemittance(sql, remittance.id)) !== remittance.phase) return undefined;
    const transaction = await lockWaiting(sql, id);
    if (!transaction) return { outcome: 'nothing_new', reversals: [] };
    const sources = await sourcesOf(sql, remittance);
    const allotments = allottedOf(sources, remittance, transaction);
    if (allotments) return takeOf(sql, parts, { remittance, transaction, allotments });
    const isCredited = sources.some(({ stands }) => stands === 'further') && overPhases.has(remittance.phase);
    if (remittance.phase !== 'completed' && !isCredited) return 'fits_none';
    return takeUndecided(sql, parts, { remittance, transaction });
  });
  if (taken === undefined || taken === 'fits_none') return taken;
  for (const reversal of taken.reversals) await engine.drive(run, reversal.id);
  if (taken.reversals.length > 0) await collectFor(parts, remittance.clientId);
  return taken.outcome;
}

type Allotments = readonly Allotted<OrderSource>[];

/** Of which payments it is; undefined where it fits none, or where it may be a part of what somebody has still to decide about. */
function allottedOf(
  sources: readonly OrderSource[],
  remittance: Remittance,
  { minor, currency, takesNumber }: ProviderTransaction,
): Allotments | undefined {
  if (minor === null) return undefined;
  const isOf = ({ number }: OrderSource): boolean => takesNumber === null || number === null || number === takesNumber;
  const open = sources.filter((source) => source.currency === currency && isOf(source));
  const { phase, arrivedMinor, arrivedCurrency } = remittance;
  const isPart = phase === 'on_review' && arrivedCurrency === currency && arrivedMinor !== null && minor < arrivedMinor;
  return allotted(isPart && takesNumber === null ? open.filter(({ left }) => left === minor) : open, minor);
}

interface Taking {
  readonly remittance: Remittance;
  readonly transaction: ProviderTransaction;
}

/** What is nobody's goes back; what was credited is taken back, a transfer for each payment. */
async function takeOf(sql: Sql, parts: LookUpParts, of: Taking & { readonly allotments: Allotments }): Promise<Taken> {
  const { remittance, transaction, allotments } = of;
  const now = parts.needs.clock.now();
  const reversals: Remittance[] = [];
  const nobodys = allotments.filter(({ source }) => source.stands === 'suspense' || source.stands === 'going_back');
  await giveBack(sql, parts, { remittance, transaction, allotments: nobodys });
  for (const allotment of allotments) {
    if (nobodys.includes(allotment)) continue;
    const terms = await termsOf(sql, remittance, { ...allotment, now });
    const reversal = await addReversal(sql, remittance, { transaction, terms, nth: reversals.length, now });
    if (!reversal) throw new Error(`transaction ${transaction.id} has no amount of ours`);
    await begin(sql, parts, { remittance, transaction, reversal, payment: terms.takesPayment });
    reversals.push(reversal);
  }
  const [first] = reversals;
  await concludeTransaction(sql, transaction.id, { outcome: first ? 'reversed' : 'returned', remittanceId: first?.id ?? null });
  return { outcome: first ? 'reversed' : 'nothing_new', reversals };
}

/** Whose it is, and how much of it, staff has to say. */
async function takeUndecided(sql: Sql, parts: LookUpParts, { remittance, transaction }: Taking): Promise<Taken> {
  const now = parts.needs.clock.now();
  const reversal = await addReversal(sql, remittance, { transaction, terms: undefined, nth: 0, now });
  await concludeTransaction(sql, transaction.id, { outcome: 'on_review', remittanceId: reversal?.id ?? null });
  await openCase(sql, {
    queue: transaction.kind === 'chargeback' ? chargebacksQueue : depositsQueue,
    subject: reversal ? `remittance:${reversal.id}` : subjectOf(transaction),
    clientId: remittance.clientId,
    detail: { ...shownOf(transaction), transfer_id: reversal?.id ?? remittance.id },
    now,
    hours: parts.run.settings.desk.businessHours,
  });
  if (reversal) await begin(sql, parts, { remittance, transaction, reversal, payment: null });
  return { outcome: 'on_review', reversals: [] };
}

interface Begun extends Taking {
  readonly reversal: Remittance;
  /** The payment that it takes back; null: the deposit's own. */
  readonly payment: number | null;
}

/** It is told of, and what the payer's bank has taken is disputed from then on. */
async function begin(sql: Sql, { needs, run }: LookUpParts, begun: Begun): Promise<void> {
  const { transaction, reversal } = begun;
  const now = needs.clock.now();
  if (transaction.kind === 'chargeback') await dispute(sql, { ...begun, settings: run.settings, now });
  for (const event of movements.eventsOf(reversal, reversal.phase, now))
    await run.tellIn(sql, movements.ofClient(event, reversal));
}

/** Staff has until its clock ends to answer. */
export async function dispute(
  sql: Sql,
  { remittance, transaction, reversal, payment, now, settings }: Begun & Pick<Disputed, 'now' | 'settings'>,
): Promise<void> {
  const { clientId, companyId, reference } = remittance;
  const paid = await paidBy(sql, remittance, payment);
  await openDispute(sql, {
    clientId,
    companyId,
    remittanceId: remittance.id,
    reversalId: reversal.id,
    provider: transaction.provider,
    transactionId: transaction.transactionId,
    amount: reversal.amount,
    currency: reversal.currency,
    payment: {
      reference,
      transaction: paid?.number ?? remittance.providerTransaction,
      paid_at: paid?.occurredAt.toISOString() ?? null,
      card: paid?.cardMask ?? null,
      payer: paid?.payerName ?? null,
      account: reversal.accountNumber,
    },
    now,
    settings,
  });
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
