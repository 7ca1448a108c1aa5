import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import { periodOf } from './rules.ts';

let app: TestApp;
let europe: SignedIn;
let kingdom: SignedIn;
let global: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  [europe, kingdom] = [await app.signIn('eu.active'), await app.signIn('uk.active')];
  global = await app.signIn('global.active');
  await holdSweeps(app);
});
afterAll(async () => app.close());

/** An account of a thousand since before the period. */
async function openedBefore(client: SignedIn): Promise<number> {
  const books = await openBookFixture(app);
  const number = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '1000.00' });
  const { sql } = app.owner;
  await sql.run('delete from equity_snapshot where number = $1', [number]);
  await sql.run('delete from platform_deal where number = $1', [number]);
  await sql.run(`insert into equity_snapshot values ($1, $2::date - 1, 100000, 100000)`, [
    number,
    periodOf(app.opened.clock.now()),
  ]);
  return number;
}

const stands = (number: number, equity: number) =>
  app.owner.sql.run('update trading_account set equity = $2, snapshot_at = $3 where number = $1', [
    number,
    equity,
    app.opened.clock.now(),
  ]);
/** Two looks, far enough apart for deals to be read between them. */
async function looked(): Promise<void> {
  await sweep(app, 'accountLosses');
  await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 300 } });
  await sweep(app, 'accountLosses');
}
async function told(client: SignedIn): Promise<number[]> {
  const rows = await app.owner.sql.many<{ percent: number }>(
    `select (values ->> 'percent')::integer as percent from notice where client_id = $1 and type = 'account_loss' order by id`,
    [client.clientId],
  );
  return rows.map(({ percent }) => percent);
}

test('a retail client of the EU or the UK is told of each tenth that an account has lost, once, and of no other’s', async () => {
  const [own, others] = [await openedBefore(europe), await openedBefore(global)];
  const island = await openedBefore(kingdom);
  await Promise.all([stands(own, 90_100), stands(others, 50_000), stands(island, 90_100)]);
  await looked();
  expect([await told(europe), await told(kingdom)]).toEqual([[], []]);
  await Promise.all([stands(own, 89_000), stands(island, 79_000)]);
  await looked();
  await looked();
  expect([await told(europe), await told(kingdom)]).toEqual([[10], [20]]);
  await stands(own, 65_000);
  await looked();
  await stands(own, 85_000);
  await looked();
  expect(await told(europe)).toEqual([10, 30]);
  expect(await told(global)).toEqual([]);
});

test('money on its way out is no loss: what is seen once and not again is not told', async () => {
  const before = await told(europe);
  const number = await openedBefore(europe);
  await stands(number, 60_000);
  await sweep(app, 'accountLosses');
  await app.owner.sql.run(
    `insert into platform_deal (server, ticket, number, kind, lots, price, profit, swap, commission, tag, at, is_posted)
     values ('mt5', 'loss-out', $1, 'balance', 0, 0, -40000, 0, 0, '', $2, false)`,
    [number, app.opened.clock.now()],
  );
  await looked();
  expect(await told(europe)).toEqual(before);
});
