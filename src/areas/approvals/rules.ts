import type { DeclaredColumns } from '../../base/columns.ts';
import type { ShownApproval } from './contract.ts';

/** What was before, or will be after, as one line. */
function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What the list of approvals shows of one, and its file. */
export const approvalColumns = {
  what: { title: 'approvals.what', kind: 'text', share: 1.4, text: ({ subject }) => subject.replace(':', ' ') },
  kind: { title: 'approvals.kind', kind: 'text', share: 0.8, text: ({ kind }, say) => say(`approvals.kind.${kind}`) },
  action: { title: 'approvals.action', kind: 'code', share: 1.2, isFileOnly: true, text: ({ action }) => action },
  client: {
    title: 'approvals.client',
    kind: 'code',
    share: 0.8,
    isFileOnly: true,
    text: ({ client_id: id }) => (id === null ? '' : String(id)),
  },
  by: { title: 'approvals.by', kind: 'text', share: 0.9, text: ({ asked_by: by }) => by },
  age: { title: 'approvals.age', kind: 'instant', share: 1.2, text: ({ asked_at: at }) => at },
  reason: { title: 'approvals.reason', kind: 'text', share: 1.8, text: ({ reason }) => reason },
  before: { title: 'approvals.before', kind: 'text', share: 1.6, isFileOnly: true, text: ({ before }) => written(before) },
  after: { title: 'approvals.after', kind: 'text', share: 1.6, isFileOnly: true, text: ({ after }) => written(after) },
  status: { title: 'approvals.status', kind: 'text', share: 0.8, text: ({ status }, say) => say(`approvals.status.${status}`) },
  decidedBy: {
    title: 'approvals.decidedBy',
    kind: 'text',
    share: 0.9,
    isFileOnly: true,
    text: ({ decided_by: by }) => by ?? '',
  },
  decidedAt: {
    title: 'approvals.decidedAt',
    kind: 'instant',
    share: 1.2,
    isFileOnly: true,
    text: ({ decided_at: at }) => at ?? '',
  },
  why: {
    title: 'approvals.decisionReason',
    kind: 'text',
    share: 1.6,
    isFileOnly: true,
    text: ({ decision_reason: reason }) => reason ?? '',
  },
} satisfies DeclaredColumns<ShownApproval>;
