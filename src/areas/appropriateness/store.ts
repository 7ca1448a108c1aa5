import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

export interface LastAttempt {
  readonly at: Date;
  readonly isPassed: boolean;
  readonly maxLeverage: number;
}

/** The last test of a client; undefined where none was taken here. */
export function lastAttempt(sql: Sql, client: ClientId): Promise<LastAttempt | undefined> {
  return sql.maybe(
    `select at, is_passed as "isPassed", max_leverage as "maxLeverage" from appropriateness_attempt
      where client_id = $1 order by id desc limit 1`,
    [client],
  );
}

interface AttemptRow extends Omit<Attempt, 'client' | 'company' | 'answers'> {
  readonly id: number;
  /** Something else once they were erased. */
  readonly answers: readonly number[] | object;
}

/** The tests of a client, the latest first. */
export function attemptsOf(sql: Sql, client: ClientId): Promise<AttemptRow[]> {
  return sql.many(
    `select id, version, answers, points, is_passed as "isPassed", max_leverage as "maxLeverage", taken_in as "takenIn", at
       from appropriateness_attempt where client_id = $1 order by id desc limit 20`,
    [client],
  );
}

/** One test of a client at a time, until the end of the caller's transaction. Answers what the client's row says of it. */
export async function lockClient(sql: Sql, client: ClientId): Promise<{ readonly isPassed: boolean }> {
  return sql.one('select at_passed as "isPassed" from client where id = $1 for update', [client]);
}

export interface Attempt {
  readonly client: ClientId;
  readonly company: number;
  readonly version: string;
  readonly answers: readonly number[];
  readonly points: number;
  readonly isPassed: boolean;
  readonly maxLeverage: number;
  readonly takenIn: 'test' | 'second_step' | 'yearly';
  readonly at: Date;
}

/** Keeps what was answered for good, and what gates and leverages look at; answers its number. */
export async function keepAttempt(sql: Sql, of: Attempt): Promise<number> {
  const { id } = await sql.one<{ id: number }>(
    `insert into appropriateness_attempt (client_id, company_id, version, answers, points, is_passed, max_leverage, taken_in, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [of.client, of.company, of.version, JSON.stringify(of.answers), of.points, of.isPassed, of.maxLeverage, of.takenIn, of.at],
  );
  await sql.run(
    `update client set at_passed = $2, test_leverage = $3, version = version + 1,
       at_failed_first_attempt = (select not is_passed from appropriateness_attempt where client_id = $1 order by id limit 1)
      where id = $1`,
    [of.client, of.isPassed, of.maxLeverage],
  );
  return id;
}
