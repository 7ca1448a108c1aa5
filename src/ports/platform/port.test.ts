import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { after, dayMs, hourMs, minuteMs, type Clock } from '../../base/time.ts';
import { startMetaTrader, type GroupFacts, type MetaTraderServer } from '../../sandbox/metatrader/index.ts';
import { openMetaTrader4 } from './mt4/index.ts';
import { openMetaTrader5, type ConnectorSettings } from './mt5/index.ts';
import { pairTrades, timeframes, type Answer, type FillAnswer, type Platform } from './port.ts';

const connectors = { mt5: openMetaTrader5, mt4: openMetaTrader4 } as const;
const managerPassword = 'Manager1!';
const good = { passwordMain: 'Sandbox2026!', passwordInvestor: 'Watching2026!' };

/** A Wednesday forenoon: every market but the American shares is open. */
const wednesday = new Date(Date.UTC(2026, 10, 18, 10, 0, 0));

class TestClock implements Clock {
  #now = wednesday;
  now(): Date {
    return this.#now;
  }
  wall(): Date {
    return new Date();
  }
  set(instant: Date): void {
    this.#now = instant;
  }
}

const groups: GroupFacts[] = [
  { name: 'global\\retail\\standard-USD', currency: 'USD', leverageMax: 1000 },
  { name: 'global\\retail\\ecn-USD', currency: 'USD', leverageMax: 500, commissionPerLot: 400n },
  { name: 'eu\\retail\\standard-EUR', currency: 'EUR', leverageMax: 30, leverageCaps: { major_fx: 30, gold: 20, share: 5 } },
  { name: 'global\\retail\\cent-USC', currency: 'USC', leverageMax: 1000, isSwapFree: true },
  { name: 'global\\retail\\standard-JPY', currency: 'JPY', leverageMax: 500 },
];
const usd = 'global\\retail\\standard-USD';

describe.each(['mt5', 'mt4'] as const)('the %s platform', (kind) => {
  const clock = new TestClock();
  let folder: string;
  let server: MetaTraderServer;
  let platform: Platform;
  let nextLogin = 700_001;

  const connect = (changed: Partial<ConnectorSettings> = {}) =>
    connectors[kind]({ address: server.address, managerLogin: 1000, managerPassword, clock, timeoutMs: 3000, ...changed });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'metatrader-'));
    server = await startMetaTrader({
      kind,
      dataFolder: folder,
      host: '127.0.0.1',
      port: 0,
      clock,
      password: managerPassword,
      groups,
    });
    platform = connect();
  });

  afterAll(async () => {
    await platform.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  beforeEach(() => {
    clock.set(wednesday);
    server.fault('none');
  });

  async function opened(group = usd, leverage = 100): Promise<number> {
    const login = nextLogin++;
    must(await platform.openAccount({ login, group, name: 'Ama Active', leverage, ...good }));
    return login;
  }

  async function funded(amount: bigint, group = usd, leverage = 100): Promise<number> {
    const login = await opened(group, leverage);
    const currency = groups.find((one) => one.name === group)?.currency ?? 'USD';
    must(await platform.balanceOperation({ login, kind: 'balance', amount, currency, tag: `open:${login}` }));
    return login;
  }

  const accountOf = async (login: number) => must(await platform.account(login)).account;

  describe('accounts', () => {
    test('open under the login that we chose, empty and in their group', async () => {
      const login = await opened();
      const account = await accountOf(login);
      expect(account).toMatchObject({
        login,
        group: usd,
        currency: 'USD',
        balance: 0n,
        equity: 0n,
        leverage: 100,
        access: 'full',
        marginLevel: undefined,
      });
      expect(Math.abs(Date.now() - account.readAt.getTime())).toBeLessThan(10_000);
    });

    test('that exist are said to exist, which resolves an unknown opening', async () => {
      const login = await opened();
      expect(await platform.openAccount({ login, group: usd, name: 'Ama Active', leverage: 100, ...good })).toMatchObject({
        outcome: 'refused',
        code: 'exists',
      });
    });

    test('are refused with a weak password, an unknown group or too much leverage', async () => {
      const order = { login: nextLogin++, group: usd, name: 'Ama', leverage: 100, ...good };
      expect(await platform.openAccount({ ...order, passwordMain: 'sandbox2026' })).toMatchObject({ code: 'weak_password' });
      expect(await platform.openAccount({ ...order, group: 'no\\such' })).toMatchObject({ code: 'no_permission' });
      expect(await platform.openAccount({ ...order, leverage: platform.maxLeverage + 1 })).toMatchObject({
        code: 'wrong_leverage',
      });
      expect(await platform.account(order.login)).toMatchObject({ outcome: 'refused', code: 'not_found' });
    });

    test('have leverage of up to 500 on MetaTrader 5 and 1000 on MetaTrader 4', async () => {
      expect(platform.maxLeverage).toBe(kind === 'mt5' ? 500 : 1000);
      const login = await opened();
      must(await platform.changeLeverage(login, platform.maxLeverage));
      expect((await accountOf(login)).leverage).toBe(platform.maxLeverage);
      expect(await platform.changeLeverage(login, platform.maxLeverage + 1)).toMatchObject({ code: 'wrong_leverage' });
    });

    test('change their password, and know the old one no more', async () => {
      const login = await opened();
      expect(must(await platform.checkPassword({ login, which: 'main', password: good.passwordMain })).matches).toBe(true);
      must(await platform.changePassword({ login, which: 'main', password: 'Another2026!' }));
      expect(must(await platform.checkPassword({ login, which: 'main', password: good.passwordMain })).matches).toBe(false);
      expect(must(await platform.checkPassword({ login, which: 'main', password: 'Another2026!' })).matches).toBe(true);
      expect(must(await platform.checkPassword({ login, which: 'investor', password: good.passwordInvestor })).matches).toBe(
        true,
      );
      expect(await platform.changePassword({ login, which: 'main', password: 'short' })).toMatchObject({ code: 'weak_password' });
    });

    test('that are archived cannot trade, and can again when restored', async () => {
      const login = await funded(100_000n);
      must(await platform.changeAccess(login, 'closed'));
      expect((await accountOf(login)).access).toBe('closed');
      expect(await buy(login, 'EURUSD', '0.01')).toMatchObject({ outcome: 'refused', code: 'trade_disabled' });
      must(await platform.changeAccess(login, 'full'));
      expect(await buy(login, 'EURUSD', '0.01')).toMatchObject({ outcome: 'filled' });
    });

    test('move between groups of one currency only', async () => {
      const login = await funded(1000n);
      must(await platform.changeGroup(login, 'global\\retail\\ecn-USD'));
      expect((await accountOf(login)).group).toBe('global\\retail\\ecn-USD');
      expect(await platform.changeGroup(login, 'eu\\retail\\standard-EUR')).toMatchObject({ code: 'other_currency' });
    });

    test('are read many at once, unknown logins left out', async () => {
      const [first, second] = [await funded(1000n), await funded(2000n, 'global\\retail\\standard-JPY')];
      const { accounts } = must(await platform.accounts([first, 999_999_999, second]));
      expect(accounts.map((account) => [account.login, account.balance, account.currency])).toEqual([
        [first, 1000n, 'USD'],
        [second, 2000n, 'JPY'],
      ]);
    });
  });

  describe('money', () => {
    test('comes in and goes out by exact minor units', async () => {
      const login = await funded(123_456_789n);
      must(await platform.balanceOperation({ login, kind: 'balance', amount: -1n, currency: 'USD', tag: 'out:1' }));
      expect((await accountOf(login)).balance).toBe(123_456_788n);
    });

    test('cannot be taken beyond what is free', async () => {
      const login = await funded(1000n);
      expect(
        await platform.balanceOperation({ login, kind: 'balance', amount: -1001n, currency: 'USD', tag: 'out:2' }),
      ).toMatchObject({ outcome: 'refused', code: 'not_enough_money' });
      expect(
        await platform.balanceOperation({
          login,
          kind: 'balance',
          amount: 100_000_000_001n * 100n,
          currency: 'USD',
          tag: 'in:3',
        }),
      ).toMatchObject({ code: 'amount_too_large' });
      expect((await accountOf(login)).balance).toBe(1000n);
    });

    test('given as credit carries margin and is not the client’s to take', async () => {
      const login = await funded(1000n);
      must(await platform.balanceOperation({ login, kind: 'credit', amount: 5000n, currency: 'USD', tag: 'credit:1' }));
      expect(await accountOf(login)).toMatchObject({ balance: 1000n, credit: 5000n, equity: 6000n, marginFree: 6000n });
      expect(
        await platform.balanceOperation({ login, kind: 'balance', amount: -2000n, currency: 'USD', tag: 'out:4' }),
      ).toMatchObject({ code: 'not_enough_money' });
      expect(
        await platform.balanceOperation({ login, kind: 'credit', amount: -5001n, currency: 'USD', tag: 'credit:2' }),
      ).toMatchObject({ code: 'not_enough_money' });
    });

    test('is found again by its whole tag of 31 characters', async () => {
      const login = await opened();
      const tag = 'remittance:1234567890:second-le';
      expect(tag).toHaveLength(31);
      const { ticket } = must(await platform.balanceOperation({ login, kind: 'balance', amount: 5000n, currency: 'USD', tag }));
      const { deals } = must(await platform.findByTag({ login, tag, since: after(wednesday, -minuteMs) }));
      expect(deals).toMatchObject([{ ticket, kind: 'balance', profit: 5000n, tag }]);
      expect(must(await platform.findByTag({ login, tag: tag.slice(0, 30), since: after(wednesday, -minuteMs) })).deals).toEqual(
        [],
      );
    });

    test('with a tag that would be cut is never sent', async () => {
      const login = await opened();
      await expect(
        platform.balanceOperation({ login, kind: 'balance', amount: 1n, currency: 'USD', tag: 'x'.repeat(32) }),
      ).rejects.toThrow(RangeError);
    });
  });

  describe('an answer that never comes', () => {
    const impatient = () => connect({ timeoutMs: 250 });

    test('after the money moved is unknown, and the tag finds exactly one deal', async () => {
      const [login, hasty] = [await opened(), impatient()];
      server.fault('timeout_after');
      const outcome = await hasty.balanceOperation({ login, kind: 'balance', amount: 7000n, currency: 'USD', tag: 'lost:after' });
      expect(outcome.outcome).toBe('unknown');
      expect(must(await hasty.findByTag({ login, tag: 'lost:after', since: wednesday })).deals).toHaveLength(1);
      expect((await accountOf(login)).balance).toBe(7000n);
      await hasty.close();
    });

    test('before the money moved is unknown too, and the tag finds nothing', async () => {
      const [login, hasty] = [await opened(), impatient()];
      server.fault('timeout_before');
      const outcome = await hasty.balanceOperation({
        login,
        kind: 'balance',
        amount: 7000n,
        currency: 'USD',
        tag: 'lost:before',
      });
      expect(outcome.outcome).toBe('unknown');
      expect(must(await hasty.findByTag({ login, tag: 'lost:before', since: wednesday })).deals).toEqual([]);
      expect((await accountOf(login)).balance).toBe(0n);
      await hasty.close();
    });

    test('to an opening is resolved by opening again: the login exists, or it opens now', async () => {
      const hasty = impatient();
      for (const [mode, second] of [
        ['timeout_after', { code: 'exists' }],
        ['timeout_before', { outcome: 'done' }],
      ] as const) {
        const order = { login: nextLogin++, group: usd, name: 'Ama', leverage: 100, ...good };
        server.fault(mode);
        expect((await hasty.openAccount(order)).outcome).toBe('unknown');
        expect(await platform.openAccount(order)).toMatchObject(second);
      }
      await hasty.close();
    });

    test('to a market order is resolved by its tag', async () => {
      const [login, hasty] = [await funded(1_000_000n), impatient()];
      server.fault('timeout_after');
      expect((await hasty.marketOrder({ login, symbol: 'EURUSD', side: 'buy', lots: '0.10', tag: 'order:lost' })).outcome).toBe(
        'unknown',
      );
      expect(must(await hasty.findByTag({ login, tag: 'order:lost', since: wednesday })).deals).toMatchObject([
        { kind: 'buy', entry: 'in', lots: '0.1' },
      ]);
      expect(must(await hasty.positions(login)).positions).toHaveLength(1);
      await hasty.close();
    });
  });

  test('an error of the platform moves nothing, and a slow answer is still the answer', async () => {
    const login = await opened();
    server.fault('error');
    expect(
      await platform.balanceOperation({ login, kind: 'balance', amount: 100n, currency: 'USD', tag: 'fault:1' }),
    ).toMatchObject({ outcome: 'refused', code: 'rejected' });
    server.fault('slow');
    expect(
      await platform.balanceOperation({ login, kind: 'balance', amount: 100n, currency: 'USD', tag: 'fault:2' }),
    ).toMatchObject({ outcome: 'done' });
    expect((await accountOf(login)).balance).toBe(100n);
  });

  describe('sessions', () => {
    test('sign in again by themselves when the platform has cut them', async () => {
      const login = await funded(500n);
      server.endSessions();
      expect((await accountOf(login)).balance).toBe(500n);
    });

    test('with a wrong manager password are refused, and nothing is sent', async () => {
      const stranger = connect({ managerPassword: 'Wrong1!' });
      expect(await stranger.isReachable()).toBe(false);
      expect(await stranger.account(700_001)).toMatchObject({ outcome: 'refused', code: 'not_authorised' });
      await stranger.close();
    });

    test('with a platform that is down are refused as not connected: nothing was sent, so nothing is unknown', async () => {
      const nowhere = connect({ address: 'http://127.0.0.1:1' });
      const outcome = await nowhere.balanceOperation({
        login: 700_001,
        kind: 'balance',
        amount: 100n,
        currency: 'USD',
        tag: 'down:1',
      });
      expect(outcome).toMatchObject({ outcome: 'refused', code: 'not_connected' });
      await nowhere.close();
    });

    test('give a sign of life when the timer asks for it', async () => {
      let pulse = () => {};
      const alive = connect({
        sessions: 1,
        every: (ms, work) => {
          expect(ms).toBe(20_000);
          pulse = work;
          return () => {};
        },
      });
      expect(await alive.isReachable()).toBe(true);
      pulse();
      expect(await alive.isReachable()).toBe(true);
      await alive.close();
    });

    test('serve many callers at once over few connections', async () => {
      const login = await funded(100_000n);
      const few = connect({ sessions: 2 });
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          few.balanceOperation({ login, kind: 'balance', amount: -100n, currency: 'USD', tag: `many:${number}` }),
        ),
      );
      expect(outcomes.every((outcome) => outcome.outcome === 'done')).toBe(true);
      expect((await accountOf(login)).balance).toBe(96_000n);
      await few.close();
    });
  });

  const buy = (login: number, symbol: string, lots: string) =>
    platform.marketOrder({ login, symbol, side: 'buy', lots, tag: `buy:${symbol}` });

  describe('markets', () => {
    test('list their symbols, and each has prices', async () => {
      const { symbols } = must(await platform.symbols());
      expect(symbols.length).toBeGreaterThanOrEqual(40);
      const { ticks } = must(await platform.ticks(symbols.map((symbol) => symbol.name)));
      expect(ticks).toHaveLength(symbols.length);
      for (const tick of ticks) expect(Number(tick.ask)).toBeGreaterThan(Number(tick.bid));
      expect(must(await platform.symbol('EURUSD')).symbol).toMatchObject({
        digits: 5,
        contractSize: '100000',
        lotsMin: '0.01',
        currencyBase: 'EUR',
        currencyProfit: 'USD',
      });
      expect(await platform.symbol('NOTHING')).toMatchObject({ outcome: 'refused', code: 'unknown_symbol' });
    });

    test('show candles in the eight timeframes, back through two years, joined exactly', async () => {
      const yearsAgo = after(wednesday, -729 * dayMs);
      for (const timeframe of timeframes) {
        const { candles } = must(
          await platform.candles({
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
      const hours = must(await platform.candles({ symbol: 'XAUUSD', timeframe: '1h', ...day })).candles;
      const [whole] = must(await platform.candles({ symbol: 'XAUUSD', timeframe: '1d', ...day })).candles;
      expect(hours).toHaveLength(23);
      expect(whole).toMatchObject({ open: hours[0]?.open, close: hours.at(-1)?.close });
      expect(Number(whole?.high)).toBe(Math.max(...hours.map((hour) => Number(hour.high))));
    });

    test('refuse more candles than anybody can look at', async () => {
      expect(
        await platform.candles({ symbol: 'EURUSD', timeframe: '5min', from: after(wednesday, -700 * dayMs), to: wednesday }),
      ).toMatchObject({ code: 'range_too_wide' });
    });

    test('move with application time', async () => {
      const before = must(await platform.ticks(['EURUSD'])).ticks[0];
      clock.set(after(wednesday, 3 * hourMs));
      const later = must(await platform.ticks(['EURUSD'])).ticks[0];
      expect(later?.at.getTime()).toBe(wednesday.getTime() + 3 * hourMs);
      expect(later?.bid).not.toBe(before?.bid);
    });
  });

  describe('trading', () => {
    test('buys at the ask, holds margin by leverage, and closes at the bid with the exact profit', async () => {
      const login = await funded(1_000_000n);
      const [tick] = must(await platform.ticks(['EURUSD'])).ticks;
      const fill = filled(await buy(login, 'EURUSD', '0.50'));
      expect(fill).toMatchObject({ price: tick?.ask, lots: '0.5' });
      const holding = await accountOf(login);
      // 50 000 euros at 100:1 are 500 euros of margin.
      expect(Number(holding.margin)).toBeGreaterThan(50_000);
      expect(Number(holding.margin)).toBeLessThan(80_000);
      expect(holding.equity - holding.margin).toBe(holding.marginFree);

      clock.set(after(wednesday, 2 * hourMs));
      const [now] = must(await platform.ticks(['EURUSD'])).ticks;
      const closing = filled(await platform.closePosition({ login, position: fill.position, tag: 'close:1' }));
      expect(closing).toMatchObject({ price: now?.bid, position: fill.position });
      const points = pointsBetween(fill.price, closing.price);
      expect(await accountOf(login)).toMatchObject({ balance: 1_000_000n + points * 50n, margin: 0n });
      const { trades } = must(
        await platform.closedTrades({ login, from: wednesday, to: after(wednesday, dayMs), offset: 0, total: 10 }),
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

    test('closes a part and leaves the rest open', async () => {
      const login = await funded(1_000_000n);
      const fill = filled(await platform.marketOrder({ login, symbol: 'USDJPY', side: 'sell', lots: '0.30', tag: 'sell:1' }));
      filled(await platform.closePosition({ login, position: fill.position, lots: '0.10', tag: 'part:1' }));
      expect(must(await platform.positions(login)).positions).toMatchObject([
        { position: fill.position, lots: '0.2', side: 'sell' },
      ]);
      expect(await platform.closePosition({ login, position: fill.position, lots: '0.50', tag: 'part:2' })).toMatchObject({
        code: 'wrong_volume',
      });
    });

    test('keeps positions of both sides beside each other, with the margin of one', async () => {
      const login = await funded(1_000_000n);
      filled(await buy(login, 'EURUSD', '0.20'));
      const alone = (await accountOf(login)).margin;
      filled(await platform.marketOrder({ login, symbol: 'EURUSD', side: 'sell', lots: '0.20', tag: 'hedge:1' }));
      expect((await accountOf(login)).margin).toBe(alone);
      expect(must(await platform.positions(login)).positions).toHaveLength(2);
    });

    test('is refused by name: closed market, unknown symbol, wrong volume, not enough money, price gone', async () => {
      const login = await funded(10_000n);
      expect(await buy(login, 'NOTHING', '0.10')).toMatchObject({ outcome: 'refused', code: 'unknown_symbol' });
      expect(await buy(login, 'EURUSD', '0.001')).toMatchObject({ outcome: 'refused', code: 'wrong_volume' });
      expect(await buy(login, 'EURUSD', 'many')).toMatchObject({ outcome: 'refused', code: 'wrong_volume' });
      expect(await buy(login, 'EURUSD', '5')).toMatchObject({ outcome: 'refused', code: 'not_enough_money' });
      expect(
        await platform.marketOrder({
          login,
          symbol: 'EURUSD',
          side: 'buy',
          lots: '0.01',
          seen: { price: '0.50000', deviationPoints: 20 },
          tag: 'gone:1',
        }),
      ).toMatchObject({ code: 'price_changed' });
      expect(await platform.closePosition({ login, position: '123456789', tag: 'none:1' })).toMatchObject({
        code: 'position_closed',
      });
      clock.set(new Date(Date.UTC(2026, 10, 21, 12)));
      expect(await buy(login, 'EURUSD', '0.01')).toMatchObject({ outcome: 'refused', code: 'market_closed' });
      expect((await accountOf(login)).balance).toBe(10_000n);
    });

    test('charges commission on each side in groups that have one', async () => {
      const login = await funded(1_000_000n, 'global\\retail\\ecn-USD');
      const fill = filled(await buy(login, 'EURUSD', '0.50'));
      filled(await platform.closePosition({ login, position: fill.position, tag: 'close:ecn' }));
      const { trades } = must(
        await platform.closedTrades({
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
      const [paying, free] = [await funded(1_000_000n), await funded(100_000_000n, 'global\\retail\\cent-USC')];
      for (const login of [paying, free]) filled(await buy(login, 'EURUSD', '1'));
      clock.set(after(wednesday, dayMs));
      const afterOne = must(await platform.positions(paying)).positions[0]?.swap ?? 0n;
      clock.set(after(wednesday, 2 * dayMs));
      const afterTwo = must(await platform.positions(paying)).positions[0]?.swap ?? 0n;
      expect(afterOne).toBeLessThan(0n);
      const ratio = Number(afterOne) / Number(afterTwo - afterOne);
      expect(ratio).toBeGreaterThan(2.9);
      expect(ratio).toBeLessThan(3.1);
      expect(must(await platform.positions(free)).positions[0]?.swap).toBe(0n);
    });

    test('caps leverage by class of instrument where the group says so', async () => {
      const [capped, free] = [await funded(10_000_000n, 'eu\\retail\\standard-EUR', 30), await funded(10_000_000n, usd, 30)];
      for (const login of [capped, free]) filled(await buy(login, 'XAUUSD', '0.10'));
      const [strict, loose] = [(await accountOf(capped)).margin, (await accountOf(free)).margin];
      const gold = must(await platform.ticks(['XAUUSD'])).ticks[0];
      const worth = Number(gold?.bid) * 10;
      expect(Number(loose) / 100).toBeCloseTo(worth / 30, -1);
      expect(Number(strict) / 100).toBeGreaterThan((worth / 20) * 0.6);
      expect(Number(strict) / 100).toBeLessThan(worth / 20);
    });

    test('closes an account out at half its margin and shows what is left, even below zero', async () => {
      const login = await funded(40_000n, usd, 500);
      filled(await buy(login, 'EURUSD', '1.50'));
      const sold = await funded(40_000n, usd, 500);
      filled(await platform.marketOrder({ login: sold, symbol: 'EURUSD', side: 'sell', lots: '1.50', tag: 'short:1' }));
      clock.set(after(wednesday, 19 * dayMs));
      const balances = [(await accountOf(login)).balance, (await accountOf(sold)).balance];
      const open = [
        must(await platform.positions(login)).positions.length,
        must(await platform.positions(sold)).positions.length,
      ];
      const loser = (balances[0] ?? 0n) < (balances[1] ?? 0n) ? 0 : 1;
      expect(open[loser]).toBe(0);
      expect(balances[loser]).toBeLessThan(20_000n);
      const closedOut = must(
        await platform.deals({
          login: loser === 0 ? login : sold,
          from: wednesday,
          to: after(wednesday, 20 * dayMs),
          offset: 0,
          total: 100,
        }),
      ).deals.at(-1);
      expect(closedOut?.tag).toMatch(/^\[so -?[\d.]+%\]$/);
      if ((balances[loser] ?? 0n) < 0n) {
        const owed = -(balances[loser] ?? 0n);
        must(
          await platform.balanceOperation({
            login: loser === 0 ? login : sold,
            kind: 'correction',
            amount: owed,
            currency: 'USD',
            tag: 'negative:1',
            checkMargin: false,
          }),
        );
        expect((await accountOf(loser === 0 ? login : sold)).balance).toBe(0n);
      }
    });
  });

  describe('seeds', () => {
    const importing = (users: unknown, secret = managerPassword) =>
      fetch(`${server.address}/sandbox-admin/import`, {
        method: 'POST',
        headers: { 'x-sandbox-secret': secret },
        body: JSON.stringify({ users }),
      });
    const veteran = () => ({
      login: nextLogin++,
      group: usd,
      name: 'Ama Active',
      leverage: 200,
      password: 'Sandbox2026!',
      registeredAt: '2024-11-18T09:00:00Z',
      movements: [
        { at: '2024-11-20T10:00:00Z', amount: '3000.00', comment: 'deposit:1' },
        { at: '2025-06-10T12:00:00Z', amount: '-500.00', comment: 'withdrawal:1' },
      ],
      history: {
        seed: 'life',
        from: '2024-11-20T11:00:00Z',
        to: '2026-11-17T18:00:00Z',
        tradesPerWeek: 5,
        endBalance: '4210.37',
      },
    });

    test('bring in an account with two years of trades that end at exactly the given balance', async () => {
      const newcomer = veteran();
      expect(await (await importing([newcomer])).json()).toEqual({ imported: [newcomer.login], skipped: [] });
      expect((await accountOf(newcomer.login)).balance).toBe(421_037n);
      const { deals } = must(
        await platform.deals({ login: newcomer.login, from: new Date(0), to: wednesday, offset: 0, total: 1000 }),
      );
      const trades = pairTrades(deals);
      expect(trades.length).toBeGreaterThan(350);
      expect(trades.every((trade) => trade.openedAt !== undefined && trade.openedAt < trade.closedAt)).toBe(true);
      const winners = trades.filter((trade) => trade.profit > 0n).length / trades.length;
      expect(winners).toBeGreaterThan(0.3);
      expect(winners).toBeLessThan(0.75);
      let balance = 0n;
      for (const deal of deals) {
        balance += deal.profit + deal.swap + deal.commission;
        expect(balance).toBeGreaterThan(0n);
      }
      expect(balance).toBe(421_037n);
      expect(must(await platform.checkPassword({ login: newcomer.login, which: 'main', password: 'Sandbox2026!' })).matches).toBe(
        true,
      );
    });

    test('trade at the prices that the chart shows for that time', async () => {
      const newcomer = veteran();
      await importing([newcomer]);
      const { deals } = must(
        await platform.deals({ login: newcomer.login, from: new Date(0), to: wednesday, offset: 0, total: 30 }),
      );
      for (const deal of deals.filter((one) => one.kind === 'sell' && one.entry === 'in').slice(0, 5)) {
        const from = new Date(Math.floor(deal.at.getTime() / (5 * minuteMs)) * 5 * minuteMs);
        const [candle] = must(
          await platform.candles({ symbol: deal.symbol ?? '', timeframe: '5min', from, to: after(from, minuteMs) }),
        ).candles;
        expect(Number(deal.price)).toBeGreaterThanOrEqual(Number(candle?.low));
        expect(Number(deal.price)).toBeLessThanOrEqual(Number(candle?.high));
      }
    });

    test('brought in twice are there once, and a stranger brings in nothing', async () => {
      const newcomer = veteran();
      await importing([newcomer]);
      expect(await (await importing([newcomer])).json()).toEqual({ imported: [], skipped: [newcomer.login] });
      expect((await importing([veteran()], 'guess')).status).toBe(403);
      expect((await importing([{ ...veteran(), group: 'no\\such' }])).status).toBe(422);
    });
  });

  test('what was acknowledged is there after the platform starts again', async () => {
    const login = await funded(777n);
    await server.close();
    server = await startMetaTrader({
      kind,
      dataFolder: folder,
      host: '127.0.0.1',
      port: Number(new URL(server.address).port),
      clock,
      password: managerPassword,
      groups,
    });
    expect((await accountOf(login)).balance).toBe(777n);
  });

  test('the deals of all accounts are read for the mirror in the ledger', async () => {
    const login = await funded(4242n);
    const { deals, complete } = must(await platform.dealsOfAll({ from: wednesday, to: wednesday }));
    expect(complete).toBe(true);
    expect(deals.find((deal) => deal.login === login)).toMatchObject({ kind: 'balance', profit: 4242n, tag: `open:${login}` });
  });
});

function must<Fields>(answer: Answer<Fields>): { readonly outcome: 'done' } & Fields {
  if (answer.outcome !== 'done') throw new Error(`expected it done, got ${JSON.stringify(answer)}`);
  return answer;
}

function filled(answer: FillAnswer): Extract<FillAnswer, { outcome: 'filled' }> {
  if (answer.outcome !== 'filled') throw new Error(`expected a fill, got ${JSON.stringify(answer)}`);
  return answer;
}

function pointsBetween(from: string, to: string): bigint {
  return BigInt(to.replace('.', '')) - BigInt(from.replace('.', ''));
}
