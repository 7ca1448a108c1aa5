import type { Sql } from '../../base/sql.ts';
import { notify } from '../notices/face.ts';
import { movesNotices } from './notices.ts';
import { setMoveState } from './clientRows.ts';
import { type Move } from './store.ts';

/** Under which key a client has the notice of a move that may be made. */
export const offeredKey = ({ clientId, to }: Pick<Move, 'clientId' | 'to'>): string => `company_move:${clientId}:${to}:offered`;

/** It may be made: the gates know, and so does the client. */
export async function tellOffered(sql: Sql, move: Pick<Move, 'clientId' | 'to'>, now: Date): Promise<void> {
  await setMoveState(sql, move.clientId, 'open');
  await notify(sql, {
    clientId: move.clientId,
    notice: movesNotices.company_move_offered,
    values: { company: { phrase: `moves.company.${move.to}` } },
    key: offeredKey(move),
    now,
  });
}
