import type { Sql } from '../../base/sql.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { staleLine } from '../../protocol/topics.ts';
import { changeStatus } from '../accounts/face.ts';
import { ensureWallet } from '../fundingAccounts/face.ts';
import { notify } from '../notices/face.ts';
import { movedTopics } from './crossing.ts';
import { ask, knowCollected, operationOf, setAccessOf, type DriveNeeds } from './emptying.ts';
import { movesNotices } from './notices.ts';
import { postBackIntoWallet, postGivenBack } from './postings.ts';
import { givenUpReason } from './rules.ts';
import { setMoveState } from './clientRows.ts';
import {
  changeMovePhase,
  keepLease,
  moveAccounts,
  offerAgain,
  setAccountState,
  tellLater,
  type DrivenMove,
  type MoveAccount,
} from './store.ts';

/**
 * Gives a move up: what was taken out of accounts is put back, and they are open again. False while a platform does not answer. What
 * was done before is looked up, and posted under its key once.
 */
export async function giveBack(needs: DriveNeeds, move: DrivenMove): Promise<boolean> {
  for (const account of await moveAccounts(needs.sql, move.id)) {
    await keepLease(needs.sql, move);
    if (!(await knowCollected(needs, move, account))) return false;
  }
  for (const account of await moveAccounts(needs.sql, move.id)) {
    await keepLease(needs.sql, move);
    if (account.state === 'returned') continue;
    if (!(await putBack(needs, move, account))) return false;
    if (!(await setAccessOf(needs, account, 'full'))) return false;
    if (account.toNumber !== null && !(await setAccessOf(needs, { ...account, number: account.toNumber }, 'closed')))
      return false;
    await needs.transact((sql) => endAccount(sql, { move, account, now: needs.now }));
  }
  await needs.transact((sql) => endMove(sql, move, needs.now));
  return true;
}

async function putBack(needs: DriveNeeds, move: DrivenMove, account: MoveAccount): Promise<boolean> {
  const amount = account.amount ?? 0n;
  if (account.state !== 'collected' || amount === 0n) return true;
  const asked = await ask(needs, { ...operationOf(move, account, 'r'), amount });
  if (asked.outcome === 'pending') return false;
  const at = needs.now;
  await needs.transact(async (sql) => {
    await keepLease(sql, move);
    if (asked.outcome === 'done') await postGivenBack(sql, { move, account, at, finished: asked.finished });
    else {
      await ensureWallet(sql, { clientId: move.clientId, companyId: move.from, currency: account.currency, now: at });
      await postBackIntoWallet(sql, { move, account, at });
    }
  });
  return true;
}

async function endAccount(
  sql: Sql,
  { move, account, now }: { readonly move: DrivenMove; readonly account: MoveAccount; readonly now: Date },
): Promise<void> {
  const { number, toNumber } = account;
  if (toNumber !== null) await changeStatus(sql, { number: toNumber, from: 'opening', to: 'failed', at: now });
  await setAccountState(sql, { move, number, state: 'returned' });
}

async function endMove(sql: Sql, move: DrivenMove, now: Date): Promise<void> {
  const { id, clientId, reason } = move;
  await changeMovePhase(sql, move, { from: 'returning', to: 'given_up', at: now });
  await offerAgain(sql, id, now);
  await setMoveState(sql, clientId, 'open');
  await notify(sql, {
    clientId,
    notice: movesNotices.company_move_given_up,
    values: { reason: { phrase: `moves.givenUp.${givenUpReason(reason)}` } },
    key: `company_move:${id}:given_up`,
    now,
  });
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'moves' },
    action: 'company_move.given_up',
    subject: `company_move:${id}`,
    clientId,
    detail: { reason },
    at: now,
  });
  await tellLater(sql, { ...staleLine(movedTopics), clientId, at: now });
}
