import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PutAnswer } from '../../ports/storage/port.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { sweep } from '../../server/testing/telling.ts';
import { keepDeals } from '../deals/face.ts';
import { frameFor } from './chart.ts';

let app: TestApp;
let client: SignedIn;
let number: number;
beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('ng.active');
  const order = { account: 'advantage mt5', currency: 'USD', leverage: 100, i_agree_tc: true };
  ({ number } = (await app.call({ method: 'POST', path: 'api/accounts/live', body: order, as: client })).data);
  await keepDeals(app.owner.sql, 'mt5', [...traded('won', 12_345n), ...traded('less', 500n), ...traded('lost', -700n)]);
});
afterAll(async () => app.close());

function traded(name: string, profit: bigint, login = number) {
  // The last Tuesday before yesterday, so that the market was open.
  const day = Date.now() - ((new Date().getUTCDay() + 5) % 7 || 7) * 86_400_000;
  const at = (time: string) => new Date(`${new Date(day).toISOString().slice(0, 10)}T${time}:00Z`);
  const trade = { login, symbol: 'EURUSD', lots: '0.5', position: name, tag: '', swap: 0n };
  return [
    {
      ...trade,
      ticket: `${name}-in`,
      kind: 'buy',
      entry: 'in' as const,
      price: '1.10100',
      profit: 0n,
      commission: 0n,
      at: at('09:00'),
    },
    { ...trade, ticket: name, kind: 'sell', entry: 'out' as const, price: '1.10350', profit, commission: -45n, at: at('11:00') },
  ];
}

const render = (body: object, as = client, language = 'en') =>
  app.call({ method: 'POST', path: `api/direct/fxtm_chart_img/render?lang=${language}`, body, as });
const won = { order: 'won', symbol: 'EURUSD', profit: '123.00' };
const seen = (url: string) => fetch(url.replace(/^https?:\/\/[^/]+/, app.url));

test('a client sees the trades that brought something, the best first, and of each the price while it was open', async () => {
  const { data } = await app.call({ method: 'GET', path: 'api/direct/best-trades', as: client });
  expect(data.trades).toMatchObject([
    { order: 'won', profit: '123.00', openPrice: '1.10100', closePrice: '1.10350', symbol: 'EURUSD', clientId: client.clientId },
    { order: 'less', profit: '4.55' },
  ]);
  const { data: one } = await app.call({ method: 'GET', path: `api/direct/best-trades/won?account=${number}`, as: client });
  expect(one.is_chart_whole).toBe(true);
  expect(one.chart.length).toBeGreaterThan(20);
  expect([one.chart[0].price, one.chart.at(-1).price]).toEqual(['1.10100', '1.10350']);
});

/** What a browser that draws by itself sends too (document 3 §7). */
const drawn = {
  open_time_date: '2026-05-04',
  open_time: 1_777_888_800,
  closed_time_date: '2026-05-04',
  closed_time: '11:00',
  selling_buying_str: 'Buy',
  categories: ['10:00', '11:00'],
  series: [1.2, 1.3],
};

test.each(['en', 'ar', 'zh'])(
  'its picture in %s is 700 by 400, the same when it is asked for again, and anybody sees it',
  async (language) => {
    const [first, again] = await Promise.all([
      render(won, client, language),
      render({ ...won, ...drawn, save_json: true }, client, language),
    ]);
    expect(first.data).toMatchObject({ error: null, json_filename: null });
    expect(again.data.image_url).toBe(first.data.image_url);
    const answer = await seen(first.data.image_url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const png = Buffer.from(await answer.arrayBuffer());
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 700, 400]);
    const facts = await (await seen(first.data.image_url.replace(/[^/]+$/, again.data.json_filename))).json();
    expect(facts).toMatchObject({ order: 'won', profit: '123.00' });
    expect(JSON.stringify(facts)).not.toMatch(/clientId|account/);
  },
);

test.each([
  ['a profit that was not made', { ...won, profit: '9123.00' }, 'trade_differs'],
  ['another symbol', { ...won, symbol: 'XAUUSD' }, 'trade_differs'],
  ['a trade that lost', { order: 'lost' }, 'trade_without_gain'],
  ['a trade of nobody’s', { order: 'none' }, 'unknown_trade'],
  ['somebody else’s account', { order: 'won', account: 1 }, 'unknown_trade'],
] as const)('%s is not drawn', async (_, body, code) => {
  expect((await render(body)).errors[0]?.code).toBe(code);
});

test('somebody else’s trade is as unknown as none', async () => {
  const other = await app.signIn('global.active');
  expect((await render({ order: 'won' }, other)).errors[0]?.code).toBe('unknown_trade');
  const read = await app.call({ method: 'GET', path: `api/direct/best-trades/won?account=${number}`, as: other });
  expect(read.httpStatus).toBe(404);
});

test('a picture that cannot be kept is an error that the screen can tell, and no address', async () => {
  const { storage } = app.opened.app;
  const put = storage.put.bind(storage);
  Object.assign(storage, { put: async (): Promise<PutAnswer> => ({ outcome: 'unknown', reason: 'no answer' }) });
  try {
    expect((await render(won)).data).toEqual({ json_filename: null, image_url: null, error: 'render_failed', expires_at: null });
  } finally {
    Object.assign(storage, { put });
  }
});

test('a picture is seen until its time is over, and then it is gone from the store too', async () => {
  const { data } = await render(won);
  const id = /([0-9a-f-]{36})\.png$/.exec(data.image_url)?.[1] ?? '';
  await app.owner.sql.run('update trade_picture set expires_at = $2 where id = $1', [id, app.opened.clock.now()]);
  expect((await seen(data.image_url)).status).toBe(404);
  await app.opened.worker?.sweep('bestTrades.forget');
  expect((await app.opened.app.storage.get(`trade-pictures/${id}.png`)).outcome).toBe('absent');
  expect(await app.owner.sql.many('select from trade_picture where id = $1', [id])).toEqual([]);
});

test('a picture that is asked for anew while its predecessor is being forgotten is there', async () => {
  const { storage } = app.opened.app;
  const forget = storage.delete.bind(storage);
  const { data } = await render(won);
  const id = /([0-9a-f-]{36})\.png$/.exec(data.image_url)?.[1] ?? '';
  await app.owner.sql.run('update trade_picture set expires_at = $2 where id = $1', [id, app.opened.clock.now()]);
  let anew: string | undefined;
  const renewing = async (key: string) => {
    anew ??= (await render(won)).data.image_url;
    return forget(key);
  };
  Object.assign(storage, { delete: renewing });
  try {
    await app.opened.worker?.sweep('bestTrades.forget');
  } finally {
    Object.assign(storage, { delete: forget });
  }
  expect((await seen(anew ?? '')).status).toBe(200);
  expect((await storage.get(`trade-pictures/${id}.png`)).outcome).toBe('absent');
});

test('what the store did not forget is forgotten with the next round', async () => {
  const { storage } = app.opened.app;
  const forget = storage.delete.bind(storage);
  const { data } = await render({ order: 'less' });
  const id = /([0-9a-f-]{36})\.png$/.exec(data.image_url)?.[1] ?? '';
  await app.owner.sql.run('update trade_picture set expires_at = $2 where id = $1', [id, app.opened.clock.now()]);
  Object.assign(storage, { delete: async () => ({ outcome: 'unknown', reason: 'no answer' }) });
  try {
    await app.opened.worker?.sweep('bestTrades.forget');
  } finally {
    Object.assign(storage, { delete: forget });
  }
  expect((await storage.get(`trade-pictures/${id}.png`)).outcome).toBe('found');
  await app.opened.worker?.sweep('bestTrades.forget');
  expect((await storage.get(`trade-pictures/${id}.png`)).outcome).toBe('absent');
});

test.each(['-'.repeat(36), 'a'.repeat(36), '0'.repeat(8)])('there is no picture by a name such as %s', async (name) => {
  const { data } = await render({ order: 'won' });
  const answer = await seen(data.image_url.replace(/[^/]+$/, `${name}.png`));
  expect(answer.status).toBe(422);
});

test('the frame is the shortest that a picture has room for', () => {
  const hourMs = 3_600_000;
  expect(frameFor(0, 2 * hourMs)).toBe('1min');
  expect(frameFor(0, 2 * hourMs + 60_000)).toBe('5min');
  expect(frameFor(0, 400 * 24 * hourMs)).toBe('1w');
});

test('trades of several currencies stand by what they brought in one, at the day’s rates', async () => {
  const order = { account: 'advantage mt5', currency: 'EUR', leverage: 100, i_agree_tc: true };
  const { data } = await app.call({ method: 'POST', path: 'api/accounts/live', body: order, as: client });
  await app.owner.sql.run(`update trading_account set currency = 'JPY' where number = $1`, [data.number]);
  await sweep(app, 'reference-rates');
  // 14 955 yen are a hundred dollars or so.
  await keepDeals(app.owner.sql, 'mt5', traded('yen', 15_000n, data.number));
  const { trades } = (await app.call({ method: 'GET', path: 'api/direct/best-trades', as: client })).data;
  expect(trades.map((trade: { order: string; profit: string }) => [trade.order, trade.profit])).toEqual([
    ['won', '123.00'],
    ['yen', '14955'],
    ['less', '4.55'],
  ]);
});
