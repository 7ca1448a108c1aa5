import { after, dayMs, minuteMs, secondMs } from '../../base/time.ts';
import { clientId, remittanceId, type RemittanceId } from '../../base/id.ts';
import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import { notify } from '../notices/face.ts';
import { takeDebtors } from '../debts/face.ts';
import { followPaid } from '../risk/face.ts';
import { forgetRefusedMessages, noteProcessed } from './webhooks.ts';
import { collectFor } from './provider/indebted.ts';
import { isPaymentSeen, waitLonger } from './seen.ts';
import { changeTold, type Engine, type LookUpOutcome, type Needs } from './context.ts';
import { driveTopic, messageTopic, payoutTopic, toldTopic } from './movements.ts';
import { endHeldCase } from './payout/held.ts';
import { openReview } from './payout/reviewing.ts';
import { sendDue } from './payout/sending.ts';
import { noticeOf } from './notices.ts';
import { fundingAccountNamesOf } from '../fundingAccounts/face.ts';
import { wordsOf } from './fundingAccounts.ts';
import { dropOldQuotes, overduePayments, overdueProviders, stuckRemittances } from './overdue.ts';
import { isDriven, isOpen, phases, type Phase } from './rules.ts';
import { remittanceOf, type Remittance } from './store.ts';

/** A remittance that nobody has moved for so long is taken up again. */
const stuckMs = 60 * secondMs;
const sweepSize = 100;
/** A provider that tells of an approval and does not know of it is asked so often, with growing waits of about twenty minutes in all. */
const mostLookUps = 12;
/** Whoever owes something is looked at so often. */
const betweenCollectionsMs = 5 * minuteMs;

interface NeedsEngine extends Needs {
  readonly engine: Engine;
}

export const jobs = (app: NeedsEngine): Jobs => {
  const { engine } = app;
  return {
    on: {
      [driveTopic]: async (event, ctx) => {
        const remittance = await drive(engine, ctx, remittanceId(Number(event.payload['id'])));
        if (isDriven(remittance)) throw new Error(`remittance ${remittance.id} is still ${remittance.phase}`);
      },
      [payoutTopic]: (_event, ctx) => sendDue({ needs: app, run: ctx, engine }),
      [messageTopic]: (event, ctx) => lookUpTold(engine, ctx, event),
      [toldTopic]: async (event, ctx) => {
        const remittance = await remittanceOf(ctx.sql, remittanceId(Number(event.payload['id'])));
        const phase = phaseNamed(event.payload['phase']);
        if (remittance && phase) await comeToRest(engine, ctx, { remittance, phase });
      },
    },
    every: [
      { name: 'payments.refused', seconds: 3600, dueBy: 'wall', run: ({ sql }) => forgetRefusedMessages(sql, app.clock.wall()) },
      { name: 'remittance.stuck', seconds: 30, dueBy: 'application', run: sweepStuck },
      { name: 'remittance.overdue', seconds: 60, dueBy: 'application', run: sweepOverdue },
      { name: 'remittance.payouts', seconds: 15, dueBy: 'application', run: (ctx) => sendDue({ needs: app, run: ctx, engine }) },
      { name: 'remittance.debts', seconds: 60, dueBy: 'application', run: sweepDebts },
      {
        name: 'remittance.quotes',
        seconds: 600,
        dueBy: 'application',
        run: async (ctx) => void (await dropOldQuotes(ctx.sql, after(ctx.now, -dayMs))),
      },
    ],
  };

  /** What clients owe is paid by what has come in since: profits, or money that a process died with before it was taken. */
  async function sweepDebts(ctx: JobContext): Promise<void> {
    const before = after(ctx.now, -betweenCollectionsMs);
    const failures: unknown[] = [];
    for (const debtor of await takeDebtors(ctx.sql, { before, now: ctx.now, limit: sweepSize })) {
      await collectFor({ needs: app, run: ctx }, debtor).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Payment pages that nobody finished. A provider that is out keeps those of no other waiting. */
  async function sweepOverdue(ctx: JobContext): Promise<void> {
    const providers = await overdueProviders(ctx.sql, ctx.now);
    const failures = await Promise.all(providers.map((provider) => sweepOverdueOf(app, ctx, provider)));
    const [failure] = failures.flat();
    if (failure !== undefined) throw failure;
  }
};

/** One that cannot be asked about keeps no other waiting; of many the provider is left alone until the next time. Answers the failures. */
async function sweepOverdueOf(app: NeedsEngine, ctx: JobContext, provider: string): Promise<unknown[]> {
  const failures: unknown[] = [];
  let unanswered = 0;
  for (let last: Remittance | undefined; unanswered < sweepSize;) {
    const page = await overduePayments(ctx.sql, { provider, now: ctx.now, behind: last, limit: sweepSize });
    for (const remittance of page) {
      const outcome = await endOverdue(app, ctx, remittance).catch((error: unknown) => void failures.push(error));
      if (outcome === undefined || outcome === 'unanswered') unanswered += 1;
    }
    last = page.at(-1);
    if (page.length < sweepSize) break;
  }
  return failures;
}

/**
 * The provider is asked once more, then the deposit is cancelled. One whose payment was seen is waited for longer, a day at a time, and at
 * most as long as a transfer from a bank.
 */
async function endOverdue(app: NeedsEngine, ctx: JobContext, remittance: Remittance): Promise<LookUpOutcome> {
  const outcome = await app.engine.applyPayment(ctx, remittance.reference);
  if (outcome !== 'pending' && outcome !== 'absent') return outcome;
  const { id, phase: from, savedAt, createdAt } = remittance;
  const { abandonedSeconds, transferSeconds } = ctx.settings.deposit;
  const last = after(savedAt ?? createdAt, transferSeconds * secondMs);
  if (ctx.now < last && (await isPaymentSeen(ctx.sql, remittance))) {
    await waitLonger(ctx.sql, id, after(ctx.now, abandonedSeconds * secondMs));
    return outcome;
  }
  const transition = { id, from, to: 'cancelled', stage: 'cancelled', reason: 'payment_expired' } as const;
  await changeTold({ needs: app, run: ctx }, remittance, transition);
  return outcome;
}

/** Asks how a payment stands that its provider has told of. What it has told of may not have come to where it looks payments up. */
async function lookUpTold(engine: Engine, ctx: JobContext, { payload, attempts }: JobEvent): Promise<void> {
  const { reference, transaction, told } = payload;
  const number = typeof transaction === 'string' ? transaction : undefined;
  const outcome = await engine.applyPayment(ctx, String(reference), number);
  if (outcome === 'unanswered') throw new Error('the provider has not told how the payment stands');
  // The look-up decides, so it is asked again.
  if (told === 'approved' && isBehind(outcome) && attempts < mostLookUps)
    throw new Error('the provider has told of an approval, and knows nothing of it when it is asked');
  await noteProcessed(ctx.sql, String(payload['message']), outcome);
}

function isBehind(outcome: LookUpOutcome): boolean {
  return outcome === 'pending' || outcome === 'absent';
}

/** A part of a withdrawal may be paid by now of which something had come back before. */
async function drive(engine: Engine, ctx: JobContext, id: RemittanceId): Promise<Remittance> {
  const remittance = await engine.drive(ctx, id);
  if (remittance.type === 'withdraw') await engine.followReturns(ctx, id);
  return remittance;
}

async function comeToRest(
  engine: Engine,
  ctx: JobContext,
  { remittance, phase }: { readonly remittance: Remittance; readonly phase: Phase },
): Promise<void> {
  // A phase that has passed by meanwhile needs no notice any more; the one that came after it has its own.
  if (remittance.phase === phase) await tellOutcome(ctx, { remittance, phase, now: ctx.now });
  if (phase === 'completed') await followPaid(ctx.sql, clientId(remittance.clientId));
  const paid = await paymentBehind(ctx, remittance);
  if (paid) await engine.followTakings(ctx, paid);
}

/** The deposit that has come to rest with it: its own, or the one that it takes back. */
async function paymentBehind({ sql }: JobContext, { id, type, reverses }: Remittance): Promise<RemittanceId | undefined> {
  if (type === 'deposit') return id;
  const original = type === 'reversal' && reverses !== null ? await remittanceOf(sql, reverses) : undefined;
  return original?.type === 'deposit' ? original.id : undefined;
}

/** A withdrawal that waits for staff is a case of theirs. */
async function askForReview(ctx: JobContext, { id, type, phase }: Remittance): Promise<void> {
  if (type !== 'withdraw' || phase !== 'awaiting_approval') return;
  await ctx.transact((sql) => openReview(sql, { id, now: ctx.now, settings: ctx.settings }));
}

/** Tells the client how a transfer went, once for each phase. */
async function tellOutcome(ctx: JobContext, told: { remittance: Remittance; phase: Phase; now: Date }): Promise<void> {
  const { remittance, phase, now } = told;
  const { sql } = ctx;
  await askForReview(ctx, remittance);
  // Whatever waited for staff of a withdrawal that has ended has been decided, or has had its time.
  if (remittance.type === 'withdraw' && !isOpen(phase)) await endHeldCase(sql, { id: remittance.id, outcome: phase, now });
  const notice = noticeOf(remittance, phase);
  if (!notice) return;
  await notify(sql, {
    clientId: clientId(remittance.clientId),
    notice,
    values: wordsOf(remittance, await fundingAccountNamesOf(sql, remittance.clientId)),
    key: `remittance:${remittance.id}:${phase}`,
    now,
  });
}

function phaseNamed(value: unknown): Phase | undefined {
  return typeof value === 'string' && Object.hasOwn(phases, value) ? (value as Phase) : undefined;
}

/** What a lost outbox row or a long outage has left behind is put to the outbox again, once a minute each. */
async function sweepStuck(ctx: JobContext): Promise<void> {
  const ids = await stuckRemittances(ctx.sql, after(ctx.now, -stuckMs), sweepSize);
  const minute = Math.floor(ctx.now.getTime() / minuteMs);
  for (const id of ids) {
    await ctx.tellIn(ctx.sql, { topic: driveTopic, key: `${driveTopic}:${id}:sweep:${minute}`, payload: { id } });
  }
}
