import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { UpdatedSection } from '../../law/enrolmentFields.ts';
import type { StatusId } from '../../law/statuses.ts';

export interface EnrolmentFacts {
  first_name: string;
  last_name: string;
  email: string;
  mobile_phone: string | null;
  at_passed: boolean;
  is_terms_agreed: boolean;
  terms_version: number;
  /** Null while nothing was typed. */
  draft: Record<string, string | boolean> | null;
}

/** What is known of a client before the second step, with what was typed. */
export function factsOf(sql: Sql, client: ClientId): Promise<EnrolmentFacts> {
  return sql.one(
    `select first_name, last_name, email, mobile_phone, at_passed, is_terms_agreed, terms_version, answers as draft
       from client left join enrolment_draft on client_id = client.id where client.id = $1`,
    [client],
  );
}

export async function keepDraft(
  sql: Sql,
  of: { readonly client: ClientId; readonly answers: Readonly<Record<string, string | boolean>>; readonly at: Date },
): Promise<void> {
  await sql.run(
    `insert into enrolment_draft (client_id, answers, saved_at) values ($1, $2, $3)
     on conflict (client_id) do update set answers = excluded.answers, saved_at = excluded.saved_at`,
    [of.client, JSON.stringify(of.answers), of.at],
  );
}

/** Not before the client signs in again: sessions begin by the wall clock. */
export async function putOff(sql: Sql, of: { readonly client: ClientId; readonly at: Date }): Promise<void> {
  await sql.run(
    `insert into enrolment_draft (client_id, saved_at, put_off_at) values ($1, $2, now())
     on conflict (client_id) do update set put_off_at = now()`,
    [of.client, of.at],
  );
  await sql.run('update client set version = version + 1 where id = $1', [of.client]);
}

export interface Enrolled {
  readonly client: ClientId;
  readonly company: number;
  readonly answers: Readonly<Record<string, string | boolean>>;
  readonly securityAnswerHash: string;
  readonly isLikeProfessional: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly from: StatusId;
  readonly to: StatusId;
  readonly at: Date;
}

/** Writes what was told and moves the client on; false where somebody else has by now. */
export async function enrol(sql: Sql, of: Enrolled): Promise<boolean> {
  const moved = await sql.run(
    `update client set status_id = $3, first_name = $4, last_name = $5, version = version + 1 where id = $1 and status_id = $2`,
    [of.client, of.from, of.to, of.firstName, of.lastName],
  );
  if (moved !== 1) return false;
  await sql.run(
    `insert into enrolment (client_id, company_id, answers, security_answer_hash, is_similar_to_professional, at)
     values ($1, $2, $3, $4, $5, $6)`,
    [of.client, of.company, JSON.stringify(of.answers), of.securityAnswerHash, of.isLikeProfessional, of.at],
  );
  await dropDraft(sql, of.client);
  return true;
}

/** Browsers read again what the client's record says. */
export async function touchClient(sql: Sql, client: ClientId): Promise<void> {
  await sql.run('update client set version = version + 1 where id = $1', [client]);
}

/** What was typed has been sent. */
export async function dropDraft(sql: Sql, client: ClientId): Promise<void> {
  await sql.run('delete from enrolment_draft where client_id = $1', [client]);
}

export async function isEnrolled(sql: Sql, client: ClientId): Promise<boolean> {
  return (await sql.maybe('select from enrolment where client_id = $1 limit 1', [client])) !== undefined;
}

/** What was told in the second step, the last time, with what was told anew since; undefined where nothing was. */
export async function toldOf(sql: Sql, client: ClientId): Promise<Readonly<Record<string, string | boolean>> | undefined> {
  const { answers } = await sql.one<{ answers: Record<string, string | boolean> | null }>(
    `with last as (select answers, at from enrolment where client_id = $1 order by id desc limit 1),
       anew as (select jsonb_object_agg(each.key, each.value order by u.id) as answers
         from enrolment_update u cross join lateral jsonb_each(u.answers) each
         where u.client_id = $1 and u.at >= coalesce((select at from last), '-infinity'))
     select case when last.answers is null then anew.answers else last.answers || coalesce(anew.answers, '{}') end as answers
       from anew left join last on true`,
    [client],
  );
  return answers ?? undefined;
}

/** What was told at one time. */
export interface Telling {
  readonly answers: Readonly<Record<string, string | boolean | undefined>>;
  readonly at: Date;
}

/** All that a client told, each time, the oldest first; of very many times the latest. */
export async function tellingsOf(sql: Sql, client: ClientId): Promise<Telling[]> {
  const latest = await sql.many<Telling>(
    `select answers, at from (
       select answers, at, 0 as kind, id from enrolment where client_id = $1
       union all select answers, at, 1, id from enrolment_update where client_id = $1
     ) told order by at desc, kind desc, id desc limit 200`,
    [client],
  );
  return latest.toReversed();
}

/** What was answered to one of the suitability questions. */
export interface Chosen {
  readonly id: number;
  readonly answer: number;
}

interface ConfirmationRow {
  readonly at: Date;
  readonly version: string;
  /** Something else once it was erased. */
  readonly suitability: readonly Chosen[] | object;
}

/** The yearly confirmations of a client, the latest first. */
export function confirmationsOf(sql: Sql, client: ClientId): Promise<ConfirmationRow[]> {
  return sql.many(
    `select at, suitability_version as version, suitability from yearly_confirmation
      where client_id = $1 order by id desc limit 20`,
    [client],
  );
}

/** The fields that a client has told after that instant, in whatever way. */
export async function toldSince(sql: Sql, of: { readonly client: ClientId; readonly since: Date }): Promise<ReadonlySet<string>> {
  const { names } = await sql.one<{ names: readonly string[] }>(
    `select array(select distinct name from (
       select answers, at from enrolment where client_id = $1 union all select answers, at from enrolment_update where client_id = $1
     ) told cross join lateral jsonb_object_keys(told.answers) name where told.at > $2) as names`,
    [of.client, of.since],
  );
  return new Set(names);
}

/** What a client said once and takes back by no later answer, and which turnovers held for them at any time since. */
export function toldEver(
  sql: Sql,
  of: { readonly client: ClientId; readonly since: Date },
): Promise<{ readonly pep: boolean; readonly turnovers: readonly string[] }> {
  return sql.one(
    `with told as (select answers, at, 0 as kind, id from enrolment where client_id = $1
         union all select answers, at, 1, id from enrolment_update where client_id = $1),
       bands as (select answers->>'anticipated_turnover' as band, at, lead(at) over (order by at, kind, id) as until
         from told where coalesce(answers->>'anticipated_turnover', '') <> '')
     select exists (select from told where answers->'pep' = 'true') as pep,
       array(select distinct band from bands where until is null or until > $2 order by band) as turnovers`,
    [of.client, of.since],
  );
}

/** The days of birth that these clients told last; of who told none there is none. */
export async function birthDatesOf(sql: Sql, clients: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await sql.many<{ id: number; birth_date: string | null }>(
    `select c.id, coalesce(
       (select u.answers->>'birth_date' from enrolment_update u
         where u.client_id = c.id and coalesce(u.answers->>'birth_date', '') <> '' order by u.id desc limit 1),
       (select e.answers->>'birth_date' from enrolment e
         where e.client_id = c.id and coalesce(e.answers->>'birth_date', '') <> '' order by e.id desc limit 1)) as birth_date
     from unnest($1::integer[]) as c (id)`,
    [clients],
  );
  return new Map(rows.flatMap(({ id, birth_date: day }) => (day === null ? [] : [[id, day] as const])));
}

export async function addUpdate(
  sql: Sql,
  of: {
    readonly client: ClientId;
    readonly section: UpdatedSection | 'yearly' | 'cfd_risk' | 'move';
    readonly answers: Readonly<Record<string, string | boolean>>;
    readonly at: Date;
  },
): Promise<number> {
  const { id } = await sql.one<{ id: number }>(
    'insert into enrolment_update (client_id, section, answers, at) values ($1, $2, $3, $4) returning id',
    [of.client, of.section, JSON.stringify(of.answers), of.at],
  );
  await sql.run('update client set version = version + 1 where id = $1', [of.client]);
  return id;
}

/** The names by which the broker knows the client, and how to reach them. */
export function namesTold(
  sql: Sql,
  client: ClientId,
): Promise<{ first_name: string; last_name: string; email: string; mobile_phone: string }> {
  return sql.one(`select first_name, last_name, email, coalesce(mobile_phone, '') as mobile_phone from client where id = $1`, [
    client,
  ]);
}

/** When a client first gave that reason for having no tax number of that country; undefined where they never did. */
export async function firstSaid(
  sql: Sql,
  of: { readonly client: ClientId; readonly residency: string; readonly reason: string },
): Promise<Date | undefined> {
  const { at } = await sql.one<{ at: Date | null }>(
    `select min(at) as at from (
       select answers, at from enrolment where client_id = $1 union all select answers, at from enrolment_update where client_id = $1
     ) told where answers ->> 'no_tin_reason' = $3 and answers ->> 'tax_residency' = $2`,
    [of.client, of.residency, of.reason],
  );
  return at ?? undefined;
}
