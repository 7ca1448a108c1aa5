import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  benchPasswords,
  must,
  openPlatformBench,
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
    for (const calls of ['acts', 'prices', 'all'] as const) bench.server().fault('none', 0, calls);
  });

  const accountOf = async (login: number) => must(await bench.platform.account(login)).account;

  /** Long enough for any call that is answered, also on a machine that does something else beside. */
  const impatient = () => bench.connect({ timeoutMs: 1500 });

  describe('an answer that never comes', () => {
    const expected = { kind: 'balance', amount: 7000n } as const;
    const opening = { kind: 'buy', entry: 'in', symbol: 'EURUSD', lots: '0.10', position: undefined } as const;
    const after = ['timeout_after', 'nonsense', 'nothing'] as const;
    test.each(after)('or is none (%s) after the money moved is unknown, and the tag finds exactly one deal', async (mode) => {
      const [login, hasty] = [await bench.opened(), impatient()];
      bench.server().fault(mode);
      const outcome = await hasty.balanceOperation({ login, kind: 'balance', amount: 7000n, currency: 'USD', tag: 'lost:after' });
      expect(outcome.outcome).toBe('unknown');
      expect(must(await bench.platform.findByTag({ login, tag: 'lost:after', since: wednesday, expected })).deals).toHaveLength(
        1,
      );
      expect((await accountOf(login)).balance).toBe(7000n);
      await hasty.close();
    });

    test('before the money moved is unknown too, and the tag finds nothing', async () => {
      const [login, hasty] = [await bench.opened(), impatient()];
      bench.server().fault('timeout_before');
      const outcome = await hasty.balanceOperation({
        login,
        kind: 'balance',
        amount: 7000n,
        currency: 'USD',
        tag: 'lost:before',
      });
      expect(outcome.outcome).toBe('unknown');
      expect(must(await bench.platform.findByTag({ login, tag: 'lost:before', since: wednesday, expected })).deals).toEqual([]);
      expect((await accountOf(login)).balance).toBe(0n);
      await hasty.close();
    });

    test('when the line is cut is unknown, and the money moves when nobody waits for it any more', async () => {
      const login = await bench.opened();
      const operation = { login, kind: 'balance', amount: 7000n, currency: 'USD', tag: 'late:1' } as const;
      const found = async () =>
        must(await bench.platform.findByTag({ login, tag: 'late:1', since: wednesday, expected })).deals.length;
      bench.server().fault({ mode: 'late', seconds: 3600 });
      expect((await bench.platform.balanceOperation(operation)).outcome).toBe('unknown');
      expect(await found()).toBe(0);
      bench.server().fault({ mode: 'late', seconds: 0.1 });
      expect((await bench.platform.balanceOperation(operation)).outcome).toBe('unknown');
      await vi.waitUntil(async () => (await found()) === 1);
      expect((await accountOf(login)).balance).toBe(7000n);
    });

    test('when the line is cut opens an account or fills an order all the same', async () => {
      const order = { login: bench.freshLogin(), group: usdGroup, name: 'Ama', leverage: 100, ...benchPasswords };
      bench.server().fault({ mode: 'late', seconds: 0.1 });
      expect((await bench.platform.openAccount(order)).outcome).toBe('unknown');
      await vi.waitUntil(async () => (await bench.platform.account(order.login)).outcome === 'done');
      const login = await bench.funded(1_000_000n);
      bench.server().fault({ mode: 'late', seconds: 0.1 });
      const lost = await bench.platform.marketOrder({ login, symbol: 'EURUSD', side: 'buy', lots: '0.10', tag: 'late:2' });
      expect(lost.outcome).toBe('unknown');
      await vi.waitUntil(async () => must(await bench.platform.positions(login)).positions.length === 1);
    });

    test('comes to one account and not to another, each struck in its own way', async () => {
      const [first, second, third] = [await bench.opened(), await bench.opened(), await bench.opened()];
      bench.server().faultOf(first, { mode: 'late', seconds: 3600 }, 1);
      bench.server().faultOf(second, 'error', 1);
      const outcomes: string[] = [];
      for (const login of [first, second, third, first, second]) {
        const operation = { login, kind: 'balance', amount: 100n, currency: 'USD', tag: `own:${outcomes.length}` } as const;
        outcomes.push((await bench.platform.balanceOperation(operation)).outcome);
      }
      expect(outcomes).toEqual(['unknown', 'refused', 'done', 'done', 'done']);
    });

    test('never takes effect once the platform was emptied', async () => {
      const alone = await openPlatformBench(kind);
      const login = await alone.opened();
      alone.server().fault({ mode: 'late', seconds: 0.05 });
      await alone.platform.balanceOperation({ login, kind: 'balance', amount: 1n, currency: 'USD', tag: 'late:3' });
      alone.server().reset();
      expect(await alone.platform.account(login)).toMatchObject({ code: 'not_found' });
      await alone.close();
    });

    test('to an opening is resolved by opening again: the login exists, or it opens now', async () => {
      const hasty = impatient();
      for (const [mode, second] of [
        ['timeout_after', { code: 'exists' }],
        ['timeout_before', { outcome: 'done' }],
      ] as const) {
        const order = { login: bench.freshLogin(), group: usdGroup, name: 'Ama', leverage: 100, ...benchPasswords };
        bench.server().fault(mode);
        expect((await hasty.openAccount(order)).outcome).toBe('unknown');
        expect(await bench.platform.openAccount(order)).toMatchObject(second);
      }
      await hasty.close();
    });

    test('to a market order is resolved by its tag', async () => {
      const [login, hasty] = [await bench.funded(1_000_000n), impatient()];
      bench.server().fault('timeout_after');
      expect((await hasty.marketOrder({ login, symbol: 'EURUSD', side: 'buy', lots: '0.10', tag: 'order:lost' })).outcome).toBe(
        'unknown',
      );
      expect(
        must(await bench.platform.findByTag({ login, tag: 'order:lost', since: wednesday, expected: opening })).deals,
      ).toMatchObject([{ kind: 'buy', entry: 'in', lots: '0.1' }]);
      expect(must(await bench.platform.positions(login)).positions).toHaveLength(1);
      await hasty.close();
    });
  });

  test.each(['error', 'timeout_before', 'timeout_after', 'late', 'nonsense', 'nothing'] as const)(
    'a platform that is out (%s) answers no question either, and answers again when it is back',
    async (mode) => {
      const [login, hasty] = [await bench.opened(), impatient()];
      bench.server().fault(mode, 1_000_000, 'all');
      const [account, positions, ticks] = [hasty.account(login), hasty.positions(login), hasty.ticks(['EURUSD'])];
      for (const answer of await Promise.all([account, positions, ticks])) expect(answer.outcome).not.toBe('done');
      bench.server().fault('none', 0, 'all');
      expect((await accountOf(login)).login).toBe(login);
      await hasty.close();
    },
  );

  test('an error of the platform moves nothing, and a slow answer is still the answer', async () => {
    const login = await bench.opened();
    bench.server().fault('error');
    expect(
      await bench.platform.balanceOperation({ login, kind: 'balance', amount: 100n, currency: 'USD', tag: 'fault:1' }),
    ).toMatchObject({ outcome: 'refused', code: 'server_fault' });
    bench.server().fault('slow');
    expect(
      await bench.platform.balanceOperation({ login, kind: 'balance', amount: 100n, currency: 'USD', tag: 'fault:2' }),
    ).toMatchObject({ outcome: 'done' });
    expect((await accountOf(login)).balance).toBe(100n);
  });

  describe('sessions', () => {
    test('sign in again by themselves when the platform has cut them', async () => {
      const login = await bench.funded(500n);
      bench.server().endSessions();
      expect((await accountOf(login)).balance).toBe(500n);
    });

    test('with a wrong manager password are refused, and nothing is sent', async () => {
      const stranger = bench.connect({ managerPassword: 'Wrong1!' });
      expect(await stranger.isReachable()).toBe(false);
      expect(await stranger.account(700_001)).toMatchObject({ outcome: 'refused', code: 'not_authorised' });
      await stranger.close();
    });

    test('with a platform that is down are refused as not connected: nothing was sent, so nothing is unknown', async () => {
      const nowhere = bench.connect({ address: 'http://127.0.0.1:1' });
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

    test('that took too long to come by send nothing any more: who asked may be asking again', async () => {
      const login = await bench.funded(500n);
      const late = bench.connect({ sendWithinMs: 1 });
      const operation = { login, kind: 'balance', amount: 100n, currency: 'USD', tag: 'late:1' } as const;
      const asked = late.balanceOperation(operation);
      // The process stands still before anything can have come over the line.
      const standsUntil = performance.now() + 20;
      while (performance.now() < standsUntil) continue;
      expect(await asked).toMatchObject({ outcome: 'refused', code: 'not_connected' });
      expect((await accountOf(login)).balance).toBe(500n);
      await late.close();
    });

    test('give a sign of life when the timer asks for it', async () => {
      const timers: { readonly ms: number; readonly work: () => void }[] = [];
      const every = (ms: number, work: () => void) => {
        timers.push({ ms, work });
        return () => timers.splice(0);
      };
      const alive = bench.connect({ sessions: 1, every });
      expect(timers.map((timer) => timer.ms)).toEqual([20_000]);
      expect(await alive.isReachable()).toBe(true);
      timers[0]?.work();
      expect(await alive.isReachable()).toBe(true);
      await alive.close();
      expect(timers).toEqual([]);
    });

    test('serve many callers at once over few connections', async () => {
      const login = await bench.funded(100_000n);
      const few = bench.connect({ sessions: 2 });
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

  test('what was acknowledged is there after the platform starts again', async () => {
    const login = await bench.funded(777n);
    await bench.restart();
    expect((await accountOf(login)).balance).toBe(777n);
  });
});
