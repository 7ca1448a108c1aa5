import type { Sql } from '../../base/sql.ts';
import { groupBeside } from '../../law/platformGroups.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { isPassing, type Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { accountOf, setSwapFree } from '../accounts/face.ts';
import { accessCountAtRest, wantedAccess } from '../restrictions/face.ts';
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

/**
 * What else changes the group of an account may come between: its conversion, and what its client may do there. Nothing is kept then,
 * and the next round asks for the group anew, from the one that the account stands in by that time.
 */
async function changeOne(platforms: ChangeNeeds['platforms'], change: Change, context: JobContext): Promise<void> {
  const { sql, transact, now, stale } = context;
  const [account, turn] = [await accountOf(sql, change.number), await accessCountAtRest(sql, change.number)];
  if (!account || turn === undefined) return;
  const { currency, number, groupName: from } = account;
  const platform = platforms[account.platform];
  const groupName = groupBeside(from, { currency, isSwapFree: change.swapFree });
  const moved = await platform.changeGroup(number, groupName);
  if (moved.outcome === 'unknown' || (moved.outcome === 'refused' && isPassing(moved.code))) return;
  if (moved.outcome === 'refused')
    throw new Error(`${account.platform} would not put ${number} into ${groupName}: ${moved.message}`);
  if (!(await isRestrictionKept(platform, number, sql))) return;
  if (await transact(async (own) => keepMoved(own, { change, from, groupName, turn, now })))
    await stale(change.clientId, ['accounts']);
}

/** Only closing is a matter of the group: what was told while the group was being changed is told once more. */
async function isRestrictionKept(platform: Platform, number: number, sql: Sql): Promise<boolean> {
  if ((await wantedAccess(sql, number)) !== 'close_only') return true;
  const told = await platform.account(number);
  if (told.outcome !== 'done') return false;
  if (told.account.access !== 'full') return true;
  return (await platform.changeAccess(number, 'close_only')).outcome === 'done';
}

interface Moved {
  readonly change: Change;
  readonly from: string;
  readonly groupName: string;
  readonly turn: number;
  readonly now: Date;
}

/** False where something came between. */
async function keepMoved(sql: Sql, { change, from, groupName, turn, now }: Moved): Promise<boolean> {
  const { number, clientId, swapFree } = change;
  if ((await accessCountAtRest(sql, number)) !== turn) return false;
  if (!(await setSwapFree(sql, number, { swapFree, from, groupName }))) return false;
  await keepChange(sql, change, now);
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'swapFree' },
    action: 'swap_free.group',
    subject: `account:${number}`,
    clientId,
    detail: { swapFree, group: groupName },
    at: now,
  });
  return true;
}
