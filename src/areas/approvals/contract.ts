import { z } from 'zod';
import { approvalKinds } from '../../law/staff.ts';
import { contract } from '../../protocol/call.ts';
import { approval, reason, rowId } from '../../protocol/staff.ts';

export const approvalStatuses = ['waiting', 'approved', 'declined'] as const;

const shown = approval.extend({
  /** What will be done, as the audit names it: `setting.change`. */
  action: z.string(),
  /** To what, as `thing:id`. */
  subject: z.string(),
  client_id: z.int().nullable(),
  reason: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  status: z.enum(approvalStatuses),
  /** Null while it waits. */
  decided_by: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  decision_reason: z.string().nullable(),
  /** Whether who asks now may decide it: the role approves this kind, and somebody else asked for it. */
  can_decide: z.boolean(),
});
export type ShownApproval = z.infer<typeof shown>;

const decideInput = z.object({ id: rowId, decision: z.enum(['approve', 'decline']), reason });

export const approvalsContract = contract({
  area: 'approvals',
  calls: {
    list: {
      method: 'GET',
      path: '/api/desk/approvals',
      summary:
        'What waits for a second person (or, by `status`, what was decided), newest first: of the kinds that the role approves, and one’s own.',
      who: 'staff',
      right: 'approvals',
      audits: 'approval.read',
      runs: 'read',
      input: z.object({
        status: z.enum(approvalStatuses).default('waiting'),
        /** Left out: of every kind. */
        kind: z.enum(approvalKinds).optional(),
        after: rowId.optional(),
      }),
      output: z.object({ approvals: z.array(shown), next: z.string().nullable() }),
      errors: {},
      reads: ['approvals'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/approvals/{id}',
      summary: 'Approves what somebody else asked for, which happens with that, or declines it.',
      who: 'staff',
      right: 'approvals',
      audits: 'approval.decide',
      runs: 'transaction',
      input: decideInput,
      output: z.object({ approval: shown }),
      errors: {
        approval_not_found: 404,
        own_approval: 403,
        // The role approves none of this kind.
        not_your_right: 403,
        approval_decided: 409,
        approval_outdated: 409,
      },
      stale: ['approvals', 'settings', 'audit', 'cases'],
    },
  },
  deskPages: {
    list: { path: 'approvals', query: ['status', 'kind'], title: 'desk.nav.approvals', right: 'approvals' },
  },
});
