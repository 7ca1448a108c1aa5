import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
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
  await sql.run('delete from enrolment_draft where client_id = $1', [of.client]);
  return true;
}

/** The client owes a tax number, and until when. */
export async function oweTaxNumber(
  sql: Sql,
  due: { readonly client: ClientId; readonly why: 'later' | 'not_yet_issued'; readonly dueAt: Date; readonly at: Date },
): Promise<void> {
  await sql.run(
    `insert into client_due (client_id, what, why, due_at, created_at) values ($1, 'tax_number', $2, $3, $4)
     on conflict (client_id, what) do update set why = excluded.why, due_at = excluded.due_at, created_at = excluded.created_at`,
    [due.client, due.why, due.dueAt, due.at],
  );
}

/** What was told in the second step, the last time; undefined where it was not sent. */
export async function toldOf(sql: Sql, client: ClientId): Promise<Readonly<Record<string, string | boolean>> | undefined> {
  const row = await sql.maybe<{ answers: Record<string, string | boolean> }>(
    'select answers from enrolment where client_id = $1 order by id desc limit 1',
    [client],
  );
  return row?.answers;
}
