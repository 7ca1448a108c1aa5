import { createHash, randomBytes } from 'node:crypto';
import type { StaffId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import type { StaffRole } from '../../law/staff.ts';
import type { Member } from './contract.ts';
import { forgetSecrets, insertMember, keepLink, lockMember, setDisabled, setRole, type MemberRow } from './store.ts';

/** What changing somebody needs besides the database. */
export interface MemberNeeds {
  /** Ends every session of a member of staff. */
  readonly endSessions: (sql: Sql, staffId: StaffId) => Promise<void>;
  /** Where browsers reach the portal, without a slash at the end. */
  readonly publicUrl: string;
  readonly linkSeconds: number;
  readonly at: Date;
}

/** A member before and after a change; `link` where a one-time link belongs to it. */
export interface Changed {
  readonly before: Member | null;
  readonly after: Member;
  readonly link: string | null;
}

export function shownMember(row: MemberRow): Member {
  return {
    staff_id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.is_disabled ? 'disabled' : row.is_invited ? 'invited' : 'active',
    has_second_factor: row.has_second_factor,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  };
}

/** Adds somebody, with the link for the first sign-in; undefined when the address, or its local part, is taken. */
export async function addMember(
  sql: Sql,
  member: { readonly email: string; readonly name: string; readonly role: StaffRole },
  needs: MemberNeeds,
): Promise<Changed | undefined> {
  const row = await insertMember(sql, { ...member, email: member.email.toLowerCase(), at: needs.at });
  return row && { before: null, after: shownMember(row), link: await newLink(sql, row.id, needs) };
}

/** Undefined when there is nobody of that number. Sessions end, so that nothing is done by a right that is gone. */
export function changeRole(
  sql: Sql,
  of: { readonly id: StaffId; readonly role: StaffRole },
  needs: MemberNeeds,
): Promise<Changed | undefined> {
  return change(sql, of.id, async (before) => {
    await setRole(sql, of);
    await needs.endSessions(sql, of.id);
    return { after: { ...before, role: of.role } };
  });
}

/** Disables somebody, whose sessions and links end at once, or lets them in again. */
export function changeStatus(
  sql: Sql,
  of: { readonly id: StaffId; readonly isDisabled: boolean },
  needs: MemberNeeds,
): Promise<Changed | undefined> {
  return change(sql, of.id, async (before) => {
    await setDisabled(sql, { id: of.id, disabledAt: of.isDisabled ? needs.at : null, at: needs.at });
    if (of.isDisabled) await needs.endSessions(sql, of.id);
    return { after: { ...before, is_disabled: of.isDisabled } };
  });
}

/** Takes password and second factor away, and makes the link by which both are set anew. */
export function renewLink(sql: Sql, id: StaffId, needs: MemberNeeds): Promise<Changed | undefined> {
  return change(sql, id, async (before) => {
    await forgetSecrets(sql, id);
    await needs.endSessions(sql, id);
    return { after: { ...before, is_invited: true, has_second_factor: false }, link: await newLink(sql, id, needs) };
  });
}

async function change(
  sql: Sql,
  id: StaffId,
  work: (before: MemberRow) => Promise<{ readonly after: MemberRow; readonly link?: string }>,
): Promise<Changed | undefined> {
  const before = await lockMember(sql, id);
  if (before === undefined) return undefined;
  const changed = await work(before);
  return { before: shownMember(before), after: shownMember(changed.after), link: changed.link ?? null };
}

/** The link's secret stands behind the #, which no server and no log on the way sees. */
async function newLink(sql: Sql, id: StaffId, { publicUrl, linkSeconds, at }: MemberNeeds): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await keepLink(sql, { hash: linkHash(secret), id, at, expiresAt: after(at, linkSeconds * secondMs) });
  return `${publicUrl}/desk/enrolment#${secret}`;
}

export function linkHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
