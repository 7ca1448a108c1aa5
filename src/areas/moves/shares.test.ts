import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { openFollow } from '../../server/testing/followFixture.ts';
import { bookBlockers } from './clientRows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('a provider whose share of a closed strategy is still on its way does not move', async () => {
  const { sql } = app.owner;
  const provider = await app.signIn('provider.new');
  const follower = await app.signIn('ng.active');
  const { id, strategyId } = await openFollow(app, await openBookFixture(app), { provider, follower });
  await sql.run(`update strategy set status = 'closed' where id = $1`, [strategyId]);
  const isBlocked = async () => (await bookBlockers(sql, clientId(provider.clientId))).includes('strategies');
  expect(await isBlocked()).toBe(false);
  await sql.run(
    `insert into performance_share (investment_id, occasion, due_at, decided_at, percent, equity, high_water, amount, state, tag, not_before)
     values ($1, 'closure', $2, $2, 20, 120000, 100000, 4000, 'asked', 'told-by-a-test', $2::timestamptz + interval '1 day')`,
    [id, app.opened.clock.now()],
  );
  expect(await isBlocked()).toBe(true);
  await sql.run(`update performance_share set state = 'paid', taken_at = $1, paid_at = $1 where tag = 'told-by-a-test'`, [
    app.opened.clock.now(),
  ]);
  expect(await isBlocked()).toBe(false);
});
