import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { openDispatcher, writeLiveLines, type Dispatcher } from './dispatch.ts';
import { staleEvent, tell } from './outbox.ts';
import { openTestDatabase, testReach, type TestDatabase } from '../testing/database.ts';

let app: TestDatabase;
let now = new Date('2026-03-02T10:00:00Z');
const clock = { now: () => now, wall: () => new Date() };
const log = pino({ level: 'silent' });

beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.sql.run('delete from outbox');
});

function dispatcherOf(on: NonNullable<Jobs['on']>): Dispatcher {
  const { database } = app;
  const context = () => ({}) as JobContext;
  return openDispatcher({ database, clock, jobs: [{ on }], log, reach: testReach(database), context, processId: 'this one' });
}

async function leftOver(): Promise<{ topic: string; attempts: number; last_error: string | null }[]> {
  return app.database.sql.many('select topic, attempts, last_error from outbox where done_at is null order by id limit 10');
}

test('what was told in a transaction that failed is never heard', async () => {
  const heard: string[] = [];
  const dispatcher = dispatcherOf({ fact: async ({ payload }) => void heard.push(String(payload['name'])) });
  await app.database.transact((sql) => tell(sql, now, { topic: 'fact', payload: { name: 'kept' } }));
  await app.database
    .transact(async (sql) => {
      await tell(sql, now, { topic: 'fact', payload: { name: 'lost' } });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await dispatcher.drain();
  await dispatcher.close();
  expect(heard).toEqual(['kept']);
});

test('the same fact is told once', async () => {
  let count = 0;
  const dispatcher = dispatcherOf({ fact: async () => void (count += 1) });
  await tell(app.database.sql, now, { topic: 'fact', key: 'deposit:1' });
  await tell(app.database.sql, now, { topic: 'fact', key: 'deposit:1' });
  await dispatcher.drain();
  await dispatcher.close();
  expect(count).toBe(1);
});

test('what is due later waits for application time', async () => {
  let count = 0;
  const dispatcher = dispatcherOf({ reminder: async () => void (count += 1) });
  await tell(app.database.sql, now, { topic: 'reminder', dueAt: new Date(now.getTime() + 3_600_000) });
  await dispatcher.drain();
  expect(count).toBe(0);
  now = new Date(now.getTime() + 3_600_000);
  await dispatcher.drain();
  await dispatcher.close();
  expect(count).toBe(1);
});

test('a job that fails is kept with its error and tried again later', async () => {
  let tries = 0;
  const dispatcher = dispatcherOf({
    fact: async () => {
      tries += 1;
      if (tries === 1) throw new Error('the bank is closed');
    },
  });
  await tell(app.database.sql, now, { topic: 'fact' });
  await dispatcher.drain();
  expect(await leftOver()).toEqual([{ topic: 'fact', attempts: 1, last_error: 'Error: the bank is closed' }]);
  now = new Date(now.getTime() + 2000);
  await dispatcher.drain();
  await dispatcher.close();
  expect([tries, await leftOver()]).toEqual([2, []]);
});

test('a row whose worker died is taken by another when the lease has run out', async () => {
  let count = 0;
  await tell(app.database.sql, now, { topic: 'fact' });
  await app.database.sql.run(`update outbox set lease_until = now() + interval '1 minute'`);
  const dispatcher = dispatcherOf({ fact: async () => void (count += 1) });
  await dispatcher.drain();
  expect(count).toBe(0);
  await app.database.sql.run(`update outbox set lease_until = now() - interval '1 second'`);
  await dispatcher.drain();
  await dispatcher.close();
  expect(count).toBe(1);
});

test('browsers hear their news while a job waits for a slow outside party, and other jobs go on', async () => {
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const quick = Promise.withResolvers<void>();
  const dispatcher = dispatcherOf({
    bank: async () => {
      begun.resolve();
      await slow.promise;
    },
    letter: async () => quick.resolve(),
  });
  await tell(app.database.sql, now, { topic: 'bank' });
  dispatcher.wake();
  await begun.promise;
  await tell(app.database.sql, now, staleEvent(undefined, ['rates']));
  await tell(app.database.sql, now, { topic: 'letter' });
  dispatcher.wake();
  await quick.promise;
  await expect.poll(async () => (await leftOver()).map((row) => row.topic)).toEqual(['bank']);
  slow.resolve();
  await dispatcher.close();
  expect(await leftOver()).toEqual([]);
});

test('two workers share the work and do none of it twice', async () => {
  const done: string[] = [];
  const on = { fact: async ({ id }: { id: bigint }) => void done.push(String(id)) };
  const [first, second] = [dispatcherOf(on), dispatcherOf(on)];
  for (let index = 0; index < 250; index += 1) await tell(app.database.sql, now, { topic: 'fact' });
  await Promise.all([first.drain(), second.drain()]);
  await Promise.all([first.close(), second.close()]);
  expect([done.length, new Set(done).size]).toEqual([250, 250]);
});

test('stale topics become numbered lines without a gap', async () => {
  const dispatcher = dispatcherOf({});
  for (let index = 0; index < 5; index += 1) {
    await tell(app.database.sql, now, staleEvent(undefined, ['rates']));
    await dispatcher.drain();
  }
  await dispatcher.close();
  const lines = await app.database.sql.many<{ id: bigint; topics: string[] }>(
    'select id, topics from live_line order by id desc limit 5',
  );
  const newest = lines[0]?.id ?? 0n;
  expect(lines.map((line) => [newest - line.id, line.topics])).toEqual([0n, 1n, 2n, 3n, 4n].map((step) => [step, ['rates']]));
});

test('no browser waits for its news until the audit trail is sealed', async () => {
  await app.owner.transact(async (sql) => {
    await sql.one('select audit_seal_next(1000)');
    // The seal is being written, and holds its lock until it is committed.
    await writeLiveLines(app.database, [{ client_id: null, payload: { topics: ['rates'] } }]);
  });
  expect(await app.database.sql.one(`select topics from live_line order by id desc limit 1`)).toEqual({ topics: ['rates'] });
});

test('steps that come together are one line to their client, with every topic once', async () => {
  const [client, other] = [100_001, 100_002];
  await writeLiveLines(app.database, [
    { client_id: client, payload: { topics: ['accounts', 'transfers'] } },
    { client_id: other, payload: { topics: ['inbox'] } },
    { client_id: client, payload: { topics: ['transfers', 'wallets'] } },
  ]);
  const lines = await app.database.sql.many('select client_id, topics from live_line order by id desc limit 2');
  expect(lines.toReversed()).toEqual([
    { client_id: client, topics: ['accounts', 'transfers', 'wallets'] },
    { client_id: other, topics: ['inbox'] },
  ]);
});
