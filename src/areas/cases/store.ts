import type { ClientId, StaffId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { QueueName } from './contract.ts';

export interface CaseRow {
  id: number;
  queue: QueueName;
  subject: string;
  client_id: ClientId | null;
  detail: Readonly<Record<string, unknown>>;
  opened_at: Date;
  due_at: Date | null;
  claimed_by: StaffId | null;
  /** The address of who has claimed it. */
  claimer: string | null;
  claimed_until: Date | null;
  closed_at: Date | null;
}

const columns = `c.id, c.queue, c.subject, c.client_id, c.detail, c.opened_at, c.due_at, c.claimed_by, m.email as claimer,
  c.claimed_until, c.closed_at`;
const joined = 'desk_case c left join staff m on m.id = c.claimed_by';

export interface NewCase {
  readonly queue: QueueName;
  readonly subject: string;
  readonly clientId: ClientId | undefined;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly at: Date;
  readonly dueAt: Date | undefined;
}

/** Puts a case into its queue; undefined when that subject waits there already. */
export async function insertCase(sql: Sql, order: NewCase): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into desk_case (queue, subject, client_id, detail, opened_at, due_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (queue, subject) where closed_at is null do nothing returning id`,
    [order.queue, order.subject, order.clientId ?? null, JSON.stringify(order.detail), order.at, order.dueAt ?? null],
  );
  return row?.id;
}

/** Takes the open case of that subject out of its queue; false when there is none. */
export async function endCase(
  sql: Sql,
  of: { readonly queue: QueueName; readonly subject: string; readonly outcome: string; readonly at: Date },
): Promise<boolean> {
  const closed = await sql.run(
    `update desk_case set closed_at = $4, outcome = $3, claimed_by = null, claimed_until = null
      where queue = $1 and subject = $2 and closed_at is null`,
    [of.queue, of.subject, of.outcome, of.at],
  );
  return closed === 1;
}

export function countCases(
  sql: Sql,
  queues: readonly QueueName[],
): Promise<{ queue: QueueName; count: number; oldest_at: Date }[]> {
  return sql.many(
    `select queue, count(*)::integer as count, min(opened_at) as oldest_at from desk_case
      where closed_at is null and queue = any($1::text[]) group by queue`,
    [queues],
  );
}

/** The open cases of a queue, the oldest first. */
export function openCases(sql: Sql, page: { queue: QueueName; after: number; limit: number }): Promise<CaseRow[]> {
  return sql.many(
    `select ${columns} from ${joined} where c.queue = $1 and c.closed_at is null and c.id > $2 order by c.id limit $3`,
    [page.queue, page.after, page.limit],
  );
}

/** How many wait in a queue, counted up to `most`. */
export async function countOpen(sql: Sql, queue: QueueName, most: number): Promise<number> {
  const { count } = await sql.one<{ count: number }>(
    'select count(*)::integer as count from (select from desk_case where queue = $1 and closed_at is null limit $2) cases',
    [queue, most],
  );
  return count;
}

/** A case, locked: of two who claim it at once the second finds it claimed. */
export function lockCase(sql: Sql, of: { queue: QueueName; id: number }): Promise<CaseRow | undefined> {
  return sql.maybe(`select ${columns} from ${joined} where c.queue = $1 and c.id = $2 for update of c`, [of.queue, of.id]);
}

export async function setClaim(sql: Sql, of: { id: number; staffId: StaffId | null; until: Date | null }): Promise<void> {
  await sql.run('update desk_case set claimed_by = $2, claimed_until = $3 where id = $1', [of.id, of.staffId, of.until]);
}

/** Whether a case of that subject is open. */
export async function hasOpenCase(sql: Sql, of: { queue: QueueName; subject: string }): Promise<boolean> {
  const row = await sql.maybe('select 1 from desk_case where queue = $1 and subject = $2 and closed_at is null', [
    of.queue,
    of.subject,
  ]);
  return row !== undefined;
}

/** Whether somebody else has claimed the open case of that subject. */
export async function claimedByOther(
  sql: Sql,
  of: { queue: QueueName; subject: string; staffId: StaffId; now: Date },
): Promise<boolean> {
  const row = await sql.maybe(
    `select 1 from desk_case where queue = $1 and subject = $2 and closed_at is null and claimed_by <> $3 and claimed_until > $4`,
    [of.queue, of.subject, of.staffId, of.now],
  );
  return row !== undefined;
}
