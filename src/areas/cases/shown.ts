import { actorName } from '../../law/staff.ts';
import type { CaseItem } from './contract.ts';
import type { CaseRow } from './store.ts';

export function isClaimed(row: CaseRow, now: Date): boolean {
  return row.claimed_until !== null && row.claimed_until > now;
}

/** A case as its queue shows it. */
export function shown(row: CaseRow, now: Date): CaseItem {
  const isTaken = isClaimed(row, now);
  return {
    id: row.id,
    queue: row.queue,
    subject: row.subject,
    client_id: row.client_id,
    detail: row.detail,
    opened_at: row.opened_at.toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    is_late: row.due_at !== null && row.due_at < now,
    claimed_by: isTaken && row.claimer !== null ? actorName(row.claimer) : null,
    claimed_until: isTaken ? (row.claimed_until?.toISOString() ?? null) : null,
  };
}
