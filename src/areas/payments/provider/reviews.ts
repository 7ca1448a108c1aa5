import type { ClientId, RemittanceId } from '../../../base/id.ts';
import type { Currency } from '../../../base/currency.ts';
import { money, paidOutFor, type Money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { amountSaid } from '../../../base/wording.ts';
import type { ClientProfile } from '../../../law/gates.ts';
import { companyProfileOf } from '../../../law/regions/index.ts';
import type { CompanyId } from '../../../law/regions/profile.ts';
import { capsDeposits, isCapped, isVerified } from '../../../law/verified.ts';
import { post } from '../../../ledger/book.ts';
import * as chart from '../../../ledger/chart.ts';
import type { Settings } from '../../../settings/index.ts';
import { closeCase } from '../../cases/face.ts';
import { debtOf, lockDebts, payOfReversal } from '../../debts/face.ts';
import { dropDispute } from '../../disputes/face.ts';
import { ensureWallet } from '../../fundingAccounts/face.ts';
import { quoteRate } from '../../rates/face.ts';
import { clientById } from '../../session/face.ts';
import { takesRoom } from '../capped.ts';
import { acceptedQuote, receiveArrived } from '../clientActions.ts';
import * as movements from '../movements.ts';
import { chargebacksQueue, depositsQueue, unmatchedQueue } from '../queues.ts';
import { mayBeSamePerson, type Phase } from '../rules.ts';
import { addReversal, lockRemittance, setTerms, takeable, termsOf } from './reversals.ts';
import { allotted } from './shares.ts';
import { dispute } from './takings.ts';
import { changePhase, noteInTimeline, payerOf, remittanceOf, tellLater, type Remittance, type Transition } from '../store.ts';
import {
  concludeTransaction,
  concludeTransactionOf,
  lockTransaction,
  paidBy,
  transactionBehind,
  transactionOf,
  wasPaidByOther,
  type ProviderTransaction,
} from './transactions.ts';
import { endUnmatched, postSuspense, shownOf, subjectOf, unmatchedCodes } from './unmatched.ts';
import { creditable } from './exchanging.ts';

/* What staff decide of what waits. Each runs in the transaction of the decision; `outdated`: it does not wait any more. */

export type ReviewOutcome = 'done' | 'outdated';

/** Before the papers are approved, and once they are refused, one payment of an order comes in: a second one has no clock of its own. */
export async function takesUnmatched(sql: Sql, client: ClientId): Promise<boolean> {
  const found = await clientById(sql, client);
  if (!found || isCapped(found.profile)) return false;
  return isVerified(found.profile) || !capsDeposits(found.profile.company);
}

/** Readings 30: whether a company takes nothing that somebody else has paid, whoever agrees to it. */
export function isNeverOfOthers(company: CompanyId): boolean {
  return companyProfileOf(company).thirdPartyMoney === 'never';
}

/** Whether the deposit was paid in a name that is another than its client's, not only one that cannot be compared. */
export async function isPaidInOtherName(sql: Sql, remittance: Remittance): Promise<boolean> {
  const paid = await paidBy(sql, remittance, null);
  return !paid || mayBeSamePerson((await payerOf(sql, remittance.clientId)).name, paid.payerName ?? '') === false;
}

export interface ReviewFacts {
  readonly now: Date;
  readonly settings: Settings;
}

/** A transfer that waits for staff, or undefined where it waits for nobody of ours. */
export function reviewOf(remittance: Remittance): 'deposit' | 'reversal' | 'withdrawal' | undefined {
  if (remittance.type === 'withdraw' && remittance.phase === 'awaiting_approval') return 'withdrawal';
  if (remittance.type === 'deposit' && remittance.phase === 'on_review') return 'deposit';
  return remittance.type === 'reversal' && remittance.phase === 'awaiting_approval' ? 'reversal' : undefined;
}

/**
 * What of its order a reversal that fits nothing would take back: what the provider says, at the rate of now where nothing was credited in
 * that currency, and never more than is left of what was credited. Undefined where nothing is left, or no rate is to be had.
 */
export async function proposedFor(sql: Sql, reversal: Remittance, { now, settings }: ReviewFacts): Promise<Money | undefined> {
  const original = reversal.reverses === null ? undefined : await remittanceOf(sql, reversal.reverses);
  if (!original) return undefined;
  const told = money(reversal.amount, reversal.currency);
  const { currency: to, left } = await takeable(sql, original, told.currency);
  const quoted =
    told.currency === to
      ? undefined
      : await quoteRate(sql, { from: told.currency, to, direction: 'transfer', at: now, rules: settings.rates });
  if (told.currency !== to && !quoted) return undefined;
  const worth = quoted ? paidOutFor(told, to, quoted.exact).minor : told.minor;
  const minor = worth < left ? worth : left;
  return minor > 0n ? money(minor, to) : undefined;
}

interface ApprovedReversal {
  readonly id: RemittanceId;
  readonly minor: bigint;
  /** What it was agreed in; left out of what was asked before that was kept: the order's own. */
  readonly currency?: Currency | undefined;
  readonly now: Date;
  readonly settings: Settings;
}

/** So much of its order is taken back, payment by payment, and no more than is left of what was credited. */
export async function approveReversal(
  sql: Sql,
  { id, minor, now, settings, ...agreed }: ApprovedReversal,
): Promise<ReviewOutcome> {
  const asked = await remittanceOf(sql, id);
  if (asked?.reverses == null) return 'outdated';
  await lockRemittance(sql, asked.reverses);
  const original = await remittanceOf(sql, asked.reverses);
  const transaction = await transactionBehind(sql, id);
  if (!original || !transaction || reviewOf(asked) !== 'reversal') return 'outdated';
  const { currency, sources } = await takeable(sql, original, asked.currency);
  const [first, ...others] = (currency === (agreed.currency ?? original.currency) && allotted(sources, minor)) || [];
  if (!first) return 'outdated';
  await setTerms(sql, id, await termsOf(sql, original, { ...first, now }));
  if (!(await moveOn(sql, asked, { to: 'reversing', stage: 'review_approved', now }))) return 'outdated';
  for (const [place, other] of others.entries()) {
    const its = await termsOf(sql, original, { ...other, now });
    const reversal = await addReversal(sql, original, { transaction, terms: its, nth: place + 1, now });
    if (!reversal) return 'outdated';
    const begun = { remittance: original, transaction, reversal, payment: its.takesPayment };
    if (transaction.kind === 'chargeback') await dispute(sql, { ...begun, now, settings });
    await tellAll(sql, reversal, { phase: 'reversing', now });
  }
  await concludeTransactionOf(sql, id, 'reversed');
  await endReversal(sql, id, { outcome: 'approved', at: now });
  return 'done';
}

/** Nothing is taken from the client for it. */
export async function declineReversal(
  sql: Sql,
  { id, now }: { readonly id: RemittanceId; readonly now: Date },
): Promise<ReviewOutcome> {
  const asked = await remittanceOf(sql, id);
  const declined = { to: 'declined', stage: 'declined', reason: 'review_declined', now } as const;
  if (!asked || !(await moveOn(sql, asked, declined))) return 'outdated';
  await concludeTransactionOf(sql, id, 'refused');
  await dropDispute(sql, id, now);
  await endReversal(sql, id, { outcome: 'declined', at: now });
  return 'done';
}

/** What arrived becomes what was asked for, at the rate of now. */
export async function approveDeposit(
  sql: Sql,
  { id, profile, ...facts }: ReviewFacts & { readonly id: RemittanceId; readonly profile: ClientProfile },
): Promise<ReviewOutcome> {
  const remittance = await remittanceOf(sql, id);
  if (!remittance || reviewOf(remittance) !== 'deposit') return 'outdated';
  const quoted = await acceptedQuote({ sql, client: { profile }, ...facts, refuse: refuseNothing }, remittance).catch(noQuote);
  if (!quoted) return 'outdated';
  if (!(await takesRoom({ sql, ...facts, remittance, arrives: quoted.amounts.arrives }))) return 'outdated';
  if (!(await receiveArrived(sql, { id, quoted, ...facts, reason: 'accepted_arrived' }))) return 'outdated';
  return 'done';
}

class NoQuote extends Error {}

function refuseNothing(code: string): never {
  throw new NoQuote(code);
}

function noQuote(error: unknown): undefined {
  if (!(error instanceof NoQuote)) throw error;
}

/** The payment goes back to its payer: staff order that at the provider, and the refund that follows finds nothing to take. */
export async function sendBackDeposit(
  sql: Sql,
  { id, now }: { readonly id: RemittanceId; readonly now: Date },
): Promise<ReviewOutcome> {
  const remittance = await remittanceOf(sql, id);
  if (!remittance || reviewOf(remittance) !== 'deposit') return 'outdated';
  if (!(await moveOn(sql, remittance, { to: 'declined', stage: 'declined', reason: 'sent_back', now }))) return 'outdated';
  await closeCase(sql, { queue: depositsQueue.name, subject: `remittance:${id}`, outcome: 'sent_back', at: now });
  return 'done';
}

interface CreditedUnmatched {
  readonly id: number;
  /** What was agreed to; left out of what was asked before that was kept. */
  readonly minor?: bigint | undefined;
  readonly now: Date;
}

/** What is left of a payment in suspense is the client's: it goes into the wallet of its own currency, a coin at its own rate into another. */
export async function creditUnmatched(sql: Sql, { id, minor: agreed, now }: CreditedUnmatched): Promise<ReviewOutcome> {
  const known = await transactionOf(sql, id);
  // Nothing of it is taken back meanwhile.
  if (known) await lockRemittance(sql, known.remittanceId);
  const transaction = await lockTransaction(sql, id, 'suspense');
  const remittance = transaction && (await remittanceOf(sql, transaction.remittanceId));
  if (!remittance || transaction.currency === null || transaction.minor === null) return 'outdated';
  const { clientId, companyId } = remittance;
  const minor = transaction.minor - transaction.givenBack;
  if (minor !== (agreed ?? minor)) return 'outdated';
  const arrives = creditable(transaction, minor);
  if (!arrives || !(await takesUnmatched(sql, clientId))) return 'outdated';
  if (isNeverOfOthers(companyId) && (await wasPaidByOther(sql, clientId, transaction))) return 'outdated';
  await ensureWallet(sql, { clientId, companyId, currency: arrives.currency, now });
  await postSuspense(sql, { remittance, transaction, kind: 'unmatched_credited', minor, arrives, at: now });
  await concludeTransaction(sql, id, { outcome: 'credited' });
  await endUnmatched(sql, { remittance, transaction, code: unmatchedCodes(remittance).credited, arrives, now });
  return 'done';
}

/** It goes back to its payer: it stays in suspense until the provider has given it back. */
export async function sendBackUnmatched(
  sql: Sql,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<ReviewOutcome> {
  const transaction = await lockTransaction(sql, id, 'suspense');
  const remittance = transaction && (await remittanceOf(sql, transaction.remittanceId));
  // What came back of a withdrawal has nobody to go back to but the client.
  if (!remittance || remittance.type === 'withdraw') return 'outdated';
  await endUnmatched(sql, { remittance, transaction, code: 'second_payment_returned', now });
  return 'done';
}

/** Nothing follows from what a provider says without an amount of ours. */
export async function refuseTransaction(
  sql: Sql,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<ReviewOutcome> {
  const transaction = await lockTransaction(sql, id, 'on_review');
  if (!transaction || transaction.outcomeRemittanceId !== null) return 'outdated';
  await concludeTransaction(sql, id, { outcome: 'refused' });
  for (const { name: queue } of [unmatchedQueue, depositsQueue, chargebacksQueue])
    await closeCase(sql, { queue, subject: subjectOf(transaction), outcome: 'declined', at: now });
  return 'done';
}

/** Nothing more is asked of the client: what is left of the debt is the broker's loss. */
export async function writeOffDebt(
  sql: Sql,
  { id, now }: { readonly id: RemittanceId; readonly now: Date },
): Promise<ReviewOutcome> {
  const reversal = await remittanceOf(sql, id);
  if (!reversal) return 'outdated';
  await lockDebts(sql, reversal.clientId);
  const debt = await debtOf(sql, id);
  if (!debt || debt.remaining === 0n) return 'outdated';
  const minor = await payOfReversal(sql, { remittanceId: id, most: debt.remaining, at: now });
  if (minor < debt.remaining) throw new Error(`something of the debt of reversal ${id} is just being taken`);
  const { clientId, companyId: company, currency } = debt;
  const leg = { from: chart.fees(company, currency), to: chart.debt({ company, clientId }, currency), minor };
  const movement = { key: `debt_written_off:${id}`, kind: 'debt_written_off', legs: [leg], at: now } as const;
  const outcome = await post(sql, { movement });
  if (outcome.outcome === 'refused') throw new Error(`${movement.key} could not be posted: ${outcome.code}`);
  await noteInTimeline(sql, id, { code: 'debt_written_off', values: { taken: amountSaid(money(minor, currency)) }, at: now });
  await closeCase(sql, { queue: chargebacksQueue.name, subject: `debt:${id}`, outcome: 'written_off', at: now });
  return 'done';
}

/** What a decision about a transaction is about, as the desk shows it; undefined where nothing waits. */
export async function reviewedTransaction(
  sql: Sql,
  id: number,
): Promise<
  | {
      readonly transaction: ProviderTransaction;
      readonly clientId: ClientId;
      readonly companyId: CompanyId;
      readonly isByOther: boolean;
      /** It may become the client's: of a coin it is known what that is worth. */
      readonly isCreditable: boolean;
      readonly shown: ReturnType<typeof shownOf>;
    }
  | undefined
> {
  const transaction = await transactionOf(sql, id);
  const waits =
    transaction?.outcome === 'suspense' || (transaction?.outcome === 'on_review' && transaction.outcomeRemittanceId === null);
  const remittance = waits ? await remittanceOf(sql, transaction.remittanceId) : undefined;
  if (!transaction || !remittance) return undefined;
  const { clientId, companyId } = remittance;
  const isByOther = await wasPaidByOther(sql, clientId, transaction);
  const { minor, givenBack } = transaction;
  const isCreditable = creditable(transaction, (minor ?? 0n) - givenBack) !== undefined;
  return { transaction, clientId, companyId, isByOther, isCreditable, shown: shownOf(transaction) };
}

interface MovedOn extends Pick<Transition, 'to' | 'stage' | 'reason'> {
  readonly now: Date;
}

/** Changes the phase of what waits, with what the client is told of it; false when it does not wait any more. */
async function moveOn(sql: Sql, remittance: Remittance, { now, ...transition }: MovedOn): Promise<boolean> {
  const { id, phase: from } = remittance;
  if (!reviewOf(remittance) || !(await changePhase(sql, { id, from, ...transition }, now))) return false;
  await tellAll(sql, remittance, { phase: transition.to, now });
  return true;
}

async function tellAll(
  sql: Sql,
  remittance: Remittance,
  { phase, now }: { readonly phase: Phase; readonly now: Date },
): Promise<void> {
  const { clientId } = remittance;
  for (const event of movements.eventsOf(remittance, phase, now)) await tellLater(sql, { ...event, clientId }, now);
}

async function endReversal(
  sql: Sql,
  id: RemittanceId,
  { outcome, at }: { readonly outcome: string; readonly at: Date },
): Promise<void> {
  for (const { name: queue } of [depositsQueue, chargebacksQueue])
    await closeCase(sql, { queue, subject: `remittance:${id}`, outcome, at });
}
