import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { after, dayMs, hourMs, minuteMs } from '../../base/time.ts';
import { must, mustFill, openPlatformBench, wednesday, type PlatformBench } from '../../server/testing/platform.ts';
import type { ZoneRule } from '../../base/zone.ts';
import { ruleOf, type ToldTime } from './mt5/serverTime.ts';
import type { Candle, CandleRange } from './port.ts';

/** Whatever the server's clock shows, everybody on our side speaks of instants. */
const zones = ['-300', '0', '180', 'Europe/Athens', 'America/New_York+7'] as const;
const kinds = ['mt5', 'mt4'] as const;

describe.each(kinds.flatMap((kind) => zones.map((zone) => [kind, zone] as const)))('the %s platform in zone %s', (kind, zone) => {
  let bench: PlatformBench;

  beforeAll(async () => {
    bench = await openPlatformBench(kind, { zone });
  });
  afterAll(() => bench.close());
  beforeEach(() => {
    bench.clock.set(wednesday);
    bench.server().fault('none');
  });

  test('finds money whose answer was lost, so that nobody moves it twice', async () => {
    const [login, hasty] = [await bench.opened(), bench.connect({ timeoutMs: 250 })];
    bench.server().fault('timeout_after');
    const operation = { login, kind: 'balance', amount: 7000n, currency: 'USD', tag: 'lost:zone' } as const;
    expect((await hasty.balanceOperation(operation)).outcome).toBe('unknown');
    const since = after(wednesday, -5 * minuteMs);
    const { deals } = must(await hasty.findByTag({ login, tag: 'lost:zone', since, expected: operation }));
    expect(deals).toMatchObject([{ at: wednesday, profit: 7000n }]);
    await hasty.close();
  });

  test('tells a deal in the minute in which it is done, with its instant', async () => {
    const login = await bench.funded(4242n);
    const span = { from: after(wednesday, -minuteMs), to: after(wednesday, minuteMs) };
    const { deals } = must(await bench.platform.dealsOfAll(span));
    expect(deals.filter((deal) => deal.login === login)).toMatchObject([{ at: wednesday, tag: `open:${login}` }]);
    const later = { from: after(wednesday, 20 * minuteMs), to: after(wednesday, hourMs) };
    expect(must(await bench.platform.dealsOfAll(later)).deals.filter((deal) => deal.login === login)).toEqual([]);
    const page = must(await bench.platform.deals({ login, ...span, offset: 0, total: 10 }));
    expect(page.deals).toMatchObject([{ at: wednesday }]);
  });

  test('tells positions, closed trades and prices with their instants', async () => {
    const login = await bench.funded(1_000_000n);
    const order = { login, symbol: 'EURUSD', side: 'buy', lots: '0.10', tag: 'zone:1' } as const;
    const { position } = mustFill(await bench.platform.marketOrder(order));
    expect(must(await bench.platform.positions(login)).positions).toMatchObject([{ openedAt: wednesday }]);
    bench.clock.set(after(wednesday, hourMs));
    expect(must(await bench.platform.ticks(['EURUSD'])).ticks).toMatchObject([{ at: after(wednesday, hourMs) }]);
    mustFill(await bench.platform.closePosition({ login, position, tag: 'zone:2' }));
    const span = { from: wednesday, to: after(wednesday, hourMs) };
    const { trades } = must(await bench.platform.closedTrades({ login, ...span, offset: 0, total: 10 }));
    expect(trades).toMatchObject([{ openedAt: wednesday, closedAt: after(wednesday, hourMs) }]);
  });

  test('trades in the hours of UTC', async () => {
    expect(must(await bench.platform.symbol('AAPL')).symbol.sessions).toEqual(
      [1, 2, 3, 4, 5].map((day) => ({ day, fromMinute: 13.5 * 60, toMinute: 20 * 60 })),
    );
    const always = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, fromMinute: 0, toMinute: 1440 }));
    expect(must(await bench.platform.symbol('BTCUSD')).symbol.sessions).toEqual(always);
  });
});

describe('candles', () => {
  const shorter: readonly CandleRange[] = (['5min', '15min', '30min', '1h', '4h'] as const).map((timeframe) => ({
    symbol: 'EURUSD',
    timeframe,
    from: after(wednesday, -2 * dayMs),
    to: wednesday,
  }));

  test('of less than a day are the same wherever the server stands', async () => {
    const drawn = await Promise.all(
      ['0', '180', '-300', '330', 'Europe/Athens'].map(async (zone) => {
        const bench = await openPlatformBench('mt5', { zone });
        // All zones draw at once, as fast as the machine can.
        const patient = bench.connect({ timeoutMs: 120_000 });
        const charts: (readonly Candle[])[] = [];
        for (const range of shorter) charts.push(must(await patient.candles(range)).candles.map(priced));
        await patient.close();
        await bench.close();
        return charts;
      }),
    );
    expect(drawn[0]?.every((chart) => chart.length > 10)).toBe(true);
    for (const charts of drawn.slice(1)) expect(charts).toEqual(drawn[0]);
  });

  test('of a day are the server’s days, by their dates', async () => {
    const bench = await openPlatformBench('mt5', { zone: '180' });
    const range = { symbol: 'BTCUSD', from: after(wednesday, -3 * dayMs), to: wednesday };
    const days = must(await bench.platform.candles({ ...range, timeframe: '1d' })).candles;
    expect(days.map(({ at }) => at.toISOString().slice(0, 16))).toEqual([
      '2026-11-16T00:00',
      '2026-11-17T00:00',
      '2026-11-18T00:00',
    ]);
    const hours = must(await bench.platform.candles({ ...range, timeframe: '1h' })).candles;
    const first = hours.find(({ at }) => at.toISOString().startsWith('2026-11-15T21:00'));
    expect(days[0]?.open).toBe(first?.open);
    await bench.close();
  });
});

/** The number of price changes depends on how long the bars are that the server was asked for. */
const priced = (candle: Candle): Candle => ({ ...candle, ticks: 0 });

describe('over a change of daylight saving time', () => {
  const changes = [
    ['Europe/Athens', '2026-10-25T01:00:00Z'],
    ['Europe/Athens', '2027-03-28T01:00:00Z'],
    ['America/New_York', '2026-11-01T06:00:00Z'],
    ['America/New_York+7', '2027-03-14T07:00:00Z'],
  ] as const;

  test.each(changes)('in %s at %s every deal is told at its instant, within the minute', async (zone, changed) => {
    const bench = await openPlatformBench('mt5', { zone });
    const change = new Date(changed);
    bench.clock.set(after(change, -3 * hourMs));
    const login = await bench.opened();
    const told: string[] = [];
    const done: string[] = [];
    for (let minutes = -120; minutes <= 120; minutes += 20) {
      const now = after(change, minutes * minuteMs);
      bench.clock.set(now);
      const tag = `change:${minutes}`;
      must(await bench.platform.balanceOperation({ login, kind: 'balance', amount: 100n, currency: 'USD', tag }));
      done.push(`${tag} ${now.toISOString()}`);
      const span = { from: after(now, -minuteMs), to: after(now, minuteMs) };
      const { deals } = must(await bench.platform.dealsOfAll(span));
      told.push(...deals.filter((deal) => deal.tag === tag).map((deal) => `${tag} ${deal.at.toISOString()}`));
    }
    expect(told).toEqual(done);
    await bench.close();
  });

  test.each(['Europe/Athens', 'America/New_York+7'])('the past of %s follows its rule and not today’s offset', async (zone) => {
    const bench = await openPlatformBench('mt5', { zone });
    const days = ['2026-02-10', '2026-03-20', '2026-07-01', '2026-10-28', '2026-11-10'].map(
      (day) => new Date(`${day}T12:00:00Z`),
    );
    bench.clock.set(new Date('2026-01-05T12:00:00Z'));
    const login = await bench.opened();
    for (const day of days) {
      bench.clock.set(day);
      must(await bench.platform.balanceOperation({ login, kind: 'balance', amount: 1n, currency: 'USD', tag: 'past' }));
    }
    bench.clock.set(wednesday);
    // What the server says of itself does not tell Europe's rule from America's: a broker with the other one names the zone.
    const reader = bench.connect(zone === 'Europe/Athens' ? {} : { timeZone: zone });
    const page = { login, from: new Date('2026-01-01T00:00:00Z'), to: wednesday, offset: 0, total: 100 };
    expect(must(await reader.deals(page)).deals.map(({ at }) => at)).toEqual(days);
    await reader.close();
    await bench.close();
  });
});

describe('the zone', () => {
  const winter = { zoneMinutes: 120, hasDaylight: true, isDaylight: false };
  const summer = { ...winter, isDaylight: true };
  const west = { ...winter, zoneMinutes: -300 };
  const european = { name: 'Europe/London', movedMinutes: 120 };
  const american = { name: 'America/New_York', movedMinutes: 420 };
  const cases: Readonly<Record<string, { readonly told: ToldTime; readonly now: string; readonly rule: ZoneRule }>> = {
    'Europe’s in winter': { told: winter, now: '2026-01-15T12:00:00Z', rule: european },
    'Europe’s in summer': { told: summer, now: '2026-07-15T12:00:00Z', rule: european },
    'Europe’s while America has summer already': { told: winter, now: '2026-03-20T12:00:00Z', rule: european },
    'America’s while Europe still has winter': { told: summer, now: '2026-03-20T12:00:00Z', rule: american },
    'America’s while Europe has winter again': { told: summer, now: '2026-10-28T12:00:00Z', rule: american },
    'Europe’s still, when the server is a minute late': { told: winter, now: '2026-03-29T01:01:00Z', rule: european },
    'America’s west of Greenwich': { told: west, now: '2026-01-15T12:00:00Z', rule: { ...american, movedMinutes: 0 } },
    'that of the moment where neither agrees': {
      told: summer,
      now: '2026-01-15T12:00:00Z',
      rule: { name: 'UTC', movedMinutes: 180 },
    },
    'fixed without daylight saving time': {
      told: { ...winter, hasDaylight: false },
      now: '2026-07-15T12:00:00Z',
      rule: { name: 'UTC', movedMinutes: 120 },
    },
  };

  test.each(Object.entries(cases))('has a rule that is %s', (_name, { told, now, rule }) => {
    expect(ruleOf(told, Date.parse(now))).toEqual(rule);
  });

  test('is read again when the server was away, and whenever it is no longer trusted', async () => {
    const bench = await openPlatformBench('mt5', { zone: '0' });
    const login = await bench.funded(100n);
    const page = { login, from: after(wednesday, -minuteMs), to: after(wednesday, minuteMs), offset: 0, total: 10 };
    expect(must(await bench.platform.deals(page)).deals).toMatchObject([{ at: wednesday }]);
    await bench.restart({ zone: '-300' });
    expect(must(await bench.platform.deals(page)).deals).toMatchObject([{ at: wednesday }]);
    const doubting = bench.connect({ zoneTrustMs: 0 });
    expect(must(await doubting.deals(page)).deals).toMatchObject([{ at: wednesday }]);
    bench.server().moveTo('330');
    expect(must(await doubting.deals(page)).deals).toMatchObject([{ at: wednesday }]);
    await doubting.close();
    await bench.close();
  });

  test('that is configured overrules the server’s own', async () => {
    const bench = await openPlatformBench('mt5', { zone: '0' });
    const login = await bench.funded(100n);
    const moved = bench.connect({ timeZone: '60' });
    const { deals } = must(await moved.deals({ login, from: after(wednesday, -dayMs), to: wednesday, offset: 0, total: 10 }));
    expect(deals).toMatchObject([{ at: after(wednesday, -hourMs) }]);
    await moved.close();
    expect(() => bench.connect({ timeZone: 'Nowhere' })).toThrow(RangeError);
    await bench.close();
  });

  test('that cannot be read is not guessed: nothing is known then', async () => {
    const bench = await openPlatformBench('mt5', { zone: '-300' });
    const login = await bench.funded(100n);
    const stranger = bench.connect({ timeoutMs: 250 });
    bench.server().fault('error', 1_000_000, 'all');
    const expected = { kind: 'balance', amount: 100n } as const;
    const search = { login, tag: `open:${login}`, since: wednesday, expected };
    expect(await stranger.findByTag(search)).toMatchObject({ outcome: 'refused', code: 'server_fault' });
    bench.server().fault('none', 0, 'all');
    expect(must(await stranger.findByTag(search)).deals).toHaveLength(1);
    await stranger.close();
    await bench.close();
  });
});
