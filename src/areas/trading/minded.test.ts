import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Candle, Tick } from '../../ports/platform/port.ts';
import { openTerminal, type Dealer } from '../../server/testing/dealer.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import { holdSweeps, meanwhile, sweep } from '../../server/testing/telling.ts';
import { pointsOf, priceOfPoints } from './rules.ts';
import { swapCost } from './symbols/costs.ts';

/* What the server minds while nobody looks. Prices are told by the test, so that each comes when it says so. */

let app: TestApp;
let client: SignedIn;
let dealer: Dealer;

beforeAll(async () => {
  ({ app, client, dealer } = await openTerminal('global.active'));
  await holdSweeps(app, ['trading.alerts', 'trading.trailing', 'trading.endings']);
});

afterAll(() => app.close());

beforeEach(() => dealer.fault('none'));

const post = (path: string, body: object, as = client) => app.call({ method: 'POST', path: `api/trading/${path}`, body, as });
const notices = async (type: string) =>
  (await dealer.get('api/notifications')).data.notifications.filter((one: { type: string }) => one.type === type);
const shifted = (price: string, points: number) => priceOfPoints(pointsOf(price, 5) + BigInt(points), 5);
const bidNow = async (): Promise<string> => (await dealer.get('api/trading/ticks?symbols=EURUSD')).data.ticks[0].bid;

/** One look at the alerts, at that bid and after these candles. */
async function lookAt(bid: string, candles: readonly Candle[] = []): Promise<void> {
  const tick: Tick = { symbol: 'EURUSD', digits: 5, bid, ask: shifted(bid, 10), at: app.opened.clock.now() };
  await meanwhile(
    app.opened.app.platforms.mt5,
    {
      ticks: async () => ({ outcome: 'done', ticks: [tick] }),
      candles: async () => ({ outcome: 'done', candles }),
    },
    () => sweep(app, 'trading.alerts'),
  );
}

test('an alert waits once however often it is set, is told once when the bid has come to it, and is nobody else’s', async () => {
  const bid = await bidNow();
  const price = shifted(bid, 500);
  const set = () => post('alerts', { symbol: 'EURUSD', price });
  const [{ data }, , again] = await Promise.all([set(), set(), set()]);
  expect(again.data.alerts).toHaveLength(1);
  const [{ id }] = data.alerts;
  expect(again.data.alerts).toMatchObject([{ id, price, direction: 'rises', status: 'waiting', reached_price: null }]);
  const stranger = await app.signIn('ng.active');
  expect((await post(`alerts/${id}/remove`, {}, stranger)).data.alerts).toEqual([]);

  await lookAt(shifted(bid, 499));
  expect(await notices('price_alert_reached')).toEqual([]);
  await lookAt(shifted(bid, 503));
  await lookAt(shifted(bid, 504));
  expect(await notices('price_alert_reached')).toHaveLength(1);
  const { alerts } = (await dealer.get('api/trading/alerts')).data;
  expect(alerts).toMatchObject([{ id, status: 'reached', reached_price: shifted(bid, 503) }]);
  await app.drain();
  const mails = await app.owner.sql.many('select from outbox where topic = $1 and key like $2', [
    'post.mail',
    `%trading:alert:${id}`,
  ]);
  expect(mails).toHaveLength(1);
});

test('an alert that was touched while no worker ran is told by the next that does; what was before it was set does not count', async () => {
  const bid = await bidNow();
  const price = shifted(bid, -400);
  const [{ id }] = (await post('alerts', { symbol: 'EURUSD', price })).data.alerts;
  const before = new Date(app.opened.clock.now().getTime() - 60_000);
  await app.opened.clock.advance(600);
  const low = shifted(bid, -401);
  const candle = (at: Date): Candle => ({ at, open: bid, high: bid, low, close: bid, ticks: 9 });
  await lookAt(bid, [candle(before)]);
  const state = async () =>
    (await dealer.get('api/trading/alerts')).data.alerts.find((one: { id: number }) => one.id === id).status;
  expect(await state()).toBe('waiting');
  await app.opened.clock.advance(120);
  await lookAt(bid, [candle(app.opened.clock.now())]);
  expect(await state()).toBe('reached');
});

test('an alert that is removed waits no more, and no client has more than fifty', async () => {
  const bid = await bidNow();
  const [{ id }] = (await post('alerts', { symbol: 'EURUSD', price: shifted(bid, 900) })).data.alerts;
  const left = (await post(`alerts/${id}/remove`, {})).data.alerts;
  expect(left.map((one: { id: number }) => one.id)).not.toContain(id);
  await lookAt(shifted(bid, 950));
  await app.owner.sql.run(
    `insert into price_alert (client_id, platform, symbol, digits, price, direction, created_at, looked_at)
     select $1, 'mt5', 'GBPUSD', 5, n::text, 'rises', now(), now() from generate_series(10, 59) n`,
    [client.clientId],
  );
  expect(await post('alerts', { symbol: 'EURUSD', price: '9' })).toMatchObject({ errors: [{ code: 'too_many_alerts' }] });
  await app.owner.sql.run(`update price_alert set status = 'removed' where symbol = 'GBPUSD'`);
  expect(await post('alerts', { symbol: 'NOSUCH', price: '9' })).toMatchObject({ errors: [{ code: 'unknown_symbol' }] });
});

/** The positions as the platform has them: what calls answer may be half a second old. */
async function positions() {
  const answer = await app.opened.app.platforms.mt5.positions(dealer.demo);
  return answer.outcome === 'done' ? answer.positions : [];
}
const stop = async () => (await positions())[0]?.stopLoss;

test('the terms of a symbol have the costs of a lot in points and money, the margin by the account’s leverage, and the hours', async () => {
  const terms = async (symbol: string) => (await dealer.get(`api/trading/symbols/${symbol}/terms?account=${dealer.demo}`)).data;
  const euro = await terms('EURUSD');
  expect(euro).toMatchObject({
    currency: 'USD',
    leverage: 200,
    is_swap_free: false,
    symbol: { name: 'EURUSD', contract_size: '100000' },
  });
  // A point of 100 000 euros is a dollar.
  expect(Number(euro.spread.money)).toBe(Number(euro.spread.points));
  expect(euro.swap).toMatchObject({ triple_day: 3 });
  expect(euro.swap.long.money).toBe(euro.swap.long.points);
  const { margin } = (await dealer.get(`api/trading/margin?account=${dealer.demo}&symbol=EURUSD&side=buy&lots=0.01`)).data;
  expect(euro.margin).toMatchObject({ lots: '0.01', currency: 'USD' });
  expect(Math.abs(Number(euro.margin.amount) - Number(margin))).toBeLessThan(0.1);
  expect(euro.sessions.length).toBeGreaterThan(4);
  expect(euro.sessions[0]).toEqual({
    day: expect.any(Number),
    from: expect.stringMatching(/^\d\d:\d\d$/),
    to: expect.any(String),
  });
  // It trades on every day: no night counts for three.
  expect((await terms('BTCUSD')).swap.triple_day).toBeNull();
});

test.each([
  ['interest', '-2.10', { points: '-6.77', money: '-6.77' }],
  ['interest', '0.00', { points: '0.00', money: '0.00' }],
  ['points', '-3.5', { points: '-3.50', money: '-3.50' }],
] as const)('the swap of a lot by %s of %s is told in points and money', (by, rate, told) => {
  const swap = { by, long: rate, short: rate, tripleDay: 3 };
  // 1.16000 × 2.10 % ÷ 360 = 0.0000677 of a euro's price, of 100 000 of them.
  expect(swapCost(rate, { digits: 5, contractSize: '100000', bid: '1.16000', swap })).toEqual(told);
  const tenth = swapCost(rate, { digits: 5, contractSize: '10000.5', bid: '1.16000', swap });
  expect(tenth?.money).toBe({ '-6.77': '-0.68', '0.00': '0.00', '-3.50': '-0.35' }[told.money]);
});

/** One look at the stops that follow, with the positions at a price so many points from their own. */
async function followAt(points: number): Promise<void> {
  const { mt5 } = app.opened.app.platforms;
  const usual = mt5.positionsOf;
  const moved: typeof usual = async (logins) => {
    const answer = await usual(logins);
    if (answer.outcome !== 'done') return answer;
    const positions = answer.positions.map((one) => ({ ...one, currentPrice: shifted(one.openPrice, points) }));
    return { ...answer, positions };
  };
  await meanwhile(mt5, { positionsOf: moved }, () => sweep(app, 'trading.trailing'));
}

test('a stop follows the best price at its distance, never goes back, and keeps the take profit', async () => {
  const { fill } = await dealer.place();
  const { position = '', price = '' } = fill ?? {};
  const profit = shifted(price, 9000);
  await post(`positions/${position}/stops`, { account: dealer.demo, take_profit: profit });
  const set = (distance: number) => post(`positions/${position}/trailing`, { account: dealer.demo, distance_points: distance });
  expect((await set(3000)).data.trailing).toHaveLength(1);
  expect((await set(2000)).data.trailing).toMatchObject([{ position, distance_points: 2000, moved_at: null }]);

  await followAt(0);
  const first = await stop();
  await followAt(600);
  expect(await stop()).toBe(shifted(price, -1400));
  await followAt(100);
  expect(await stop()).toBe(shifted(price, -1400));
  expect(pointsOf(first ?? '', 5) < pointsOf(shifted(price, -1400), 5)).toBe(true);
  expect(await positions()).toMatchObject([{ takeProfit: profit }]);
  const kept = (await dealer.get(`api/trading/trailing?account=${dealer.demo}`)).data.trailing;
  expect(kept).toMatchObject([{ best: shifted(price, 600), moved_at: expect.any(String) }]);

  // Taken away, the stop stays where it is.
  expect((await set(0)).data.trailing).toEqual([]);
  await followAt(1500);
  expect(await stop()).toBe(shifted(price, -1400));
  await dealer.close(position);
});

test('a move whose answer was lost is looked up and not sent again, and ends with its position', async () => {
  const { fill } = await dealer.place({ side: 'sell' });
  const { position = '', price = '' } = fill ?? {};
  await post(`positions/${position}/trailing`, { account: dealer.demo, distance_points: 2500 });
  await dealer.fault('timeout_after');
  await followAt(-300);
  await followAt(-300);
  expect(await stop()).toBe(shifted(price, 2200));
  const orders = await app.owner.sql.many(`select id, status from trading_order where position = $1 and kind = 'stops'`, [
    position,
  ]);
  expect(orders).toMatchObject([{ status: 'done' }]);
  const trail = await app.owner.sql.many(
    `select from audit_event where actor_kind = 'system' and action = 'trading.stops'
    and subject = $1`,
    [`account:${dealer.demo}`],
  );
  expect(trail.length).toBeGreaterThan(0);
  await dealer.close(position);
  await followAt(0);
  expect((await dealer.get(`api/trading/trailing?account=${dealer.demo}`)).data.trailing).toEqual([]);
  expect(await post(`positions/${position}/trailing`, { account: dealer.demo, distance_points: 10 })).toMatchObject({
    errors: [{ code: 'position_closed' }],
  });
});

test('a stop set on an order that waits follows from its fill on, whichever worker sees that, and goes with the order', async () => {
  const bid = await bidNow();
  const placed = await dealer.place({ type: 'limit', at_price: shifted(bid, -300), trailing_points: 2000 });
  const gone = await dealer.place({ type: 'limit', at_price: '0.50000', trailing_points: 500 });
  const kept = async () => (await dealer.get(`api/trading/trailing?account=${dealer.demo}`)).data.trailing;
  const waits = { position: placed.pending, distance_points: 2000, is_waiting: true, moved_at: null };
  expect(await kept()).toMatchObject([waits, { position: gone.pending, distance_points: 500, is_waiting: true }]);
  const changed = await post(`positions/${placed.pending}/trailing`, { account: dealer.demo, distance_points: 2500 });
  expect(changed.data.trailing[0]).toMatchObject({ ...waits, distance_points: 2500 });
  await followAt(0);
  expect(await kept()).toHaveLength(2);

  await post(`pending/${gone.pending}/cancel`, { account: dealer.demo });
  await followAt(0);
  await followAt(0);
  expect(await kept()).toMatchObject([{ position: placed.pending, is_waiting: true }]);

  for (let hour = 0; (await positions()).length === 0 && hour < 300; hour++) await app.opened.clock.advance(3600);
  const [{ openPrice, position } = { openPrice: '', position: '' }] = await positions();
  expect(position).toBe(placed.pending);
  // Nothing is remembered but what stands in the database: each look could be another worker's.
  await followAt(400);
  expect(await stop()).toBe(shifted(openPrice, -2100));
  expect(await kept()).toMatchObject([{ position, is_waiting: false, best: shifted(openPrice, 400) }]);
  await dealer.close(position);
  await followAt(0);
  expect(await kept()).toEqual([]);
});

test('stops follow their positions while the platform tells of no orders that wait', async () => {
  const { fill } = await dealer.place();
  const { position = '', price = '' } = fill ?? {};
  const placed = await dealer.place({ type: 'limit', at_price: '0.50000', trailing_points: 500 });
  await post(`positions/${position}/trailing`, { account: dealer.demo, distance_points: 2000 });
  const silent = async () => ({ outcome: 'unknown', reason: 'no answer' }) as const;
  await meanwhile(app.opened.app.platforms.mt5, { ordersOf: silent }, () => followAt(700));
  expect(await stop()).toBe(shifted(price, -1300));
  const kept = async () => (await dealer.get(`api/trading/trailing?account=${dealer.demo}`)).data.trailing;
  expect(await kept()).toEqual(expect.arrayContaining([expect.objectContaining({ position: placed.pending, is_waiting: true })]));
  await post(`pending/${placed.pending}/cancel`, { account: dealer.demo });
  await dealer.close(position);
  await followAt(0);
  await followAt(0);
  expect(await kept()).toEqual([]);
});

test('an order that expires is told once, and one that its client cancelled is not', async () => {
  const expires = new Date(app.opened.clock.now().getTime() + 3_600_000).toISOString();
  await dealer.place({ type: 'limit', at_price: '0.50000', expires_at: expires });
  const cancelled = await dealer.place({ type: 'limit', at_price: '0.50000' });
  await post(`pending/${cancelled.pending}/cancel`, { account: dealer.demo });
  await sweep(app, 'trading.endings');
  expect(await notices('waiting_order_expired')).toEqual([]);
  await app.opened.clock.advance(7200);
  await sweep(app, 'trading.endings');
  await sweep(app, 'trading.endings');
  expect(await notices('waiting_order_expired')).toHaveLength(1);
  expect(await notices('waiting_order_cancelled')).toEqual([]);
  const left = await app.owner.sql.many('select from trading_order where awaits_end and number = $1', [dealer.demo]);
  expect(left).toEqual([]);
});
