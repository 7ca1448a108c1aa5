import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { equitySlice, keepEquityDays } from './snapshots.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  client = await app.signIn('ng.active');
});
afterAll(() => app.close());

const moveClock = (seconds: number) => app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: seconds } });
const askShown = (number: number) => app.call({ method: 'GET', path: `api/accounts/${number}`, as: client });
const shown = async (number: number) => (await askShown(number)).data.account;

test('the age of what a platform told is in the time of everything else, wherever the clock stands', async () => {
  const older = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '100.00' });
  await moveClock(3 * 86_400);
  const newer = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '100.00' });
  for (const number of [older, newer]) {
    const account = await shown(number);
    const ageMs = app.opened.clock.now().getTime() - Date.parse(account.as_of);
    expect(account.is_stale).toBe(false);
    expect(ageMs).toBeGreaterThanOrEqual(0);
    expect(ageMs).toBeLessThan(3_600_000);
    expect(account.as_of >= account.opened_at).toBe(true);
  }
  // What browsers count from.
  const told = Date.parse((await askShown(older)).headers.get('application-time') ?? '');
  expect(Math.abs(app.opened.clock.now().getTime() - told)).toBeLessThan(3_600_000);
});

test('the line of a day is drawn for what was told since the last sweep, and of each account once', async () => {
  const { sql } = app.database;
  const number = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '100.00' });
  await app.owner.sql.run(
    `update trading_account set status = 'active', balance = 1, equity = 2, margin = 0, margin_free = 2, credit = 0, floating = 0,
       snapshot_at = '2030-03-02T23:59:59.123456Z' where number = $1`,
    [number],
  );
  const lines = () => sql.many('select day, balance, equity from equity_snapshot where number = $1', [number]);
  const first = await keepEquityDays(sql, { at: '2030-03-02T00:00:00Z', number: 0 });
  expect([first, await lines()]).toEqual([
    { at: '2030-03-02T23:59:59.123456Z', number },
    [{ day: '2030-03-02', balance: 1n, equity: 2n }],
  ]);
  expect(await keepEquityDays(sql, first ?? { at: '', number: 0 })).toBeUndefined();
});

test('the lines of a day are written in slices, each behind the one before', async () => {
  const more = 300;
  const written: number[] = [];
  const all = app.owner.transact(async (sql) => {
    await sql.run(
      `insert into trading_account (number, client_id, company_id, platform, is_demo, type_key, currency, leverage, swap_free, group_name,
         status, opened_at, mirrored_from, balance, equity, margin, margin_free, credit, floating, snapshot_at)
       select 7000000 + n, $1, 3, 'mt4', false, 'standard mt4', 'USD', 100, false, 'g', 'active', now(), now(), n, n, 0, n, 0, 0,
         '2030-04-01T12:00:00Z'::timestamptz + make_interval(secs => n / 100) from generate_series(1, $2::integer) n`,
      [client.clientId, equitySlice + more],
    );
    let reached: Awaited<ReturnType<typeof keepEquityDays>> = { at: '2030-04-01T00:00:00Z', number: 0 };
    while (reached) {
      reached = await keepEquityDays(sql, reached);
      const { count } = await sql.one<{ count: number }>(
        `select count(*)::integer as count from equity_snapshot where number > 7000000 and day = '2030-04-01'`,
      );
      written.push(count);
    }
    throw new Error('nobody else is to see them');
  });
  await expect(all).rejects.toThrow('nobody else');
  expect(written).toEqual([equitySlice, equitySlice + more, equitySlice + more]);
});
