import type { Sql } from '../../base/sql.ts';
import type { Streak } from './rules.ts';

/* Failures in a row under one name, on the wall clock. */

export async function streakOf(sql: Sql, key: string): Promise<Streak | undefined> {
  const row = await sql.maybe<{ count: number; last_at: Date }>('select count, last_at from failure_streak where key = $1', [
    key,
  ]);
  return row && { count: row.count, lastAt: row.last_at };
}

/** One try at a time under that name, until the end of the caller's transaction. */
export async function lockStreak(sql: Sql, key: string): Promise<void> {
  await sql.one(`select pg_advisory_xact_lock(hashtextextended('failures:' || $1::text, 0))::text as locked`, [key]);
}

/** Counts one more failure in a row; after `forgetBefore` they count anew. Answers how many there are now. */
export async function lengthenStreak(sql: Sql, streak: { key: string; at: Date; forgetBefore: Date }): Promise<number> {
  const { count } = await sql.one<{ count: number }>(
    `insert into failure_streak (key, count, last_at) values ($1, 1, $2)
     on conflict (key) do update set last_at = $2,
       count = case when failure_streak.last_at <= $3 then 1 else failure_streak.count + 1 end
     returning count`,
    [streak.key, streak.at, streak.forgetBefore],
  );
  return count;
}

/** Counts one more failure ahead of a try, of at most so many in a row; false where there are as many. */
export async function reserveFailure(
  sql: Sql,
  streak: { key: string; at: Date; forgetBefore: Date; most: number },
): Promise<boolean> {
  const reserved = await sql.run(
    `insert into failure_streak (key, count, last_at) values ($1, 1, $2)
     on conflict (key) do update set last_at = $2,
       count = case when failure_streak.last_at <= $3 then 1 else failure_streak.count + 1 end
       where failure_streak.count < $4 or failure_streak.last_at <= $3`,
    [streak.key, streak.at, streak.forgetBefore, streak.most],
  );
  return reserved === 1;
}

/** What was counted ahead of a try was no failure. */
export async function shortenStreak(sql: Sql, key: string): Promise<void> {
  await sql.run('update failure_streak set count = count - 1 where key = $1 and count > 0', [key]);
}

export async function endStreak(sql: Sql, key: string): Promise<void> {
  await sql.run('delete from failure_streak where key = $1', [key]);
}
