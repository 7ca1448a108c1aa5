import type { Sql } from '../../base/sql.ts';
import { platformGroup } from '../../law/platformGroups.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { isPassing, type Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { accountOf, setSwapFree } from '../accounts/face.ts';
import { clientById } from '../session/face.ts';
import { changesDue, keepChange, type Change } from './withdrawals.ts';

export interface ChangeNeeds {
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
}

const mostAtOnce = 200;

/**
 * Has the accounts of clients whose right was withdrawn stand in the groups with swap, and puts them back. What is to be done follows
 * from the withdrawals; being put into a group twice is the same as once, so that whoever died before writing it down does it again.
 */
export async function changeGroups({ platforms }: ChangeNeeds, context: JobContext): Promise<void> {
  const faults: unknown[] = [];
  const due = await changesDue(context.sql, { now: context.now, after: 0, limit: mostAtOnce });
  for (const change of due) await changeOne(platforms, change, context).catch((fault: unknown) => void faults.push(fault));
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}

async function changeOne(platforms: ChangeNeeds['platforms'], change: Change, context: JobContext): Promise<void> {
  const { sql, transact, now, stale } = context;
  const [account, client] = [await accountOf(sql, change.number), await clientById(sql, change.clientId)];
  if (!account || !client) return;
  const { type, currency, platform, number } = account;
  const groupName = platformGroup({ client: client.profile, type, currency, isSwapFree: change.swapFree, isDemo: false });
  const moved = await platforms[platform].changeGroup(number, groupName);
  if (moved.outcome === 'unknown' || (moved.outcome === 'refused' && isPassing(moved.code))) return;
  if (moved.outcome === 'refused') throw new Error(`${platform} would not put ${number} into ${groupName}: ${moved.message}`);
  await transact(async (own) => keepMoved(own, { change, groupName, now }));
  await stale(change.clientId, ['accounts']);
}

async function keepMoved(
  sql: Sql,
  { change, groupName, now }: { readonly change: Change; readonly groupName: string; readonly now: Date },
): Promise<void> {
  const { number, clientId, swapFree } = change;
  await setSwapFree(sql, number, { swapFree, groupName });
  await keepChange(sql, change, now);
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'swapFree' },
    action: 'swap_free.group',
    subject: `account:${number}`,
    clientId,
    detail: { swapFree, group: groupName },
    at: now,
  });
}
