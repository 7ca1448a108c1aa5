import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { clearAway } from './housekeeping.ts';

let app: TestDatabase;
beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(() => app.close());

test('what a flood of many addresses has left is cleared as fast as it comes, and what is counted today stays', async () => {
  await app.owner.sql.run(
    `insert into rate_window (key, window_start, count)
       select 'flood:' || n, now() - interval '25 hours', 1 from generate_series(1, 24000) n
       union all select 'today', now() - interval '23 hours', 1`,
  );
  await clearAway(app.database.sql);
  expect(await app.owner.sql.many('select key from rate_window')).toEqual([{ key: 'today' }]);
});
