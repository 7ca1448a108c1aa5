import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { clientId, type ClientId } from '../../base/id.ts';
import { after, minuteMs, secondMs, type Clock } from '../../base/time.ts';
import type { Database, Sql } from '../../base/sql.ts';
import type { Settings } from '../../settings/index.ts';
import { readClientProfile, type ClientProfileRow } from '../../law/clientProfile.ts';
import type { ClientIdentity } from '../../protocol/call.ts';

/** A session that stands, and what serve must know of it. */
export interface LiveSession {
  readonly rowId: bigint;
  readonly identity: ClientIdentity;
  /** The client's version in the database, and the one this browser was last told. */
  readonly version: number;
  readonly toldVersion: number;
}

export interface OpenedSession {
  /** Goes into the cookie and nowhere else. */
  readonly secret: string;
  /** Goes with every write. */
  readonly token: string;
  /** The session's public id. */
  readonly sid: string;
  readonly maxAgeSeconds: number;
}

export interface Sessions {
  /** The session of a cookie's secret; undefined when there is none or it has run out. */
  find(secret: string): Promise<LiveSession | undefined>;
  /** The same, from the database whatever the cache says. */
  findFresh(secret: string): Promise<LiveSession | undefined>;
  /** Whose session a cookie's secret is or was, also when it has run out: the lock screen lets nobody else in. */
  ownerOf(secret: string): Promise<{ readonly clientId: ClientId; readonly sid: string } | undefined>;
  /** Which of these public ids belong to sessions that stand. Asking is not using: it keeps no session from running out. */
  profile(sids: readonly string[]): Promise<ReadonlySet<string>>;
  open(sql: Sql, of: { clientId: ClientId; address: string; agent: string }): Promise<OpenedSession>;
  end(sql: Sql, sid: string): Promise<void>;
  markTold(session: LiveSession): Promise<void>;
  /** Another process ended this session. */
  forget(sid: string): void;
  tokenOf(secret: string): string;
  isToken(secret: string, token: string): boolean;
}

/** The channel on which ended sessions are announced. */
export const sessionChannel = 'session_ended';

const seenEveryMs = minuteMs;
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

interface SessionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: () => Settings;
}

/** Sessions live in PostgreSQL, hashed; idle and absolute limits run on the wall clock. */
export function openSessions(parts: SessionParts): Sessions {
  const { database } = parts;
  const cache = openCache(() => parts.clock.wall().getTime());
  const findFresh = async (secret: string): Promise<LiveSession | undefined> => {
    if (!secretPattern.test(secret)) return undefined;
    const session = await readSession(parts, secret);
    cache.keep(secret, session);
    return session;
  };
  return {
    find: async (secret) => cache.find(secret) ?? findFresh(secret),
    findFresh,
    async ownerOf(secret) {
      if (!secretPattern.test(secret)) return undefined;
      const row = await database.sql.maybe<{ client_id: number; sid: string }>(
        'select client_id, sid from session where secret_hash = $1',
        [hashOf(secret)],
      );
      return row && { clientId: clientId(row.client_id), sid: row.sid };
    },
    profile: (sids) => profileOf(parts, sids),
    open: (sql, of) => insertSession(sql, of, parts),
    async end(sql, sid) {
      await sql.run('update session set ended_at = now() where sid = $1 and ended_at is null', [sid]);
      await sql.run(`select pg_notify('${sessionChannel}', $1)`, [sid]);
    },
    async markTold(session) {
      await database.sql.run('update session set told_version = $2 where id = $1', [session.rowId, session.version]);
      cache.markTold(session);
    },
    forget: (sid) => cache.forget(sid),
    tokenOf,
    isToken(secret, token) {
      const expected = Buffer.from(tokenOf(secret));
      const given = Buffer.from(token);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

/** How long a session is believed without asking again. An ended one is announced and forgotten at once. */
const believeMs = 2000;
const maxCached = 20_000;

/** Sessions by their secrets. */
function openCache(wallMs: () => number) {
  const cache = new LRUCache<string, LiveSession>({
    max: maxCached,
    ttl: believeMs,
    // Asked each time: the clock of a test may be moved between two questions.
    ttlResolution: 0,
    perf: { now: wallMs },
  });
  const secretsOf = (isWanted: (session: LiveSession) => boolean): string[] =>
    [...cache.entries()].flatMap(([secret, session]) => (isWanted(session) ? [secret] : []));
  return {
    find: (secret: string): LiveSession | undefined => cache.get(secret),
    keep(secret: string, session: LiveSession | undefined): void {
      if (session) cache.set(secret, session);
      else cache.delete(secret);
    },
    /** Believed no longer for it. */
    markTold(session: LiveSession): void {
      const told = { ...session, toldVersion: session.version };
      for (const secret of secretsOf(({ rowId }) => rowId === session.rowId)) cache.set(secret, told, { noUpdateTTL: true });
    },
    forget(sid: string): void {
      for (const secret of secretsOf(({ identity }) => identity.sid === sid)) cache.delete(secret);
    },
  };
}

/** The session of a secret while it stands, and a mark that it was seen. */
async function readSession({ database, clock, settings }: SessionParts, secret: string): Promise<LiveSession | undefined> {
  const wall = clock.wall();
  const { idleSeconds } = settings().session;
  const row = await database.sql.maybe<ClientProfileRow & SessionRow>(
    `select s.id as session_id, s.sid, s.seen_at, s.told_version, c.version, c.id, c.company_id, c.country, c.status_id,
            c.client_category, c.registered_at, c.has_approved_id, c.has_approved_residence, c.at_passed
       from session s join client c on c.id = s.client_id
      where s.secret_hash = $1 and s.ended_at is null and s.expires_at > $2 and s.seen_at > $3`,
    [hashOf(secret), wall, after(wall, -idleSeconds * secondMs)],
  );
  if (!row) return undefined;
  if (wall.getTime() - row.seen_at.getTime() > seenEveryMs) {
    await database.sql.run('update session set seen_at = $2 where id = $1', [row.session_id, wall]);
  }
  return {
    rowId: row.session_id,
    identity: { id: clientId(row.id), sid: row.sid, companyId: row.company_id, profile: readClientProfile(row) },
    version: row.version,
    toldVersion: row.told_version,
  };
}

interface SessionRow {
  session_id: bigint;
  sid: string;
  seen_at: Date;
  told_version: number;
  version: number;
}

async function profileOf({ database, clock, settings }: SessionParts, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const wall = clock.wall();
  const rows = await database.sql.many<{ sid: string }>(
    `select sid from session
      where sid = any($1::text[]) and ended_at is null and expires_at > $2 and seen_at > $3`,
    [sids, wall, after(wall, -settings().session.idleSeconds * secondMs)],
  );
  return new Set(rows.map((row) => row.sid));
}

/** A new session of the client; beyond the most that one may have, the ones that were seen longest ago end. */
async function insertSession(
  sql: Sql,
  of: Parameters<Sessions['open']>[1],
  { clock, settings }: SessionParts,
): Promise<OpenedSession> {
  const secret = randomBytes(32).toString('base64url');
  const sid = randomBytes(12).toString('base64url');
  const wall = clock.wall();
  const maxAgeSeconds = settings().session.absoluteSeconds;
  await sql.run(
    `insert into session (sid, secret_hash, client_id, address, agent, created_at, seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [sid, hashOf(secret), of.clientId, of.address, of.agent.slice(0, 400), wall, after(wall, maxAgeSeconds * secondMs)],
  );
  // Announced like a sign-out: every process forgets it at once, and its stream ends.
  await sql.run(
    `with ended as (
       update session set ended_at = $3 where id in
         (select id from session where client_id = $1 and ended_at is null order by seen_at desc, id desc offset $2)
       returning sid)
     select pg_notify('${sessionChannel}', sid) from ended`,
    [of.clientId, settings().session.maxPerClient, wall],
  );
  return { secret, sid, token: tokenOf(secret), maxAgeSeconds };
}

/** Only the hash is stored: who reads the database cannot become a client. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The token follows from the secret, so that a new tab of the same browser can be told it again. */
function tokenOf(secret: string): string {
  return createHmac('sha256', secret).update('atrium write token').digest('base64url');
}
