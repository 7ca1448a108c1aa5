import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { after, dayMs, hourMs, minuteMs } from '../../base/time.ts';
import { must, mustFill, openPlatformBench, wednesday, type PlatformBench } from '../../server/testing/platform.ts';
import type { PendingPlacing } from './port.ts';

/* Orders that wait for a price, and the stops of positions, over every connector and against each sandbox. */

describe.each(['mt5', 'mt4'] as const)('the %s platform', (kind) => {
  let bench: PlatformBench;

  beforeAll(async () => {
    bench = await openPlatformBench(kind);
  });

  afterAll(() => bench.close());

  beforeEach(() => {
    bench.clock.set(wednesday);
    bench.server().fault('none');
  });

  const priceNow = async (symbol = 'EURUSD') => {
    const [tick] = must(await bench.platform.ticks([symbol])).ticks;
    if (!tick) throw new Error(`no price of ${symbol}`);
    return { bid: points(tick.bid), ask: points(tick.ask) };
  };
  const place = (login: number, changed: Partial<PendingPlacing>) =>
    bench.platform.placePending({
      login,
      symbol: 'EURUSD',
      side: 'buy',
      lots: '0.10',
      kind: 'limit',
      price: '1',
      tag: 'w:1',
      ...changed,
    });
  const ended = async (login: number) =>
    must(await bench.platform.endedOrders({ login, from: wednesday, to: after(wednesday, 40 * dayMs), offset: 0, total: 100 }))
      .orders;

  test('keeps an order until its price is touched, fills it at that price or better, and keeps its stops', async () => {
    const login = await bench.funded(1_000_000n);
    const { ask } = await priceNow();
    const wish = { price: price(ask - 60), stopLoss: price(ask - 5000), takeProfit: price(ask + 5000) };
    const { order } = must(await place(login, wish));
    expect(must(await bench.platform.orders(login)).orders).toMatchObject([
      { order, login, kind: 'limit', side: 'buy', lots: '0.1', ...wish, tag: 'w:1', placedAt: wednesday, expiresAt: undefined },
    ]);
    const positions = await waitFor(login);
    expect(positions).toMatchObject([{ position: order, lots: '0.1', stopLoss: wish.stopLoss, takeProfit: wish.takeProfit }]);
    expect(points(positions[0]?.openPrice ?? '')).toBeLessThanOrEqual(ask - 60);
    expect(must(await bench.platform.orders(login)).orders).toEqual([]);
    expect(await ended(login)).toMatchObject([{ order, state: 'filled', tag: 'w:1' }]);
    const { deals } = must(await bench.platform.findByTag(tagged(login, 'w:1')));
    expect(deals).toMatchObject([{ position: order, entry: 'in' }]);
  });

  test('ends an order at its time, and when it is cancelled, and neither twice', async () => {
    const login = await bench.funded(1_000_000n);
    const { ask } = await priceNow();
    const expiresAt = after(wednesday, hourMs);
    const far = price(ask - 20_000);
    const short = must(await place(login, { price: far, expiresAt, tag: 'w:short' })).order;
    const long = must(await place(login, { price: far, tag: 'w:long' })).order;
    expect(must(await bench.platform.orders(login)).orders[0]).toMatchObject({ expiresAt });
    bench.clock.set(after(wednesday, 2 * hourMs));
    expect(must(await bench.platform.ordersOf([login])).orders).toMatchObject([{ order: long }]);
    must(await bench.platform.cancelPending({ login, order: long }));
    expect(await bench.platform.cancelPending({ login, order: long })).toMatchObject({ outcome: 'refused', code: 'order_gone' });
    expect(await ended(login)).toMatchObject([
      { order: short, state: 'expired' },
      { order: long, state: 'cancelled' },
    ]);
  });

  test('changes prices and end of an order, and refuses what lies on the wrong side', async () => {
    const login = await bench.funded(1_000_000n);
    const { bid, ask } = await priceNow();
    const { order } = must(await place(login, { kind: 'stop', side: 'sell', price: price(bid - 3000), tag: 'w:2' }));
    const expiresAt = after(wednesday, dayMs);
    const change = { login, order, price: price(bid - 4000), stopLoss: price(bid - 2000), expiresAt };
    must(await bench.platform.changePending(change));
    expect(must(await bench.platform.orders(login)).orders).toMatchObject([
      { order, kind: 'stop', side: 'sell', price: change.price, stopLoss: change.stopLoss, takeProfit: undefined, expiresAt },
    ]);
    const refusals = [
      [{ ...change, price: price(ask + 3000) }, 'wrong_price'],
      [{ ...change, stopLoss: price(bid - 9000) }, 'wrong_stops'],
      [{ ...change, expiresAt: after(wednesday, -hourMs) }, 'wrong_expiry'],
      [{ ...change, order: '999999' }, 'order_gone'],
    ] as const;
    for (const [wrong, code] of refusals) expect(await bench.platform.changePending(wrong)).toMatchObject({ code });
    expect(await place(login, { price: price(ask + 100) })).toMatchObject({ code: 'wrong_price' });
    expect(await place(login, { price: price(ask - 100), lots: '0.015' })).toMatchObject({ code: 'wrong_volume' });
    expect(await place(login, { price: price(ask - 100), symbol: 'NOTHING' })).toMatchObject({ code: 'unknown_symbol' });
  });

  test('closes a position at its stop loss or its take profit by itself, also when nobody looks', async () => {
    for (const [name, sign] of [
      ['stopLoss', -1],
      ['takeProfit', 1],
    ] as const) {
      bench.clock.set(wednesday);
      const login = await bench.funded(1_000_000n);
      const fill = mustFill(
        await bench.platform.marketOrder({ login, symbol: 'EURUSD', side: 'buy', lots: '0.10', tag: `m:${name}` }),
      );
      const { bid } = await priceNow();
      const level = bid + sign * 60;
      must(await bench.platform.changeStops({ login, position: fill.position, [name]: price(level) }));
      expect(must(await bench.platform.positions(login)).positions).toMatchObject([{ [name]: price(level) }]);
      await untilGone(login);
      const { trades } = must(
        await bench.platform.closedTrades({ login, from: wednesday, to: after(wednesday, 40 * dayMs), offset: 0, total: 10 }),
      );
      expect(trades).toHaveLength(1);
      expect((points(trades[0]?.closePrice ?? '') - level) * sign).toBeGreaterThanOrEqual(0);
    }
  });

  test('refuses stops on the wrong side of the price, of a position and of an order at market', async () => {
    const login = await bench.funded(1_000_000n);
    const { bid } = await priceNow();
    const order = { login, symbol: 'EURUSD', side: 'buy', lots: '0.10', tag: 'm:1' } as const;
    expect(await bench.platform.marketOrder({ ...order, stopLoss: price(bid + 500) })).toMatchObject({ code: 'wrong_stops' });
    const fill = mustFill(
      await bench.platform.marketOrder({ ...order, stopLoss: price(bid - 5000), takeProfit: price(bid + 5000) }),
    );
    expect(must(await bench.platform.positions(login)).positions).toMatchObject([
      { stopLoss: price(bid - 5000), takeProfit: price(bid + 5000) },
    ]);
    const { position } = fill;
    expect(await bench.platform.changeStops({ login, position, takeProfit: price(bid - 5) })).toMatchObject({
      code: 'wrong_stops',
    });
    must(await bench.platform.changeStops({ login, position }));
    expect(must(await bench.platform.positions(login)).positions).toMatchObject([{ stopLoss: undefined, takeProfit: undefined }]);
    expect(await bench.platform.changeStops({ login, position: '999999' })).toMatchObject({ code: 'position_closed' });
  });

  test.runIf(kind === 'mt4')('says that it has no stop limit orders, and sends none', async () => {
    expect(bench.platform.pendingKinds).toEqual(['limit', 'stop']);
    const login = await bench.funded(1_000_000n);
    expect(await place(login, { kind: 'stop_limit', price: '2', limitPrice: '1.9' })).toMatchObject({ code: 'wrong_kind' });
  });

  test.runIf(kind === 'mt5')('fills a stop limit at its limit or better, after its stop was touched', async () => {
    const login = await bench.funded(1_000_000n);
    const { ask } = await priceNow();
    const wish = { kind: 'stop_limit', price: price(ask + 30), limitPrice: price(ask - 30) } as const;
    must(await place(login, wish));
    expect(must(await bench.platform.orders(login)).orders).toMatchObject([wish]);
    const [position] = await waitFor(login);
    expect(points(position?.openPrice ?? '')).toBeLessThanOrEqual(ask - 30);
  });

  test('drops an order that there is no margin for when its price comes', async () => {
    const login = await bench.funded(10_000n);
    const { ask } = await priceNow();
    const { order } = must(await place(login, { lots: '5', price: price(ask - 40) }));
    for (let hour = 1; (await ended(login)).length === 0 && hour < 24 * 14; hour++)
      bench.clock.set(after(wednesday, hour * hourMs));
    expect(await ended(login)).toMatchObject([{ order, state: 'rejected' }]);
    expect(must(await bench.platform.positions(login)).positions).toEqual([]);
  });

  test('leaves it unknown when the answer was lost, and the order is found by its tag', async () => {
    const login = await bench.funded(1_000_000n);
    const { ask } = await priceNow();
    const impatient = bench.connect({ timeoutMs: 1500 });
    const wish = { login, symbol: 'EURUSD', side: 'buy', lots: '0.10', kind: 'limit', price: price(ask - 9000) } as const;
    // It is connected before anything of it is lost, however long that takes.
    const connected = () => vi.waitFor(async () => must(await impatient.orders(login)), { timeout: 60_000 });
    await connected();
    bench.server().fault('timeout_after');
    expect(await impatient.placePending({ ...wish, tag: 'w:lost' })).toMatchObject({ outcome: 'unknown' });
    const ordersThere = async () => must(await bench.platform.orders(login)).orders;
    await expect.poll(ordersThere, { timeout: 60_000 }).toMatchObject([{ tag: 'w:lost' }]);
    await connected();
    bench.server().fault('timeout_before');
    expect(await impatient.placePending({ ...wish, tag: 'w:never' })).toMatchObject({ outcome: 'unknown' });
    expect(must(await bench.platform.orders(login)).orders).toHaveLength(1);
    await impatient.close();
  });

  test('what waits survives a restart of the server, with what was touched while it was away', async () => {
    const login = await bench.funded(1_000_000n);
    const { ask } = await priceNow();
    must(await place(login, { price: price(ask - 60) }));
    await bench.restart();
    expect(await waitFor(login)).toHaveLength(1);
  });

  /** Moves the clock by quarters of an hour until a position is there. */
  async function waitFor(login: number) {
    for (let quarter = 1; quarter < 4 * 24 * 14; quarter++) {
      bench.clock.set(after(wednesday, quarter * 15 * minuteMs));
      const { positions } = must(await bench.platform.positions(login));
      if (positions.length > 0) return positions;
    }
    throw new Error('the price was not touched in two weeks');
  }

  async function untilGone(login: number): Promise<void> {
    for (let hour = 1; hour < 24 * 14; hour++) {
      bench.clock.set(after(wednesday, hour * hourMs));
      if (must(await bench.platform.positions(login)).positions.length === 0) return;
    }
    throw new Error('the price was not touched in two weeks');
  }
});

const tagged = (login: number, tag: string) => ({
  login,
  tag,
  since: wednesday,
  expected: { kind: 'buy', entry: 'in', symbol: 'EURUSD', lots: '0.10', position: undefined } as const,
});

const points = (text: string): number => Math.round(Number(text) * 100_000);
const price = (of: number): string => (of / 100_000).toFixed(5);
