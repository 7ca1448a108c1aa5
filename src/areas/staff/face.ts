import type { Sql } from '../../base/sql.ts';
import type { StaffRole } from '../../law/staff.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { addMember, changeRole, changeStatus, renewLink, shownMember, type Changed, type MemberNeeds } from './members.ts';
import type { Member } from './contract.ts';
import { listMembers, memberByEmail, roleOfActive } from './store.ts';

export type { MemberNeeds } from './members.ts';
export type { Member } from './contract.ts';

/** What is changed from the command line, before anybody is at the desk or when nobody can get in there. */
export type MemberOrder =
  | { readonly kind: 'add'; readonly email: string; readonly name: string; readonly role: StaffRole }
  | { readonly kind: 'role'; readonly email: string; readonly role: StaffRole }
  | { readonly kind: 'disable' | 'enable' | 'link'; readonly email: string };

const actions = {
  add: 'staff.add',
  role: 'staff.change_role',
  disable: 'staff.change_status',
  enable: 'staff.change_status',
  link: 'staff.renew_link',
} as const satisfies Record<MemberOrder['kind'], string>;

/** Does it and writes it into the audit, within the caller's transaction. Undefined: nobody has, or somebody has, that address. */
export async function orderMember(
  sql: Sql,
  order: MemberOrder,
  needs: MemberNeeds & { readonly author: string; readonly now: Date },
): Promise<Changed | undefined> {
  const changed = await carryOut(sql, order, needs);
  if (!changed) return undefined;
  await recordAudit(sql, {
    actor: { kind: 'system', id: `command:${needs.author}` },
    action: actions[order.kind],
    subject: `staff:${changed.after.staff_id}`,
    detail: { before: changed.before, after: changed.after },
    at: needs.now,
  });
  return changed;
}

async function carryOut(sql: Sql, order: MemberOrder, needs: MemberNeeds): Promise<Changed | undefined> {
  if (order.kind === 'add') return addMember(sql, order, needs);
  const id = (await memberByEmail(sql, order.email.toLowerCase()))?.id;
  if (id === undefined) return undefined;
  if (order.kind === 'role') return changeRole(sql, { id, role: order.role }, needs);
  if (order.kind === 'link') return renewLink(sql, id, needs);
  return changeStatus(sql, { id, isDisabled: order.kind === 'disable' }, needs);
}

/** The first thousand of the broker's own people. */
export async function membersOf(sql: Sql): Promise<Member[]> {
  return (await listMembers(sql, { after: 0, limit: 1000 })).map(shownMember);
}

/** The role of a member of staff as it is now; undefined where they work here no more, or not yet. */
export async function currentRole(sql: Sql, staffId: number): Promise<StaffRole | undefined> {
  return (await roleOfActive(sql, staffId))?.role;
}
