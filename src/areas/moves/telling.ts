import type { Sql } from '../../base/sql.ts';
import { closeNotice, notify } from '../notices/face.ts';
import { movesNotices } from './notices.ts';
import { setMoveState } from './clientRows.ts';
import { type Move } from './store.ts';

type Offered = Pick<Move, 'clientId' | 'to' | 'toldAt'>;

/** Under which key a client has the notice of a move that may be made; of one that is tried again the same, of another one another. */
const offeredKey = ({ clientId, to, toldAt }: Offered): string =>
  `company_move:${clientId}:${to}:offered:${toldAt.toISOString()}`;

/** It may be made: the gates know, and so does the client. */
export async function tellOffered(sql: Sql, move: Offered, now: Date): Promise<void> {
  await setMoveState(sql, move.clientId, 'open');
  await notify(sql, {
    clientId: move.clientId,
    notice: movesNotices.company_move_offered,
    values: { company: { phrase: `moves.company.${move.to}` } },
    key: offeredKey(move),
    now,
  });
}

/** It was made, or is not wanted any more. */
export async function closeOffered(sql: Sql, move: Offered, now: Date): Promise<void> {
  const { clientId, to } = move;
  // The second is what releases before this one have told it under.
  for (const key of [offeredKey(move), `company_move:${clientId}:${to}:offered`]) await closeNotice(sql, { clientId, key, now });
}
