import type { Sql } from '../../../base/sql.ts';
import type { Intent } from '../../../ledger/batch.ts';
import { receivedMovement, takenMovement } from './paying.ts';
import { insertPast, shareById, type PastShare } from './rows.ts';

/** Writes a share that was decided before, and answers what the ledger has to be told of it. */
export async function bringShare(
  sql: Sql,
  of: { readonly investmentId: number; readonly percent: number; readonly share: PastShare },
): Promise<Intent[]> {
  const { amount, takenAt } = of.share;
  const id = await insertPast(sql, of);
  const share = amount > 0n ? await shareById(sql, id) : undefined;
  return share ? [{ movement: takenMovement(share, takenAt) }, { movement: receivedMovement(share, takenAt) }] : [];
}
