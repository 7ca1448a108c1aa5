import { recordAudit } from '../../ledger/audit.ts';
import { isPassing, type Access, type Platform } from '../../ports/platform/port.ts';
import { platformKeys, type PlatformKey } from '../../law/platforms.ts';
import type { JobContext } from '../../protocol/call.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { carryOut, finishOperation, giveUpIdle, operationTagged, type Operation } from '../platformOperations/face.ts';
import { aboutAccess, accessQueue } from './queues.ts';
import { isShutThere } from './rules.ts';
import {
  accessTag,
  askedAccesses,
  keepFound,
  lockAccess,
  markSet,
  maySend,
  want,
  wishes,
  type AccessRow,
  type Wish,
} from './store.ts';

export interface FollowNeeds {
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
}

/** Of one round; the rest comes with the next. */
const mostAtOnce = 100;
/** What the platform refuses is asked again so much later: its groups may be set up by then. */
const restSeconds = 60;

/**
 * Has every live account stand at its platform as its client may trade. The wish is committed before the platform is asked, and the
 * next one of an account follows once it is known what became of the one before: whatever order their answers come in, the last wish
 * holds.
 */
export async function followRestrictions(needs: FollowNeeds, context: JobContext): Promise<void> {
  const { sql } = context;
  const wished = await Promise.allSettled([eachByItself(await wishes(sql, mostAtOnce), async (wish) => wishFor(context, wish))]);
  // Platforms stand apart: one that is silent does not keep the other waiting.
  const asked = await Promise.allSettled(
    platformKeys.map(async (platform) =>
      eachByItself(await askedAccesses(sql, { platform, limit: mostAtOnce }), async (row) => setOne(needs, context, row)),
    ),
  );
  const failed = [...wished, ...asked].find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** One that fails does not keep those after it waiting; it is told once all have had their turn. */
async function eachByItself<Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function wishFor({ transact, now }: JobContext, wish: Wish): Promise<void> {
  await transact(async (sql) => {
    const row = await lockAccess(sql, wish.number);
    if (row?.wanted === wish.wanted) return;
    // What the platform has refused did nothing there: it is given up for what is wanted now.
    const isRefused = row?.state === 'asked' && (await giveUpIdle(sql, accessTag(row))) && (await markSet(sql, row));
    if (!(await want(sql, wish, now))) return;
    if (isRefused && !wish.isAsked && row.reportedAt === null)
      await closeCase(sql, { queue: accessQueue.name, subject: aboutAccess(wish.number), outcome: 'set', at: now });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'restrictions' },
      action: 'access.wanted',
      subject: `account:${wish.number}`,
      clientId: wish.clientId,
      detail: { access: wish.wanted, because: wish.because ?? null },
      at: now,
    });
  });
}

async function setOne({ platforms }: FollowNeeds, context: JobContext, row: AccessRow): Promise<void> {
  const operation = operationOf(row);
  const parts = { ...context, platform: platforms[row.platform] };
  let shut: Access | undefined;
  const mayNot = async () => {
    if (!(await maySend(context.sql, row))) return 'busy';
    if (row.insistedTurn === row.turn) return undefined;
    const told = await parts.platform.account(row.number);
    if (told.outcome !== 'done') return 'not_connected';
    const { access } = told.account;
    shut = isShutThere({ access, wanted: row.wanted, found: row.found }) ? access : undefined;
    return shut === undefined ? undefined : 'shut_there';
  };
  const outcome = await carryOut(parts, operation, { restAfterRefusal: restSeconds, mayNot });
  if (outcome.outcome === 'done') return keepSet(context, row, operation.tag);
  if (shut !== undefined) return keepShut(context, row, shut);
  const known = await operationTagged(context.sql, operation.tag);
  if (known?.state === 'idle' && known.code !== null && !isPassing(known.code)) await tellRefused(context, row, known.code);
}

/** What is asked of the platform: under a name of each wish's own. */
function operationOf(row: AccessRow): Operation {
  const { number, clientId, companyId, platform, wanted } = row;
  const about = { purpose: 'restriction', subject: `account:${number}`, clientId, companyId } as const;
  return { ...about, tag: accessTag(row), platform, login: number, kind: 'access', access: wanted };
}

async function keepSet({ transact, now, stale }: JobContext, row: AccessRow, tag: string): Promise<void> {
  const { number, clientId, wanted, because } = row;
  const isSet = await transact(async (sql) => {
    await finishOperation(sql, { tag, ticket: String(number) });
    if (!(await markSet(sql, row))) return false;
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'restrictions' },
      action: 'access.set',
      subject: `account:${number}`,
      clientId,
      detail: { access: wanted, because },
      at: now,
    });
    // One that tells of a change at the platform waits for somebody to have seen it.
    if (row.reportedAt === null)
      await closeCase(sql, { queue: accessQueue.name, subject: aboutAccess(number), outcome: 'set', at: now });
    return true;
  });
  if (isSet) await stale(clientId, ['accounts']);
}

/** Somebody has shut more there: nothing is sent, and the next look brings it before staff unless they have let it stand. */
async function keepShut({ transact, now }: JobContext, row: AccessRow, found: Access): Promise<void> {
  const { number, clientId, wanted } = row;
  await transact(async (sql) => {
    await giveUpIdle(sql, accessTag(row));
    if (!(await markSet(sql, row))) return;
    if (row.found !== found) await keepFound(sql, { number, clientId, found, at: now });
    // What the platform refused before is asked no more; what a look finds is a case of its own.
    if (row.reportedAt === null)
      await closeCase(sql, { queue: accessQueue.name, subject: aboutAccess(number), outcome: 'left', at: now });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'restrictions' },
      action: 'access.left',
      subject: `account:${number}`,
      clientId,
      detail: { wanted, found },
      at: now,
    });
  });
}

/** The platform says that it will not: perhaps the close-only twin of the account's group is missing there. */
async function tellRefused({ transact, now, settings }: JobContext, row: AccessRow, code: string): Promise<void> {
  const { number, clientId, wanted } = row;
  await transact((sql) =>
    openCase(sql, {
      queue: accessQueue,
      subject: aboutAccess(number),
      clientId,
      detail: { kind: 'access_refused', account: number, wanted, code },
      now,
      hours: settings.desk.businessHours,
    }),
  );
}
