import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StaffId } from '../../base/id.ts';
import { networkOf } from '../../base/network.ts';
import type { Database, Sql } from '../../base/sql.ts';
import { after, minuteMs, secondMs, type Clock } from '../../base/time.ts';
import type { Settings } from '../../settings/index.ts';
import { actorName, type StaffRole } from '../../law/staff.ts';
import type { StaffIdentity } from '../../protocol/call.ts';
import type { OpenedSession } from './session.ts';

/**
 * Sessions of the desk: a table, a cookie and a token of their own, so that neither a client's opens the desk nor one of these
 * the portal. They are read from the database each time, so that a role that changed and a member who was disabled count from
 * the next call on.
 */
export interface StaffSessions {
  /** Whose session a cookie's secret is; undefined when there is none, it has run out, or its owner was disabled. */
  find(secret: string, isUse?: boolean): Promise<StaffIdentity | undefined>;
  open(sql: Sql, of: { readonly staffId: StaffId; readonly address: string; readonly agent: string }): Promise<OpenedSession>;
  end(sql: Sql, sid: string): Promise<void>;
  /** Ends every session of a member of staff. */
  endAll(sql: Sql, staffId: StaffId): Promise<void>;
  tokenOf(secret: string): string;
  isToken(secret: string, token: string): boolean;
}

interface StaffSessionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: () => Settings;
}

const seenEveryMs = minuteMs;
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** Idle and absolute limits run on the wall clock, as those of clients do. */
export function openStaffSessions(parts: StaffSessionParts): StaffSessions {
  return {
    find: (secret, isUse = true) =>
      secretPattern.test(secret) ? readSession(parts, { secret, isUse }) : Promise.resolve(undefined),
    open: (sql, of) => insertSession(sql, of, parts),
    async end(sql, sid) {
      await sql.run('update staff_session set ended_at = now() where sid = $1 and ended_at is null', [sid]);
    },
    endAll: endStaffSessions,
    tokenOf,
    isToken(secret, token) {
      const expected = Buffer.from(tokenOf(secret));
      const given = Buffer.from(token);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

/** Ends every session of a member of staff. */
export async function endStaffSessions(sql: Sql, staffId: StaffId): Promise<void> {
  await sql.run('update staff_session set ended_at = now() where staff_id = $1 and ended_at is null', [staffId]);
}

interface SessionRow {
  id: StaffId;
  email: string;
  name: string;
  role: StaffRole;
  session_id: bigint;
  sid: string;
  seen_at: Date;
}

/** The session of a secret while it stands, and a mark that it was seen. */
async function readSession(
  { database, clock, settings }: StaffSessionParts,
  { secret, isUse }: { readonly secret: string; readonly isUse: boolean },
): Promise<StaffIdentity | undefined> {
  const wall = clock.wall();
  const { idleSeconds } = settings().desk.session;
  const row = await database.sql.maybe<SessionRow>(
    `select m.id, m.email, m.name, m.role, s.id as session_id, s.sid, s.seen_at
       from staff_session s join staff m on m.id = s.staff_id
      where s.secret_hash = $1 and s.ended_at is null and s.expires_at > $2 and s.seen_at > $3 and m.disabled_at is null`,
    [hashOf(secret), wall, after(wall, -idleSeconds * secondMs)],
  );
  if (!row) return undefined;
  if (isUse && wall.getTime() - row.seen_at.getTime() > seenEveryMs) {
    await database.sql.run('update staff_session set seen_at = $2 where id = $1', [row.session_id, wall]);
  }
  const { id, sid, email, name, role } = row;
  return { id, sid, email, actor: actorName(email), name: name || actorName(email), role };
}

/** A new session; beyond the most that one may have, the ones that were seen longest ago end. */
async function insertSession(
  sql: Sql,
  of: Parameters<StaffSessions['open']>[1],
  { clock, settings }: StaffSessionParts,
): Promise<OpenedSession> {
  const secret = randomBytes(32).toString('base64url');
  const sid = randomBytes(12).toString('base64url');
  const wall = clock.wall();
  const { absoluteSeconds: maxAgeSeconds, maxPerMember } = settings().desk.session;
  const expiresAt = after(wall, maxAgeSeconds * secondMs);
  await sql.run(
    `insert into staff_session (sid, secret_hash, staff_id, address, network, agent, created_at, seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
    [sid, hashOf(secret), of.staffId, of.address, networkOf(of.address), of.agent.slice(0, 400), wall, expiresAt],
  );
  await sql.run(
    `update staff_session set ended_at = $3 where id in
       (select id from staff_session where staff_id = $1 and ended_at is null order by seen_at desc, id desc offset $2)`,
    [of.staffId, maxPerMember, wall],
  );
  await sql.run('update staff set last_seen_at = $2 where id = $1', [of.staffId, wall]);
  return { secret, sid, token: tokenOf(secret), maxAgeSeconds };
}

/** Only the hash is stored: who reads the database cannot become a member of staff. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The token follows from the secret, by another word than a client's. */
function tokenOf(secret: string): string {
  return createHmac('sha256', secret).update('atrium desk write token').digest('base64url');
}
