import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../base/sql.ts';
import { openTestDatabase, testReach, type TestDatabase } from '../testing/database.ts';
import { openLines } from './lines.ts';

let app: TestDatabase;

beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(async () => app.close());

/** More than lie between the end of a reading and the moment at which the next may begin. */
const mostMicrotasks = 12;

test.each(Array.from({ length: mostMicrotasks }, (_, count) => count))(
  'whoever wakes it %i microtasks after a reading has ended is read for',
  async (microtasks) => {
    let begun = 0;
    let isFirst = true;
    const woken = Promise.withResolvers<number>();
    const wakeLater = async (): Promise<void> => {
      for (let left = microtasks; left > 0; left -= 1) await undefined;
      const before = begun;
      lines.wake();
      woken.resolve(before);
    };
    const { sql } = app.database;
    const many: typeof sql.many = async (text, values) => {
      begun += 1;
      const rows = await sql.many<never>(text, values);
      if (isFirst) void wakeLater();
      isFirst = false;
      return rows;
    };
    const database: Database = { ...app.database, sql: { ...sql, many } };
    const lines = openLines({ database, reach: testReach(app.database), tell: () => undefined });
    lines.beginAt(0n);
    lines.wake();
    const before = await woken.promise;
    await nextTurn();
    expect(begun).toBeGreaterThan(before);
  },
);

test('whoever wakes it while a reading fails is read for', async () => {
  const failing = Promise.withResolvers<never>();
  let begun = 0;
  const { sql } = app.database;
  const many: typeof sql.many = (text, values) => {
    begun += 1;
    return begun === 1 ? failing.promise : sql.many(text, values);
  };
  const database: Database = { ...app.database, sql: { ...sql, many } };
  const lines = openLines({ database, reach: testReach(app.database), tell: () => undefined });
  lines.beginAt(0n);
  lines.wake();
  lines.wake();
  failing.reject(new Error('the connection is gone'));
  await nextTurn();
  expect(begun).toBe(2);
});
