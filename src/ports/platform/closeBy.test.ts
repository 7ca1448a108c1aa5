import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { must, mustFill, openPlatformBench, wednesday, type PlatformBench } from '../../server/testing/platform.ts';

/* Two opposite positions that close each other, over every connector and against each sandbox. */

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

  const open = async (login: number, side: 'buy' | 'sell', lots: string) =>
    mustFill(await bench.platform.marketOrder({ login, symbol: 'EURUSD', side, lots, tag: `open:${side}` }));
  const positions = async (login: number) => must(await bench.platform.positions(login)).positions;
  const points = (price: string) => BigInt(price.replace('.', ''));
  const expected = (position: string, lots: string) =>
    ({ kind: 'sell', entry: 'out', symbol: 'EURUSD', lots, position }) as const;

  test('closes as much as both have, each by a deal of its own, and pays the way between both prices', async () => {
    const login = await bench.funded(1_000_000n);
    const [bought, sold] = [await open(login, 'buy', '0.30'), await open(login, 'sell', '0.10')];
    const before = must(await bench.platform.account(login)).account.balance;
    const closed = mustFill(
      await bench.platform.closePositionBy({ login, position: bought.position, by: sold.position, tag: 'by:1' }),
    );
    expect(closed).toMatchObject({ position: bought.position, price: sold.price, lots: '0.1' });
    expect(await positions(login)).toMatchObject([{ position: bought.position, side: 'buy', lots: '0.2' }]);
    // A tenth of a lot: 10 dollars for 100 points, or 10 cents each.
    const account = must(await bench.platform.account(login)).account;
    expect(account.balance - before).toBe((points(sold.price) - points(bought.price)) * 10n);
    const found = await bench.platform.findByTag({
      login,
      tag: 'by:1',
      since: wednesday,
      expected: expected(bought.position, '0.10'),
    });
    expect(must(found).deals).toMatchObject([{ ticket: closed.deal, entry: 'out', lots: '0.1' }]);
    const trades = must(
      await bench.platform.closedTrades({ login, from: wednesday, to: bench.clock.now(), offset: 0, total: 10 }),
    ).trades;
    expect(trades.map(({ position, side }) => [position, side])).toEqual([
      [bought.position, 'buy'],
      [sold.position, 'sell'],
    ]);
  });

  test('refuses what does not stand opposite, and what is not there', async () => {
    const login = await bench.funded(1_000_000n);
    const [one, other] = [await open(login, 'buy', '0.10'), await open(login, 'buy', '0.10')];
    const by = (position: string, opposite: string) =>
      bench.platform.closePositionBy({ login, position, by: opposite, tag: 'by:2' });
    expect(await by(one.position, other.position)).toMatchObject({ outcome: 'refused', code: 'not_opposite' });
    expect(await by(one.position, '999999')).toMatchObject({ outcome: 'refused', code: 'position_closed' });
    expect(await positions(login)).toHaveLength(2);
  });

  test('whose answer is lost is found by its tag, done once', async () => {
    const login = await bench.funded(1_000_000n);
    const [bought, sold] = [await open(login, 'buy', '0.10'), await open(login, 'sell', '0.10')];
    const hasty = bench.connect({ timeoutMs: 1500 });
    bench.server().fault('timeout_after');
    const lost = await hasty.closePositionBy({ login, position: bought.position, by: sold.position, tag: 'by:3' });
    expect(lost.outcome).toBe('unknown');
    expect(await positions(login)).toEqual([]);
    const found = await bench.platform.findByTag({
      login,
      tag: 'by:3',
      since: wednesday,
      expected: expected(bought.position, '0.10'),
    });
    expect(must(found).deals).toHaveLength(1);
    await hasty.close();
  });
});
