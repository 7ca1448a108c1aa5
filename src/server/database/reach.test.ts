import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openPool } from './pool.ts';
import { isDatabaseAway, watchReach } from './reach.ts';

/** What a pool says when nobody listens at its address. */
async function refusal(): Promise<unknown> {
  const nowhere = openPool({ url: 'postgres://nobody@127.0.0.1:1/nothing', max: 1 });
  try {
    return await nowhere.sql.one('select 1').catch((error: unknown) => error);
  } finally {
    await nowhere.close();
  }
}

/** A reach whose time is moved by the test, with what it wrote into the log. */
function watched(ask: () => Promise<unknown>) {
  let now = 0;
  const told: { level: number; msg: string; seconds?: number; failures?: number }[] = [];
  const waiting: { at: number; work: () => void }[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      told.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const later = (ms: number, work: () => void): (() => void) => {
    const entry = { at: now + ms, work };
    waiting.push(entry);
    return () => void waiting.splice(waiting.indexOf(entry), 1);
  };
  const reach = watchReach({ ask, log: pino({ level: 'warn' }, stream), wallMs: () => now, later });
  const passes = async (ms: number): Promise<void> => {
    for (const until = now + ms; now < until;) {
      now = Math.min(until, ...waiting.map(({ at }) => at));
      for (const due of waiting.filter(({ at }) => at <= now)) {
        waiting.splice(waiting.indexOf(due), 1);
        due.work();
      }
      await new Promise(setImmediate);
    }
  };
  return { reach, told, passes, waiting };
}

test('a database that is away is told once, once a minute, and once when it is back', async () => {
  const error = await refusal();
  expect(isDatabaseAway(error)).toBe(true);
  let isThere = false;
  let asked = 0;
  const { reach, told, passes } = watched(async () => {
    asked += 1;
    if (!isThere) throw error;
  });
  for (let second = 0; second < 150; second += 1) {
    for (let round = 0; round < 7; round += 1) reach.failed(error, 'the outbox could not be read');
    await passes(1000);
  }
  expect(reach.isAway).toBe(true);
  expect(asked).toBeLessThan(40);
  isThere = true;
  await passes(5000);
  expect(reach.isAway).toBe(false);
  expect(
    told.map(({ level, msg, seconds }) => [level, msg.split(',')[0], seconds === undefined ? 0 : Math.floor(seconds / 60)]),
  ).toEqual([
    [50, 'the database is away', 0],
    [50, 'the database is still away', 1],
    [50, 'the database is still away', 2],
    [40, 'the database is back', 2],
  ]);
  expect(told.at(-1)?.failures).toBe(150 * 7);
});

test.each([
  ['a fault of ours', new Error('a wrong column')],
  ['a statement that the database has ended', Object.assign(new Error('canceling statement'), { code: '57014' })],
])('%s is not the way to the database, and is told as it is, each time', (_what, fault) => {
  const { reach, told } = watched(async () => undefined);
  for (let round = 0; round < 2; round += 1) reach.failed(fault, 'a sweep failed', { sweep: 'ledger.seal' });
  expect(reach.isAway).toBe(false);
  expect(told).toMatchObject([
    { level: 50, msg: 'a sweep failed', sweep: 'ledger.seal' },
    { level: 50, msg: 'a sweep failed', sweep: 'ledger.seal' },
  ]);
});

test('an application that closes while its database is away asks no more', async () => {
  const error = await refusal();
  const { reach, waiting } = watched(async () => {
    throw error;
  });
  reach.failed(error, 'the heartbeat failed');
  expect(waiting).toHaveLength(1);
  reach.close();
  expect(waiting).toHaveLength(0);
});

test('that the database has no room left is remembered for a while, and is no outage', async () => {
  const { reach, passes, told } = watched(async () => undefined);
  reach.failed(Object.assign(new Error('could not extend file'), { code: '53100' }), 'the heartbeat failed');
  expect([reach.isFull, reach.isAway, told.length]).toEqual([true, false, 1]);
  await passes(14_000);
  reach.refused(Object.assign(new Error('could not extend file'), { code: '53100' }));
  await passes(14_000);
  expect(reach.isFull).toBe(true);
  await passes(1000);
  expect(reach.isFull).toBe(false);
});
