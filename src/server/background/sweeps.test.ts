import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../base/sql.ts';
import type { JobContext } from '../../protocol/call.ts';
import { openTestDatabase, testReach, type TestDatabase } from '../testing/database.ts';
import { openSweeps, type Sweeps } from './sweeps.ts';

let app: TestDatabase;
let nowMs = 0;
let ran: string[] = [];
let statements = 0;

beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.sql.run('delete from cursor_mark');
  [ran, statements] = [[], 0];
});

function worker(processId: string, work = async () => void ran.push(processId)): Sweeps {
  const { sql } = app.database;
  const run: typeof sql.run = (text, values) => {
    statements += 1;
    return sql.run(text, values);
  };
  const database: Database = { ...app.database, sql: { ...sql, run } };
  const sweep = { name: 'tidy', seconds: 3600, dueBy: 'wall', run: work } as const;
  const context = () => ({}) as JobContext;
  return openSweeps({ database, sweeps: [sweep], context, reach: testReach(app.database), processId, nowMs: () => nowMs });
}

test('one worker runs a sweep, without asking for it each time, and gives it back when it ends', async () => {
  const [one, other] = [worker('one'), worker('other')];
  for (const each of [one, other, one, one]) await each.run('tidy');
  expect([ran, statements]).toEqual([['one', 'one', 'one'], 2]);
  await one.close();
  await other.run('tidy');
  await other.close();
  expect(ran).toEqual(['one', 'one', 'one', 'other']);
});

test('what a worker holds it takes anew long before its lease has run out', async () => {
  const one = worker('one');
  await one.run('tidy');
  nowMs += 61_000;
  await one.run('tidy');
  expect([ran.length, statements]).toEqual([2, 2]);
  await one.close();
});

test('who was taken for dead runs nothing more that others go on with', async () => {
  const [one, other] = [worker('one'), worker('other')];
  await one.run('tidy');
  await app.owner.sql.run(`update cursor_mark set value = '{"until": 0}'`);
  await other.run('tidy');
  one.lose();
  await one.run('tidy');
  expect(ran).toEqual(['one', 'other']);
  await Promise.all([one.close(), other.close()]);
});

test('who asks for a sweep gets one that begins after that, though another is on its way', async () => {
  const read: number[] = [];
  let [value, goOn] = [1, () => undefined as void];
  const one = worker('one', async () => {
    read.push(value);
    await new Promise<void>((resolve) => (goOn = resolve));
  });
  const first = one.run('tidy');
  await vi.waitUntil(() => read.length === 1, { timeout: 60_000 });
  value = 2;
  const second = one.run('tidy');
  goOn();
  await vi.waitUntil(() => read.length === 2, { timeout: 60_000 });
  goOn();
  await Promise.all([first, second]);
  expect(read).toEqual([1, 2]);
  await one.close();
});
