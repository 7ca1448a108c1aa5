import type { Sql } from '../../base/sql.ts';
import { toldArchiveReason } from '../../law/strategies.ts';
import type { ArchiveRequest } from '../../protocol/investment.ts';
import type { StrategyRow } from '../strategies/face.ts';
import { lastArchive } from './store.ts';

/** Whether a strategy's provider has asked to close it, how far that is, and how many follows are still to end. */
export async function archiveRequestsOf(
  sql: Sql,
  { id, closedAt }: Pick<StrategyRow, 'id' | 'closedAt'>,
  left: number,
): Promise<ArchiveRequest[]> {
  if (closedAt !== null)
    return [{ asked_at: closedAt.toISOString(), status: left > 0 ? 'under_way' : 'done', reason: null, left }];
  const last = await lastArchive(sql, id);
  if (!last || last.status === 'approved') return [];
  const reason = last.status === 'declined' ? toldArchiveReason(last.reason) : null;
  return [{ asked_at: last.askedAt.toISOString(), status: last.status, reason, left }];
}
