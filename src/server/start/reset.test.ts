import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { emptyDatabase } from './reset.ts';

let at: TestDatabase;
beforeAll(async () => {
  at = await openTestDatabase();
});
afterAll(() => at.close());

/** Whether somebody waits for the whole of this table. */
const isAwaited = async (table: string): Promise<boolean> => {
  const { waits } = await at.owner.sql.one<{ waits: boolean }>(
    `select exists (select from pg_locks where relation = $1::regclass and mode = 'AccessExclusiveLock' and not granted) as waits`,
    [table],
  );
  return waits;
};

test('who holds one table and comes for another is let through, and then everything is emptied', async () => {
  let emptying: Promise<void> | undefined;
  await at.database.transact(async (sql) => {
    await sql.run('lock table wallet in row exclusive mode');
    emptying = emptyDatabase(at.owner);
    await expect.poll(() => isAwaited('wallet'), { timeout: 30_000, interval: 5 }).toBe(true);
    await sql.run('select from audit_event limit 1');
  });
  await emptying;
  expect(await at.owner.sql.many('select from client')).toEqual([]);
});

test('the rates that are out stay, those that came out while the clock was ahead go, and others are told of new ones as before', async () => {
  const { sql } = at.owner;
  await sql.run(
    `insert into reference_rate (currency, day, rate, published_at)
       select 'USD', at::date, 11000000000, at from unnest(array[now() - interval '1 day', now() + interval '1 day']) as at`,
  );
  const version = async () => (await sql.one<{ version: bigint }>('select version from rate_version')).version;
  const before = await version();
  await emptyDatabase(at.owner);
  expect(await sql.many('select currency, published_at < now() as is_out from reference_rate')).toEqual([
    { currency: 'USD', is_out: true },
  ]);
  expect(await version()).toBeGreaterThan(before);
});
