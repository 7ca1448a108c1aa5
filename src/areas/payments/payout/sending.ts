import { money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import type { Intent } from '../../../ledger/book.ts';
import { after, minuteMs, secondMs } from '../../../base/time.ts';
import type { PaymentState, Payments } from '../../../ports/payments/port.ts';
import { dueWithin } from '../../cases/face.ts';
import { ensureWallet } from '../../fundingAccounts/face.ts';
import { staleLine } from '../../../protocol/topics.ts';
import { ofClient, restTopics } from '../movements.ts';
import { providerOf, type Engine, type LookUpOutcome, type PaymentContext } from '../context.ts';
import { payerOf, remittanceOf, type Remittance } from '../store.ts';
import { notificationPath } from '../webhooks.ts';
import { isAnyClosed } from '../ownCards.ts';
import { destinationOf } from './destinations.ts';
import { isFrozen, openHeldCase, openOddCase, whyNotNow, type AboutToAsk } from './held.ts';
import * as movements from './movements.ts';
import {
  changePart,
  changeWay,
  goBackTo,
  hasGoneOtherwise,
  holdPart,
  isAsRead,
  isOfReturn,
  lockPart,
  nameOf,
  putOff,
  takeDue,
  type PayoutPart,
  type Unpaid,
} from './parts.ts';

/*
 * Parts go to their providers in batches. A part is marked as sent before its provider is asked, and asking again under its reference
 * is the same payout; so whoever is killed in between leaves nothing that the next look does not find.
 */

/** A context that can drive the payment on when a part has ended. */
export interface SendingContext extends PaymentContext {
  readonly engine: Pick<Engine, 'drive'>;
}

const batchSize = 50;
const atOnce = 5;
/** A provider that does not answer is left alone for so long. */
const outMs = 30 * secondMs;
/** What a provider has and has not decided is looked at so often: twice as long each time, an hour at most. */
const firstLookMs = 15 * secondMs;
const lastLookMs = 60 * minuteMs;

/** Looks at every part that is due, a batch at a time, until none is left or none can be helped now. */
export async function sendDue(context: SendingContext): Promise<void> {
  const failures: unknown[] = [];
  const out = new Set<string>();
  for (let batch = await takeDue(context.run.sql, dueNow(context)); batch.length > 0;) {
    for (let from = 0; from < batch.length; from += atOnce) {
      const sent = batch.slice(from, from + atOnce).map((part) => lookAt(context, part, out));
      for (const result of await Promise.allSettled(sent)) if (result.status === 'rejected') failures.push(result.reason);
    }
    batch = failures.length > 0 ? [] : await takeDue(context.run.sql, dueNow(context));
  }
  if (failures.length > 0) throw failures[0];
}

const dueNow = ({ needs }: PaymentContext) => ({ now: needs.clock.now(), limit: batchSize });

/** One part: what was not asked is asked, what was is looked up. */
async function lookAt(context: SendingContext, part: PayoutPart, out: Set<string>): Promise<void> {
  const { needs, run } = context;
  const now = needs.clock.now();
  // A card that was blocked meanwhile, or has expired, is given up as what was refused is.
  const isRefused = part.heldFor === 'refused' || (await isAnyClosed(run.sql, [part.destinationId]));
  if (out.has(part.provider)) return putOff(run.sql, part.id, after(now, outMs));
  const outcome = await (part.phase !== 'waiting' ? lookUp : isRefused ? giveUp : sendFirst)(context, part);
  if (outcome !== 'unanswered') return;
  out.add(part.provider);
  await putOff(run.sql, part.id, after(now, outMs));
}

type Looked = 'moved' | 'unanswered';

/** Staff gives it back, or nobody of ours has decided in time: the client has it again, unless its provider has paid one of its tries all the same. */
async function giveUp(context: SendingContext, part: PayoutPart): Promise<Looked> {
  const paid = await lookAtTries(context, part, part.tries);
  if (paid !== 'not_paid') return paid;
  await release(context, part, part.reason ?? 'payout_refused');
  return 'moved';
}

async function sendFirst(context: SendingContext, part: PayoutPart): Promise<Looked> {
  const { needs, run } = context;
  if (part.tries > 0) {
    const before = await lookAtTries(context, part, part.tries - 1);
    if (before !== 'not_paid') return before;
  }
  const remittance = await mustRead(run.sql, part);
  const detail = { stage: 'payout_sent', values: movements.wordsOfPart(part) };
  const now = needs.clock.now();
  const went = await run.transact(async (sql) => {
    const waits = await isFrozen(sql, remittance);
    if (!(await isAsRead(sql, part))) return 'elsewhere';
    const why = waits ? 'awaited' : await whyNotNow(sql, { context, remittance, part });
    if (why) return why;
    return (await changePart(sql, { id: part.id, from: 'waiting', to: 'sent', detail }, now)) ? 'sent' : 'elsewhere';
  });
  if (went === 'awaited') await putOff(run.sql, part.id, after(now, firstLookMs));
  if (went === 'stopped') await release(context, part, 'payout_stopped');
  return went === 'sent' ? ask(context, remittance, { ...part, phase: 'sent' }) : 'moved';
}

/** What was refused may have been paid all the same by now: its provider is asked about each try, the last one first. */
async function lookAtTries(context: SendingContext, part: PayoutPart, last: number): Promise<Looked | 'not_paid'> {
  for (let tries = last; tries >= 0; tries -= 1) {
    const looked = await lookAtTry(context, { ...part, tries });
    if (looked !== 'not_paid') return looked;
  }
  return 'not_paid';
}

async function lookAtTry(context: SendingContext, before: PayoutPart): Promise<Looked | 'not_paid'> {
  const { needs, run } = context;
  const answer = await providerOf(needs, { id: before.remittanceId, provider: before.provider }).lookUp(nameOf(before));
  if (answer.outcome === 'unknown') return 'unanswered';
  if (answer.outcome === 'absent') return 'not_paid';
  const { status, undoesItself } = answer.payment;
  // What came back of it hides whether it was paid: that is told by its own number.
  if (status === 'pending' || isOfReturn(before, answer.payment)) {
    await putOff(run.sql, before.id, after(needs.clock.now(), firstLookMs));
    return 'moved';
  }
  if (status !== 'approved' || undoesItself) return 'not_paid';
  await applyLate(context, before, answer.payment);
  return 'moved';
}

/** Its provider has paid what it refused before, and nobody has sent it again: it is paid. */
async function applyLate(context: SendingContext, part: PayoutPart, payment: PaymentState): Promise<LookUpOutcome> {
  const { needs, run } = context;
  const now = needs.clock.now();
  const isTaken = await run.transact(async (sql) => {
    const detail = { stage: 'payout_sent', values: movements.wordsOfPart(part) };
    // Whoever dies after this commit leaves a part that is looked up by the name that was paid.
    await goBackTo(sql, { id: part.id, tries: part.tries, dueAt: now });
    return changePart(sql, { id: part.id, from: 'waiting', to: 'sent', detail }, now);
  });
  if (!isTaken)
    return (await hasGoneOtherwise(run.sql, part)) ? openOddCase(context, part, { payment, kind: 'paid_twice' }) : 'nothing_new';
  const sent = { ...part, phase: 'sent', heldFor: null } as const;
  if (isOtherAmount(part, payment)) await openOddCase(context, part, { payment, kind: 'payout_other_amount' });
  const remittance = await mustRead(run.sql, part);
  const transaction = payment.providerTransactionId;
  return conclude(context, { part: sent, intent: movements.partPaid(remittance, sent, { at: now, transaction }) }, 'received');
}

/** Safe to repeat: the reference is the payout. */
async function ask(context: SendingContext, remittance: Remittance, part: PayoutPart): Promise<Looked> {
  const { needs, run } = context;
  const payments = providerOf(needs, { id: remittance.id, provider: part.provider });
  if (!payments.payOut) throw new Error(`${part.provider} pays nothing out, but payout ${part.id} was to go by it`);
  const { name, email, country } = await payerOf(run.sql, remittance.clientId);
  const answer = await payments.payOut({
    ...(await whereTo(run.sql, part)),
    reference: nameOf(part),
    amount: money(part.paysAmount, part.paysCurrency),
    clientId: remittance.clientId,
    companyId: remittance.companyId,
    customer: { name, email, country },
    notificationUrl: `${needs.publicUrl}${notificationPath(payments)}`,
  });
  if (answer.outcome === 'unknown') return 'unanswered';
  if (answer.outcome === 'refused') return refuse(context, part);
  await putOff(run.sql, part.id, after(needs.clock.now(), firstLookMs));
  return 'moved';
}

/** To a destination of the client's own, or back to what has paid. */
async function whereTo(sql: Sql, part: PayoutPart) {
  const { way, destinationId, sourceReference: reference, sourceTransaction } = part;
  if (destinationId !== null) return { way: 'payout', destination: await destinationOf(sql, destinationId) } as const;
  if (reference === null) throw new Error(`payout ${part.id} goes nowhere`);
  return { way, source: { reference, transactionId: sourceTransaction ?? undefined } };
}

async function lookUp(context: SendingContext, part: PayoutPart): Promise<Looked> {
  const { needs, run } = context;
  const remittance = await mustRead(run.sql, part);
  const payments: Payments = providerOf(needs, { id: remittance.id, provider: part.provider });
  const answer = await payments.lookUp(nameOf(part));
  if (answer.outcome === 'unknown') return 'unanswered';
  if (answer.outcome === 'absent') return askAgain({ context, remittance, part });
  if (isOfReturn(part, answer.payment)) await putOff(run.sql, part.id, nextLook(context, part));
  else await applyPayout(context, part, answer.payment);
  return 'moved';
}

/** It never came there: it is asked for under the same name, unless what has happened since keeps it from going. Then it waits for staff. */
async function askAgain(about: AboutToAsk<SendingContext>): Promise<Looked> {
  const { context, remittance, part } = about;
  const { run } = context;
  const isClosed = await isAnyClosed(run.sql, [part.destinationId]);
  const why = await run.transact(async (sql) => {
    const waits = await isFrozen(sql, remittance);
    const now = await lockPart(sql, part.id);
    if (now?.phase !== 'sent') return 'elsewhere';
    if (waits || now.heldFor !== null || isClosed) return 'stopped';
    return whyNotNow(sql, about);
  });
  if (why === undefined) return ask(context, remittance, part);
  if (why === 'stopped') await hold(context, part, refusedUntil(context));
  if (why === 'awaited') await putOff(run.sql, part.id, nextLook(context, part));
  return 'moved';
}

/** Twice as long each time, an hour at most. */
function nextLook({ needs }: SendingContext, { attempts }: PayoutPart): Date {
  return after(needs.clock.now(), Math.min(firstLookMs * 2 ** Math.min(attempts, 10), lastLookMs));
}

/** What follows from how a part stands at its provider. Safe to repeat, in any order, by any number of processes. */
export async function applyPayout(context: SendingContext, part: PayoutPart, payment: PaymentState): Promise<LookUpOutcome> {
  const { needs, run } = context;
  const now = needs.clock.now();
  const { undoesItself, providerTransactionId: transaction } = payment;
  // What says of itself that it was reversed has not been paid; where it is known to be, that is another thing (returned.ts).
  const status = undoesItself ? 'declined' : payment.status;
  if (status === 'pending') {
    if (payment.reference !== nameOf(part)) return 'nothing_new';
    await putOff(run.sql, part.id, nextLook(context, part));
    return 'pending';
  }
  if (part.heldFor === 'refused' && part.phase === 'waiting' && payment.reference === nameOf(part) && status === 'approved')
    return applyLate(context, part, payment);
  const isOther = payment.reference !== nameOf(part) || part.phase === 'released';
  if (isOther) return status === 'approved' ? openOddCase(context, part, { payment, kind: 'paid_twice' }) : 'nothing_new';
  if (part.phase !== 'sent') return 'nothing_new';
  if (status !== 'approved') {
    await refuse(context, part);
    return status;
  }
  // It is gone, whatever went: the book has what was agreed, and somebody looks at the difference.
  if (isOtherAmount(part, payment)) await openOddCase(context, part, { payment, kind: 'payout_other_amount' });
  const remittance = await mustRead(run.sql, part);
  return conclude(context, { part, intent: movements.partPaid(remittance, part, { at: now, transaction }) }, 'received');
}

function isOtherAmount({ paysAmount, paysCurrency }: PayoutPart, { amount }: PaymentState): boolean {
  return amount !== undefined && (amount.minor !== paysAmount || amount.currency !== paysCurrency);
}

/**
 * A refund that its provider refuses is tried as a payout to what paid; a payout that is refused waits for staff, who try it again or
 * give it back, and goes into the wallet when nobody has in time.
 */
async function refuse(context: SendingContext, part: PayoutPart): Promise<Looked> {
  const { needs, run } = context;
  const at = needs.clock.now();
  if (part.way === 'refund') {
    const detail = { stage: 'payout_other_way', values: movements.wordsOfPart(part) };
    await run.transact(async (sql) => {
      if (await changePart(sql, { id: part.id, from: 'sent', to: 'waiting', detail }, at)) await changeWay(sql, part.id, at);
    });
    return 'moved';
  }
  if (run.settings.withdraw.refusedHours === 0) await release(context, part, 'payout_refused');
  else await hold(context, part, refusedUntil(context));
  return 'moved';
}

/** So long staff has for it; at once where they have no time, when each of its tries is looked up before it is given up. */
function refusedUntil({ needs, run }: SendingContext): Date {
  const { withdraw, desk } = run.settings;
  const now = needs.clock.now();
  return withdraw.refusedHours === 0 ? now : dueWithin(now, withdraw.refusedHours, desk.businessHours);
}

async function hold({ needs, run }: SendingContext, part: PayoutPart, until: Date): Promise<void> {
  const now = needs.clock.now();
  const detail = { stage: 'payout_held', values: movements.wordsOfPart(part) };
  await run.transact(async (sql) => {
    if (!(await changePart(sql, { id: part.id, from: 'sent', to: 'waiting', detail }, now))) return;
    await holdPart(sql, part.id, until);
    await openHeldCase(sql, { id: part.remittanceId, now, settings: run.settings });
    await run.tellIn(sql, ofClient(staleLine(restTopics), await mustRead(sql, part)));
  });
}

async function release(context: SendingContext, part: PayoutPart, why: Unpaid): Promise<void> {
  const { needs, run } = context;
  const at = needs.clock.now();
  const remittance = await mustRead(run.sql, part);
  const { clientId, companyId, currency } = remittance;
  await ensureWallet(run.sql, { clientId, companyId, currency, now: at });
  await conclude(context, { part, intent: movements.partReleased(remittance, part, { at, why }) }, 'declined');
}

/** Posts how a part has ended, once, and has the whole looked at. */
async function conclude(
  context: SendingContext,
  { intent, part }: { readonly intent: Intent; readonly part: PayoutPart },
  outcome: LookUpOutcome,
): Promise<LookUpOutcome> {
  const posted = await context.needs.book.submit(intent);
  if (posted.outcome === 'refused' && posted.code !== 'step_refused')
    throw new Error(`${intent.movement.key} could not be posted: ${posted.code}`);
  await context.engine.drive(context.run, part.remittanceId);
  return posted.outcome === 'refused' || posted.repeated ? 'nothing_new' : outcome;
}

async function mustRead(sql: Sql, { remittanceId }: PayoutPart): Promise<Remittance> {
  const remittance = await remittanceOf(sql, remittanceId);
  if (!remittance) throw new Error(`there is no remittance ${remittanceId}`);
  return remittance;
}
