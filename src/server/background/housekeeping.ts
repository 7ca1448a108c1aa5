import type { Sql } from '../../base/sql.ts';

const bite = 5000;
const mostBites = 40;

/** Clears away what has served its time, in bounded bites. What has the lowest numbers is the oldest: nothing else is looked at. */
export async function clearAway(sql: Sql): Promise<void> {
  await sql.run(
    `delete from outbox where id in (
       select id from (select id, done_at from outbox where done_at is not null order by id limit 5000) oldest
        where done_at < now() - interval '7 days')`,
  );
  await sql.run(
    `delete from live_line where id in (
       select id from (select id, at from live_line order by id limit 5000) oldest where at < now() - interval '1 hour')
       and id < (select max(id) from live_line)`,
  );
  await clearCounts(sql);
  await sql.run(
    `delete from idempotency where ctid = any(array(
       select ctid from idempotency where created_at < now() - interval '7 days' order by created_at limit 5000))`,
  );
  await sql.run(
    `delete from session where id in (select id from session
       where coalesce(ended_at, expires_at) < now() - interval '30 days' limit 5000)`,
  );
  await sql.run(`delete from worker_heartbeat where seen_at < now() - interval '1 day'`);
}

/** Of what strangers tried: they make more of these in a minute than one bite clears. */
async function clearCounts(sql: Sql): Promise<void> {
  for (let bites = 0; bites < mostBites; bites += 1) {
    const cleared = await sql.run(
      `delete from rate_window where ctid = any(array(
         select ctid from rate_window where window_start < now() - interval '1 day' limit ${bite}))`,
    );
    if (cleared < bite) return;
  }
}
