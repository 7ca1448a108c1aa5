import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { after, minuteMs } from '../../base/time.ts';
import type { ExpectedDeal } from './port.ts';
import {
  benchPasswords,
  must,
  openPlatformBench,
  benchGroups,
  usdGroup,
  wednesday,
  type PlatformBench,
} from '../../server/testing/platform.ts';

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

  describe('accounts', () => {
    test('open under the login that we chose, empty and in their group', async () => {
      const login = await bench.opened();
      const account = await accountOf(login);
      expect(account).toMatchObject({
        login,
        group: usdGroup,
        currency: 'USD',
        balance: 0n,
        equity: 0n,
        leverage: 100,
        access: 'full',
        marginLevel: undefined,
      });
      expect(account.readAt).toEqual(bench.clock.now());
    });

    test('that exist are said to exist, which resolves an unknown opening', async () => {
      const login = await bench.opened();
      expect(
        await bench.platform.openAccount({ login, group: usdGroup, name: 'Ama Active', leverage: 100, ...benchPasswords }),
      ).toMatchObject({
        outcome: 'refused',
        code: 'exists',
      });
    });

    test('are refused with a weak password, an unknown group or too much leverage', async () => {
      const order = { login: bench.freshLogin(), group: usdGroup, name: 'Ama', leverage: 100, ...benchPasswords };
      expect(await bench.platform.openAccount({ ...order, passwordMain: 'sandbox2026' })).toMatchObject({
        code: 'weak_password',
      });
      expect(await bench.platform.openAccount({ ...order, group: 'no\\such' })).toMatchObject({ code: 'no_permission' });
      expect(await bench.platform.openAccount({ ...order, leverage: bench.platform.maxLeverage + 1 })).toMatchObject({
        code: 'wrong_leverage',
      });
      expect(await bench.platform.account(order.login)).toMatchObject({ outcome: 'refused', code: 'not_found' });
    });

    test('have leverage of up to 500 on MetaTrader 5 and 1000 on MetaTrader 4', async () => {
      expect(bench.platform.maxLeverage).toBe(kind === 'mt5' ? 500 : 1000);
      const login = await bench.opened();
      must(await bench.platform.changeLeverage(login, bench.platform.maxLeverage));
      expect((await accountOf(login)).leverage).toBe(bench.platform.maxLeverage);
      expect(await bench.platform.changeLeverage(login, bench.platform.maxLeverage + 1)).toMatchObject({
        code: 'wrong_leverage',
      });
    });

    test('change their password, and know the old one no more', async () => {
      const login = await bench.opened();
      expect(
        must(await bench.platform.checkPassword({ login, which: 'main', password: benchPasswords.passwordMain })).matches,
      ).toBe(true);
      must(await bench.platform.changePassword({ login, which: 'main', password: 'Another2026!' }));
      expect(
        must(await bench.platform.checkPassword({ login, which: 'main', password: benchPasswords.passwordMain })).matches,
      ).toBe(false);
      expect(must(await bench.platform.checkPassword({ login, which: 'main', password: 'Another2026!' })).matches).toBe(true);
      expect(
        must(await bench.platform.checkPassword({ login, which: 'investor', password: benchPasswords.passwordInvestor })).matches,
      ).toBe(true);
      expect(await bench.platform.changePassword({ login, which: 'main', password: 'short' })).toMatchObject({
        code: 'weak_password',
      });
    });

    test('that are archived cannot trade, and can again when restored', async () => {
      const login = await bench.funded(100_000n);
      must(await bench.platform.changeAccess(login, 'closed'));
      expect((await accountOf(login)).access).toBe('closed');
      expect(await buy(login, 'EURUSD', '0.01')).toMatchObject({ outcome: 'refused', code: 'trade_disabled' });
      must(await bench.platform.changeAccess(login, 'full'));
      expect(await buy(login, 'EURUSD', '0.01')).toMatchObject({ outcome: 'filled' });
    });

    test('stand in groups, of which the server tells which ones open nothing', async () => {
      const answer = await bench.platform.groups();
      const groups = new Map(answer.outcome === 'done' ? answer.groups.map((each) => [each.name, each.closesOnly]) : []);
      expect(groups.size).toBe(benchGroups.length);
      expect([groups.get(usdGroup), groups.get(`${usdGroup}-closeonly`)]).toEqual([false, true]);
    });

    test('that may only close open nothing, close what is open, keep that in another group, and trade again afterwards', async () => {
      const login = await bench.funded(100_000n);
      const held = await buy(login, 'EURUSD', '0.02');
      must(await bench.platform.changeAccess(login, 'close_only'));
      must(await bench.platform.changeAccess(login, 'close_only'));
      expect(await accountOf(login)).toMatchObject({ access: 'close_only', group: usdGroup });
      expect(await buy(login, 'EURUSD', '0.01')).toMatchObject({ outcome: 'refused', code: 'close_only' });
      const waits = { symbol: 'EURUSD', side: 'buy', kind: 'limit', lots: '0.01', price: '0.90000', tag: 'close-only' } as const;
      expect(await bench.platform.placePending({ login, ...waits })).toMatchObject({ outcome: 'refused', code: 'close_only' });
      must(await bench.platform.changeGroup(login, 'global\\retail\\ecn-USD'));
      expect(await accountOf(login)).toMatchObject({ access: 'close_only', group: 'global\\retail\\ecn-USD' });
      const position = held.outcome === 'filled' ? held.position : '';
      expect(await bench.platform.closePosition({ login, position, lots: '0.01', tag: 'part' })).toMatchObject({
        outcome: 'filled',
      });
      // What shuts the account altogether leaves open what it may do afterwards.
      must(await bench.platform.changeAccess(login, 'closed'));
      expect((await accountOf(login)).access).toBe('closed');
      must(await bench.platform.changeAccess(login, 'full'));
      expect(await accountOf(login)).toMatchObject({ access: 'full', group: 'global\\retail\\ecn-USD' });
      expect(await buy(login, 'EURUSD', '0.01')).toMatchObject({ outcome: 'filled' });
    });

    test('move between groups of one currency only', async () => {
      const login = await bench.funded(1000n);
      must(await bench.platform.changeGroup(login, 'global\\retail\\ecn-USD'));
      expect((await accountOf(login)).group).toBe('global\\retail\\ecn-USD');
      expect(await bench.platform.changeGroup(login, 'uk\\retail\\standard-EUR')).toMatchObject({ code: 'other_currency' });
    });

    test('are read many at once, unknown logins left out', async () => {
      const [first, second] = [await bench.funded(1000n), await bench.funded(2000n, 'global\\retail\\standard-JPY')];
      const { accounts } = must(await bench.platform.accounts([first, 999_999_999, second]));
      expect(accounts.map((account) => [account.login, account.balance, account.currency])).toEqual([
        [first, 1000n, 'USD'],
        [second, 2000n, 'JPY'],
      ]);
    });
  });

  describe('money', () => {
    test('comes in and goes out by exact minor units', async () => {
      const login = await bench.funded(123_456_789n);
      must(await bench.platform.balanceOperation({ login, kind: 'balance', amount: -1n, currency: 'USD', tag: 'out:1' }));
      expect((await accountOf(login)).balance).toBe(123_456_788n);
    });

    test('cannot be taken beyond what is free', async () => {
      const login = await bench.funded(1000n);
      expect(
        await bench.platform.balanceOperation({ login, kind: 'balance', amount: -1001n, currency: 'USD', tag: 'out:2' }),
      ).toMatchObject({ outcome: 'refused', code: 'not_enough_money' });
      expect(
        await bench.platform.balanceOperation({
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
      const login = await bench.funded(1000n);
      must(await bench.platform.balanceOperation({ login, kind: 'credit', amount: 5000n, currency: 'USD', tag: 'credit:1' }));
      expect(await accountOf(login)).toMatchObject({ balance: 1000n, credit: 5000n, equity: 6000n, marginFree: 6000n });
      expect(
        await bench.platform.balanceOperation({ login, kind: 'balance', amount: -2000n, currency: 'USD', tag: 'out:4' }),
      ).toMatchObject({ code: 'not_enough_money' });
      expect(
        await bench.platform.balanceOperation({ login, kind: 'credit', amount: -5001n, currency: 'USD', tag: 'credit:2' }),
      ).toMatchObject({ code: 'not_enough_money' });
    });

    test('is found again by its whole tag of 31 characters', async () => {
      const login = await bench.opened();
      const tag = 'remittance:1234567890:second-le';
      expect(tag).toHaveLength(31);
      const { ticket } = must(
        await bench.platform.balanceOperation({ login, kind: 'balance', amount: 5000n, currency: 'USD', tag }),
      );
      const search = { login, tag, since: after(wednesday, -minuteMs), expected: { kind: 'balance', amount: 5000n } } as const;
      const { deals } = must(await bench.platform.findByTag(search));
      expect(deals).toMatchObject([{ ticket, kind: 'balance', profit: 5000n, tag }]);
      expect(must(await bench.platform.findByTag({ ...search, tag: tag.slice(0, 30) })).deals).toEqual([]);
    });

    test('is not found in a deal of another kind, sign or amount, whatever its comment says', async () => {
      const login = await bench.funded(1_000_000n);
      const [tag, since] = ['d41-d', after(wednesday, -minuteMs)];
      // What a client can do in the vendor's terminal: trade, with any comment.
      await bench.platform.marketOrder({ login, symbol: 'EURUSD', side: 'buy', lots: '0.01', tag });
      must(await bench.platform.balanceOperation({ login, kind: 'balance', amount: -5000n, currency: 'USD', tag }));
      const found = async (expected: ExpectedDeal) =>
        must(await bench.platform.findByTag({ login, tag, since, expected })).deals.length;
      expect(await found({ kind: 'balance', amount: -5000n })).toBe(1);
      expect(await found({ kind: 'balance', amount: 5000n })).toBe(0);
      expect(await found({ kind: 'balance', amount: -5001n })).toBe(0);
      expect(await found({ kind: 'credit', amount: -5000n })).toBe(0);
      const opening = { kind: 'buy', entry: 'in', symbol: 'EURUSD', lots: '0.01', position: undefined } as const;
      expect(await found(opening)).toBe(1);
      // Filled in part it would be the order's all the same.
      expect(await found({ ...opening, lots: '0.5' })).toBe(1);
      expect(await found({ ...opening, lots: '0.001' })).toBe(0);
      expect(await found({ ...opening, kind: 'sell' })).toBe(0);
      expect(await found({ ...opening, symbol: 'GBPUSD' })).toBe(0);
      expect(await found({ ...opening, entry: 'out', position: '1' })).toBe(0);
    });

    test('with a tag that would be cut is never sent', async () => {
      const login = await bench.opened();
      await expect(
        bench.platform.balanceOperation({ login, kind: 'balance', amount: 1n, currency: 'USD', tag: 'x'.repeat(32) }),
      ).rejects.toThrow(RangeError);
    });
  });

  test('an account stays readable when its group has left the settings', async () => {
    const login = await bench.funded(888n, 'global\\retail\\ecn-USD');
    await bench.restart({ groups: [] });
    expect(await accountOf(login)).toMatchObject({ balance: 888n, currency: 'USD' });
  });

  test('the deals of all accounts are read for the ledger', async () => {
    const login = await bench.funded(4242n);
    const { deals, complete } = must(await bench.platform.dealsOfAll({ from: wednesday, to: wednesday }));
    expect(complete).toBe(true);
    expect(deals.find((deal) => deal.login === login)).toMatchObject({ kind: 'balance', profit: 4242n, tag: `open:${login}` });
  });
});
