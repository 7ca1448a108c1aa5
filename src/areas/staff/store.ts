import type { StaffId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { StaffRole } from '../../law/staff.ts';

/** What sign-in must know of a member of staff. */
export interface SignInMember {
  id: StaffId;
  email: string;
  name: string;
  role: StaffRole;
  password_hash: string | null;
  totp_secret: string | null;
  totp_step: bigint | null;
  disabled_at: Date | null;
}

const signInColumns = 'id, email, name, role, password_hash, totp_secret, totp_step, disabled_at';

export function findForSignIn(sql: Sql, email: string): Promise<SignInMember | undefined> {
  return sql.maybe(`select ${signInColumns} from staff where email = $1`, [email]);
}

/** Whether they have signed in from that network before. */
export async function isKnownNetwork(
  sql: Sql,
  of: { staffId: StaffId | undefined; network: string; since: Date },
): Promise<boolean> {
  const row = await sql.maybe('select 1 from staff_session where staff_id = $1 and network = $2 and created_at > $3 limit 1', [
    of.staffId ?? null,
    of.network,
    of.since,
  ]);
  return row !== undefined;
}

/**
 * Takes a step of time whose code was given; false when it, or a later one, was taken before. The secret is kept as it is sealed
 * now, so that none stays under a key that is on its way out.
 */
export async function takeWindow(sql: Sql, of: { staffId: StaffId; step: number; sealedSecret: string }): Promise<boolean> {
  const taken = await sql.run(
    'update staff set totp_step = $2, totp_secret = $3 where id = $1 and (totp_step is null or totp_step < $2)',
    [of.staffId, of.step, of.sealedSecret],
  );
  return taken === 1;
}

/** Uses a recovery code up; false when there is none with that hash. */
export async function spendRecoveryCode(sql: Sql, of: { staffId: StaffId; hash: Buffer; at: Date }): Promise<boolean> {
  const used = await sql.run(
    'update staff_recovery_code set used_at = $3 where staff_id = $1 and code_hash = $2 and used_at is null',
    [of.staffId, of.hash, of.at],
  );
  return used === 1;
}

/** A member of staff, as lists show one. */
export interface MemberRow {
  id: StaffId;
  email: string;
  name: string;
  role: StaffRole;
  is_invited: boolean;
  is_disabled: boolean;
  has_second_factor: boolean;
  created_at: Date;
  last_seen_at: Date | null;
}

const memberColumns = `id, email, name, role, password_hash is null as is_invited, disabled_at is not null as is_disabled,
  totp_secret is not null as has_second_factor, created_at, last_seen_at`;

export function listMembers(sql: Sql, page: { after: number; limit: number }): Promise<MemberRow[]> {
  return sql.many(`select ${memberColumns} from staff where id > $1 order by id limit $2`, [page.after, page.limit]);
}

/** One of them, locked until the caller's transaction ends, so that two changes follow each other. */
export function lockMember(sql: Sql, id: StaffId): Promise<MemberRow | undefined> {
  return sql.maybe(`select ${memberColumns} from staff where id = $1 for update`, [id]);
}

/** Of those, in the order of their numbers, so that two who change each other do not wait for each other. */
export function lockMembers(sql: Sql, ids: readonly StaffId[]): Promise<MemberRow[]> {
  return sql.many(`select ${memberColumns} from staff where id = any($1) order by id for update`, [ids]);
}

export function roleOfActive(sql: Sql, id: number): Promise<{ role: StaffRole } | undefined> {
  return sql.maybe('select role from staff where id = $1 and disabled_at is null', [id]);
}

export function memberByEmail(sql: Sql, email: string): Promise<MemberRow | undefined> {
  return sql.maybe(`select ${memberColumns} from staff where email = $1`, [email]);
}

/** Adds one who has no password yet; undefined when the address, or its local part, is somebody's. */
export function insertMember(
  sql: Sql,
  member: { email: string; name: string; role: StaffRole; at: Date },
): Promise<MemberRow | undefined> {
  return sql.maybe(
    `insert into staff (email, name, role, created_at) values ($1, $2, $3, $4) on conflict do nothing returning ${memberColumns}`,
    [member.email, member.name, member.role, member.at],
  );
}

export async function setRole(sql: Sql, of: { id: StaffId; role: StaffRole }): Promise<void> {
  await sql.run('update staff set role = $2 where id = $1', [of.id, of.role]);
}

/** `disabledAt`: null lets them in again. A link that was not used yet is not good any more. */
export async function setDisabled(sql: Sql, of: { id: StaffId; disabledAt: Date | null; at: Date }): Promise<void> {
  await sql.run('update staff set disabled_at = $2 where id = $1', [of.id, of.disabledAt]);
  if (of.disabledAt !== null) await endLinks(sql, of);
}

/** Takes password, second factor and recovery codes away. */
export async function forgetSecrets(sql: Sql, id: StaffId): Promise<void> {
  await sql.run('update staff set password_hash = null, totp_secret = null, totp_step = null where id = $1', [id]);
  await sql.run('delete from staff_recovery_code where staff_id = $1', [id]);
}

export async function keepLink(sql: Sql, link: { hash: Buffer; id: StaffId; at: Date; expiresAt: Date }): Promise<void> {
  await endLinks(sql, link);
  await sql.run('insert into staff_link (secret_hash, staff_id, created_at, expires_at) values ($1, $2, $3, $4)', [
    link.hash,
    link.id,
    link.at,
    link.expiresAt,
  ]);
}

async function endLinks(sql: Sql, of: { id: StaffId; at: Date }): Promise<void> {
  await sql.run('update staff_link set used_at = $2 where staff_id = $1 and used_at is null', [of.id, of.at]);
}

/** Whose link it is, while it is good. */
export interface OpenLink {
  id: StaffId;
  email: string;
  name: string;
  role: StaffRole;
  totp_secret: string | null;
}

/** The link, locked: two who come with it follow each other, and the second finds it used. */
export function lockLink(sql: Sql, of: { hash: Buffer; at: Date }): Promise<OpenLink | undefined> {
  return sql.maybe(
    `select m.id, m.email, m.name, m.role, l.totp_secret from staff_link l join staff m on m.id = l.staff_id
      where l.secret_hash = $1 and l.used_at is null and l.expires_at > $2 and m.disabled_at is null for update of l`,
    [of.hash, of.at],
  );
}

export async function keepLinkSecret(sql: Sql, of: { hash: Buffer; totpSecret: string }): Promise<void> {
  await sql.run('update staff_link set totp_secret = $2 where secret_hash = $1', [of.hash, of.totpSecret]);
}

/** Uses the link up: the member has a password from now on, and the second factor where one is given. */
export async function finishEnrolment(
  sql: Sql,
  of: {
    readonly linkHash: Buffer;
    readonly id: StaffId;
    readonly passwordHash: string;
    readonly totp: { readonly secret: string; readonly step: number } | undefined;
    readonly codeHashes: readonly Buffer[];
    readonly at: Date;
  },
): Promise<void> {
  await sql.run('update staff_link set used_at = $2, totp_secret = null where secret_hash = $1', [of.linkHash, of.at]);
  await sql.run('update staff set password_hash = $2, totp_secret = $3, totp_step = $4 where id = $1', [
    of.id,
    of.passwordHash,
    of.totp?.secret ?? null,
    of.totp?.step ?? null,
  ]);
  await sql.run('delete from staff_recovery_code where staff_id = $1', [of.id]);
  await sql.run('insert into staff_recovery_code (staff_id, code_hash) select $1, unnest($2::bytea[])', [of.id, of.codeHashes]);
}
