import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { after, dayMs, utcDay } from '../../base/time.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { leverageTopic } from './changes.ts';

let app: TestApp;
let client: SignedIn;
let stranger: SignedIn;
let live: number;
let demo: number;
const read = (path: string, as = client) => app.call({ method: 'GET', path, as });
const change = (path: string, body: object, as = client) => app.call({ method: 'PATCH', path, body, as });

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('ng.active');
  stranger = await app.signIn('ke.active');
  const open = async (group: string, body: object) =>
    (await app.call({ method: 'POST', path: `api/accounts/${group}`, body, as: client })).data.number;
  live = await open('live', { account: 'advantage mt5', currency: 'USD', leverage: 100 });
  demo = await open('demo', { account: 'standard', currency: 'USD', leverage: 100, demo_trade_balance: '5000' });
});
afterAll(async () => app.close());

test('an account shows its money, its age and the leverages that it may have', async () => {
  const { data } = await read(`api/accounts/${demo}`);
  expect(data.account).toMatchObject({
    number: demo,
    balance: '5000.00',
    equity: '5000.00',
    is_stale: false,
    server: 'Atrium-MT4-Demo',
  });
  expect(data.account['_embedded'].leverageList.data).toEqual([25, 33, 50, 100, 200, 500, 1000]);
  expect(Date.parse(data.account.as_of)).not.toBeNaN();
});

test('while the platform is out, balances stay with their age, and what only it knows is said to be away', async () => {
  const fault = (mode: string) => app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode } });
  await fault('error');
  for (const part of ['positions', 'orders'])
    expect(await read(`api/accounts/${demo}/${part}`)).toMatchObject({
      httpStatus: 503,
      errors: [{ code: 'platform_unavailable' }],
      data: { since: expect.any(String) },
    });
  const { data } = await read(`api/accounts/${demo}`);
  expect(data.account).toMatchObject({ balance: '5000.00' });
  expect(Date.parse(data.account.as_of)).not.toBeNaN();
  await fault('none');
  expect((await read(`api/accounts/${demo}/positions`)).data).toMatchObject({ positions: [] });
});

test.each([
  ['details', () => read(`api/accounts/${live}`, stranger)],
  ['positions', () => read(`api/accounts/${live}/positions`, stranger)],
  ['trades', () => read(`api/accounts/${live}/trades`, stranger)],
  ['equity', () => read(`api/accounts/${live}/equity`, stranger)],
  ['leverage', () => change(`api/accounts/${live}/leverage`, { leverage: 25 }, stranger)],
  ['name', () => change(`api/accounts/${live}/name`, { name: 'Mine' }, stranger)],
  ['archive', () => change(`api/direct/accounts/${live}?action=status`, { status: 3 }, stranger)],
])('somebody else’s account answers like one that does not exist: %s', async (_what, ask) => {
  expect(await ask()).toMatchObject({ httpStatus: 404, errors: [{ code: 'account_not_found' }] });
});

describe('the leverage', () => {
  test('is changed on the platform and here', async () => {
    const answer = await change(`api/accounts/${live}/leverage`, { leverage: 200 });
    expect(answer.data.account).toMatchObject({ leverage: 200, leverage_pending: null });
    expect(await app.opened.app.platforms.mt5.account(live)).toMatchObject({ account: { leverage: 200 } });
  });
  test('above the list is refused on its field', async () => {
    const answer = await change(`api/accounts/${live}/leverage`, { leverage: 1000 });
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'leverage_not_offered' }] });
    expect(answer.errors[0]?.validation_messages).toHaveProperty('leverage');
  });
  test.each([
    { when: 'before it took effect', mode: 'timeout_before', leverage: 25 },
    { when: 'after it took effect', mode: 'timeout_after', leverage: 100 },
  ])('whose answer did not come, $when, is pending, and the job settles it', async ({ mode, leverage }) => {
    const before = (await read(`api/accounts/${live}`)).data.account.leverage;
    await app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode, count: 1 } });
    const answer = await change(`api/accounts/${live}/leverage`, { leverage });
    expect(answer.data.account).toMatchObject({ leverage: before, leverage_pending: leverage });
    await app.owner.sql.run(`update outbox set due_at = now() - interval '1 day' where topic = $1`, [leverageTopic]);
    await app.drain();
    expect((await read(`api/accounts/${live}`)).data.account).toMatchObject({ leverage, leverage_pending: null });
    expect(await app.opened.app.platforms.mt5.account(live)).toMatchObject({ account: { leverage } });
  });
  test('that was asked for by a call which died is set by the job', async () => {
    await app.owner.sql.run('update trading_account set leverage_wanted = 50 where number = $1', [live]);
    await app.owner.sql.run(`insert into outbox (topic, payload, due_at, created_at) values ($1, $2, '2000-01-01', now())`, [
      leverageTopic,
      JSON.stringify({ number: live }),
    ]);
    await app.drain();
    expect((await read(`api/accounts/${live}`)).data.account).toMatchObject({ leverage: 50, leverage_pending: null });
    expect(await app.opened.app.platforms.mt5.account(live)).toMatchObject({ account: { leverage: 50 } });
  });
});

describe('archiving', () => {
  test('closes the account on the platform, and restoring opens it again', async () => {
    const archived = await change(`api/direct/accounts/${live}?action=status`, { status: 3 });
    expect(archived.data).toMatchObject({ status: 'active', account: { status: 'archived' } });
    expect(await app.opened.app.platforms.mt5.account(live)).toMatchObject({ account: { access: 'closed' } });
    expect((await read('api/accounts')).data.accounts.live).toEqual([]);
    expect((await read('api/accounts/archive')).data.archived).toMatchObject([{ number: live }]);
    const restored = await change(`api/direct/accounts/${live}?action=status`, { status: 2 });
    expect(restored.data).toMatchObject({ status: 'archived', account: { status: 'active' } });
    expect(await app.opened.app.platforms.mt5.account(live)).toMatchObject({ account: { access: 'full' } });
  });
  test('an account with money on it is refused, and nothing changes', async () => {
    const money = { login: live, kind: 'balance', amount: 100n, currency: 'USD' } as const;
    await app.opened.app.platforms.mt5.balanceOperation({ ...money, tag: 'in' });
    expect(await change(`api/direct/accounts/${live}?action=status`, { status: 3 })).toMatchObject({
      errors: [{ code: 'account_has_money' }],
    });
    expect((await read(`api/accounts/${live}`)).data.account).toMatchObject({ status: 'active', balance: '1.00' });
    await app.opened.app.platforms.mt5.balanceOperation({ ...money, amount: -100n, tag: 'out' });
  });
  test('an account that is still being opened is refused, whatever the platform says of it', async () => {
    await app.owner.sql.run(`update trading_account set status = 'opening' where number = $1`, [live]);
    const inactive = { httpStatus: 422, errors: [{ code: 'account_not_active' }] };
    expect(await change(`api/direct/accounts/${live}?action=status`, { status: 3 })).toMatchObject(inactive);
    expect(await change(`api/accounts/${live}/leverage`, { leverage: 25 })).toMatchObject(inactive);
    await app.owner.sql.run(`update trading_account set status = 'active' where number = $1`, [live]);
  });
  test('brings two back where one place is left: one of them', async () => {
    const open = async () =>
      (
        await app.call({
          method: 'POST',
          path: 'api/accounts/live',
          body: { account: 'pro', currency: 'USD', leverage: 200 },
          as: client,
        })
      ).data.number;
    const put = (number: number, status: number) => change(`api/direct/accounts/${number}?action=status`, { status });
    const [first, second] = [await open(), await open()];
    await put(first, 3);
    await put(second, 3);
    const kept = await open();
    const answers = await Promise.all([put(first, 2), put(second, 2)]);
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 422]);
    expect(answers.flatMap(({ errors }) => errors)).toMatchObject([{ code: 'account_limit_reached' }]);
    for (const number of [first, second, kept]) await put(number, 3);
  });
  test('to a status that the documents do not know is refused', async () => {
    expect(await change(`api/direct/accounts/${live}?action=status`, { status: 9 })).toMatchObject({ httpStatus: 422 });
  });
});

test('the client’s own name for an account is kept, and an overlong one refused on its field', async () => {
  expect((await change(`api/accounts/${demo}/name`, { name: '  Practice ' })).data.account.name).toBe('Practice');
  const answer = await change(`api/accounts/${demo}/name`, { name: 'x'.repeat(41) });
  expect(answer.errors[0]?.validation_messages).toHaveProperty('name');
  for (const name of ['two\nlines', '\u202Eturned']) {
    expect((await change(`api/accounts/${demo}/name`, { name })).errors[0]?.validation_messages).toHaveProperty('name');
  }
});

test('a cursor or a day that no calendar has is refused on its field', async () => {
  const ask = async (query: string) => (await read(`api/accounts/${demo}/trades?${query}`)).errors[0]?.validation_messages;
  expect(await ask('after=9999999999999999-1')).toHaveProperty('after');
  expect(await ask('from=0000-01-01')).toHaveProperty('from');
  expect(await ask('till=0000-12-31')).toHaveProperty('till');
});

test('the documents’ list of investment accounts is there, and empty', async () => {
  for (const path of ['api/accounts/investment', 'api/investment_accounts'])
    expect((await read(path)).data).toEqual({ accounts: { investment: [] } });
});

test('amounts that the platform has not confirmed for long say so', async () => {
  await app.owner.sql.run(`update trading_account set status = 'disabled' where number = $1`, [demo]);
  // One that was under way may have asked for it just before.
  await app.opened.worker?.sweep('accounts.snapshots');
  await app.owner.sql.run(`update trading_account set snapshot_at = now() - interval '1 hour' where number = $1`, [demo]);
  const { data } = await read(`api/accounts/${demo}`);
  expect(data.account).toMatchObject({ balance: '5000.00', is_stale: true });
  await app.owner.sql.run(`update trading_account set status = 'active' where number = $1`, [demo]);
});

test('the day’s equity is kept by the sweep', async () => {
  const kept = await vi.waitUntil(
    async () => {
      // The worker may be asking the platform just now, or have asked it a moment ago and not ask again so soon.
      await app.owner.sql.run('update trading_account set asked_at = null where number = $1', [demo]);
      await app.opened.worker?.sweep('accounts.snapshots');
      await app.opened.worker?.sweep('accounts.equity_day');
      const { points } = (await read(`api/accounts/${demo}/equity`)).data;
      return points.length > 0 ? points : undefined;
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(kept).toMatchObject([{ balance: '5000.00', equity: '5000.00' }]);
});

test('a deposit is told apart from profit, on the day that it came', async () => {
  const dayOf = (ago: number) => utcDay(after(app.opened.clock.now(), -ago * dayMs));
  const told = [
    { day: dayOf(20), equity: 500_000 },
    { day: dayOf(10), equity: 620_000 },
  ];
  await app.owner.sql.run('delete from equity_snapshot where number = $1', [live]);
  await app.owner.sql.run(
    `insert into equity_snapshot (number, day, balance, equity)
     select $1, day, equity, equity from jsonb_to_recordset($2) as t(day date, equity bigint)`,
    [live, JSON.stringify(told)],
  );
  await app.owner.sql.run(
    `insert into platform_deal (server, ticket, number, kind, lots, price, profit, swap, commission, tag, at, is_posted)
     values ('mt5', 'flow-1', $1, 'balance', 0, 0, 100000, 0, 0, '', $2::date + interval '12 hours', false),
            ('mt5', 'flow-2', $1, 'charge', 0, 0, -500, 0, 0, '', $2::date + interval '13 hours', false)`,
    [live, dayOf(12)],
  );
  const { points, now } = (await read(`api/accounts/${live}/equity?days=30`)).data;
  expect(points).toMatchObject([
    { day: dayOf(20), flow: '0.00', profit: '0.00' },
    { day: dayOf(10), equity: '6200.00', flow: '1000.00', profit: '200.00' },
  ]);
  expect(now).toMatchObject({ day: dayOf(0), profit: expect.stringMatching(/^-?\d+\.\d\d$/) });
  await app.owner.sql.run(`delete from platform_deal where ticket in ('flow-1', 'flow-2')`);
});

test('the days of a course are days of the calendar, and begin with what stood before them', async () => {
  const dayOf = (ago: number) => utcDay(after(app.opened.clock.now(), -ago * dayMs));
  const told = [200, 95, 30, 29].map((ago) => ({ day: dayOf(ago), equity: ago * 100 }));
  await app.owner.sql.run('delete from equity_snapshot where number = $1', [live]);
  await app.owner.sql.run(
    `insert into equity_snapshot (number, day, balance, equity)
     select $1, day, equity, equity from jsonb_to_recordset($2) as t(day date, equity bigint)`,
    [live, JSON.stringify(told)],
  );
  const course = async (days: number) =>
    (await read(`api/accounts/${live}/equity?days=${days}`)).data.points.map((point: { day: string; equity: string }) => [
      point.day,
      point.equity,
    ]);
  const lastMonth = [
    [dayOf(30), '30.00'],
    [dayOf(29), '29.00'],
  ];
  expect(await course(30)).toEqual(lastMonth);
  expect(await course(90)).toEqual([[dayOf(90), '95.00'], ...lastMonth]);
  expect(await course(365)).toHaveLength(4);
});

test('pages of closed trades follow one another without a gap or a repeat', async () => {
  await app.owner.sql.run(
    `insert into closed_trade (server, ticket, number, position, symbol, side, lots, open_price, close_price, profit, swap, commission, opened_at, closed_at)
     select 'mt4', 't' || i, $1, 'p' || i, case i % 2 when 0 then 'EURUSD' else 'XAUUSD' end, 'buy', 0.10, 1.1, 1.2, 100, 0, 0,
       now() - interval '1 hour', now() - make_interval(mins => i / 3) from generate_series(1, 25) i`,
    [demo],
  );
  const tickets: string[] = [];
  let after = '';
  do {
    const { data } = await read(`api/accounts/${demo}/trades?limit=7${after === '' ? '' : `&after=${after}`}`);
    tickets.push(...data.trades.map((trade: { ticket: string }) => trade.ticket));
    after = data.next ?? '';
  } while (after !== '');
  expect(new Set(tickets).size).toBe(25);
  expect(tickets).toHaveLength(25);
  const filtered = await read(`api/accounts/${demo}/trades?symbol=XAUUSD&limit=100`);
  expect(filtered.data.trades).toHaveLength(13);
  expect(filtered.data.symbols).toEqual(['EURUSD', 'XAUUSD']);
});

test('an account that the platform does not know is asked for now and then and holds nobody up', async () => {
  const known = await app.owner.sql.one<{ number: number }>('select number from trading_account where number = $1', [demo]);
  await app.owner.sql.run(
    `insert into trading_account (number, client_id, company_id, platform, is_demo, type_key, currency, leverage, swap_free, group_name,
       status, opened_at, mirrored_from)
     select 499999999, client_id, company_id, platform, false, type_key, currency, leverage, swap_free, group_name, 'active', opened_at,
       mirrored_from from trading_account where number = $1`,
    [known.number],
  );
  await app.opened.worker?.sweep('accounts.snapshots');
  const row = await app.owner.sql.one<{ asked_at: Date | null; snapshot_at: Date | null }>(
    'select asked_at, snapshot_at from trading_account where number = 499999999',
  );
  expect(row.asked_at).toBeInstanceOf(Date);
  expect(row.snapshot_at).toBeNull();
});
