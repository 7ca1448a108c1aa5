/** The broker's own people (interfaces §7). */
export const staffRoles = ['agent', 'compliance', 'finance', 'analyst', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** What a call of the desk can ask for: every such call names one of these. */
export const staffRights = [
  'own_session',
  'read_clients',
  'notes',
  'papers',
  /** Files of what is suspected of clients: whoever lacks it does not learn that there is one. */
  'suspicions',
  'moves',
  'restrictions',
  'transfers',
  'adjustments',
  'chargebacks',
  'rates',
  'signals',
  'forecasts',
  'work_queues',
  'read_settings',
  'settings',
  'approvals',
  'read_audit',
  'staff',
] as const;
export type StaffRight = (typeof staffRights)[number];

/** What a second person looks at before it happens. */
export const approvalKinds = ['money', 'papers', 'moves', 'settings'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

interface RoleFacts {
  /** What the role may do, or ask for where a second person has to approve it. */
  readonly rights: readonly StaffRight[];
  /** What the role may approve, never what the same person asked for. */
  readonly approves: readonly ApprovalKind[];
}

/**
 * The table of interfaces §7. Whoever works on a client's matter reads the client; whoever approves sees what waits, and the
 * settings where it is them.
 */
export const roleFacts: Readonly<Record<StaffRole, RoleFacts>> = {
  agent: { rights: ['own_session', 'read_clients', 'notes'], approves: [] },
  compliance: {
    rights: [
      'own_session',
      'read_clients',
      'papers',
      'suspicions',
      'moves',
      'restrictions',
      'work_queues',
      'approvals',
      'read_audit',
    ],
    approves: ['papers', 'moves'],
  },
  finance: {
    rights: [
      'own_session',
      'read_clients',
      'transfers',
      'adjustments',
      'chargebacks',
      'rates',
      'work_queues',
      'read_settings',
      'approvals',
    ],
    approves: ['money', 'settings'],
  },
  analyst: { rights: ['own_session', 'signals', 'forecasts'], approves: [] },
  admin: { rights: staffRights, approves: ['money', 'papers', 'settings'] },
};

export function hasRight(role: StaffRole, right: StaffRight): boolean {
  return roleFacts[role].rights.includes(right);
}

export function mayApprove(role: StaffRole, kind: ApprovalKind): boolean {
  return roleFacts[role].approves.includes(kind);
}

/** How many characters the reason of an act has (interfaces §7). */
export const shortestReason = 3;
export const longestReason = 500;

/** Under which name the audit knows them: the local part of the address (interfaces §7). */
export function actorName(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}
