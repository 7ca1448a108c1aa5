import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { clientId, type ClientId } from '../../base/id.ts';
import { after, minuteMs, secondMs, type Clock } from '../../base/time.ts';
import type { Database, Sql } from '../../base/sql.ts';
import type { Settings } from '../../settings/index.ts';
import { gateDecision } from '../../law/gates.ts';
import { readClientProfile } from '../../law/clientProfile.ts';
import type { ClientIdentity } from '../../protocol/call.ts';
import { sessionRow } from './sessionRow.ts';

/** A session that stands, and what serve must know of it. */
export interface LiveSession {
  readonly rowId: bigint;
  readonly identity: ClientIdentity;
  /** The client's versions in the database, and those that this browser was last told. */
  readonly versions: Versions;
  readonly told: Told;
  /** When somebody last did something in it, as far as this process knows. */
  readonly seenAt: Date;
}

/** A session as its owner sees it. */
export interface SessionRecord {
  readonly sid: string;
  readonly address: string;
  readonly agent: string;
  readonly created_at: Date;
  readonly seen_at: Date;
}

/** How often what rides along on answers has changed: as a whole, and of that by notices and by the inbox. */
export interface Versions {
  readonly all: number;
  readonly notices: number;
  readonly inbox: number;
}

/** Of a browser that another process has told, or that this one told before it was started anew, only the whole is known. */
type Told = Pick<Versions, 'all'> & Partial<Versions>;

/** What of it a browser has not been told yet. */
export type News = 'none' | 'all' | { readonly notices: boolean; readonly inbox: boolean };

export function newsOf({ versions, told }: Pick<LiveSession, 'versions' | 'told'>): News {
  if (versions.all === told.all) return 'none';
  if (told.notices === undefined || told.inbox === undefined) return 'all';
  const [notices, inbox] = [versions.notices - told.notices, versions.inbox - told.inbox];
  return versions.all - told.all === notices + inbox ? { notices: notices > 0, inbox: inbox > 0 } : 'all';
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
  /** Somebody did something in it: it does not run out for another while. Finding it is no use of it. */
  markUsed(session: LiveSession): Promise<void>;
  /** The sessions of a client that stand, the latest used first. */
  openOf(sql: Sql, clientId: ClientId): Promise<readonly SessionRecord[]>;
  /** Ends those of them that are the client's and have not ended, in every process at once; answers which those were. */
  endOf(sql: Sql, of: { readonly clientId: ClientId; readonly sids: readonly string[] }): Promise<readonly string[]>;
  /** This browser has been told what the client's version says; a process that is started again may tell it once more. */
  markTold(session: LiveSession): void;
  /** Another process ended this session. */
  forget(sid: string): void;
  /** Something of the client has changed, or of everybody: what is believed of them is asked anew. */
  forgetClient(client: number | null): void;
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
    const begun = cache.begin();
    const session = await readSession(parts, cache, secret);
    cache.keep(secret, session, begun);
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
    async markUsed(session) {
      const wall = parts.clock.wall();
      if (wall.getTime() - session.seenAt.getTime() <= seenEveryMs) return;
      cache.markUsed(session, wall);
      await database.sql.run(
        'update session set seen_at = greatest(seen_at, $2), told_version = greatest(told_version, $3) where id = $1',
        [session.rowId, wall, session.told.all],
      );
    },
    openOf: (sql, owner) => openOf(parts, sql, owner),
    endOf,
    markTold: (session) => cache.markTold(session),
    forget: (sid) => cache.forget(sid),
    forgetClient: (client) => cache.forgetClient(client),
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

interface Believed {
  readonly session: LiveSession;
  /** How many changes had been heard of when it was begun to be read. */
  readonly heard: number;
}

type Cache = ReturnType<typeof openCache>;

/** Sessions by their secrets. */
function openCache(wallMs: () => number) {
  const believed = new LRUCache<string, Believed>({
    max: maxCached,
    ttl: believeMs,
    // Asked each time: the clock of a test may be moved between two questions.
    ttlResolution: 0,
    perf: { now: wallMs },
  });
  /** Of a session's public id or a client: which change was the last one heard of. */
  const changes = new LRUCache<string | number, number>({ max: 2 * maxCached });
  /** What browsers were told, until it is written down with the mark that somebody used them. */
  const told = new LRUCache<bigint, Versions>({ max: maxCached });
  /** When somebody was last seen in a session, while it is believed. */
  const used = new LRUCache<bigint, Date>({ max: maxCached });
  let heard = 0;
  let heardOfAll = 0;
  return {
    /** Before a session is read: what is heard of from now on, the reading may not have seen. */
    begin: (): number => heard,
    find(secret: string): LiveSession | undefined {
      const found = believed.get(secret);
      if (!found) return undefined;
      const { session } = found;
      const { id, sid } = session.identity;
      if (found.heard < Math.max(heardOfAll, changes.get(sid) ?? 0, changes.get(id) ?? 0)) return undefined;
      const { rowId } = session;
      return { ...session, told: later(session.told, told.get(rowId)), seenAt: used.get(rowId) ?? session.seenAt };
    },
    keep(secret: string, session: LiveSession | undefined, begun: number): void {
      if (session) believed.set(secret, { session, heard: begun });
      else believed.delete(secret);
    },
    told: (rowId: bigint): Told | undefined => told.get(rowId),
    markTold: (session: LiveSession): void => void told.set(session.rowId, session.versions),
    markUsed: ({ rowId }: LiveSession, at: Date): void => void used.set(rowId, at),
    forget: (sid: string): void => void changes.set(sid, (heard += 1)),
    forgetClient(client: number | null): void {
      heard += 1;
      if (client === null) heardOfAll = heard;
      else changes.set(client, heard);
    },
  };
}

function later(one: Told, other: Told | undefined): Told {
  return other !== undefined && other.all >= one.all ? other : one;
}

/** The session of a secret while it stands. */
async function readSession(
  { database, clock, settings }: SessionParts,
  cache: Cache,
  secret: string,
): Promise<LiveSession | undefined> {
  const wall = clock.wall();
  const { idleSeconds } = settings().session;
  const row = await sessionRow(database.sql, { hash: hashOf(secret), wall, seenAfter: after(wall, -idleSeconds * secondMs) });
  if (!row) return undefined;
  const profile = readClientProfile(row);
  // The sessions of a client who is ended end with that; whoever may not sign in has none by whatever way it came.
  if (!gateDecision('sign_in', profile).allowed) return undefined;
  return {
    rowId: row.session_id,
    identity: { id: clientId(row.id), sid: row.sid, companyId: row.company_id, profile },
    versions: { all: row.version, notices: row.notices_version, inbox: row.inbox_version },
    told: later({ all: row.told_version }, cache.told(row.session_id)),
    seenAt: row.seen_at,
  };
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

/** No client has more than they may open; the bound is for who has them. */
const mostShown = 1000;

function openOf({ clock, settings }: SessionParts, sql: Sql, owner: ClientId): Promise<SessionRecord[]> {
  const wall = clock.wall();
  return sql.many(
    `select sid, address, agent, created_at, seen_at from session
      where client_id = $1 and ended_at is null and expires_at > $2 and seen_at > $3 order by seen_at desc, id desc limit ${mostShown}`,
    [owner, wall, after(wall, -settings().session.idleSeconds * secondMs)],
  );
}

async function endOf(sql: Sql, of: Parameters<Sessions['endOf']>[1]): Promise<string[]> {
  const rows = await sql.many<{ sid: string }>(
    `with ended as (
       update session set ended_at = now() where client_id = $1 and sid = any($2::text[]) and ended_at is null returning sid)
     select sid, pg_notify('${sessionChannel}', sid) from ended`,
    [of.clientId, of.sids],
  );
  return rows.map(({ sid }) => sid);
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
