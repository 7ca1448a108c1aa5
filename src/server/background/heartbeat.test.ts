import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openHeartbeat, type Heartbeat } from './heartbeat.ts';
import { openTestDatabase, testReach, type TestDatabase } from '../testing/database.ts';

let app: TestDatabase;
let judge: Heartbeat;
let nowMs = 0;
let databaseMs = 0;
const skew = { measured: (at: { databaseMs: number }) => void ({ databaseMs } = at) };

beforeAll(async () => {
  app = await openTestDatabase();
  const { database } = app;
  judge = await openHeartbeat({ database, isWorker: false, wallMs: () => nowMs, reach: testReach(database), skew });
});
afterAll(async () => {
  await judge.close();
  await app.close();
});
beforeEach(async () => {
  await app.owner.sql.run(`delete from worker_heartbeat where worker_id <> $1`, [judge.processId]);
  await steady();
});

/** Beats for as long as it takes to be believed. */
async function steady(): Promise<void> {
  for (let second = 0; second < 4; second += 1) {
    nowMs += 1000;
    await judge.beat();
  }
}

/** A process that was last heard so long ago, and holds one of everything. */
async function process(name: string, silentSeconds: number): Promise<void> {
  const { sql } = app.database;
  await sql.run(`insert into worker_heartbeat (worker_id, seen_at) values ($1, now() - make_interval(secs => $2))`, [
    name,
    silentSeconds,
  ]);
  await sql.run(`insert into idempotency (owner, key, body_hash, holder) values ('client:1', $1, '', $1)`, [name]);
  await sql.run(
    `insert into outbox (topic, due_at, created_at, lease_until, lease_holder)
     values ($1, now(), now(), now() + interval '30 seconds', $1)`,
    [name],
  );
  await sql.run(
    `insert into cursor_mark (name, value)
     values ('sweep:' || $1, jsonb_build_object('until', extract(epoch from now()) + 120, 'holder', $1::text))`,
    [name],
  );
}

/** What of it is still held. */
async function held(name: string): Promise<string[]> {
  const rows = await app.database.sql.many<{ what: string }>(
    `select 'key' as what from idempotency where holder = $1
     union all select 'job' from outbox where topic = $1 and lease_until > now()
     union all select 'sweep' from cursor_mark
       where name = 'sweep:' || $1 and (value->>'until')::numeric > extract(epoch from now())`,
    [name],
  );
  return rows.map((row) => row.what).toSorted();
}

test('what a killed process held is given back within seconds: its keys, its jobs and its sweeps', async () => {
  await process('killed', 6);
  await process('living', 2);
  expect(await held('killed')).toEqual(['job', 'key', 'sweep']);
  await judge.beat();
  expect([await held('killed'), await held('living')]).toEqual([[], ['job', 'key', 'sweep']]);
});

test('each beat says what the database’s clock shows', async () => {
  const { at } = await app.database.sql.one<{ at: Date }>('select now() as at');
  await judge.beat();
  expect(databaseMs).toBeGreaterThan(at.getTime() - 1);
});

test('a process that was cut off from the database itself judges nobody before the others could be heard again', async () => {
  await process('cut off too', 60);
  nowMs += 60_000;
  await judge.beat();
  expect(await held('cut off too')).toEqual(['job', 'key', 'sweep']);
  await steady();
  expect(await held('cut off too')).toEqual([]);
});

test('who is heard again after all lives again', async () => {
  const { database } = app;
  const other = await openHeartbeat({ database, isWorker: true, wallMs: () => 0, reach: testReach(database), skew });
  const isBuried = async () =>
    (
      await database.sql.one<{ is_buried: boolean }>('select is_buried from worker_heartbeat where worker_id = $1', [
        other.processId,
      ])
    ).is_buried;
  let told = 0;
  other.onBuried(() => void (told += 1));
  await app.owner.transact(async (sql) => {
    // Its own timer waits for this transaction to end.
    await sql.run(`update worker_heartbeat set is_buried = true where worker_id = $1`, [other.processId]);
  });
  await other.beat();
  expect([await isBuried(), told]).toEqual([false, 1]);
  await other.close();
});
