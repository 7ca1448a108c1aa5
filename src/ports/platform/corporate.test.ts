import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { after, dayMs, hourMs } from '../../base/time.ts';
import { must, mustFill, openPlatformBench, wednesday, type PlatformBench } from '../../server/testing/platform.ts';
import { pairTrades } from './mt5/closedTrades.ts';

/* Dividends, their tax and splits of shares, over every connector and against each sandbox. */

describe.each(['mt5', 'mt4'] as const)('the %s platform', (kind) => {
  let bench: PlatformBench;
  const afternoon = after(wednesday, 6 * hourMs);

  beforeAll(async () => {
    bench = await openPlatformBench(kind);
  });
  afterAll(() => bench.close());
  beforeEach(() => bench.clock.set(afternoon));

  const bought = async (login: number, side: 'buy' | 'sell' = 'buy') =>
    mustFill(await bench.platform.marketOrder({ login, symbol: 'AAPL', side, lots: '2', tag: `t:${login}` }));
  const told = async (login: number) =>
    must(
      await bench.platform.deals({
        login,
        from: after(wednesday, -60 * dayMs),
        to: after(wednesday, 40 * dayMs),
        offset: 0,
        total: 100,
      }),
    ).deals;
  const dividend = {
    kind: 'dividend',
    symbol: 'AAPL',
    perShare: '0.25',
    taxPercent: 15,
    isReversal: false,
    datedBackMs: 0,
  } as const;
  const holding = async (login: number) => {
    const [position] = must(await bench.platform.positions(login)).positions;
    if (!position) throw new Error('nothing is held');
    return position;
  };

  test('tells a dividend and its tax as deals of the share, and both are in the balance', async () => {
    const login = await bench.funded(1_000_000n);
    await bought(login);
    const { balance } = must(await bench.platform.account(login)).account;
    expect(bench.server().act(dividend)).toBeGreaterThanOrEqual(1);
    const [gross, tax] = (await told(login)).slice(-2);
    expect(gross).toMatchObject({ kind: 'dividend', symbol: 'AAPL', entry: undefined, position: undefined });
    expect(tax).toMatchObject({ kind: 'tax', symbol: 'AAPL', swap: 0n, commission: 0n });
    expect(gross?.profit).toBeGreaterThan(0n);
    expect(tax?.profit).toBe(-((gross?.profit ?? 0n) * 15n + 50n) / 100n);
    expect(must(await bench.platform.account(login)).account.balance).toBe(balance + (gross?.profit ?? 0n) + (tax?.profit ?? 0n));
  });

  test('a dividend is booked late under its own day, twice, and taken back; who is short of the share pays it, untaxed', async () => {
    const [long, short] = [await bench.funded(1_000_000n), await bench.funded(1_000_000n)];
    await bought(long);
    await bought(short, 'sell');
    const datedBackMs = 3 * dayMs;
    for (const isReversal of [false, false, true]) bench.server().act({ ...dividend, isReversal, datedBackMs });
    const ofLong = (await told(long)).filter((deal) => deal.kind === 'dividend');
    expect(ofLong.map((deal) => deal.at)).toEqual(Array(3).fill(after(afternoon, -datedBackMs)));
    const [first, second, third] = ofLong.map((deal) => deal.profit);
    expect([second, third]).toEqual([first, -(first ?? 0n)]);
    const ofShort = (await told(short)).filter((deal) => deal.kind === 'dividend' || deal.kind === 'tax');
    expect(ofShort.map((deal) => [deal.kind, deal.profit])).toEqual([
      ['dividend', -(first ?? 0n)],
      ['dividend', -(first ?? 0n)],
      ['dividend', first],
    ]);
  });

  test('a split goes on under the position’s number with more lots and a lower price, and makes nobody richer', async () => {
    const login = await bench.funded(1_000_000n);
    const { position } = await bought(login);
    const placed = must(
      await bench.platform.placePending({
        login,
        symbol: 'AAPL',
        side: 'buy',
        kind: 'limit',
        lots: '1',
        price: '20.00',
        tag: 'w',
      }),
    );
    const [before, { equity }] = [await holding(login), must(await bench.platform.account(login)).account];
    expect(bench.server().act({ kind: 'split', symbol: 'AAPL', to: 4, from: 1 })).toBeGreaterThanOrEqual(1);
    const held = await holding(login);
    expect(held).toMatchObject({ position, openedAt: before.openedAt });
    expect([Number(before.lots), Number(held.lots)]).toEqual([2, 8]);
    expect(Number(held.openPrice)).toBeCloseTo(Number(before.openPrice) / 4, 1);
    const now = must(await bench.platform.account(login)).account;
    // Prices are whole cents: of eight shares at most so many are rounded off or on.
    expect(Number(now.equity - equity)).toBeGreaterThan(-20);
    expect(Number(now.equity - equity)).toBeLessThan(20);
    const [out, into] = (await told(login)).filter((deal) => deal.kind === 'split');
    expect(out).toMatchObject({ entry: 'out', position, profit: 0n, openPrice: undefined, market: undefined });
    expect(into).toMatchObject({ entry: 'in', position, profit: 0n, price: held.openPrice });
    const ended = { login, from: wednesday, to: after(wednesday, dayMs), offset: 0, total: 10 };
    expect(must(await bench.platform.endedOrders(ended)).orders).toMatchObject([{ order: placed.order, state: 'cancelled' }]);
  });

  test('a split is taken back by the opposite one, survives a restart, and closes nothing in the list of trades', async () => {
    const login = await bench.funded(1_000_000n);
    await bought(login);
    const before = await holding(login);
    bench.server().act({ kind: 'split', symbol: 'AAPL', to: 1, from: 2 });
    await bench.restart();
    expect(Number((await holding(login)).lots)).toBe(1);
    bench.server().act({ kind: 'split', symbol: 'AAPL', to: 2, from: 1 });
    const held = await holding(login);
    expect(Number(held.lots)).toBe(Number(before.lots));
    expect(pairTrades(await told(login))).toEqual([]);
    mustFill(await bench.platform.closePosition({ login, position: held.position, tag: 'end' }));
    const [trade, ...none] = pairTrades(await told(login));
    expect(none).toEqual([]);
    expect(trade).toMatchObject({ position: held.position, openPrice: held.openPrice, openedAt: before.openedAt });
  });

  test('a position of which nothing would be left forbids the split', async () => {
    const login = await bench.funded(1_000_000n);
    await bought(login);
    expect(bench.server().act({ kind: 'split', symbol: 'AAPL', to: 1, from: 1_000_000 })).toBeUndefined();
    expect(bench.server().act({ ...dividend, symbol: 'NOSHARE' })).toBeUndefined();
    expect(Number((await holding(login)).lots)).toBe(2);
  });
});
