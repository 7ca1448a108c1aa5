import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openDemo, openMarkets } from '../../server/testing/dealer.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import { endingDays } from './rules.ts';

/* A W-8BEN that has lapsed, from the terminal's calls to the platform and back. */

let app: TestApp;
let client: SignedIn;
let shares: number;
let name: string;

const post = async (path: string, body: object) => app.call({ method: 'POST', path: `api/${path}`, body, as: client });
const order = async (changed: object = {}) =>
  post('trading/orders', { account: shares, symbol: 'AAPL', side: 'buy', lots: '1', ...changed });
const held = async () =>
  (await app.call({ method: 'GET', path: `api/trading/positions?account=${shares}`, as: client })).data as {
    positions: { position: string; lots: string }[];
    orders: { order: string }[];
  };
const sign = async () =>
  post('direct/client-stocks-form/save', { account_type_id: 60, tin_number: '12345-678', signature: name });
/** The last day of the W-8BEN is so many days from the day on the application's clock. */
const endsIn = async (days: number) =>
  app.owner.sql.run('update w8ben set valid_until = $1::date + $2::integer', [
    app.opened.clock.now().toISOString().slice(0, 10),
    days,
  ]);
const lapsed = { httpStatus: 422, errors: [{ code: 'w8ben_lapsed', validation_messages: { symbol: expect.anything() } }] };
const waiting = { type: 'limit', at_price: '20.00', lots: '1' };

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app);
  await openMarkets(app);
  // In the afternoon, when New York trades too.
  await app.opened.clock.advance(6 * 3600);
  client = await app.signIn('ng.active');
  await post('accounts/live', { account: 'advantage mt5', currency: 'USD', leverage: 100, i_agree_tc: true });
  name = (await post('direct/client-stocks-form/get', { account_type_id: 60 })).data.client_name;
  await post('direct/client-stocks-form/save', {
    account_type_id: 60,
    occupation_id: 'student',
    annual_income_id: 'to20',
    saving_investments_id: 'to50',
    investment_objectives_id: 'growth',
    tin_number: '12345-678',
    signature: name,
  });
  const asked = { account: 'advantage stock', currency: 'USD', leverage: 1, non_professional: true };
  const opened = await post('accounts/live', { ...asked, i_agree_nasdaq: true, i_agree_tc: true });
  shares = opened.data.number;
  const money = { login: opened.data.number, kind: 'balance', amount: 1_000_000n, currency: 'USD', tag: 'test-shares' } as const;
  await app.opened.app.platforms.mt5.balanceOperation(money);
});
afterAll(async () => app.close());

test('orders for American shares are taken to the end of its last day, and from the next on none that opens anything', async () => {
  await endsIn(0);
  expect((await order({ lots: '2' })).errors).toEqual([]);
  const waits = await order(waiting);
  expect(waits.errors).toEqual([]);

  await endsIn(-1);
  for (const asked of [{}, { side: 'sell' }, waiting]) expect(await order(asked)).toMatchObject(lapsed);
  expect(await post(`trading/pending/${waits.data.order.pending}`, { account: shares, at_price: '21.00' })).toMatchObject(lapsed);
  expect(await held()).toMatchObject({ positions: [{ lots: expect.stringMatching(/^2(\.0+)?$/) }], orders: [{}] });
});

test('other symbols, and accounts of other types, are as open as before', async () => {
  expect((await order({ symbol: 'EURUSD', lots: '0.01' })).errors[0]?.code).not.toBe('w8ben_lapsed');
  const demo = await openDemo(app, client);
  expect((await order({ account: demo })).errors).toEqual([]);
});

test('what waited for its price when the form lapsed is cancelled by the worker, and told once; other symbols wait on', async () => {
  const euros = await order({ ...waiting, symbol: 'EURUSD', lots: '0.01', at_price: '0.50000' });
  expect(euros.errors).toEqual([]);
  const before = (await held()).orders;
  expect(before).toHaveLength(2);
  await app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode: 'timeout_before', count: 1 } });
  for (let look = 0; look < 3; look += 1) await sweep(app, 'trading.lapsed');
  expect((await held()).orders.map(({ order: one }) => one)).toEqual([euros.data.order.pending]);
  await sweep(app, 'trading.endings');
  const told = await app.owner.sql.many<{ type: string }>(`select type from notice where type like 'waiting_order%'`);
  expect(told).toEqual([{ type: 'waiting_order_without_form' }]);
});

test('what was bought can be closed, whole and in part, and what waits can be cancelled', async () => {
  const { positions, orders } = await held();
  const position = positions.find(({ lots }) => lots.startsWith('2'))?.position ?? '';
  expect((await post(`trading/positions/${position}/close`, { account: shares, lots: '1' })).errors).toEqual([]);
  expect((await post(`trading/positions/${position}/close`, { account: shares })).errors).toEqual([]);
  expect((await post(`trading/pending/${orders[0]?.order}/cancel`, { account: shares })).errors).toEqual([]);
  expect((await held()).positions.some((one) => one.position === position)).toBe(false);
});

test('signed anew, the next order is taken', async () => {
  expect(await order()).toMatchObject(lapsed);
  expect((await sign()).data.w8ben.state).toBe('valid');
  expect((await order()).errors).toEqual([]);
});

test('the client is told once before it ends and once when it has', async () => {
  const told = async () => {
    await sweep(app, 'stocks.w8ben');
    await sweep(app, 'stocks.w8ben');
    const rows = await app.owner.sql.many<{ type: string }>(`select type from notice where type like 'w8ben%' order by id`);
    return rows.map(({ type }) => type);
  };
  await endsIn(endingDays);
  expect(await told()).toEqual([]);
  await endsIn(endingDays - 1);
  expect(await told()).toEqual(['w8ben_ending']);
  await endsIn(0);
  expect(await told()).toEqual(['w8ben_ending']);
  await endsIn(-1);
  expect(await told()).toEqual(['w8ben_ending', 'w8ben_lapsed']);
  expect((await sign()).data.w8ben.state).toBe('valid');
  expect(await told()).toEqual(['w8ben_ending', 'w8ben_lapsed']);
});
