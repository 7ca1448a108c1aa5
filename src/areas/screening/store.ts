import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { HitReason } from '../../law/screening.ts';
import type { HitStatus } from './contract.ts';

/* Hits, and what follows from them for their clients. */

/** Somebody as they were compared, kept with the hit. */
export interface KeptPerson {
  readonly names: readonly string[];
  readonly birthDates: readonly string[];
  readonly countries: readonly string[];
}

export type KeptEntry = KeptPerson & { readonly reasons: readonly string[] };

export interface HitRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly list: string;
  readonly entryKey: string;
  readonly kind: 'sanctions' | 'pep';
  readonly entry: KeptEntry;
  readonly typed: KeptPerson;
  readonly points: number;
  /** What the points are made of, as `names/scoring.ts` has it. */
  readonly score: unknown;
  readonly foundAt: Date;
  readonly status: HitStatus;
  readonly reasonCode: HitReason | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
}

const columns = `id, client_id as "clientId", list, entry_key as "entryKey", kind, entry, typed, points, score, found_at as "foundAt", status,
  reason_code as "reasonCode", decided_by as "decidedBy", decided_at as "decidedAt"`;

export interface NewHit extends Pick<HitRow, 'clientId' | 'list' | 'entryKey' | 'kind' | 'entry' | 'typed' | 'points' | 'score'> {
  readonly entryDigest: string;
  readonly clientDigest: string;
  readonly at: Date;
}

/** The number of the hit; undefined where these two are asked about already, or were decided about. What was lifted is asked anew. */
export async function insertHit(sql: Sql, of: NewHit): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into screening_hit (client_id, list, entry_key, kind, entry_digest, client_digest, entry, typed, points, score, found_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning id`,
    [
      of.clientId,
      of.list,
      of.entryKey,
      of.kind,
      of.entryDigest,
      of.clientDigest,
      JSON.stringify(of.entry),
      JSON.stringify(of.typed),
      of.points,
      JSON.stringify(of.score),
      of.at,
    ],
  );
  return row?.id;
}

/** Earlier ones of the same two that nobody has decided: what is asked now takes their place. Answers their numbers. */
export async function supersede(
  sql: Sql,
  of: Pick<NewHit, 'clientId' | 'list' | 'entryKey' | 'at'> & { readonly by: number },
): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `with gone as (update screening_hit set status = 'superseded', decided_at = $5, decided_by = 'screening'
       where client_id = $1 and list = $2 and entry_key = $3 and status = 'open' and id < $4 returning id)
     select id from gone limit 100`,
    [of.clientId, of.list, of.entryKey, of.by, of.at],
  );
  return rows.map(({ id }) => id);
}

export function hitById(sql: Sql, id: number): Promise<HitRow | undefined> {
  return sql.maybe(`select ${columns} from screening_hit where id = $1`, [id]);
}

/** Whoever finds or decides something of a client waits here for others who do, and sees what they did. Before any lock on a hit. */
export async function lockClient(sql: Sql, client: ClientId): Promise<void> {
  await sql.one('select id from client where id = $1 for no key update', [client]);
}

/** Locked, and its client first: of two who decide at once the second finds it decided. */
export async function lockHit(sql: Sql, id: number): Promise<HitRow | undefined> {
  const hit = await hitById(sql, id);
  if (!hit) return undefined;
  await lockClient(sql, hit.clientId);
  return sql.maybe(`select ${columns} from screening_hit where id = $1 for update`, [id]);
}

export function hitsOf(sql: Sql, client: ClientId): Promise<HitRow[]> {
  return sql.many(`select ${columns} from screening_hit where client_id = $1 order by id desc limit 100`, [client]);
}

export async function decideHit(
  sql: Sql,
  of: {
    readonly id: number;
    readonly status: Exclude<HitStatus, 'open' | 'superseded'>;
    readonly reasonCode: HitReason | null;
    readonly by: string;
    readonly at: Date;
  },
): Promise<void> {
  await sql.run('update screening_hit set status = $2, reason_code = $3, decided_by = $4, decided_at = $5 where id = $1', [
    of.id,
    of.status,
    of.reasonCode,
    of.by,
    of.at,
  ]);
}

export async function isRemoved(sql: Sql, { list, entryKey }: Pick<HitRow, 'list' | 'entryKey'>): Promise<boolean> {
  const row = await sql.maybe<{ removed: boolean }>(
    'select removed_at is not null as removed from watchlist_entry where list = $1 and key = $2',
    [list, entryKey],
  );
  return row?.removed ?? true;
}

/** A client is held while a hit on a list of sanctions is open or true; true when that has changed. */
export async function followHold(sql: Sql, client: ClientId): Promise<boolean> {
  const changed = await sql.run(
    `update client c set screening_hold = not c.screening_hold, version = version + 1
      where id = $1 and screening_hold <> exists (
        select from screening_hit h where h.client_id = $1 and h.kind = 'sanctions' and h.status in ('open', 'true_hit'))`,
    [client],
  );
  return changed === 1;
}

export async function isHeldClient(sql: Sql, client: ClientId): Promise<boolean> {
  return (await sql.one<{ held: boolean }>('select screening_hold as held from client where id = $1', [client])).held;
}

export async function isDue(sql: Sql, client: ClientId): Promise<boolean> {
  return (await sql.maybe('select client_id from screening_due where client_id = $1', [client])) !== undefined;
}

/**
 * Whether a client is still to be compared with some of these lists, or one of them was never read, or not for too long. Before the first look at any of them nobody
 * is waited for.
 */
export async function isAwaited(sql: Sql, client: ClientId, lists: readonly string[]): Promise<boolean> {
  if (lists.length === 0) return false;
  const { awaited } = await sql.one<{ awaited: boolean }>(
    `select exists (select from watchlist w where w.list = any($2)
       and (w.is_stale or not exists (select from watchlist_version v where v.list = w.list) or exists (select from screening_due where client_id = $1)))
       as awaited`,
    [client, lists],
  );
  return awaited;
}

export interface FrozenBefore {
  readonly status: number;
  /** What the client had frozen by themselves, and has again when no hit is true any more. */
  readonly ownFreeze: number | null;
}

/** Frozen by the broker; what was before, or undefined where the status is one of those that stay. What a client froze by themselves has ended. */
export async function freezeClient(
  sql: Sql,
  of: { readonly client: ClientId; readonly frozen: number; readonly stays: readonly number[]; readonly at: Date },
): Promise<FrozenBefore | undefined> {
  const before = await sql.maybe<{ status: number }>('select status_id as status from client where id = $1 for no key update', [
    of.client,
  ]);
  if (!before) return undefined;
  const ended = await sql.maybe<FrozenBefore>(
    `with ended as (update client_freeze set lifted_at = $2 where client_id = $1 and lifted_at is null returning id, from_status)
     select from_status as status, id as "ownFreeze" from ended limit 1`,
    [of.client, of.at],
  );
  if (ended && before.status === of.frozen) return ended;
  if (of.stays.includes(before.status)) return undefined;
  await sql.run('update client set status_id = $2, version = version + 1 where id = $1', [of.client, of.frozen]);
  return { status: before.status, ownFreeze: null };
}

export async function noteFrozen(sql: Sql, id: number, { status, ownFreeze }: FrozenBefore): Promise<void> {
  await sql.run('update screening_hit set from_status = $2, own_freeze = $3 where id = $1', [id, status, ownFreeze]);
}

export interface EndedFreeze extends FrozenBefore {
  readonly papers: { readonly hasId: boolean; readonly hasResidence: boolean };
}

/** What was before the first true hit, once none on a list of sanctions is true any more; undefined while one is, or where none froze. */
export async function endFreeze(sql: Sql, client: ClientId, at: Date): Promise<EndedFreeze | undefined> {
  const rows = await sql.many<{ status: number | null; ownFreeze: number | null; hasId: boolean; hasResidence: boolean }>(
    `with ended as (
       update screening_hit h set thawed_at = $2 where client_id = $1 and kind = 'sanctions' and status = 'lifted' and thawed_at is null
         and not exists (select from screening_hit o where o.client_id = $1 and o.kind = 'sanctions' and o.status = 'true_hit')
       returning id, from_status, own_freeze)
     select e.from_status as status, e.own_freeze as "ownFreeze", c.has_approved_id as "hasId", c.has_approved_residence as "hasResidence"
       from ended e join client c on c.id = $1 where e.from_status is not null order by e.id limit 1`,
    [client, at],
  );
  const [row] = rows;
  if (!row || row.status === null) return undefined;
  const { status, ownFreeze, hasId, hasResidence } = row;
  return { status, ownFreeze, papers: { hasId, hasResidence } };
}

/** To that status, where it is still the frozen one. */
export async function thawClient(
  sql: Sql,
  of: { readonly client: ClientId; readonly frozen: number; readonly to: number },
): Promise<boolean> {
  const changed = await sql.run('update client set status_id = $3, version = version + 1 where id = $1 and status_id = $2', [
    of.client,
    of.frozen,
    of.to,
  ]);
  return changed === 1;
}

/** Browsers of the client that stand open hear of it, when the caller's transaction has committed. */
export async function tellBrowsers(sql: Sql, client: ClientId, at: Date): Promise<void> {
  await sql.run(
    `insert into outbox (topic, client_id, payload, due_at, created_at) values ('live', $1, '{"topics":["client_info","dashboard"]}', $2, $2)`,
    [client, at],
  );
}
