import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Trait, TraitKind } from './rules.ts';

/**
 * Keeps what is known of a client; answers what of it was not known before. Two who tell the same at once wait for each other, so that whoever
 * comes second finds the first.
 */
export async function keepTraits(
  sql: Sql,
  of: { readonly clientId: ClientId; readonly traits: readonly Trait[]; readonly at: Date },
): Promise<readonly Trait[]> {
  const kinds = of.traits.map(({ kind }) => kind);
  const values = of.traits.map(({ value }) => value);
  // In one order, so that no two wait for each other in a ring; and a statement of its own, so that what follows sees what was waited for.
  await sql.many(
    `select pg_advisory_xact_lock(key)::text as locked
       from (select hashtextextended('identity_trait:' || kind || ':' || value, 0) as key
         from unnest($1::text[], $2::text[]) as told (kind, value) order by key) as each`,
    [kinds, values],
  );
  return sql.many<Trait>(
    `insert into identity_trait (client_id, kind, value, at)
       select $1, kind, value, $4 from unnest($2::text[], $3::text[]) as told (kind, value)
     on conflict do nothing returning kind, value`,
    [of.clientId, kinds, values, of.at],
  );
}

/** More clients than these with one thing in common are a finding of their own, which no pair of them tells. */
const mostOthers = 20;

/** The other clients that have any of it, with what of it. */
export function clientsSharing(
  sql: Sql,
  of: { readonly clientId: ClientId; readonly traits: readonly Trait[] },
): Promise<{ client_id: ClientId; kinds: TraitKind[] }[]> {
  return sql.many(
    `select client_id, array_agg(distinct kind order by kind) as kinds
       from identity_trait join unnest($2::text[], $3::text[]) as told (kind, value) using (kind, value)
      where client_id <> $1 group by client_id order by client_id limit ${mostOthers}`,
    [of.clientId, of.traits.map(({ kind }) => kind), of.traits.map(({ value }) => value)],
  );
}

/** Keeps what a client has in common with an earlier one. Answers the finding's number; undefined where it was decided on. */
export async function keepFinding(
  sql: Sql,
  found: { readonly clientId: ClientId; readonly otherId: ClientId; readonly kinds: readonly TraitKind[]; readonly at: Date },
): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into duplicate_finding (client_id, other_id, kinds, found_at) values ($1, $2, $3, $4)
     on conflict (client_id, other_id) do update set
       kinds = (select array_agg(distinct kind order by kind) from unnest(duplicate_finding.kinds || excluded.kinds) as kind)
       where duplicate_finding.decision is null
     returning id`,
    [found.clientId, found.otherId, found.kinds, found.at],
  );
  return row?.id;
}

export interface FindingRow {
  id: number;
  client_id: ClientId;
  other_id: ClientId;
  kinds: TraitKind[];
  found_at: Date;
  decision: 'same_person' | 'different_persons' | null;
  decided_at: Date | null;
}

/** What a client has in common with others, undecided first. */
export function findingsOf(sql: Sql, client: number): Promise<FindingRow[]> {
  return sql.many(
    `select id, client_id, other_id, kinds, found_at, decision, decided_at from duplicate_finding
      where client_id = $1 or other_id = $1 order by decision is not null, id desc limit 100`,
    [client],
  );
}

export function findingById(sql: Sql, id: number): Promise<FindingRow | undefined> {
  return sql.maybe(
    'select id, client_id, other_id, kinds, found_at, decision, decided_at from duplicate_finding where id = $1 for update',
    [id],
  );
}

export async function decideFinding(
  sql: Sql,
  decided: { readonly id: number; readonly decision: string; readonly at: Date },
): Promise<void> {
  await sql.run('update duplicate_finding set decision = $2, decided_at = $3 where id = $1 and decision is null', [
    decided.id,
    decided.decision,
    decided.at,
  ]);
}

/**
 * Two clients are one human being from now on, with all that either was found to be before. False where both have a client of one
 * company: there each stays whom it is, and the finding alone says that it is the same person.
 */
export async function joinPersons(
  sql: Sql,
  { client_id: later, other_id: earlier }: Pick<FindingRow, 'client_id' | 'other_id'>,
): Promise<boolean> {
  // The order of numbers, so that two who join the same clients wait for each other.
  await sql.many('select id from client where id = any($1::integer[]) order by id for no key update', [[later, earlier]]);
  const joined = await sql.run(
    `with one as (select person_id as id from client where id = $2), other as (select person_id as id from client where id = $1)
     update client c set person_id = one.id, version = c.version + 1 from one, other
      where c.person_id = other.id and one.id <> other.id
        and not exists (select from client a join client b on b.company_id = a.company_id
          where a.person_id = one.id and b.person_id = other.id)`,
    [later, earlier],
  );
  return joined > 0;
}
