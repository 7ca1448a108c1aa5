import { recordAudit } from '../../ledger/audit.ts';
import { isPassing, type Platform } from '../../ports/platform/port.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { JobContext } from '../../protocol/call.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { carryOut, finishOperation, operationTagged, type Operation } from '../platformOperations/face.ts';
import { aboutAccess, accessQueue } from './queues.ts';
import { askedAccesses, markSet, want, wishes, type AccessRow, type Wish } from './store.ts';

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
  for (const wish of await wishes(context.sql, mostAtOnce)) await wishFor(context, wish);
  for (const row of await askedAccesses(context.sql, mostAtOnce)) await setOne(needs, context, row);
}

async function wishFor({ transact, now }: JobContext, wish: Wish): Promise<void> {
  await transact(async (sql) => {
    if (!(await want(sql, wish, now))) return;
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
  const outcome = await carryOut(parts, operation, { restAfterRefusal: restSeconds });
  if (outcome.outcome === 'done') return keepSet(context, row, operation.tag);
  const known = await operationTagged(context.sql, operation.tag);
  if (known?.state === 'idle' && known.code !== null && !isPassing(known.code)) await tellRefused(context, row, known.code);
}

/** What is asked of the platform: under a name of each wish's own. */
function operationOf({ number, clientId, companyId, platform, wanted, turn }: AccessRow): Operation {
  const about = { purpose: 'restriction', subject: `account:${number}`, clientId, companyId } as const;
  return { ...about, tag: `access-${number}-${turn}`, platform, login: number, kind: 'access', access: wanted };
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
