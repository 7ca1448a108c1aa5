import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { after, dayMs, hourMs, minuteMs } from '../../base/time.ts';
import { must, mustFill, openPlatformBench, usdGroup, wednesday, type PlatformBench } from '../../server/testing/platform.ts';
import { timeframes } from './port.ts';

const describeEach = describe.each(['mt5', 'mt4'] as const);

describeEach('the %s platform', (kind) => {
  let bench: PlatformBench;

  beforeAll(async () => {
    bench = await openPlatformBench(kind);
  });

  afterAll(() => bench.close());

  beforeEach(() => {
    bench.clock.set(wednesday);
    bench.server().fault('none');
  });

  const accountOf = async (login: number) => must(await bench.platform.account(login)).account;

  const buy = (login: number, symbol: string, lots: string) =>
    bench.platform.marketOrder({ login, symbol, side: 'buy', lots, tag: `buy:${symbol}` });

  describe('markets', () => {
    test('list their symbols, and each has prices', async () => {
      const { symbols } = must(await bench.platform.symbols());
      expect(symbols.length).toBeGreaterThanOrEqual(40);
      const { ticks } = must(await bench.platform.ticks(symbols.map((symbol) => symbol.name)));
      expect(ticks).toHaveLength(symbols.length);
      for (const tick of ticks) expect(Number(tick.ask)).toBeGreaterThan(Number(tick.bid));
      expect(must(await bench.platform.symbol('EURUSD')).symbol).toMatchObject({
        digits: 5,
        contractSize: '100000',
        lotsMin: '0.01',
        currencyBase: 'EUR',
        currencyProfit: 'USD',
      });
      // A part of one, exactly.
      expect(symbols.find(({ name }) => name === 'LTCUSD')).toMatchObject({ contractSize: '0.1' });
      expect(must(await bench.platform.symbol('AAPL')).symbol.sessions).toEqual(
        [1, 2, 3, 4, 5].map((day) => ({ day, fromMinute: 13.5 * 60, toMinute: 20 * 60 })),
      );
      expect(await bench.platform.symbol('NOTHING')).toMatchObject({ outcome: 'refused', code: 'unknown_symbol' });
    });

    test('show candles in the eight timeframes, back through two years, joined exactly', async () => {
      const yearsAgo = after(wednesday, -729 * dayMs);
      for (const timeframe of timeframes) {
        const { candles } = must(
          await bench.platform.candles({
            symbol: 'EURUSD',
            timeframe,
            from: yearsAgo,
            to: after(yearsAgo, 45 * hourMs * (timeframe.endsWith('n') && timeframe !== '1mon' ? 1 : 24)),
          }),
        );
        expect(candles.length).toBeGreaterThan(0);
        expect(candles.every((candle) => /^\d\.\d{5}$/.test(candle.open))).toBe(true);
      }
      const day = { from: new Date(Date.UTC(2026, 10, 17)), to: new Date(Date.UTC(2026, 10, 18)) };
      // The server stands in Athens, two hours ahead: its day begins two hours before.
      const hoursOfDay = { from: after(day.from, -2 * hourMs), to: after(day.to, -2 * hourMs) };
      const hours = must(await bench.platform.candles({ symbol: 'XAUUSD', timeframe: '1h', ...hoursOfDay })).candles;
      const [whole] = must(await bench.platform.candles({ symbol: 'XAUUSD', timeframe: '1d', ...day })).candles;
      expect(hours).toHaveLength(23);
      expect(whole).toMatchObject({ open: hours[0]?.open, close: hours.at(-1)?.close });
      expect(Number(whole?.high)).toBe(Math.max(...hours.map((hour) => Number(hour.high))));
    });

    test('refuse more candles than anybody can look at', async () => {
      expect(
        await bench.platform.candles({
          symbol: 'EURUSD',
          timeframe: '5min',
          from: after(wednesday, -700 * dayMs),
          to: wednesday,
        }),
      ).toMatchObject({ code: 'range_too_wide' });
    });

    test('move with application time', async () => {
      const before = must(await bench.platform.ticks(['EURUSD'])).ticks[0];
      bench.clock.set(after(wednesday, 3 * hourMs));
      const later = must(await bench.platform.ticks(['EURUSD'])).ticks[0];
      expect(later?.at.getTime()).toBe(wednesday.getTime() + 3 * hourMs);
      expect(later?.bid).not.toBe(before?.bid);
    });
  });

  describe('trading', () => {
    test('buys at the ask, holds margin by leverage, and closes at the bid with the exact profit', async () => {
      const login = await bench.funded(1_000_000n);
      const [tick] = must(await bench.platform.ticks(['EURUSD'])).ticks;
      const fill = mustFill(await buy(login, 'EURUSD', '0.50'));
      expect(fill).toMatchObject({ price: tick?.ask, lots: '0.5' });
      const holding = await accountOf(login);
      // 50 000 euros at 100:1 are 500 euros of margin.
      expect(Number(holding.margin)).toBeGreaterThan(50_000);
      expect(Number(holding.margin)).toBeLessThan(80_000);
      expect(holding.equity - holding.margin).toBe(holding.marginFree);

      bench.clock.set(after(wednesday, 2 * hourMs));
      const [now] = must(await bench.platform.ticks(['EURUSD'])).ticks;
      const closing = mustFill(await bench.platform.closePosition({ login, position: fill.position, tag: 'close:1' }));
      expect(closing).toMatchObject({ price: now?.bid, position: fill.position });
      const points = pointsBetween(fill.price, closing.price);
      expect(await accountOf(login)).toMatchObject({ balance: 1_000_000n + points * 50n, margin: 0n });
      const { trades } = must(
        await bench.platform.closedTrades({ login, from: wednesday, to: after(wednesday, dayMs), offset: 0, total: 10 }),
      );
      expect(trades).toMatchObject([
        {
          position: fill.position,
          symbol: 'EURUSD',
          side: 'buy',
          openPrice: fill.price,
          closePrice: closing.price,
          profit: points * 50n,
          openedAt: wednesday,
        },
      ]);
    });

    test('tells beforehand what margin an order asks for, to the minor unit, and does nothing', async () => {
      const login = await bench.funded(1_000_000n);
      const order = { login, symbol: 'EURUSD', side: 'buy', lots: '0.50' } as const;
      const need = must(await bench.platform.checkMargin(order));
      expect((await accountOf(login)).margin).toBe(0n);
      mustFill(await buy(login, 'EURUSD', '0.50'));
      expect((await accountOf(login)).margin).toBe(need.margin);
      // The other side of the same symbol is covered already.
      expect(must(await bench.platform.checkMargin({ ...order, side: 'sell' })).margin).toBe(0n);
      expect(must(await bench.platform.checkMargin({ ...order, lots: '40' })).marginFreeAfter).toBeLessThan(0n);
      expect(await bench.platform.checkMargin({ ...order, symbol: 'NOTHING' })).toMatchObject({ outcome: 'refused' });
      expect(await bench.platform.checkMargin({ ...order, lots: 'much' })).toMatchObject({ code: 'wrong_volume' });
    });

    test('closes a part and leaves the rest open', async () => {
      const login = await bench.funded(1_000_000n);
      const fill = mustFill(
        await bench.platform.marketOrder({ login, symbol: 'USDJPY', side: 'sell', lots: '0.30', tag: 'sell:1' }),
      );
      mustFill(await bench.platform.closePosition({ login, position: fill.position, lots: '0.10', tag: 'part:1' }));
      expect(must(await bench.platform.positions(login)).positions).toMatchObject([
        { position: fill.position, lots: '0.2', side: 'sell' },
      ]);
      expect(await bench.platform.closePosition({ login, position: fill.position, lots: '0.50', tag: 'part:2' })).toMatchObject({
        code: 'wrong_volume',
      });
    });

    test('keeps positions of both sides beside each other, with the margin of one', async () => {
      const login = await bench.funded(1_000_000n);
      mustFill(await buy(login, 'EURUSD', '0.20'));
      const alone = (await accountOf(login)).margin;
      mustFill(await bench.platform.marketOrder({ login, symbol: 'EURUSD', side: 'sell', lots: '0.20', tag: 'hedge:1' }));
      expect((await accountOf(login)).margin).toBe(alone);
      expect(must(await bench.platform.positions(login)).positions).toHaveLength(2);
    });

    test('the positions of many accounts come in one answer, each with its account', async () => {
      const [first, second, idle] = [await bench.funded(1_000_000n), await bench.funded(1_000_000n), await bench.funded(10_000n)];
      mustFill(await buy(first, 'EURUSD', '0.10'));
      mustFill(await buy(second, 'GBPUSD', '0.20'));
      const many = Array.from({ length: 150 }, () => bench.freshLogin());
      const { positions } = must(await bench.platform.positionsOf([first, ...many, second, idle]));
      expect(positions.map(({ login, symbol }) => [login, symbol])).toEqual([
        [first, 'EURUSD'],
        [second, 'GBPUSD'],
      ]);
      expect(must(await bench.platform.positionsOf([])).positions).toEqual([]);
    });

    test('is refused by name: closed market, unknown symbol, wrong volume, not enough money, price gone', async () => {
      const login = await bench.funded(10_000n);
      expect(await buy(login, 'NOTHING', '0.10')).toMatchObject({ outcome: 'refused', code: 'unknown_symbol' });
      expect(await buy(login, 'EURUSD', '0.001')).toMatchObject({ outcome: 'refused', code: 'wrong_volume' });
      expect(await buy(login, 'EURUSD', 'many')).toMatchObject({ outcome: 'refused', code: 'wrong_volume' });
      expect(await buy(login, 'EURUSD', '5')).toMatchObject({ outcome: 'refused', code: 'not_enough_money' });
      expect(
        await bench.platform.marketOrder({
          login,
          symbol: 'EURUSD',
          side: 'buy',
          lots: '0.01',
          seen: { price: '0.50000', deviationPoints: 20 },
          tag: 'gone:1',
        }),
      ).toMatchObject({ code: 'price_changed' });
      expect(await bench.platform.closePosition({ login, position: '123456789', tag: 'none:1' })).toMatchObject({
        code: 'position_closed',
      });
      bench.clock.set(new Date(Date.UTC(2026, 10, 21, 12)));
      expect(await buy(login, 'EURUSD', '0.01')).toMatchObject({ outcome: 'refused', code: 'market_closed' });
      expect((await accountOf(login)).balance).toBe(10_000n);
    });

    test('charges commission on each side in groups that have one', async () => {
      const login = await bench.funded(1_000_000n, 'global\\retail\\ecn-USD');
      const fill = mustFill(await buy(login, 'EURUSD', '0.50'));
      mustFill(await bench.platform.closePosition({ login, position: fill.position, tag: 'close:ecn' }));
      const { trades } = must(
        await bench.platform.closedTrades({
          login,
          from: after(wednesday, -minuteMs),
          to: after(wednesday, minuteMs),
          offset: 0,
          total: 10,
        }),
      );
      expect(trades).toMatchObject([{ commission: -400n }]);
    });

    test('charges a swap for each night, three of them after Wednesday, and none in swap-free groups', async () => {
      const [paying, free] = [await bench.funded(1_000_000n), await bench.funded(100_000_000n, 'global\\retail\\cent-USC')];
      for (const login of [paying, free]) mustFill(await buy(login, 'EURUSD', '1'));
      bench.clock.set(after(wednesday, dayMs));
      const afterOne = must(await bench.platform.positions(paying)).positions[0]?.swap ?? 0n;
      bench.clock.set(after(wednesday, 2 * dayMs));
      const afterTwo = must(await bench.platform.positions(paying)).positions[0]?.swap ?? 0n;
      expect(afterOne).toBeLessThan(0n);
      const ratio = Number(afterOne) / Number(afterTwo - afterOne);
      expect(ratio).toBeGreaterThan(2.9);
      expect(ratio).toBeLessThan(3.1);
      expect(must(await bench.platform.positions(free)).positions[0]?.swap).toBe(0n);
    });

    test('caps leverage by class of instrument where the group says so', async () => {
      const [capped, free] = [
        await bench.funded(10_000_000n, 'uk\\retail\\standard-EUR', 30),
        await bench.funded(10_000_000n, usdGroup, 30),
      ];
      for (const login of [capped, free]) mustFill(await buy(login, 'XAUUSD', '0.10'));
      const [strict, loose] = [(await accountOf(capped)).margin, (await accountOf(free)).margin];
      const gold = must(await bench.platform.ticks(['XAUUSD'])).ticks[0];
      const worth = Number(gold?.bid) * 10;
      expect(Number(loose) / 100).toBeCloseTo(worth / 30, -1);
      expect(Number(strict) / 100).toBeGreaterThan((worth / 20) * 0.6);
      expect(Number(strict) / 100).toBeLessThan(worth / 20);
    });

    test('closes an account out at half its margin and shows what is owed, which a correction brings back to nothing', async () => {
      const [long, short] = [await bench.funded(40_000n, usdGroup, 500), await bench.funded(40_000n, usdGroup, 500)];
      mustFill(await buy(long, 'EURUSD', '1.50'));
      mustFill(await bench.platform.marketOrder({ login: short, symbol: 'EURUSD', side: 'sell', lots: '1.50', tag: 'short:1' }));
      bench.clock.set(after(wednesday, 19 * dayMs));
      const { accounts } = must(await bench.platform.accounts([long, short]));
      const [loser] = accounts.toSorted((left, right) => (left.balance < right.balance ? -1 : 1));
      const login = loser?.login ?? 0;
      expect(must(await bench.platform.positions(login)).positions).toEqual([]);
      expect(loser?.balance).toBeLessThan(0n);
      const page = { login, from: wednesday, to: after(wednesday, 20 * dayMs), offset: 0, total: 100 };
      expect(must(await bench.platform.deals(page)).deals.at(-1)?.tag).toMatch(/^\[so -?[\d.]+%\]$/);
      const correction = { login, kind: 'correction', currency: 'USD', tag: 'negative:1', checkMargin: false } as const;
      must(await bench.platform.balanceOperation({ ...correction, amount: -(loser?.balance ?? 0n) }));
      expect((await accountOf(login)).balance).toBe(0n);
    });

    test('is refused in classes of instruments that the group does not offer', async () => {
      const login = await bench.funded(10_000_000n, 'uk\\retail\\standard-EUR', 30);
      expect(await buy(login, 'BTCUSD', '0.01')).toMatchObject({ outcome: 'refused', code: 'trade_disabled' });
    });
  });
});

function pointsBetween(from: string, to: string): bigint {
  return BigInt(to.replace('.', '')) - BigInt(from.replace('.', ''));
}
