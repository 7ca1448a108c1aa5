import { rowNumber } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { actorName, mayApprove, roleFacts } from '../../law/staff.ts';
import type { Handlers, StaffIdentity } from '../../protocol/call.ts';
import type { approvalsContract } from './contract.ts';
import type { Performer } from './face.ts';
import { shownApproval as shown } from './shown.ts';
import { decideApproval, listApprovals, lockApproval, type ApprovalRow } from './store.ts';

export interface Needs {
  /** Everything that can be approved, by its action. */
  readonly performers: readonly Performer[];
}

const listed = 50;

export const calls = ({ performers }: Needs) => {
  const performerOf = new Map(performers.map((performer) => [performer.action, performer]));
  return {
    async list({ status, kind, after }, ctx) {
      const { staff } = ctx;
      const kinds = roleFacts[staff.role].approves;
      const before = after === undefined ? undefined : rowNumber(after);
      const found = await listApprovals(ctx.sql, { kinds, staffId: staff.id, status, kind, before, limit: listed + 1 });
      const page = found.slice(0, listed);
      await ctx.record({ subject: 'approvals', detail: { status, ...(kind && { kind }) } });
      return {
        approvals: page.map((row) => shown(row, staff)),
        next: found.length > listed ? String(page.at(-1)?.id ?? '') : null,
      };
    },

    async decide({ id, decision, reason }, ctx) {
      const { sql, staff, now } = ctx;
      const row = await lockApproval(sql, Number(id));
      if (!row) return ctx.refuse('approval_not_found', { field: 'id' });
      if (row.asked_by === staff.id) return ctx.refuse('own_approval', { field: 'id' });
      if (!mayApprove(staff.role, row.kind)) return ctx.refuse('not_your_right');
      if (row.status !== 'waiting') return ctx.refuse('approval_decided', { field: 'id' });
      const status = decision === 'approve' ? 'approved' : 'declined';
      if (status === 'approved') {
        const outcome = await perform(sql, { performerOf, row, staff, now });
        if (outcome === 'outdated') return ctx.refuse('approval_outdated', { field: 'id' });
      }
      await decideApproval(sql, { id: row.id, status, staffId: staff.id, reason, at: now });
      await ctx.record({
        subject: `approval:${row.id}`,
        ...(row.client_id === null ? {} : { clientId: row.client_id }),
        before: row.before,
        after: status === 'approved' ? row.after : row.before,
        detail: { decision, kind: row.kind, action: row.action, of: row.subject, asked_by: actorName(row.asker) },
      });
      const decided = { ...row, status, decider: staff.email, decided_at: now, decision_reason: reason } as const;
      return { approval: shown(decided, staff) };
    },
  } satisfies Handlers<typeof approvalsContract>;
};

function perform(
  sql: Sql,
  of: {
    readonly performerOf: ReadonlyMap<string, Performer>;
    readonly row: ApprovalRow;
    readonly staff: StaffIdentity;
    readonly now: Date;
  },
): Promise<'done' | 'outdated'> {
  const { row, staff, now } = of;
  const performer = of.performerOf.get(row.action);
  if (!performer) throw new Error(`approval ${row.id} asks for ${row.action}, which nobody does`);
  return performer.perform(sql, {
    id: row.id,
    subject: row.subject,
    payload: row.payload,
    before: row.before,
    reason: row.reason,
    askedBy: actorName(row.asker),
    approvedBy: staff.actor,
    now,
  });
}
