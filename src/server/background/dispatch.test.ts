import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../base/sql.ts';
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

function dispatcherOf(on: NonNullable<Jobs['on']>, database: Database = app.database): Dispatcher {
  const context = (stale: JobContext['stale']) => ({ stale }) as JobContext;
  return openDispatcher({ database, clock, jobs: [{ on }], log, reach: testReach(app.database), context, processId: 'this one' });
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

test('what was announced to nobody is found all the same', async () => {
  let count = 0;
  const dispatcher = dispatcherOf({ fact: async () => void (count += 1) });
  await dispatcher.drain();
  await tell(app.database.sql, now, { topic: 'fact' });
  await expect.poll(() => count).toBe(1);
  await dispatcher.close();
});

test('what comes due is taken when it does, though nobody announces it', async () => {
  let count = 0;
  const dispatcher = dispatcherOf({ fact: async () => void (count += 1) });
  await tell(app.database.sql, now, { topic: 'fact', dueAt: new Date(now.getTime() + 50) });
  dispatcher.wake();
  await expect.poll(() => app.database.sql.one('select count(*)::integer as count from outbox')).toEqual({ count: 1 });
  now = new Date(now.getTime() + 50);
  await expect.poll(() => count).toBe(1);
  await dispatcher.close();
});

const newestTopics = async () => (await app.database.sql.one<{ topics: string[] }>(newestLine)).topics;
const newestLine = 'select topics from live_line order by id desc limit 1';

test('what a job makes stale is told with its end, and also when it fails', async () => {
  const dispatcher = dispatcherOf({
    well: async (_event, { stale }) => stale(undefined, ['inbox']),
    ill: async (_event, { stale }) => {
      await stale(undefined, ['wallets']);
      throw new Error('the bank is closed');
    },
  });
  await tell(app.database.sql, now, { topic: 'well' });
  await dispatcher.drain();
  expect([await newestTopics(), await leftOver()]).toEqual([['inbox'], []]);
  await tell(app.database.sql, now, { topic: 'ill' });
  await dispatcher.drain();
  await dispatcher.close();
  expect([await newestTopics(), (await leftOver()).map(({ topic }) => topic)]).toEqual([['wallets'], ['ill']]);
});

test('what has ended while the database is away is written down when it is back', async () => {
  let isAway = false;
  const one: typeof app.database.sql.one = (text, values) =>
    isAway ? Promise.reject(new Error('Connection terminated')) : app.database.sql.one(text, values);
  let count = 0;
  const dispatcher = dispatcherOf(
    {
      fact: async (_event, { stale }) => {
        isAway = true;
        count += 1;
        await stale(undefined, ['positions']);
      },
    },
    { ...app.database, sql: { ...app.database.sql, one } },
  );
  await tell(app.database.sql, now, { topic: 'fact' });
  await dispatcher.drain();
  expect([count, await leftOver()]).toMatchObject([1, [{ topic: 'fact' }]]);
  isAway = false;
  await dispatcher.drain();
  await dispatcher.close();
  expect([count, await leftOver(), await newestTopics()]).toEqual([1, [], ['positions']]);
});

test('jobs that end together are marked done in one statement, which takes what they told', async () => {
  const texts: string[] = [];
  const one: typeof app.database.sql.one = (text, values) => {
    texts.push(text);
    return app.database.sql.one(text, values);
  };
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const dispatcher = dispatcherOf(
    {
      fact: async ({ id }) => {
        begun += 1;
        if (begun === 20) all.resolve();
        await all.promise;
        await tell(app.database.sql, now, { topic: 'letter', key: `letter:${id}` });
      },
      letter: async () => undefined,
    },
    { ...app.database, sql: { ...app.database.sql, one } },
  );
  for (let count = 0; count < 20; count += 1) await tell(app.database.sql, now, { topic: 'fact' });
  await dispatcher.drain();
  await dispatcher.close();
  expect(await leftOver()).toEqual([]);
  // Taken, done, taken, done, and a look or two that find nothing more: not one for each of forty.
  expect(texts.length).toBeLessThan(20);
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
    await writeLiveLines(app.database, [{ client_id: null, topics: ['rates'] }]);
  });
  expect(await app.database.sql.one(`select topics from live_line order by id desc limit 1`)).toEqual({ topics: ['rates'] });
});

test('steps that come together are one line to their client, with every topic once', async () => {
  const [client, other] = [100_001, 100_002];
  await writeLiveLines(app.database, [
    { client_id: client, topics: ['accounts', 'transfers'] },
    { client_id: other, topics: ['inbox'] },
    { client_id: client, topics: ['transfers', 'wallets'] },
  ]);
  const lines = await app.database.sql.many('select client_id, topics from live_line order by id desc limit 2');
  expect(lines.toReversed()).toEqual([
    { client_id: client, topics: ['accounts', 'transfers', 'wallets'] },
    { client_id: other, topics: ['inbox'] },
  ]);
});
