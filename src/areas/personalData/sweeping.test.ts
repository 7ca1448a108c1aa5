import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientId as idOf, type ClientId } from '../../base/id.ts';
import type { JobContext } from '../../protocol/call.ts';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import { jobs } from './jobs.ts';

/* The sweep that takes away: one bad client, a store that does not answer, two at once, and one that dies in the middle. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const sweep = () => app.opened.worker?.sweep('personalData.erase');
const object = (file: string) => app.opened.app.storage.get(`files/${file}`);
async function clientOf(name: string): Promise<ClientId> {
  const { id } = await app.owner.sql.one<{ id: number }>('select id from client where email = $1', [`${name}@atrium.test`]);
  return idOf(id);
}
/** A client who left long ago, all of which is due; answers a file of theirs. */
async function due(client: ClientId): Promise<string> {
  const { sql } = app.owner;
  const file = crypto.randomUUID();
  await sql.run(
    `insert into stored_file (id, client_id, call, state, kind, bytes, sha256, name, about, created_at)
     values ($1, $2, 'documents.upload', 'kept', 'pdf', 3, 'x', 'passport.pdf', 'document:1', now())`,
    [file, client],
  );
  await app.opened.app.storage.put(`files/${file}`, { contentType: 'application/pdf', body: once(), maxBytes: 10 });
  await sql.run(
    `insert into erasure_request (client_id, asked_by, asked_at, state, left_at, next_at, had_business)
     values ($1, 'client', now(), 'agreed', now() - interval '9 years', now() - interval '1 day', true)`,
    [client],
  );
  return file;
}
async function* once(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('pdf');
}
const stateOf = async (client: ClientId) =>
  (await app.owner.sql.one<{ state: string }>('select state from erasure_request where client_id = $1', [client])).state;
const isInAnHour = async (client: ClientId) =>
  (
    await app.owner.sql.one<{ is: boolean }>(
      `select next_at between now() + interval '55 minutes' and now() + interval '65 minutes' as is from erasure_request where client_id = $1`,
      [client],
    )
  ).is;
const timesErased = async (client: ClientId) =>
  (
    await app.owner.sql.one<{ count: number }>(
      `select count(*)::integer as count from audit_event where client_id = $1 and action = 'client.erased'`,
      [client],
    )
  ).count;

test('one at whom it fails is put off by an hour, and the others are done', async () => {
  const [bad, good] = [await clientOf('global.demo'), await clientOf('global.lead')];
  await due(bad);
  await app.owner.sql.run(`update erasure_request set left_at = null, next_at = '2020-01-01' where client_id = $1`, [bad]);
  await due(good);
  await sweep();
  expect(await stateOf(good)).toBe('done');
  expect(await stateOf(bad)).toBe('agreed');
  expect(await isInAnHour(bad)).toBe(true);
});

test('bytes go after the rows, and again until the store has forgotten them', async () => {
  const client = await clientOf('global.my');
  const file = await due(client);
  const forget = vi.spyOn(app.opened.app.storage, 'delete').mockResolvedValue({ outcome: 'unknown', reason: 'silent' });
  await sweep();
  await app.drain();
  expect(await stateOf(client)).toBe('done');
  expect((await object(file)).outcome).toBe('found');
  forget.mockRestore();
  await app.owner.sql.run(
    `update outbox set due_at = now() - interval '1 minute', lease_until = null where topic = 'erasure.bytes'`,
  );
  await app.drain();
  expect((await object(file)).outcome).toBe('absent');
});

test('two sweeps at once take each client once', async () => {
  const clients = [await clientOf('global.repeat'), await clientOf('global.full'), await clientOf('global.pending')];
  for (const client of clients) await due(client);
  const { storage, database, clock, settings } = app.opened.app;
  const context: JobContext = {
    now: clock.now(),
    settings: settings(),
    sql: database.sql,
    transact: database.transact,
    tellIn: async () => undefined,
    stale: async () => undefined,
  };
  const run = jobs({ storage }).every?.[0]?.run;
  await Promise.all([run?.(context), run?.(context)]);
  for (const client of clients) {
    expect(await stateOf(client)).toBe('done');
    expect(await timesErased(client)).toBe(1);
  }
});

test('one that dies in the middle has taken nothing away, and the next takes all of it', async () => {
  const client = await clientOf('ng.active');
  const file = await due(client);
  const { sql, transact } = app.owner;
  await sql.run(`insert into mail_subscription (client_id, topic, is_on, at) values ($1, 'news', true, now())`, [client]);
  let swept: Promise<void> | undefined;
  await transact(async (holding) => {
    await holding.run('select from mail_subscription where client_id = $1 for update', [client]);
    swept = sweep();
    await vi.waitFor(
      async () =>
        expect(
          await sql.run(
            `select pg_terminate_backend(pid) from pg_stat_activity
            where wait_event_type = 'Lock' and query like 'delete from mail_subscription%' and datname = current_database()`,
          ),
        ).toBe(1),
      { timeout: 30_000 },
    );
  });
  await swept;
  expect(await stateOf(client)).toBe('agreed');
  expect(await isInAnHour(client)).toBe(true);
  expect(await timesErased(client)).toBe(0);
  const { name } = await sql.one<{ name: string }>('select name from stored_file where id = $1', [file]);
  expect(name).toBe('passport.pdf');
  expect((await object(file)).outcome).toBe('found');
  await sql.run(`update erasure_request set next_at = now() - interval '1 minute' where client_id = $1`, [client]);
  await sweep();
  await app.drain();
  expect(await timesErased(client)).toBe(1);
  expect((await object(file)).outcome).toBe('absent');
});
