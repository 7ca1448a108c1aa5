import type { RefusalDetail } from '../../base/refusal.ts';
import { money } from '../../base/money.ts';
import { remittanceId, type RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { requireGate, type GateCode } from '../../law/gates.ts';
import { methodOffered, termsIn } from '../../law/methods.ts';
import type { Settings } from '../../settings/index.ts';
import type { ProcessContext } from './contract.ts';
import { postReceived } from './provider/exchanging.ts';
import { isPaymentSeen } from './seen.ts';
import { closeCase } from '../cases/face.ts';
import { requireArrivedRoom } from './capped.ts';
import { cancelWithdrawal } from './payout/reviewing.ts';
import { depositsQueue } from './queues.ts';
import { columnsOf, methodScopeOf, quoteFor, type Quoted } from './quotes.ts';
import { sendPin, type PinContext, type PinWish } from './questions.ts';
import { mayAccept, mayCancel, type ReasonCode } from './rules.ts';
import { acceptArrived, remittanceOf, type Remittance } from './store.ts';
import { changeTold, type Engine, type LookUpParts } from './context.ts';

/* What a client can still do about a transfer of their own that is under way. */

/** Asks the provider how a payment stands that is still waited for; answers the transfer as it is then. */
export async function askWhetherPaid(parts: LookUpParts, remittance: Remittance): Promise<Remittance> {
  if (remittance.type === 'deposit' && mayCancel(remittance)) await parts.engine.applyPayment(parts.run, remittance.reference);
  return mustRead(parts.run.sql, remittance.id);
}

/** Cancels a deposit for which nothing was paid, or seen, or a withdrawal that nobody has approved; undefined when it cannot be cancelled any more. */
export async function cancelUnpaid(parts: LookUpParts, remittance: Remittance): Promise<Remittance | 'rate_changed' | undefined> {
  if (remittance.type === 'withdraw') return cancelWaiting(parts, remittance);
  // What the client has paid in the meantime is not cancelled but credited.
  const current = await askWhetherPaid(parts, remittance);
  const { id, phase: from } = current;
  const transition = { id, from, to: 'cancelled', stage: 'cancelled', reason: 'cancelled_by_client' } as const;
  if (mayCancel(current) && !(await isPaymentSeen(parts.run.sql, current))) await changeTold(parts, current, transition);
  const cancelled = await mustRead(parts.run.sql, id);
  return cancelled.reason === 'cancelled_by_client' ? cancelled : undefined;
}

/** It is the client's again, once its platform has it back. */
async function cancelWaiting(
  { needs, run, engine }: LookUpParts,
  { id }: Remittance,
): Promise<Remittance | 'rate_changed' | undefined> {
  const deciding = { id, now: needs.clock.now(), settings: run.settings };
  const outcome = await run.transact((sql) => cancelWithdrawal(sql, deciding));
  if (outcome === 'rate_changed') return outcome;
  const current = outcome === 'done' ? await engine.drive(run, id) : await mustRead(run.sql, id);
  return current.reason === 'cancelled_by_client' ? current : undefined;
}

/** What accepting needs of a call, and what it may refuse with. */
type AcceptContext = Pick<ProcessContext, 'sql' | 'now' | 'settings' | 'client' | 'transact' | 'tellIn'> & {
  readonly refuse: (code: GateCode | 'cannot_accept' | 'rate_not_available' | 'unverified_cap', detail?: RefusalDetail) => never;
};

/** What arrived becomes what was asked for, at the rate of now, and goes its usual way. */
export async function takeWhatArrived(engine: Engine, ctx: AcceptContext, remittance: Remittance): Promise<Remittance> {
  if (!mayAccept(remittance)) return ctx.refuse('cannot_accept', { field: 'tid' });
  requireGate('deposit', ctx.client.profile, ctx.refuse);
  const { id } = remittance;
  const quoted = await acceptedQuote(ctx, remittance);
  // New amounts and their posting are one: whoever accepts at the same moment finds it done.
  await ctx.transact(async (sql) => {
    await requireArrivedRoom({ ...ctx, sql }, remittance, quoted.amounts.arrives);
    await receiveArrived(sql, { id, quoted, now: ctx.now, reason: 'accepted_arrived', settings: ctx.settings });
  });
  return engine.drive(ctx, id);
}

type QuoteContext = Pick<AcceptContext, 'sql' | 'now' | 'settings'> & {
  readonly client: Pick<AcceptContext['client'], 'profile'>;
  readonly refuse: (code: 'cannot_accept' | 'rate_not_available', detail?: RefusalDetail) => never;
};

/** What arrived, by the terms of its method and at the rate of now: never one that is older than a quote's may be. */
export async function acceptedQuote(ctx: QuoteContext, remittance: Remittance): Promise<Quoted> {
  const { arrivedMinor, arrivedCurrency, methodId, accountCurrency } = remittance;
  if (arrivedMinor === null || arrivedCurrency === null) return ctx.refuse('cannot_accept', { field: 'tid' });
  const offer = methodOffered(methodId ?? 0, methodScopeOf(ctx, 'deposit'));
  const feeBasisPoints = (offer && termsIn(offer, arrivedCurrency)?.feeBasisPoints) ?? 0;
  const refuse = (): never => ctx.refuse('rate_not_available', { field: 'tid' });
  const question = {
    amount: money(arrivedMinor, arrivedCurrency),
    to: accountCurrency,
    feeBasisPoints,
    direction: 'deposit',
  } as const;
  return quoteFor({ sql: ctx.sql, now: ctx.now, settings: ctx.settings, refuse }, question);
}

interface Received {
  readonly id: RemittanceId;
  readonly quoted: Quoted;
  readonly now: Date;
  readonly reason: ReasonCode;
  readonly settings: Settings;
}

/** The new amounts, their posting and the end of the case are one; false when it does not wait any more. */
export async function receiveArrived(sql: Sql, { id, quoted, now, reason, settings }: Received): Promise<boolean> {
  if (!(await acceptArrived(sql, id, columnsOf(quoted)))) return false;
  const changed = await mustRead(sql, id);
  if (!(await postReceived(sql, { remittance: changed, set: {}, reason, settings, now })))
    throw new Error(`remittance ${id} was changed while it was received`);
  await closeCase(sql, { queue: depositsQueue.name, subject: `remittance:${id}`, outcome: 'accepted', at: now });
  return true;
}

async function mustRead(sql: Sql, id: RemittanceId): Promise<Remittance> {
  const remittance = await remittanceOf(sql, id);
  if (!remittance) throw new Error(`remittance ${id} is gone`);
  return remittance;
}

/** Sends the PIN of a quote of the client's own once more; undefined where there is no such quote, or it needs none. */
export async function sendPinAgain(ctx: PinContext, id: number | undefined, how: PinWish) {
  const remittance = id === undefined ? undefined : await remittanceOf(ctx.sql, remittanceId(id));
  if (remittance?.clientId !== ctx.client.id || remittance.phase !== 'quoted') return undefined;
  const sent = await sendPin(ctx, remittance, how);
  return sent && { channel: sent.channel, resend_seconds: sent.resendSeconds, is_sent: sent.isSent };
}
