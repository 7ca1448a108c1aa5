import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDemo, openTerminal, type Dealer } from '../../server/testing/dealer.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let client: SignedIn;
let dealer: Dealer;
let demo: number;

beforeAll(async () => {
  ({ app, client, dealer } = await openTerminal('global.active'));
  demo = dealer.demo;
});

afterAll(() => app.close());

beforeEach(() => dealer.fault('none'));

test('the terminal lists the accounts that can be traded, and symbols with their groups and volumes', async () => {
  const accounts = (await dealer.get('api/trading/accounts')).data;
  expect(accounts.demo.map((account: { number: number }) => account.number)).toContain(demo);
  expect(accounts.demo_leverages).toEqual([33, 100, 200, 500]);
  const { symbols } = (await dealer.get('api/trading/symbols?platform=mt5')).data;
  expect(symbols.length).toBeGreaterThanOrEqual(40);
  expect(symbols[0]).toMatchObject({ group: 'major', lots_step: '0.01' });
});

test('what the law lets nobody sell to a client is not shown to them: no crypto for retail in the UK', async () => {
  const uk = await app.signIn('uk.active');
  for (const platform of ['mt5', 'mt4']) {
    const { symbols } = (await dealer.get(`api/trading/symbols?platform=${platform}`, uk)).data;
    expect(symbols.filter(({ group }: { group: string }) => group === 'crypto')).toEqual([]);
    expect(symbols.length).toBeGreaterThan(30);
    const { ticks } = (await dealer.get(`api/trading/ticks?platform=${platform}&symbols=BTCUSD,EURUSD`, uk)).data;
    expect(ticks.map((tick: { symbol: string }) => tick.symbol)).toEqual(['EURUSD']);
    for (const path of ['symbols/BTCUSD?', 'candles?symbol=BTCUSD&'])
      expect(await dealer.get(`api/trading/${path}platform=${platform}`, uk)).toMatchObject({
        errors: [{ code: 'unknown_symbol' }],
      });
  }
  const theirs = await openDemo(app, uk, { currency: 'GBP', leverage: 30 });
  const order = { account: theirs, symbol: 'BTCUSD', side: 'buy', lots: '0.01' };
  const refused = await app.call({ method: 'POST', path: 'api/trading/orders', body: order, as: uk });
  expect(refused).toMatchObject({ httpStatus: 422, errors: [{ code: 'trade_disabled' }] });
  const { symbols } = (await dealer.get('api/trading/symbols?platform=mt5')).data;
  expect(symbols.map(({ name }: { name: string }) => name)).toContain('BTCUSD');
});

test('prices come with their spread and their change against the day before', async () => {
  const { ticks } = (await dealer.get('api/trading/ticks?symbols=EURUSD,XAUUSD,NOTHING')).data;
  expect(ticks.map((tick: { symbol: string }) => tick.symbol)).toEqual(['EURUSD', 'XAUUSD']);
  expect(ticks[0]).toMatchObject({ is_open: true, opens_at: null });
  expect(ticks[0].spread).toBeGreaterThan(0);
  expect(ticks[0].change).toMatch(/^-?\d+\.\d\d$/);
});

test('candles come in the eight timeframes, bounded', async () => {
  for (const timeframe of ['5min', '15min', '30min', '1h', '4h', '1d', '1w', '1mon']) {
    const answer = await dealer.get(`api/trading/candles?symbol=EURUSD&timeframe=${timeframe}`);
    expect(answer.errors).toEqual([]);
    expect(answer.data.candles.length).toBeGreaterThan(10);
    expect(answer.data.candles.length).toBeLessThanOrEqual(300);
  }
  const wide = await dealer.get('api/trading/candles?symbol=EURUSD&timeframe=5min&from=2020-01-01T00:00:00Z');
  expect(wide).toMatchObject({ httpStatus: 422, errors: [{ code: 'candle_range' }] });
});

test('buying opens a position at the price, and the account knows its new money at once', async () => {
  const [tick] = (await dealer.get('api/trading/ticks?symbols=EURUSD')).data.ticks;
  const margin = (await dealer.get(`api/trading/margin?account=${demo}&symbol=EURUSD&side=buy&lots=0.10`)).data;
  expect(margin).toMatchObject({ currency: 'USD', is_enough: true });
  const order = await dealer.place({ price: tick.ask, deviation_points: 200 });
  expect(order).toMatchObject({ status: 'filled', kind: 'open', fill: { lots: '0.1' } });
  const [position] = await dealer.positions();
  expect(position).toMatchObject({ position: order.fill?.position, side: 'buy', open_price: order.fill?.price });
  const accounts = (await dealer.get('api/trading/accounts')).data.demo;
  const account = accounts.find((one: { number: number }) => one.number === demo);
  // Prices move between the question and the order, and the margin with them by cents.
  expect(Number(account.margin)).toBeCloseTo(Number(margin.margin), 0);
  expect((await dealer.close(position.position)).data.order).toMatchObject({ status: 'filled', kind: 'close', side: 'sell' });
  expect(await dealer.positions()).toEqual([]);
});

test('an order tells in money what it cost and what closing came to, once its deal has been read', async () => {
  const told = async (id: number | undefined) => {
    await app.opened.worker?.sweep('mirror.deals');
    return (await dealer.get(`api/trading/orders/${id}`)).data.order.money;
  };
  const opening = await dealer.place({ lots: '0.30' });
  expect(await told(opening.id)).toEqual({ currency: 'USD', profit: '0.00', swap: '0.00', commission: '-0.45', result: '-0.45' });
  const [position] = await dealer.positions();
  const closing = (await dealer.close(position.position)).data.order;
  const money = await told(closing.id);
  // Both sides of the commission, as the account's list of trades has them.
  expect(money).toMatchObject({ currency: 'USD', commission: '-0.90' });
  const [trade] = (await dealer.get(`api/accounts/${demo}/trades?limit=1`)).data.trades;
  const { profit, swap, commission, result } = trade;
  expect(money).toEqual({ currency: 'USD', profit, swap, commission, result });
});

test('lots and prices may come as numbers of JSON, as amounts may', async () => {
  const [tick] = (await dealer.get('api/trading/ticks?symbols=EURUSD')).data.ticks;
  const { fill } = await dealer.place({ lots: 0.2, price: Number(tick.ask), deviation_points: 500 });
  expect(fill).toMatchObject({ lots: '0.2' });
  expect((await dealer.close(fill?.position ?? '', { lots: 0.2 })).data.order).toMatchObject({ status: 'filled' });
  const inexact = await dealer.buy({ lots: 0.1 + 0.2 });
  expect(inexact.errors[0]?.validation_messages).toHaveProperty('lots.format');
});

test('a part of a position can be closed, and the rest stays open', async () => {
  const { fill } = await dealer.place({ lots: '0.30', side: 'sell' });
  const position = fill?.position ?? '';
  expect((await dealer.close(position, { lots: '0.10' })).data.order).toMatchObject({ status: 'filled', fill: { lots: '0.1' } });
  expect(await dealer.positions()).toMatchObject([{ position, lots: '0.2' }]);
  const tooMuch = await dealer.close(position, { lots: '0.50' });
  expect(tooMuch).toMatchObject({ httpStatus: 422, errors: [{ code: 'wrong_volume' }] });
  expect(tooMuch.errors[0]?.validation_messages).toHaveProperty('lots');
  await dealer.close(position);
  expect(await dealer.close(position)).toMatchObject({ httpStatus: 422, errors: [{ code: 'position_closed' }] });
});

test.each([
  [{ symbol: 'AAPL' }, 'market_closed', 'symbol'],
  [{ symbol: 'NOTHING' }, 'unknown_symbol', 'symbol'],
  [{ lots: '0.015' }, 'wrong_volume', 'lots'],
  [{ lots: '51' }, 'wrong_volume', 'lots'],
  [{ lots: '50' }, 'not_enough_margin', 'lots'],
  [{ price: '0.50000', deviation_points: 1 }, 'price_changed', 'price'],
  [{ lots: '-1' }, 'validation_failed', 'lots'],
  [{ account: 12 }, 'unknown_account', 'account'],
])('an order with %o is refused as %s, on its field, and nothing changes', async (changed, code, field) => {
  const answer = await dealer.buy(changed);
  expect(answer.httpStatus).toBe(422);
  expect(answer.errors[0]?.code).toBe(code);
  expect(answer.errors[0]?.errmsg).not.toContain('error.');
  expect(answer.errors[0]?.validation_messages).toHaveProperty(field);
  expect(await dealer.positions()).toEqual([]);
});

test('somebody else’s account answers like one that does not exist', async () => {
  const other = await app.signIn('global.promo');
  const theirs = await openDemo(app, other);
  for (const path of [`positions?account=${theirs}`, `margin?account=${theirs}&symbol=EURUSD&side=buy&lots=0.1`])
    expect(await dealer.get(`api/trading/${path}`)).toMatchObject({ httpStatus: 422, errors: [{ code: 'unknown_account' }] });
  expect(await dealer.buy({ account: theirs })).toMatchObject({ httpStatus: 422, errors: [{ code: 'unknown_account' }] });
  const { order } = { order: await dealer.place() };
  const seen = await dealer.get(`api/trading/orders/${order.id}`, other);
  expect(seen).toMatchObject({ httpStatus: 422, errors: [{ code: 'order_unknown' }] });
  await dealer.close(order.fill?.position ?? '');
});

test('a client who may not trade with money may still trade with play money', async () => {
  const lead = await app.signIn('global.lead');
  const theirs = await openDemo(app, lead);
  const as = { method: 'POST', path: 'api/trading/orders', as: lead } as const;
  const body = { account: theirs, symbol: 'EURUSD', side: 'buy', lots: '0.01' };
  expect((await app.call({ ...as, body })).data.order.status).toBe('filled');
  await app.database.sql.run('update trading_account set is_demo = false where number = $1', [theirs]);
  const refused = await app.call({ ...as, body });
  expect(refused).toMatchObject({ httpStatus: 403, errors: [{ code: 'complete_registration' }], data: { gate: 'trade' } });
});

test('the same key is the same order, however often and however close together it comes', async () => {
  const key = { 'idempotency-key': 'buy-once' };
  const first = await dealer.buy({}, key);
  expect((await dealer.buy({}, key)).data).toEqual(first.data);
  expect(await dealer.buy({ lots: '0.20' }, key)).toMatchObject({ httpStatus: 409 });

  const own = { client_order_id: 'mine-1' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => dealer.buy(own)));
  const ids = new Set(answers.map((answer) => answer.data.order?.id));
  expect(ids.size).toBe(1);
  expect(await dealer.buy({ ...own, lots: '0.20' })).toMatchObject({ httpStatus: 409, errors: [{ code: 'order_key_reused' }] });
  const open = await dealer.positions();
  expect(open).toHaveLength(2);
  for (const { position } of open) {
    const mine = { client_order_id: `close-${position}` };
    const closed = await dealer.close(position, mine);
    // Asked again when the position is gone: the same answer, not a refusal.
    expect((await dealer.close(position, mine)).data).toEqual(closed.data);
  }
});

test('an order and a change of leverage at once leave one leverage, and a change that was refused has changed nothing', async () => {
  const leverage = async () =>
    (await dealer.get('api/trading/accounts')).data.demo.find((one: { number: number }) => one.number === demo).leverage;
  const change = (to: number) =>
    app.call({ method: 'PATCH', path: `api/accounts/${demo}/leverage`, body: { leverage: to }, as: client });
  for (let round = 0; round < 8; round += 1) {
    const before = await leverage();
    const [order, changed] = await Promise.all([dealer.buy({ lots: '0.01' }), change(before === 100 ? 500 : 100)]);
    // Both can be: an order that comes when the change is over already finds the new leverage.
    const isOpen = order.httpStatus === 200;
    const isChanged = changed.httpStatus === 200;
    expect(await leverage()).toBe(isChanged ? (before === 100 ? 500 : 100) : before);
    const told = await app.opened.app.platforms.mt5.account(demo);
    expect(told).toMatchObject({ account: { leverage: await leverage() } });
    if (isOpen) await dealer.close(order.data.order.fill.position);
  }
});

test('of many changes of leverage at once the platform and our row keep the same one', async () => {
  const change = (to: number) =>
    app.call({ method: 'PATCH', path: `api/accounts/${demo}/leverage`, body: { leverage: to }, as: client });
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([100, 200, 500, 100, 200, 500].map(change));
    const refused = answers.filter(({ httpStatus }) => httpStatus !== 200);
    expect(refused.map(({ errors }) => errors[0]?.code)).toEqual(refused.map(() => 'leverage_changing'));
    expect(refused.length).toBeLessThan(answers.length);
    const row = await app.database.sql.one<{ leverage: number }>(
      'select leverage from trading_account where number = $1 and leverage_wanted is null',
      [demo],
    );
    expect(await app.opened.app.platforms.mt5.account(demo)).toMatchObject({ account: row });
  }
});

test('an order waits for no leverage that is being changed: it is refused, and closing is not', async () => {
  const order = await dealer.place({ lots: '0.01' });
  await app.database.sql.run('update trading_account set leverage_wanted = 200 where number = $1', [demo]);
  expect(await dealer.buy({ lots: '0.01' })).toMatchObject({ httpStatus: 422, errors: [{ code: 'leverage_changing' }] });
  expect((await dealer.close(order.fill?.position ?? '')).data.order).toMatchObject({ status: 'filled' });
  await app.database.sql.run('update trading_account set leverage_wanted = null where number = $1', [demo]);
});

test('an order cannot be given without a session or a token', async () => {
  const path = 'api/trading/orders';
  const body = { account: demo, symbol: 'EURUSD', side: 'buy', lots: '0.10' };
  expect((await app.call({ method: 'POST', path, body })).httpStatus).toBe(401);
  const bare = await app.call({ method: 'POST', path, body, as: { ...client, token: 'wrong' } });
  expect(bare).toMatchObject({ httpStatus: 403, errors: [{ code: 'invalid_auth_token' }] });
});

test('at a weekend the last candles are those before it, in the shortest frame too', async () => {
  // Saturday at 20:00: the market has been closed for longer than the usual candles of a minute fill.
  const now = app.opened.clock.now();
  const saturday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ((6 - now.getUTCDay() + 7) % 7) + 7, 20);
  await app.opened.clock.advance(Math.ceil((saturday - now.getTime()) / 1000));
  const { candles } = (await dealer.get('api/trading/candles?symbol=EURUSD&timeframe=1min')).data;
  expect(candles).toHaveLength(300);
  expect(new Date(candles.at(-1).at).getUTCDay()).toBe(5);
});
