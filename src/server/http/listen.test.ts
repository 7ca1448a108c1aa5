import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { listen } from './listen.ts';

let app: TestDatabase;

beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(() => app.close());

test('who loses the connection listens again, and is told so because announcements may have been missed', async () => {
  const heard: string[] = [];
  let connected = 0;
  const listener = await listen(app.database, { sample: (text) => void heard.push(text) }, () => void (connected += 1));
  const announce = (text: string) => app.database.sql.run(`select pg_notify('sample', $1)`, [text]);
  await announce('first');
  await expect.poll(() => heard).toEqual(['first']);
  await app.owner.sql.run(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "sample"'`);
  await expect.poll(() => connected).toBe(2);
  await announce('second');
  await expect.poll(() => heard).toEqual(['first', 'second']);
  await listener.close();
});
