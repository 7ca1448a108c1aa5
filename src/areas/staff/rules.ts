import type { DeclaredColumns } from '../../base/columns.ts';
import { roleFacts, type StaffRole } from '../../law/staff.ts';
import type { Member } from './contract.ts';

/** What the list of staff shows of a member. */
export const memberColumns = {
  name: { title: 'staff.name', kind: 'text', share: 1.4, text: ({ name }) => name },
  email: { title: 'staff.email', kind: 'text', share: 1.8, text: ({ email }) => email },
  role: { title: 'staff.role', kind: 'text', share: 1, text: ({ role }, say) => say(`desk.role.${role}`) },
  status: { title: 'staff.status', kind: 'text', share: 1, text: ({ status }, say) => say(`staff.status.${status}`) },
  factor: {
    title: 'staff.factor',
    kind: 'text',
    share: 1,
    text: ({ has_second_factor: isOn }, say) => say(isOn ? 'staff.factor.on' : 'staff.factor.off'),
  },
  seen: { title: 'staff.seen', kind: 'instant', share: 1.2, text: ({ last_seen_at: at }) => at ?? '' },
  since: { title: 'staff.since', kind: 'instant', share: 1.2, text: ({ created_at: at }) => at },
} satisfies DeclaredColumns<Member>;

/** Of everybody; it is no right that somebody is given. */
const ownSession = 'own_session';

/** What a role may do, in the table's order. */
export const rightsOf = (role: StaffRole) => roleFacts[role].rights.filter((right) => right !== ownSession);

/** What the table of roles shows of one. */
export const roleColumns = {
  role: { title: 'staff.role', kind: 'text', share: 0.8, text: ({ role }, say) => say(`desk.role.${role}`) },
  rights: {
    title: 'staff.rights',
    kind: 'text',
    share: 3,
    text: ({ role }, say) =>
      rightsOf(role)
        .map((right) => say(`staff.right.${right}`))
        .join(', '),
  },
  approves: {
    title: 'staff.approves',
    kind: 'text',
    share: 1.6,
    text: ({ role }, say) =>
      roleFacts[role].approves.map((kind) => say(`staff.approves.${kind}`)).join(', ') || say('staff.approves.none'),
  },
} satisfies DeclaredColumns<{ readonly role: StaffRole }>;
