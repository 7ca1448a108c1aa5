import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { holdSweeps } from '../../server/testing/telling.ts';
import { keepDeals } from '../deals/face.ts';

let app: TestApp;
let client: SignedIn;
let number: number;
beforeAll(async () => {
  app = await openTestApp();
  // The worker would take a file by its timer, and nobody could wait for it.
  await holdSweeps(app, ['exports.write']);
  client = await app.signIn('ng.active');
  const order = { account: 'advantage mt5', currency: 'USD', leverage: 100, i_agree_tc: true };
  ({ number } = (await app.call({ method: 'POST', path: 'api/accounts/live', body: order, as: client })).data);
  const trade = { login: number, symbol: 'EURUSD', lots: '1', price: '1.1', tag: '', swap: 0n, commission: -300n };
  const market = { bid: '1.1', ask: '1.1002', contractSize: '100000', rateProfit: '1' };
  await keepDeals(
    app.owner.sql,
    'mt5',
    (['in', 'out'] as const).map((entry, index) => ({
      ...trade,
      market,
      entry,
      kind: index === 0 ? 'buy' : 'sell',
      ticket: `report-${entry}`,
      position: 'report-1',
      profit: BigInt(index * 5_000),
      at: new Date(`2026-05-04T1${index}:00:00Z`),
    })),
  );
});
afterAll(async () => app.close());

const path = 'api/direct/tradereport/prepare';
const may = { date_from: '2026-05-01', date_to: '2026-05-31' };
const prepare = (body: object = {}, as = client) =>
  app.call({ method: 'POST', path, body: { account_login: number, ...may, ...body }, as });
const prepared = async () =>
  (await app.call({ method: 'GET', path: `${path}?account_login=${number}&date_from=2026-05-01&date_to=2026-05-31`, as: client }))
    .data.prepareOrder.tradeReports;
const fetched = (id: string, as = client) =>
  fetch(`${app.url}/api/js/api/trade-report-download?id=${id}`, { headers: { cookie: as.cookie } });

test('a report that is asked for twice at once is written once, as PDF and CSV, with each cost and their sum', async () => {
  const answers = await Promise.all([prepare(), prepare()]);
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200]);
  await app.drain();
  const files = await prepared();
  expect(files).toMatchObject([
    { format: 'pdf', state: 'ready', rows_done: 2, rows_whole: 2 },
    { format: 'csv', state: 'ready', rows_done: 2, rows_whole: 2 },
  ]);
  const csv = (await (await fetched(files[1].id)).text()).replaceAll('\u00A0', ' ');
  // Half of two pips of a lot at each end.
  expect(csv).toContain('"Buy EURUSD, opening",1,1.1,10.00,-10.00,-3.00,0.00,0.00,0.00,-3.00');
  expect(csv).toContain('"Sell EURUSD, closing",1,1.1,60.00,-10.00,-3.00,0.00,0.00,0.00,47.00');
  expect(csv).toContain('Before costs,USD 70.00\r\n');
  expect(csv).toContain('All costs,USD -26.00\r\nResult of the deals,USD 44.00\r\nAfter all costs,USD 44.00\r\n');
  expect((await fetched(files[0].id)).headers.get('content-type')).toBe('application/pdf');
});

test('nobody else can fetch it, and nobody at all when its time is over', async () => {
  const [file] = await prepared();
  const other = await app.signIn('global.active');
  expect((await fetched(file.id, other)).status).toBe(404);
  expect((await prepare({}, other)).errors[0]?.code).toBe('unknown_account');
  await app.owner.sql.run('update export_file set expires_at = $2 where id = $1', [file.id, app.opened.clock.now()]);
  expect((await fetched(file.id)).status).toBe(404);
});

test.each([
  ['nothing traded', { date_from: '2026-04-01', date_to: '2026-04-30' }, 'trade_report_min_orders'],
  ['days the wrong way round', { date_from: '2026-05-31', date_to: '2026-05-01' }, 'period_reversed'],
  ['more days than a report has', { date_from: '2018-01-01' }, 'trade_report_too_long'],
  ['an account of nobody’s', { account_login: 1 }, 'unknown_account'],
  ['a period by its name that had no trade', { date_interval: 'lastYear' }, 'trade_report_min_orders'],
] as const)('a report of %s is refused', async (_, body, code) => {
  expect((await prepare(body)).errors[0]?.code).toBe(code);
});

test('files that were asked for are found by the name of a period too, and an unnamed one needs both days', async () => {
  const asked = (query: string) => app.call({ method: 'GET', path: `${path}?account_login=${number}${query}`, as: client });
  expect((await asked('&date_from=2026-05-01&date_to=2026-05-31')).data.prepareOrder).toMatchObject({
    date_interval: 'custom',
  });
  const named = (await asked('&date_interval=lastYear')).data.prepareOrder;
  expect(named).toMatchObject({ date_interval: 'lastYear', tradeReports: [] });
  expect(named.date_from < named.date_to).toBe(true);
  expect((await asked('&date_to=2026-05-31')).errors[0]).toMatchObject({
    code: 'date_missing',
    validation_messages: { date_from: expect.anything() },
  });
});

test('a report of more deals than one may have is asked for in parts', async () => {
  await app.owner.sql.run(
    `insert into platform_deal (server, ticket, number, kind, lots, price, profit, swap, commission, tag, at, is_posted)
     select 'mt5', 'many-' || n, $1, 'charge', 0, 0, -1, 0, 0, '', '2026-03-04', false from generate_series(1, 40) n`,
    [number],
  );
  const settings = app.opened.settings.current();
  Object.assign(settings.tradeReports, { mostOrders: 39 });
  const march = { date_from: '2026-03-01', date_to: '2026-03-31' };
  try {
    expect((await prepare(march)).errors[0]?.code).toBe('trade_report_max_orders');
  } finally {
    Object.assign(settings.tradeReports, { mostOrders: 1_048_000 });
  }
});
