import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMarkets, openTerminal, type Dealer } from '../../server/testing/dealer.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import { outlastOperations } from '../../server/testing/operations.ts';

/* Orders that wait for their price, and the stops of positions, from the call to the platform and back. */

let app: TestApp;
let client: SignedIn;
let dealer: Dealer;

beforeAll(async () => {
  ({ app, client, dealer } = await openTerminal('global.active'));
});

afterAll(() => app.close());

beforeEach(() => dealer.fault('none'));

const post = (path: string, body: object) =>
  app.call({ method: 'POST', path: `api/trading/${path}`, body: { account: dealer.demo, ...body }, as: client });
const orders = async () => (await dealer.get(`api/trading/positions?account=${dealer.demo}`)).data.orders;
const level = async (points: number): Promise<string> => {
  const [tick] = (await dealer.get('api/trading/ticks?symbols=EURUSD')).data.ticks;
  return ((Math.round(Number(tick.ask) * 100_000) + points) / 100_000).toFixed(5);
};

test('an order that waits is placed, changed and cancelled, and the account shows what is in force', async () => {
  const at = await level(-2000);
  const placed = await dealer.place({ type: 'limit', at_price: at, stop_loss: await level(-9000), client_order_id: 'w1' });
  expect(placed).toMatchObject({ kind: 'pending', status: 'done', fill: null, next: null });
  expect(await orders()).toMatchObject([
    { order: placed.pending, type: 'limit', price: at, take_profit: null, expires_at: null },
  ]);

  const [lower, expires] = [await level(-3000), new Date(app.opened.clock.now().getTime() + 86_400_000).toISOString()];
  const changed = await post(`pending/${placed.pending}`, { at_price: lower, expires_at: expires });
  expect(changed.data.order).toMatchObject({ kind: 'change', status: 'done', pending: placed.pending });
  expect(await orders()).toMatchObject([{ price: lower, stop_loss: null, expires_at: `${expires.slice(0, 19)}.000Z` }]);

  const cancelled = await post(`pending/${placed.pending}/cancel`, { client_order_id: 'c1' });
  expect(cancelled.data.order).toMatchObject({ kind: 'cancel', status: 'done' });
  expect(await orders()).toEqual([]);
  // The same name is the same wish: it is not asked for again.
  expect((await post(`pending/${placed.pending}/cancel`, { client_order_id: 'c1' })).data.order.id).toBe(cancelled.data.order.id);
  expect(await post(`pending/${placed.pending}/cancel`, {})).toMatchObject({ errors: [{ code: 'order_gone' }] });
});

test('the same name places one order, also when both calls arrive at once, and another order may not have it', async () => {
  const wish = { type: 'stop', at_price: await level(4000), client_order_id: 'twice' };
  const [one, other] = await Promise.all([dealer.buy(wish), dealer.buy(wish)]);
  expect(one.data.order.id).toBe(other.data.order.id);
  expect(await orders()).toHaveLength(1);
  const reused = await dealer.buy({ ...wish, at_price: await level(5000) });
  expect(reused).toMatchObject({ httpStatus: 409, errors: [{ code: 'order_key_reused' }] });
  await post(`pending/${(await orders())[0].order}/cancel`, {});
});

test('stops are set at an order at market and on a position, and taken away again', async () => {
  const stops = { stop_loss: await level(-5000), take_profit: await level(5000) };
  const { fill } = await dealer.place(stops);
  expect(await dealer.positions()).toMatchObject([stops]);
  const position = fill?.position ?? '';
  const higher = await level(6000);
  const moved = await post(`positions/${position}/stops`, { take_profit: higher });
  expect(moved.data.order).toMatchObject({ kind: 'stops', status: 'done', pending: null });
  expect(await dealer.positions()).toMatchObject([{ stop_loss: null, take_profit: higher }]);
  const wrong = await post(`positions/${position}/stops`, { stop_loss: await level(3000) });
  expect(wrong).toMatchObject({ httpStatus: 422, errors: [{ code: 'wrong_stops' }] });
  expect(wrong.errors[0]?.validation_messages).toHaveProperty('stop_loss');
  await dealer.close(position);
  expect(await post(`positions/${position}/stops`, {})).toMatchObject({ errors: [{ code: 'position_closed' }] });
});

test('what does not fit is refused before or by the platform, each at its field', async () => {
  const cases = [
    [{ type: 'limit' }, 'wrong_order_price', 'at_price'],
    [{ type: 'limit', at_price: await level(3000) }, 'wrong_order_price', 'at_price'],
    [{ type: 'stop_limit', at_price: await level(3000) }, 'wrong_order_price', 'limit_price'],
    [{ type: 'limit', at_price: await level(-3000), expires_at: '2020-01-01T00:00:00Z' }, 'wrong_expiry', 'expires_at'],
    [{ type: 'limit', at_price: await level(-3000), stop_loss: await level(-100) }, 'wrong_stops', 'stop_loss'],
    [{ type: 'limit', at_price: await level(-3000), lots: '0.015' }, 'wrong_volume', 'lots'],
    [{ trailing_points: 500 }, 'validation_failed', 'trailing_points'],
    [{ type: 'market', trailing_points: 500 }, 'validation_failed', 'trailing_points'],
  ] as const;
  for (const [changed, code, field] of cases) {
    const answer = await dealer.buy(changed);
    expect([answer.errors[0]?.code, Object.keys(answer.errors[0]?.validation_messages ?? {})]).toEqual([code, [field]]);
  }
  expect(await orders()).toEqual([]);
});

test('an order that waits may be placed while its market is closed, and says which kinds the platform takes', async () => {
  const kinds = async (platform: string) => (await dealer.get(`api/trading/symbols?platform=${platform}`)).data.pending_kinds;
  expect(await kinds('mt5')).toEqual(['limit', 'stop', 'stop_limit']);
  expect(await kinds('mt4')).toEqual(['limit', 'stop']);
  const placed = await dealer.place({ symbol: 'AAPL', lots: '1', type: 'limit', at_price: '1.00' });
  expect(placed).toMatchObject({ status: 'done' });
  await post(`pending/${placed.pending}/cancel`, {});
});

test('an order whose answer was lost is found by its tag, and one that never came is given up unsent', async () => {
  await dealer.fault('timeout_after');
  expect(await dealer.place({ type: 'limit', at_price: await level(-4000) })).toMatchObject({ status: 'done' });
  const [{ order }] = await orders();
  await dealer.fault('timeout_after');
  expect((await post(`pending/${order}/cancel`, {})).data.order).toMatchObject({ status: 'done' });
  expect(await orders()).toEqual([]);

  await dealer.fault('timeout_before');
  const wish = { type: 'limit', at_price: await level(-4000), client_order_id: 'never' };
  const lost = await dealer.place(wish);
  expect(lost).toMatchObject({ status: 'processing', next: { who: 'platform' } });
  expect((await dealer.buy(wish)).data.order.id).toBe(lost.id);
  await outlastOperations(app, `order:${lost.id}`);
  await app.opened.clock.advance(600);
  await app.drain();
  expect((await dealer.get(`api/trading/orders/${lost.id}`)).data.order).toMatchObject({ status: 'failed' });
  expect(await orders()).toEqual([]);
});

test('an order is filled at its price by the platform, and its position is the account’s', async () => {
  const placed = await dealer.place({ type: 'stop', at_price: await level(30) });
  for (let hour = 0; (await dealer.positions()).length === 0 && hour < 300; hour++) await app.opened.clock.advance(3600);
  expect(await dealer.positions()).toMatchObject([{ position: placed.pending }]);
  // Whichever hour that was, the markets are open for what comes after it.
  await openMarkets(app);
  await dealer.close(placed.pending ?? '');
});

test('all positions that fit are closed under one name, which closes nothing of later', async () => {
  for (const side of ['buy', 'buy', 'sell']) await dealer.place({ side });
  const closing = { which: 'buy', symbol: 'EURUSD', client_order_id: 'all-1' };
  const [first, second] = [await post('positions/close', closing), await dealer.place()];
  expect(first.data.orders).toMatchObject([
    { kind: 'close', status: 'filled', side: 'sell' },
    { kind: 'close', status: 'filled', side: 'sell' },
  ]);
  const again = await post('positions/close', closing);
  expect(again.data.orders.map(({ id }: { id: number }) => id)).toEqual(first.data.orders.map(({ id }: { id: number }) => id));
  expect(await dealer.positions()).toMatchObject([{ side: 'sell' }, { position: second.fill?.position }]);
  expect((await post('positions/close', { which: 'all', client_order_id: 'all-2' })).data.orders).toHaveLength(2);
  expect(await dealer.positions()).toEqual([]);
  expect(await post('positions/close', { which: 'all', client_order_id: 'all-3' })).toMatchObject({
    errors: [{ code: 'position_closed' }],
  });
});

test('the history has the orders that ended and the deals, the newest first, with their money', async () => {
  const { orders: past, deals, currency, earlier } = (await dealer.get(`api/trading/history?account=${dealer.demo}`)).data;
  expect([currency, earlier]).toEqual(['USD', null]);
  expect(new Set(past.map(({ state }: { state: string }) => state))).toEqual(new Set(['cancelled', 'filled']));
  const times = deals.map(({ at }: { at: string }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(deals[0]).toMatchObject({ symbol: 'EURUSD', entry: 'out', lots: '0.1', commission: '-0.15' });
  const stranger = await app.signIn('ng.active');
  expect(await dealer.get(`api/trading/history?account=${dealer.demo}`, stranger)).toMatchObject({
    errors: [{ code: 'unknown_account' }],
  });
});
