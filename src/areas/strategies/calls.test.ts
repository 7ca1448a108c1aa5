import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { figureStrategy } from './face.ts';
import { daysSince, dealsSince } from './store.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp({ seeds: 'whole' });
  client = await app.signIn('investor.form');
});

afterAll(() => app.close());

const get = (path: string, as = client) => app.call({ method: 'GET', path: `api/direct/investment-program/${path}`, as });
const list = async (query = '') => (await get(`manager-accounts${query}`)).data.direct;
const names = async (query: string): Promise<string[]> =>
  (await list(query)).manager_accounts.map(({ acc_name: name }: { acc_name: string }) => name);
const idOf = async (name: string) =>
  app.owner.sql.one<{ id: number; number: number }>('select id, number from strategy where name = $1', [name]);

test('strategies are listed with the figures of their deals, and found by name, filters and order', async () => {
  const all = await list('?list=all');
  expect(all).toMatchObject({ total_items: 3, page_size: 20, page: 1 });
  expect(all.manager_accounts[0]).toMatchObject({
    acc_no: expect.any(Number),
    acc_curr: expect.stringMatching(/^(USD|EUR)$/),
    profit: expect.stringMatching(/^-?\d+\.\d\d$/),
    drawdown: expect.stringMatching(/^\d+\.\d\d$/),
    nickname: 'Naledi M',
    country: 'ZA',
  });
  // A page behind the last one is the last (readings, 32).
  expect(await list('?list=all&page=99')).toMatchObject({ page: 1, total_items: 3 });
  expect(await names('?search=OWL')).toEqual(['Night_owl']);
  expect(await names('?search=naledi&sort=name')).toEqual(['Night_owl', 'Quiet-river', 'Steady-hand']);
  expect(await names('?search=%25')).toEqual([]);
  expect(await names('?filters=fee<30&order_by=fee&order_dir=desc')).toEqual(['Steady-hand', 'Quiet-river']);
  expect(await names('?filters=age>180&sort=age')).toEqual(['Steady-hand', 'Night_owl']);
  const top = await list();
  expect(top.manager_accounts.every(({ profit }: { profit: string }) => Number(profit) > 0)).toBe(true);
  expect((await get('manager-accounts?filters=fee<31')).errors[0]?.code).toBe('bad_filter');
});

test('a strategy has its whole history, and what it traded adds up', async () => {
  const { number } = await idOf('Steady-hand');
  const { strategy } = (await get(`manager-accounts/${number}`)).data.direct;
  const last = strategy.total_profit_history.at(-1);
  expect(((Number(last.unit_price) - 1) * 100).toFixed(2)).toBe(strategy.profit);
  expect(strategy.similar_accounts).toHaveLength(2);
  const product = strategy.monthly_profit_history.reduce(
    (all: number, { unit_price: price }: { unit_price: string }) => all * Number(price),
    1,
  );
  expect(Math.abs(product - Number(last.unit_price))).toBeLessThan(0.001);
  // The last month is the end of the whole, as if it had begun there.
  const month = strategy.last_month_profit_history;
  const before = strategy.total_profit_history.at(-2);
  const [inMonth, inAll] = [month.find(({ date_time: day }: { date_time: string }) => day === before.date_time), before].map(
    ({ unit_price: price }: { unit_price: string }) => Number(price),
  );
  expect(month).toHaveLength(31);
  expect([month[0].unit_price, month.at(-1).date_time]).toEqual(['1.000000', last.date_time]);
  expect(Number(month.at(-1).unit_price) / Number(inMonth)).toBeCloseTo(Number(last.unit_price) / Number(inAll), 4);
  const { days: traded } = await app.owner.sql.one<{ days: number }>(
    `select count(distinct (t.closed_at at time zone 'UTC')::date)::integer as days from closed_trade t join strategy s using (number)
      where number = $1 and t.closed_at >= s.since`,
    [number],
  );
  expect(strategy.trading_days).toBe(traded);
  expect(traded).toBeGreaterThan(0);
  const review = (await get(`manager-account-statistic/tradingReview?acc_no=${number}`)).data.direct;
  const { pairs, totals_and_stats: totals } = review.review_symbol;
  const sum = (of: Readonly<Record<string, number>>, kind: string): number =>
    Object.entries(of).reduce((all, [key, count]) => (key.startsWith(kind) ? all + count : all), 0);
  const { buy, sell, profitable, unprofitable } = review.trading_review;
  expect(sum(buy, 'h') + sum(sell, 'h')).toBe(totals.total_trades);
  expect(sum(profitable, 'd') + sum(unprofitable, 'd')).toBe(totals.total_trades);
  expect(pairs.reduce((all: number, pair: { buy: number; sell: number }) => all + pair.buy + pair.sell, 0)).toBe(
    totals.total_trades,
  );
  const byMonth = strategy.monthly_statistic_by_trades.map(({ quantity }: { quantity: number }) => quantity);
  expect(byMonth.reduce((all: number, each: number) => all + each, 0)).toBe(totals.total_trades);
  const [first] = strategy.monthly_statistic_by_trades;
  const ofMonth = (await get(`manager-account-statistic/tradingReview?acc_no=${number}&date=${first.date}`)).data.direct;
  expect(ofMonth.review_symbol.totals_and_stats.total_trades).toBe(first.quantity);
});

test('what the platform closed at a stop loss or a take profit is told of each instrument, and how far these were', async () => {
  const { number } = await idOf('Quiet-river');
  const review = async () => (await get(`manager-account-statistic/tradingReview?acc_no=${number}`)).data.direct.review_symbol;
  const before = (await review()).totals_and_stats;
  expect(before).toMatchObject({ total_stop_loss_perc: '0.00', total_take_profit_perc: '0.00' });
  const { sql } = app.owner;
  const closed = async (ticket: string, tag: string, price: string): Promise<void> => {
    const facts = [ticket, number, price] as const;
    await sql.run(
      `insert into platform_deal (server, ticket, number, kind, entry, symbol, lots, price, profit, swap, commission, position, tag, at, is_posted)
       select 'mt4', $1::text, $2::integer, 'sell', 'out', 'EURGBP', 1, $3::numeric, 0, 0, 0, $1::text, $4::text, since + interval '1 day', false
         from strategy where number = $2::integer`,
      [...facts, tag],
    );
    await sql.run(
      `insert into closed_trade (server, ticket, number, position, symbol, side, lots, open_price, close_price, profit, swap, commission, closed_at)
       select 'mt4', $1::text, $2::integer, $1::text, 'EURGBP', 'buy', 1, 0.85000, $3::numeric, 0, 0, 0, since + interval '1 day'
         from strategy where number = $2::integer`,
      facts,
    );
  };
  await closed('stop-1', '[sl 0.84900]', '0.84900');
  await closed('stop-2', '[sl 0.84800]', '0.84790');
  await closed('take-1', '[tp 0.85300]', '0.85300');
  await closed('own-1', 'by hand', '0.86000');
  const { pairs, totals_and_stats: totals } = await review();
  expect(pairs.find(({ symbol }: { symbol: string }) => symbol === 'EURGBP')).toMatchObject({
    buy: 4,
    stop_loss: 2,
    take_profit: 1,
    avg_sl: '-15.5',
    avg_tp: '30.0',
  });
  expect(Number(totals.total_stop_loss_perc)).toBeCloseTo((100 * 2) / (before.total_trades + 4), 1);
  expect(Number(totals.total_take_profit_perc)).toBeCloseTo(100 / (before.total_trades + 4), 1);
});

test('every figure leads down to the deals of its days, but for the running one', async () => {
  const { number } = await idOf('Night_owl');
  const { days, next } = (await get(`manager-account-statistic/computation?acc_no=${number}`)).data.direct;
  expect(days).toHaveLength(31);
  const earlier = (await get(`manager-account-statistic/computation?acc_no=${number}&before=${next}`)).data.direct;
  expect(earlier.days[0].day < next).toBe(true);
  const day = days.find(({ result }: { result: string }) => /[1-9]/.test(result) && days.indexOf(result) !== 0);
  const { deals } = (await get(`manager-account-statistic/deals?acc_no=${number}&day=${day.day}`)).data.direct;
  const cents = (text: string): number => Math.round(Number(text) * 100);
  const traded = deals.filter(({ kind }: { kind: string }) => kind !== 'balance');
  expect(traded.reduce((all: number, { amount }: { amount: string }) => all + cents(amount), 0)).toBe(cents(day.result));
  const refused = await get(`manager-account-statistic/deals?acc_no=${number}&day=${days[0].day}`);
  expect(refused.errors[0]?.code).toBe('day_not_over');
  expect((await get('manager-accounts/1')).errors[0]?.code).toBe('strategy_not_found');
});

test('the days are the same whether they are reckoned at once or bit by bit, and whatever turned up late', async () => {
  const { sql } = app.owner;
  const { id, number } = await idOf('Steady-hand');
  const now = app.opened.clock.now();
  // The running day moves with the market.
  const today = now.toISOString().slice(0, 10);
  const over = async () => (await daysSince(sql, id)).filter(({ day }) => day < today);
  const once = await over();
  await sql.run('delete from strategy_day where strategy_id = $1', [id]);
  // Up to each of several earlier days first, as the job has done it then.
  for (const daysAgo of [700, 400, 399, 30, 2]) await figureStrategy(sql, id, new Date(now.getTime() - daysAgo * 86_400_000));
  await figureStrategy(sql, id, now);
  expect(await over()).toEqual(once);
  // A deal of long ago that nobody had told of: everything behind it is another.
  const { server, at } = await sql.one<{ server: string; at: Date }>(
    `select server, at from platform_deal where number = $1 and kind in ('buy', 'sell') order by at offset 50 limit 1`,
    [number],
  );
  await sql.run(
    `insert into platform_deal (server, ticket, number, kind, entry, symbol, lots, price, profit, swap, commission, tag, at, is_posted)
     values ($1, 'late-1', $2, 'charge', null, null, 0, 0, -12345, 0, 0, '', $3, false)`,
    [server, number, at],
  );
  await figureStrategy(sql, id, now);
  const late = await over();
  const day = at.toISOString().slice(0, 10);
  const beside = (rows: typeof once) => rows.filter((row) => row.day >= day).map(({ funds }) => funds);
  expect(beside(late)).toEqual(beside(once).map((funds) => funds - 12_345n));
  await sql.run(`delete from platform_deal where ticket = 'late-1'`);
  await figureStrategy(sql, id, now);
  expect(await over()).toEqual(once);
});

test('deals of one second are read in the order of their tickets, whatever these are as text', async () => {
  const { sql } = app.owner;
  const { number } = await idOf('Steady-hand');
  const at = new Date('2001-01-01T00:00:00Z');
  await sql.run(
    `insert into platform_deal (server, ticket, number, kind, entry, symbol, lots, price, profit, swap, commission, tag, at, is_posted)
     select 'mt4', ticket, $1, 'credit', null, null, 0, 0, 0, 0, 0, '', $2, false from unnest(array['1000000010', '999999999', '10000000000', '9999999999']) ticket`,
    [number, at],
  );
  const read = await dealsSince(sql, number, at);
  expect(read.slice(0, 4).map(({ ticket }) => ticket)).toEqual(['999999999', '1000000010', '9999999999', '10000000000']);
  await sql.run('delete from platform_deal where number = $1 and at = $2', [number, at]);
});

test('a manager is known by a nickname, with the other strategies', async () => {
  const { number } = await idOf('Quiet-river');
  const { owner_id: owner } = (await get(`manager-accounts/${number}`)).data.direct.strategy;
  expect((await get(`manager-profile/${owner}`)).data.direct.profile).toMatchObject({
    nickname: 'Naledi M',
    strategies: 3,
    acc_name: expect.any(String),
    news: expect.arrayContaining([expect.objectContaining({ acc_name: 'Steady-hand', title: 'What was traded this month' })]),
  });
  const others = (await get('manager-other-accounts?acc_name=quiet-river')).data.direct;
  expect(others).toMatchObject({ total_active: 2, total_inactive: 0, inactive: [], page: 1 });
  // A page behind the last one is the last here too.
  expect((await get('manager-other-accounts?acc_name=quiet-river&page=99&per_page=1')).data.direct).toMatchObject({
    active: [others.active[1]],
    page: 2,
  });
  // So are those that were closed, each on the page that it stands on.
  const { sql } = app.owner;
  const close = 'update strategy set status = $2 where number = any ($1)';
  const numbers = others.active.map(({ acc_no }: { acc_no: number }) => acc_no);
  await sql.run(close, [numbers, 'closed']);
  const closed = async (page: number) =>
    (await get(`manager-other-accounts?acc_name=quiet-river&list=inactive&per_page=1&page=${page}`)).data.direct;
  const told = { total_active: 0, total_inactive: 2, page_size: 1, active: [] };
  expect(await closed(1)).toMatchObject({ ...told, inactive: [{ acc_no: numbers[0] }], page: 1 });
  expect(await closed(2)).toMatchObject({ ...told, inactive: [{ acc_no: numbers[1] }], page: 2 });
  await sql.run(close, [numbers, 'active']);
  expect((await get(`manager-profile/${client.clientId}`)).errors[0]?.code).toBe('manager_not_found');
  expect((await get('settings-registry')).data.direct).toMatchObject({ page_size: 20, search_debounce_ms: 500 });
});

test('what the platform told within a minute of a cash flow is its equity, and a later word leaves the day estimated', async () => {
  const { sql } = app.owner;
  const { id, number } = await idOf('Steady-hand');
  const now = app.opened.clock.now();
  const secondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  const isEstimated = async (): Promise<boolean | undefined> => {
    await figureStrategy(sql, id, now);
    return (await daysSince(sql, id)).at(-1)?.isEstimated;
  };
  expect(await isEstimated()).toBe(false);
  await sql.run(
    `insert into platform_deal (server, ticket, number, kind, entry, symbol, lots, price, profit, swap, commission, tag, at, is_posted)
     values ('mt4', 'flow-1', $1, 'balance', null, null, 0, 0, 100000, 0, 0, '', $2, false)`,
    [number, secondsAgo(90)],
  );
  const told = (seconds: number) =>
    sql.run(
      `update trading_account set snapshot_at = $2, equity = own.balance + 50000, balance = own.balance
         from (select sum(profit + swap + commission)::bigint as balance from platform_deal where number = $1) own
        where number = $1`,
      [number, secondsAgo(seconds)],
    );
  const readings = () =>
    sql.many<{ equity: bigint; balance: bigint }>(
      `select r.equity, a.balance from strategy_reading r join strategy s on s.id = r.strategy_id
         join trading_account a on a.number = s.number where r.strategy_id = $1`,
      [id],
    );
  await told(20);
  expect([await isEstimated(), await readings()]).toEqual([true, []]);
  await told(60);
  expect(await isEstimated()).toBe(false);
  const [reading] = await readings();
  expect(reading?.equity).toBe((reading?.balance ?? 0n) + 50_000n - 100_000n);
  // The first word stays, whatever is told afterwards.
  await told(40);
  await isEstimated();
  expect((await readings()).map(({ equity }) => equity)).toEqual([reading?.equity]);
});
