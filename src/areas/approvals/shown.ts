import type { StaffId } from '../../base/id.ts';
import { actorName, mayApprove, type StaffRole } from '../../law/staff.ts';
import type { ShownApproval } from './contract.ts';
import type { ApprovalRow } from './store.ts';

/** As it is shown to somebody; to nobody in particular, nobody can decide it. */
export function shownApproval(row: ApprovalRow, reader?: { readonly id: StaffId; readonly role: StaffRole }): ShownApproval {
  return {
    id: row.id,
    kind: row.kind,
    asked_by: actorName(row.asker),
    asked_at: row.asked_at.toISOString(),
    action: row.action,
    subject: row.subject,
    client_id: row.client_id,
    reason: row.reason,
    before: row.before ?? null,
    after: row.after ?? null,
    status: row.status,
    decided_by: row.decider === null ? null : actorName(row.decider),
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
    can_decide:
      reader !== undefined && row.status === 'waiting' && row.asked_by !== reader.id && mayApprove(reader.role, row.kind),
  };
}
