import type { Sql } from '../../../base/sql.ts';
import { recordAudit } from '../../../ledger/audit.ts';
import { accountOf, type TradingAccount } from '../../accounts/face.ts';
import { leavable, type EngineNeeds } from '../../payments/face.ts';
import { bookFlows, flowsOf, type Booking, type Flows } from '../flows.ts';
import { lastPeriod, performanceShare, type SharePeriod } from '../rules.ts';
import { investmentById, lockInvestment, type Investment } from '../store.ts';
import { isHeld } from './holding.ts';
import { hasClosureShare, hasOpenShare, insertShare, type NewShare } from './rows.ts';

/*
 * When a share is due and what it comes to. Nothing is decided while money comes or goes, while another share is on its way, and while
 * the platform does not say what the account is worth: it is put off to the next look, and the mark stands meanwhile. So it is while the
 * client's money has to stand still.
 */

export interface Hands {
  readonly app: Pick<EngineNeeds, 'platforms' | 'clock'>;
  readonly run: Booking & { readonly sql: Sql };
}

/** What an investment is before its account is looked at: what is decided holds only while it is still so. */
interface AsItIs {
  readonly investment: Investment;
  readonly flows: Flows;
}

async function asItIs(sql: Sql, investment: Investment | undefined): Promise<AsItIs | undefined> {
  if (!investment || investment.startedAt === null) return undefined;
  if (await isHeld(sql, { client: investment.clientId, side: 'pays' })) return undefined;
  const flows = await flowsOf(sql, investment.id);
  if (flows.waiting > 0 || (await hasOpenShare(sql, investment.id))) return undefined;
  return { investment, flows };
}

function isStill(before: AsItIs, now: AsItIs | undefined): boolean {
  return (
    now !== undefined &&
    now.flows.last === before.flows.last &&
    now.flows.count === before.flows.count &&
    now.investment.highWater === before.investment.highWater &&
    now.investment.status === before.investment.status
  );
}

/** What the account is worth to its owner, of what both books know; undefined while nobody can say. */
async function worthOf(
  { app, run }: Hands,
  account: TradingAccount,
): Promise<{ readonly equity: bigint; readonly free: bigint } | undefined> {
  const left = await leavable(app, run.sql, account);
  // What the platform alone has may have been paid in twice: that is no profit, and somebody takes it back.
  if (left.outcome !== 'done' || left.excess > 0n) return undefined;
  return { equity: left.account.equity - left.account.credit, free: left.minor };
}

/** Decides the last period that is over. Answers the share when there is one to pay. */
export async function decidePeriod(hands: Hands, id: number): Promise<number | undefined> {
  const { run } = hands;
  await bookFlows(run.sql, id, run);
  const current = await asItIs(run.sql, await investmentById(run.sql, id));
  const account = current && (await accountOf(run.sql, current.investment.number));
  const period = current?.investment.startedAt ? lastPeriod(current.investment.startedAt, run.now) : undefined;
  if (!current || account?.status !== 'active' || !period) return undefined;
  const { status } = current.investment;
  if (status !== 'active' && status !== 'paused') return undefined;
  const worth = await worthOf(hands, account);
  if (!worth) return undefined;
  const share = shareFor(current, { equity: worth.equity, period }, run.now);
  // Open positions need the money: it is put off until they let it go.
  if (share.amount > worth.free) return undefined;
  return write(hands, current, share);
}

export type Closing =
  /** Nothing of it is left to decide. */
  { readonly outcome: 'decided'; readonly share?: number | undefined } | { readonly outcome: 'waits' };

/** Decides the share of an investment that ends, once nothing is open on its account any more. */
export async function decideClosure(hands: Hands, investment: Investment, account: TradingAccount): Promise<Closing> {
  const { sql, now } = hands.run;
  // Nothing ever came to it, or it was decided at an earlier look.
  if (investment.startedAt === null || (await hasClosureShare(sql, investment.id))) return { outcome: 'decided' };
  const current = await asItIs(sql, investment);
  const worth = current && (await worthOf(hands, account));
  if (!current || !worth) return { outcome: 'waits' };
  const share = await write(hands, current, shareFor(current, { equity: worth.equity }, now));
  return (await hasClosureShare(sql, investment.id)) ? { outcome: 'decided', share } : { outcome: 'waits' };
}

function shareFor(
  { investment }: AsItIs,
  { equity, period }: { readonly equity: bigint; readonly period?: SharePeriod },
  at: Date,
): NewShare {
  const { id, share: percent, highWater } = investment;
  const amount = performanceShare({ equity, highWater, share: percent });
  const of = period ? { occasion: 'period', nth: period.nth, dueAt: period.dueAt } : { occasion: 'closure', dueAt: at };
  return { ...(of as Pick<NewShare, 'occasion' | 'nth' | 'dueAt'>), investmentId: id, percent, equity, highWater, amount, at };
}

/** Writes it where nothing has changed since the account was looked at. Answers the share when there is one to pay. */
async function write({ run }: Hands, before: AsItIs, share: NewShare): Promise<number | undefined> {
  return run.transact(async (sql) => {
    const locked = await lockInvestment(sql, before.investment.id);
    if (!isStill(before, await asItIs(sql, locked))) return undefined;
    const id = await insertShare(sql, share);
    if (id !== undefined) await recordDecision(sql, { id, share, follower: before.investment.clientId });
    return id !== undefined && share.amount > 0n ? id : undefined;
  });
}

/** Every share is in the trail with what it was computed from, also those that came to nothing. */
export async function recordDecision(
  sql: Sql,
  { id, share, follower }: { readonly id: number; readonly share: NewShare; readonly follower: number },
): Promise<void> {
  const { occasion, equity, highWater, percent, amount, at } = share;
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'investments' },
    action: 'share.decided',
    subject: `share:${id}`,
    clientId: follower,
    detail: {
      investment: share.investmentId,
      occasion,
      percent,
      equity: String(equity),
      high_water: String(highWater),
      amount: String(amount),
    },
    at,
  });
}
