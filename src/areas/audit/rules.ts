import type { DeclaredColumns } from '../../base/columns.ts';
import { hasRight, type StaffRole } from '../../law/staff.ts';
import type { ShownEvent, ShownRefusal, ShownTrace } from './contract.ts';

/* The lists of the audit, each declared once for its screen and its file. */

/** What few may know of: actions that begin so. */
export const confidential: readonly string[] = ['suspicion.'];

/** Whether an action that was looked for is of those. */
export function isConfidential(action: string | undefined): boolean {
  return action !== undefined && confidential.some((start) => action.startsWith(start) || action === start.slice(0, -1));
}

/** Of what a role lacks the right to, its audit tells nothing. */
export function hiddenFrom(role: StaffRole): readonly string[] {
  return hasRight(role, 'suspicions') ? [] : confidential;
}

/** Anything as one line: what was before and after is as many things as there are acts. */
function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const eventColumns = {
  number: { title: 'audit.number', kind: 'code', share: 0.8, isFileOnly: true, text: ({ id }) => id },
  at: { title: 'audit.at', kind: 'instant', share: 1.5, text: ({ at }) => at },
  actor: { title: 'audit.actor', kind: 'code', share: 1.2, text: ({ actor }) => actor },
  kind: { title: 'audit.kind', kind: 'text', share: 0.9, text: ({ actor_kind: kind }, say) => say(`audit.kind.${kind}`) },
  action: { title: 'audit.action', kind: 'code', share: 1.6, text: ({ action }) => action },
  subject: { title: 'audit.subject', kind: 'text', share: 1.6, text: ({ subject }) => subject.replace(':', ' ') },
  client: { title: 'audit.client', kind: 'code', share: 0.9, text: ({ client_id: id }) => written(id) },
  reason: { title: 'audit.reason', kind: 'text', share: 2, text: ({ reason }) => reason ?? '' },
  before: { title: 'audit.before', kind: 'text', share: 2, isFileOnly: true, text: ({ before }) => written(before) },
  after: { title: 'audit.after', kind: 'text', share: 2, isFileOnly: true, text: ({ after }) => written(after) },
  detail: { title: 'audit.detail', kind: 'text', share: 2, isFileOnly: true, text: ({ detail }) => written(detail) },
} satisfies DeclaredColumns<ShownEvent>;

export const refusalColumns = {
  day: { title: 'audit.refusal.day', kind: 'code', share: 1, text: ({ day }) => day },
  call: { title: 'audit.refusal.call', kind: 'code', share: 1.6, text: ({ call }) => call },
  code: { title: 'audit.refusal.code', kind: 'code', share: 1.4, text: ({ code }) => code },
  who: { title: 'audit.refusal.who', kind: 'code', share: 1.2, text: ({ who }) => who },
  client: { title: 'audit.client', kind: 'code', share: 0.9, text: ({ client_id: id }) => written(id) },
  address: { title: 'audit.refusal.address', kind: 'code', share: 1.3, text: ({ address }) => address },
  count: { title: 'audit.refusal.count', kind: 'decimal', share: 0.8, text: ({ count }) => String(count) },
  last: { title: 'audit.refusal.last', kind: 'instant', share: 1.5, text: ({ last_at: at }) => at },
} satisfies DeclaredColumns<ShownRefusal>;

export const traceColumns = {
  kind: { title: 'audit.trace.kind', kind: 'text', share: 1.5, text: ({ kind }, say) => say(`audit.trace.${kind}`) },
  ...refusalColumns,
  agent: { title: 'audit.trace.agent', kind: 'text', share: 2, text: ({ agent }) => agent },
} satisfies DeclaredColumns<ShownTrace>;
