import type { MoveId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { staleLine } from '../../protocol/topics.ts';
import { accountOf, keepSnapshot } from '../accounts/face.ts';
import { ensureWallet } from '../fundingAccounts/face.ts';
import { notify } from '../notices/face.ts';
import { cross, movedTopics } from './crossing.ts';
import { ask, emptyAccounts, operationOf, type DriveNeeds } from './emptying.ts';
import { giveBack } from './givingBack.ts';
import { movesNotices } from './notices.ts';
import { postIntoWallet, postCredited } from './postings.ts';
import type { GivenUp } from './rules.ts';
import {
  changeMovePhase,
  endLease,
  endMoved,
  keepLease,
  LeaseLost,
  moveAccounts,
  moveById,
  setAccountState,
  takeLease,
  tellLater,
  type DrivenMove,
  type Lease,
  type Move,
  type MoveAccount,
} from './store.ts';

/** The topic of the job that goes on with what a call has left. */
export const moveTopic = 'moves.drive';

/** How far it is: `under_way` also where another process is at it. */
export type Driven = 'moved' | 'given_up' | 'under_way';

/**
 * Goes on with a move as far as the platforms answer; one process at a time. Who waits longer than a lease lasts finds, with the next
 * thing that it would write, that another has gone on.
 */
export async function driveMove(needs: DriveNeeds, id: MoveId): Promise<Driven> {
  const lease = await takeLease(needs.sql, id);
  if (!lease) return 'under_way';
  try {
    return await goOn(needs, lease);
  } catch (error) {
    if (error instanceof LeaseLost) return 'under_way';
    throw error;
  } finally {
    await endLease(needs.sql, lease);
  }
}

async function goOn(needs: DriveNeeds, { id, lease }: Lease): Promise<Driven> {
  const found = await moveById(needs.sql, id);
  if (!found) throw new Error(`there is no move ${id}`);
  const move = { ...found, lease };
  if (move.phase === 'given_up') return 'given_up';
  if (move.phase === 'returning') return (await giveBack(needs, move)) ? 'given_up' : 'under_way';
  if (move.phase === 'moved') return move.endedAt || (await deliver(needs, move)) ? 'moved' : 'under_way';
  const emptied = await emptyAccounts(needs, move);
  if (emptied.outcome === 'pending') return 'under_way';
  if (emptied.outcome === 'impossible') return giveUp(needs, move, emptied.reason);
  return (await cross(needs, move)) ? goOn(needs, move) : giveUp(needs, move, 'changed_meanwhile');
}

/** Nobody has moved yet, and nobody does. */
async function giveUp(needs: DriveNeeds, move: Lease, reason: GivenUp): Promise<Driven> {
  await needs.transact((sql) => changeMovePhase(sql, move, { from: 'moving', to: 'returning', reason, at: needs.now }));
  return goOn(needs, move);
}

/** What is on its way is put into the new accounts, or into the wallet where a platform refuses. False while one does not answer. */
async function deliver(needs: DriveNeeds, move: DrivenMove): Promise<boolean> {
  let isAll = true;
  for (const account of await moveAccounts(needs.sql, move.id)) {
    if (account.state !== 'collected') continue;
    await keepLease(needs.sql, move);
    if (!(await deliverOne(needs, move, account))) isAll = false;
  }
  if (isAll)
    await needs.transact(async (sql) => {
      await endMoved(sql, move, needs.now);
      await tellLater(sql, { ...staleLine(movedTopics), clientId: move.clientId, at: needs.now });
    });
  return isAll;
}

async function deliverOne(needs: DriveNeeds, move: DrivenMove, account: MoveAccount): Promise<boolean> {
  const { transact, now } = needs;
  const { number, toNumber, amount } = account;
  const arrived = (inside: Sql) => setAccountState(inside, { move, number, state: 'arrived' });
  if (toNumber === null || !amount) {
    await transact(arrived);
  } else {
    const asked = await ask(needs, { ...operationOf(move, account, 'i'), amount });
    if (asked.outcome === 'pending') return false;
    await transact(async (inside) => {
      if (asked.outcome === 'done') await postCredited(inside, { move, account, at: now, finished: asked.finished });
      else await putIntoWallet(inside, { move, account, now });
      await arrived(inside);
    });
  }
  if (toNumber !== null) await showNew(needs, toNumber);
  return true;
}

async function putIntoWallet(
  sql: Sql,
  { move, account, now }: { readonly move: Move; readonly account: MoveAccount; readonly now: Date },
): Promise<void> {
  const { clientId, to: companyId } = move;
  await ensureWallet(sql, { clientId, companyId, currency: account.currency, now });
  await postIntoWallet(sql, { move, account, at: now });
  await notify(sql, {
    clientId,
    notice: movesNotices.company_move_to_wallet,
    values: { number: String(account.toNumber ?? account.number) },
    key: `company_move:${move.id}:${account.number}:wallet`,
    now,
  });
}

/** What stands on it now, so that the lists show it at once. */
async function showNew({ sql, platforms }: DriveNeeds, number: number): Promise<void> {
  const account = await accountOf(sql, number);
  const told = account && (await platforms[account.platform].account(number));
  if (told?.outcome === 'done') await keepSnapshot(sql, told.account);
}
