import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

interface NewFeedback {
  readonly client: ClientId;
  /** Null: the client does not want to say. */
  readonly score: number | null;
  readonly text: string;
  readonly mayContact: boolean;
  readonly at: Date;
}

/** Asked again later; every session of the client hears that nobody asks any more. */
export async function keepFeedback(sql: Sql, of: NewFeedback): Promise<void> {
  await sql.run('insert into feedback (client_id, score, text, may_contact, at) values ($1, $2, $3, $4, $5)', [
    of.client,
    of.score,
    of.text,
    of.mayContact,
    of.at,
  ]);
  await sql.run('update client set version = version + 1 where id = $1', [of.client]);
}

/** Until the next sign-in, which is of wall time. */
export async function putOffFeedback(sql: Sql, client: ClientId): Promise<void> {
  await sql.run('update client set feedback_put_off_at = now(), version = version + 1 where id = $1', [client]);
}

/** When the client was asked last and answered, locked: of two answers at once one counts. */
export async function askedFacts(sql: Sql, client: ClientId): Promise<{ registeredAt: Date; answeredAt: Date | null }> {
  const { registered_at: registeredAt } = await sql.one<{ registered_at: Date }>(
    'select registered_at from client where id = $1 for no key update',
    [client],
  );
  const { at } = await sql.one<{ at: Date | null }>('select max(at) as at from feedback where client_id = $1', [client]);
  return { registeredAt, answeredAt: at };
}

interface FeedbackRow {
  readonly id: bigint;
  readonly clientId: number;
  readonly score: 1 | 2 | 3 | 4 | 5 | null;
  readonly text: string;
  readonly mayContact: boolean;
  readonly at: Date;
}

/** The latest first, behind one of them. */
export function feedbackBefore(
  sql: Sql,
  of: { readonly before: string | undefined; readonly limit: number },
): Promise<FeedbackRow[]> {
  return sql.many<FeedbackRow>(
    `select id, client_id as "clientId", score, text, may_contact as "mayContact", at from feedback
      where $1::bigint is null or id < $1 order by id desc limit $2`,
    [of.before ?? null, of.limit],
  );
}

/** How many gave each score since then, from 1 to 5. */
export async function scoresSince(sql: Sql, since: Date): Promise<number[]> {
  const rows = await sql.many<{ score: number; count: number }>(
    'select score, count(*)::integer as count from feedback where at >= $1 and score is not null group by score',
    [since],
  );
  return [1, 2, 3, 4, 5].map((score) => rows.find((row) => row.score === score)?.count ?? 0);
}
