import type { ClientId, RemittanceId } from '../../../base/id.ts';
import { money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { amountSaid } from '../../../base/wording.ts';
import { post } from '../../../ledger/book.ts';
import type { PaymentState } from '../../../ports/payments/port.ts';
import type { Settings } from '../../../settings/index.ts';
import { closeCase, openCase } from '../../cases/face.ts';
import { frozenStatus, keepStatus } from '../../freezing/face.ts';
import { ensureWallet } from '../../fundingAccounts/face.ts';
import { isScreeningAwaited } from '../../screening/face.ts';
import type { PaymentContext } from '../context.ts';
import { payoutTopic } from '../movements.ts';
import { withdrawalsQueue } from '../queues.ts';
import { noteInTimeline, remittanceOf, tellLater, type Remittance } from '../store.ts';
import { isStopped } from './lines.ts';
import * as movements from './movements.ts';
import {
  giveBackNext,
  heldPartsOf,
  holdWaitingOf,
  letGo,
  lockHeld,
  type HeldFor,
  type PayoutPart,
  type Unpaid,
} from './parts.ts';

/*
 * Parts of an approved withdrawal that wait for staff: what a split or a freeze has left for later, and what nobody has taken. What is done with
 * them runs in the transaction of the decision.
 */

/** What staff has to decide of a withdrawal that is on its way, and until when a part that nobody has taken waits. */
export interface HeldRest {
  readonly why: HeldFor;
  readonly until: Date | undefined;
}

/** Undefined where it waits for nobody of ours. What was refused comes first: it goes into the wallet by itself some day. */
export async function heldRestOf(
  sql: Sql,
  { id, type, phase }: Pick<Remittance, 'id' | 'type' | 'phase'>,
): Promise<HeldRest | undefined> {
  if (type !== 'withdraw' || phase !== 'sent') return undefined;
  const parts = await heldPartsOf(sql, id);
  const first = parts.find(({ heldFor }) => heldFor === 'refused') ?? parts[0];
  return first && { why: first.heldFor ?? 'split', until: first.heldFor === 'refused' ? (first.dueAt ?? undefined) : undefined };
}

const staleMoney = { topic: 'live', payload: { topics: ['transfers', 'wallets', 'dashboard'] } } as const;

interface Facts {
  readonly id: RemittanceId;
  readonly now: Date;
}

/** A case for whoever decides it. */
export async function openHeldCase(sql: Sql, { id, now, settings }: Facts & { readonly settings: Settings }): Promise<void> {
  const remittance = await remittanceOf(sql, id);
  const parts = await heldPartsOf(sql, id);
  if (!remittance || parts.length === 0) return;
  const isRefused = parts.some(({ heldFor }) => heldFor === 'refused');
  const minor = parts.reduce((sum, { amount }) => sum + amount, 0n);
  // What a case offers follows from its kind: that of a split does not know of a refusal.
  if (isRefused) await endHeldCase(sql, { id, outcome: 'refused', now });
  await openCase(sql, {
    queue: { ...withdrawalsQueue, promisedHours: settings.withdraw.promisedHours },
    subject: `remittance:${id}`,
    clientId: remittance.clientId,
    detail: {
      kind: isRefused ? 'payout_refused' : 'withdrawal_rest',
      transfer_id: id,
      account: remittance.accountNumber,
      ...amountSaid(money(minor, remittance.currency)),
      goes_to: parts.map(wordsOf).join('; ').slice(0, 1000),
    },
    now,
    hours: settings.desk.businessHours,
  });
}

/**
 * What was approved of a client who was frozen goes out by nothing but a decision: it may have been ordered by whoever the account was
 * frozen for. In the transaction that ends the freeze, which has the client's status locked.
 */
export async function holdWaiting(
  sql: Sql,
  { client: clientId, now, settings }: { readonly client: ClientId; readonly now: Date; readonly settings: Settings },
): Promise<void> {
  const withdrawals = await holdWaitingOf(sql, clientId);
  for (const id of withdrawals) await openHeldCase(sql, { id, now, settings });
  if (withdrawals.length > 0) await tellLater(sql, { ...staleMoney, clientId }, now);
}

function wordsOf({ way, paysAmount, paysCurrency, label, sourceId }: PayoutPart): string {
  const { amount, currency } = amountSaid(money(paysAmount, paysCurrency));
  return `${way} ${amount} ${currency} ${label ?? ''} (${sourceId ?? 'own'})`;
}

/** What a split has left goes out too; false when nothing of it waits. */
export async function payRest(sql: Sql, { id, now }: Facts): Promise<boolean> {
  const parts = (await lockHeld(sql, id)).filter(({ heldFor }) => heldFor === 'split');
  const remittance = await remittanceOf(sql, id);
  if (parts.length === 0 || !remittance) return false;
  // A new destination may not have cooled off yet.
  const dueAt = remittance.expiresAt > now ? remittance.expiresAt : now;
  await letGo(sql, idsOf(parts), { dueAt, isRetry: false });
  await noteInTimeline(sql, id, { code: 'withdrawal_rest_approved', values: {}, at: now });
  await goOn(sql, { remittance, outcome: 'approved', now });
  return true;
}

/** What nobody has taken is tried once more, as another order at its provider; false when nothing of the kind waits. */
export async function retryRefused(sql: Sql, { id, now }: Facts): Promise<boolean> {
  const parts = (await lockHeld(sql, id)).filter(({ heldFor }) => heldFor === 'refused');
  const remittance = await remittanceOf(sql, id);
  if (parts.length === 0 || !remittance) return false;
  await letGo(sql, idsOf(parts), { dueAt: now, isRetry: true });
  for (const part of parts)
    await noteInTimeline(sql, id, { code: 'payout_retried', values: movements.wordsOfPart(part), at: now });
  await goOn(sql, { remittance, outcome: 'retried', now });
  return true;
}

/**
 * Whatever of it waits goes into the wallet; false when nothing does. What a provider has refused goes once it has said that it has
 * not paid it after all, which is asked outside of this transaction.
 */
export async function giveHeldBack(sql: Sql, { id, now, why }: Facts & { readonly why: Unpaid }): Promise<boolean> {
  const parts = await lockHeld(sql, id);
  const remittance = await remittanceOf(sql, id);
  if (parts.length === 0 || !remittance) return false;
  const { clientId, companyId, currency } = remittance;
  await ensureWallet(sql, { clientId, companyId, currency, now });
  for (const part of parts.filter(({ heldFor }) => heldFor === 'refused')) await giveBackNext(sql, part.id, { why, now });
  for (const part of parts.filter(({ heldFor }) => heldFor === 'split')) {
    const outcome = await post(sql, movements.partReleased(remittance, part, { at: now, why }));
    if (outcome.outcome === 'refused') throw new Error(`payout ${part.id} could not be released: ${outcome.code}`);
  }
  await tellLater(sql, { topic: payoutTopic, payload: { id }, clientId }, now);
  await endHeldCase(sql, { id, outcome: why, now });
  return true;
}

const idsOf = (parts: readonly PayoutPart[]): number[] => parts.map(({ id }) => id);

interface GoingOn {
  readonly remittance: Remittance;
  readonly outcome: string;
  readonly now: Date;
}

async function goOn(sql: Sql, { remittance: { id, clientId }, outcome, now }: GoingOn): Promise<void> {
  await tellLater(sql, { topic: payoutTopic, payload: { id }, clientId }, now);
  await tellLater(sql, { ...staleMoney, clientId }, now);
  if ((await heldPartsOf(sql, id)).length === 0) await endHeldCase(sql, { id, outcome, now });
}

/** There is nothing to be decided of it any more. */
export async function endHeldCase(sql: Sql, { id, outcome, now }: Facts & { readonly outcome: string }): Promise<void> {
  await closeCase(sql, { queue: withdrawalsQueue.name, subject: `remittance:${id}`, outcome, at: now });
}

interface Odd {
  readonly payment: PaymentState;
  /**
   * Its provider has paid what it had refused before, so that the client has it twice; it has come back after it was paid; or something
   * else was paid than was agreed.
   */
  readonly kind: 'paid_twice' | 'payout_returned' | 'payout_other_amount';
}

/** Somebody has to look into what a provider says of a part. */
export async function openOddCase(
  { needs, run }: PaymentContext,
  part: PayoutPart,
  { payment, kind }: Odd,
): Promise<'on_review'> {
  const remittance = await remittanceOf(run.sql, part.remittanceId);
  if (!remittance) throw new Error(`there is no remittance ${part.remittanceId}`);
  const detail = {
    kind,
    provider: part.provider,
    reference: payment.reference,
    transfer_id: part.remittanceId,
    ...amountSaid(money(part.paysAmount, part.paysCurrency)),
    ...(kind === 'payout_other_amount' ? { paid: paidSaid(payment) } : {}),
  };
  const order = { queue: withdrawalsQueue, subject: `payout:${part.id}`, clientId: remittance.clientId, detail };
  await openCase(run.sql, { ...order, now: needs.clock.now(), hours: run.settings.desk.businessHours });
  return 'on_review';
}

function paidSaid({ amount }: PaymentState): object {
  if (amount?.currency) return amountSaid(money(amount.minor, amount.currency));
  return { amount: String(amount?.minor ?? ''), currency: amount?.letters ?? '' };
}

/* What has happened since a part was approved, and keeps it from going out. */

export interface AboutToAsk<Context extends PaymentContext = PaymentContext> {
  readonly context: Context;
  readonly remittance: Remittance;
  readonly part: PayoutPart;
}

/** Whether the client is frozen, until the caller's transaction ends: it comes first there, as whoever freezes locks the client before parts. */
export async function isFrozen(sql: Sql, { clientId }: Remittance): Promise<boolean> {
  return (await keepStatus(sql, clientId)) === frozenStatus;
}

/** Why it is not asked for, whatever was approved: it never will be, or it is not known yet whether it may. */
export async function whyNotNow(sql: Sql, { context, remittance, part }: AboutToAsk): Promise<'stopped' | 'awaited' | undefined> {
  const { clock, watchlists } = context.needs;
  if (await isStopped(sql, { remittance, part, now: clock.now() })) return 'stopped';
  return (await isScreeningAwaited(sql, remittance.clientId, watchlists?.names ?? [])) ? 'awaited' : undefined;
}
