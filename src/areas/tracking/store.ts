import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { isTracked, type TrackedName } from '../../law/tracking.ts';

export interface Consent {
  readonly is_given: boolean;
  readonly visitor: string | null;
  readonly company: number;
  readonly country: string;
}

/** With where the client is now: what was agreed to elsewhere is not counted where nobody is asked. */
export async function consentOf(sql: Sql, client: ClientId): Promise<Consent | undefined> {
  const [found] = await sql.many<Consent>(
    `select t.is_given, t.visitor, c.company_id as company, c.country
       from tracking_consent t join client c on c.id = t.client_id where t.client_id = $1`,
    [client],
  );
  return found;
}

export async function keepConsent(
  sql: Sql,
  {
    client,
    visitor,
    at,
  }: { readonly client: ClientId; /** Undefined: no. */ readonly visitor: string | undefined; readonly at: Date },
): Promise<void> {
  await forgetWaiting(sql, client);
  await sql.run(
    `insert into tracking_consent as kept (client_id, is_given, visitor, chosen_at) values ($1, $2, $3, $4)
     on conflict (client_id) do update set is_given = excluded.is_given, visitor = excluded.visitor, chosen_at = excluded.chosen_at`,
    [client, visitor !== undefined, visitor ?? null, at],
  );
}

/** Whoever says no is not counted any more from there on, with what has not been told yet. */
async function forgetWaiting(sql: Sql, client: ClientId): Promise<void> {
  await sql.run(`delete from tracking_hit where visitor = (select visitor from tracking_consent where client_id = $1)`, [client]);
}

export async function addHit(
  sql: Sql,
  { visitor, name, at }: { readonly visitor: string; readonly name: TrackedName; readonly at: Date },
): Promise<void> {
  await sql.run('insert into tracking_hit (visitor, name, at) values ($1, $2, $3)', [visitor, name, at]);
}

export interface WaitingHit {
  readonly id: string;
  readonly visitor: string;
  readonly name: TrackedName;
  readonly at: Date;
}

/**
 * The oldest that nobody has claimed, claimed from now on. A name that is not counted any more is forgotten, and so is what was written
 * beside a no: by whoever had read the yes before it.
 */
export async function claimHits(sql: Sql, { most, now }: { readonly most: number; readonly now: Date }): Promise<WaitingHit[]> {
  await sql.run(
    `delete from tracking_hit h where claimed_at is null and not exists (select from tracking_consent c where c.visitor = h.visitor)`,
  );
  const claimed = await sql.many<{ id: string; visitor: string; name: string; at: Date }>(
    `update tracking_hit set claimed_at = $2
      where id in (select id from tracking_hit where claimed_at is null order by id limit $1 for update skip locked)
      returning id::text, visitor, name, at`,
    [most, now],
  );
  const known = claimed.flatMap(({ name, ...hit }) => (isTracked(name) ? [{ ...hit, name }] : []));
  return known.toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
}

export async function giveHitsBack(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.run('update tracking_hit set claimed_at = null where id = any($1::bigint[])', [ids]);
}

export async function forgetHits(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.run('delete from tracking_hit where id = any($1::bigint[])', [ids]);
}

/** What is too old, what was claimed by somebody who never came back, and what is too many. Answers how many were lost so. */
export async function forgetBeyond(
  sql: Sql,
  { since, claimedSince, most }: { readonly since: Date; readonly claimedSince: Date; readonly most: number },
): Promise<number> {
  const gone = await sql.many(
    `delete from tracking_hit
      where at < $1 or claimed_at < $2
         or id <= (select id from tracking_hit where claimed_at is null order by id desc offset $3 limit 1)
      returning id`,
    [since, claimedSince, most],
  );
  return gone.length;
}
