import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { toldMoveReason } from '../../law/migration.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { JobContext } from '../../protocol/call.ts';
import { staleLine } from '../../protocol/topics.ts';
import { notify } from '../notices/face.ts';
import { clientsOfPerson, isClientThere, lockClient, setMoveState } from './clientRows.ts';
import { movesNotices } from './notices.ts';
import { endOpen, lastMove, tellLater } from './store.ts';
import { closeOffered } from './telling.ts';

const reason = 'not_accepted';

/** Who has become known to be a client of the company that they might move to does not move there any more. */
export async function endOfKnown({ sql, transact, now }: JobContext, joined: number): Promise<void> {
  for (const client of await clientsOfPerson(sql, clientId(joined))) await transact((inner) => endOffered(inner, client, now));
}

async function endOffered(sql: Sql, client: ClientId, now: Date): Promise<void> {
  await lockClient(sql, client);
  const move = await lastMove(sql, client);
  // What still waits the desk declines: it is told so when it looks.
  if (move?.phase !== 'offered' || !(await isClientThere(sql, client, move.to))) return;
  const subject = `company_move:${move.id}`;
  await endOpen(sql, move.id, { phase: 'declined', reason, by: 'system', at: now });
  await setMoveState(sql, client, null);
  await closeOffered(sql, move, now);
  await notify(sql, {
    clientId: client,
    notice: movesNotices.company_move_declined,
    values: { reason: { phrase: `moves.reason.${toldMoveReason(reason)}` } },
    key: `${subject}:declined`,
    now,
  });
  await tellLater(sql, { ...staleLine(['client_info', 'notices']), clientId: client, at: now });
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'moves' },
    action: 'company_move.client_there',
    subject,
    clientId: client,
    detail: { from: move.from, to: move.to, phase: move.phase },
    at: now,
  });
}
