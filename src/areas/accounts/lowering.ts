import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, minuteMs, secondMs } from '../../base/time.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { applyWantedLeverage, leverageTopic } from './changes.ts';
import { accountOf } from './found.ts';
import { endLowering, markTold, takeLowerings, wantLeverage, wantLower, type Lowering } from './leverage.ts';

/* A leverage that has to become less does so when nothing is open: it would ask another margin for what is. */

export interface LoweringNeeds {
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
  readonly orders: { hasOpeningOnWay(sql: Sql, number: AccountNumber): Promise<boolean> };
}

/** How the client hears of it, within the transaction that it happens in. */
export interface LoweringTold {
  /** Something is open on the account: told once. */
  waits(sql: Sql, lowering: Lowering, now: Date): Promise<void>;
  lowered(sql: Sql, lowering: Lowering, now: Date): Promise<void>;
  /** It falls away: another result came, or the account is in use no more. */
  withdrawn(sql: Sql, lowering: Lowering, now: Date): Promise<void>;
}

/** One sweep looks at so many. */
const sweepSize = 50;
/** What waits for positions is looked at again so soon; positions are closed when their owner likes. */
const againMs = minuteMs;
const lateMs = 20 * secondMs;

/** Has a client's live accounts come down to so much, within the caller's transaction; what was asked for before falls away. */
export async function lowerLeverages(
  sql: Sql,
  of: { readonly client: ClientId; readonly most: number; readonly now: Date },
  telling: Pick<LoweringTold, 'withdrawn'>,
): Promise<void> {
  for (const before of await wantLower(sql, of)) await telling.withdrawn(sql, before, of.now);
}

/** Lowers what can be lowered now; of what is held up by positions its client is told once. */
export async function lowerDue(app: LoweringNeeds, context: JobContext, telling: LoweringTold): Promise<void> {
  const { sql, now } = context;
  for (let count = 0; count < sweepSize; count += 1) {
    const [due] = await takeLowerings(sql, { now, next: after(now, againMs), limit: 1 });
    if (!due) return;
    await lowerOne({ app, telling }, due, context);
  }
}

async function lowerOne(
  { app, telling }: { readonly app: LoweringNeeds; readonly telling: LoweringTold },
  due: Lowering,
  context: JobContext,
): Promise<void> {
  const { transact, tellIn, now } = context;
  const { number, leverage } = due;
  const account = await accountOf(context.sql, number);
  // It has not come to be yet; the next sweep sees.
  if (account?.status === 'opening') return;
  if (account?.status !== 'active') return withdraw(due, context, telling);
  if (account.leverage <= leverage) return end(due, context, telling);
  const platform = app.platforms[account.platform];
  const open = await platform.positions(number);
  if (open.outcome !== 'done') return;
  if (open.positions.length > 0) return tellOfWaiting(due, context, telling);
  const isClaimed = await transact(async (within) => {
    if (await app.orders.hasOpeningOnWay(within, number)) return false;
    if (!(await wantLeverage(within, number, leverage))) return false;
    // Finds out where the answer does not come.
    await tellIn(within, { topic: leverageTopic, payload: { number }, dueAt: after(now, lateMs) });
    return true;
  });
  if (isClaimed && (await applyWantedLeverage(platform, due, context.sql)) === 'settled') await end(due, context, telling);
}

async function tellOfWaiting(due: Lowering, { transact, now }: JobContext, telling: LoweringTold): Promise<void> {
  if (due.isTold) return;
  await transact(async (sql) => {
    await markTold(sql, due, now);
    await telling.waits(sql, due, now);
  });
}

async function withdraw(due: Lowering, { transact, now }: JobContext, telling: LoweringTold): Promise<void> {
  await transact(async (sql) => {
    if (await endLowering(sql, due)) await telling.withdrawn(sql, due, now);
  });
}

async function end(due: Lowering, { transact, stale, now }: JobContext, telling: LoweringTold): Promise<void> {
  await transact(async (sql) => {
    if (!(await endLowering(sql, due))) return;
    await telling.lowered(sql, due, now);
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'accounts' },
      action: 'accounts.lower_leverage',
      subject: `account:${due.number}`,
      clientId: due.clientId,
      detail: { to: due.leverage },
      at: now,
    });
  });
  await stale(due.clientId, ['accounts']);
}
