import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMarkets } from '../../server/testing/dealer.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { meanwhile } from '../../server/testing/telling.ts';
import { levelNames, pivotGroups, pivotMethods, pivotTimeframes } from './contract.ts';
import { timeframeFor } from './rules.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  await openMarkets(app);
  client = await app.signIn('global.active');
});

afterAll(() => app.close());

const get = (path: string, as = client) => app.call({ method: 'GET', path: `api/direct/${path}`, as });

test('the symbols stand by their groups, those of shares only where they are asked for', async () => {
  const groupsOf = async (path: string) => {
    const { symbols } = (await get(path)).data.direct;
    expect(symbols[0]).toMatchObject({ group: 1, digits: expect.any(Number), description: expect.any(String) });
    return new Set(symbols.map(({ group }: { group: number }) => group));
  };
  expect(await groupsOf('symbols')).toEqual(new Set([1, 2, 3, 4]));
  expect(await groupsOf('symbols?include-shares=true')).toEqual(new Set([1, 2, 3, 4, 5]));
  const { symbols } = (await get('symbols?include-shares=true')).data.direct;
  expect((await get('symbols')).data.direct.price_levels).toBe('api/direct/price-levels/{method}');
  // Readings 18 has no group for crypto.
  expect(symbols.map(({ symbol }: { symbol: string }) => symbol)).not.toContain('BTCUSD');
});

test.each(pivotGroups.map((group) => ({ group })))(
  'of a symbol of group $group every method in every frame has its levels of the last complete candle, in order, with what the market said and when',
  async ({ group }) => {
    const { symbols } = (await get('symbols?include-shares=true')).data.direct;
    const { symbol } = symbols.find((each: { group: number }) => each.group === group);
    for (const method of pivotMethods)
      for (const asked of pivotTimeframes) {
        const timeframe = timeframeFor(group, asked);
        const { data, errors } = await get(`pivot-points/${method}?symbol=${symbol}&timeframe=${asked}`);
        expect(errors).toEqual([]);
        expect(data).toMatchObject({ symbol, timeframe, method, last_tick_time: expect.any(String) });
        const levels = levelNames.flatMap((name) => data[name] ?? []).map(Number);
        expect(levels).toHaveLength({ standard: 11, fibonacci: 7, camarilla: 11, woodies: 9, demark: 3 }[method]);
        // Camarilla counts from the close, so that its pivot point may lie among the levels.
        const beside = levels.toSpliced((levels.length - 1) / 2, 1);
        expect(beside).toEqual(beside.toSorted((one, other) => other - one));
        expect(Date.parse(data.candle_time)).toBeLessThan(app.opened.clock.now().getTime());
        for (const name of ['lwma', 'macd', 'momentum'])
          expect(data.indicators[name]).toEqual({
            value: expect.stringMatching(/^-?\d+\.\d+$/),
            is_bullish: expect.any(Boolean),
          });
      }
  },
);

test('demark has one level and nulls, and a frame that the group has not becomes a day', async () => {
  const { data } = await get('pivot-points/demark?symbol=AAPL&timeframe=1h');
  expect(data).toMatchObject({ symbol: 'AAPL', timeframe: '1d', resistance2: null, resistance5: null, support2: null });
  expect((await get('pivot-points/demark?symbol=AAPL&timeframe=1w')).data.timeframe).toBe('1w');
  expect((await get('pivot-points/standard')).data).toMatchObject({ symbol: 'EURUSD', timeframe: '1d' });
});

test('the distance map tells how far the price is from each level, and has the candles', async () => {
  const { data } = await get('price-levels/fibonacci?symbol=EURUSD&timeframe=1h');
  expect(Object.keys(data.distances)).toEqual([
    'resistance3',
    'resistance2',
    'resistance1',
    'pivot_point',
    'support1',
    'support2',
    'support3',
  ]);
  const points = (price: string) => Math.round(Number(price) * 100_000);
  expect(data.distances.resistance1.points).toBe(points(data.resistance1) - points(data.current_price));
  expect(data.chart.length).toBeGreaterThan(30);
});

test('a client whose registration is not complete sees the usual symbol, and 10032 for any other', async () => {
  const partial = await app.signIn('global.lead');
  expect((await get('pivot-points/standard', partial)).errors).toEqual([]);
  const refused = await get('pivot-points/standard?symbol=GBPUSD', partial);
  expect(refused).toMatchObject({ httpStatus: 422, errors: [{ code: '10032' }] });
  expect((await get('pivot-points/standard?symbol=GBPUSD')).errors).toEqual([]);
});

test('what is no symbol of the tool is refused at its field, and a platform that does not answer is said to be away', async () => {
  const unknown = await get('pivot-points/standard?symbol=NOSUCH');
  expect(unknown).toMatchObject({ httpStatus: 422, errors: [{ code: 'unknown_symbol' }] });
  expect(await get('pivot-points/standard?symbol=BTCUSD')).toMatchObject({ errors: [{ code: 'unknown_symbol' }] });
  const away = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;
  await meanwhile(app.opened.app.platforms.mt5, { candles: away }, async () => {
    expect(await get('pivot-points/standard?symbol=USDJPY')).toMatchObject({ httpStatus: 503 });
  });
  const few = async () => ({ outcome: 'done', candles: [] }) as const;
  await meanwhile(app.opened.app.platforms.mt5, { candles: few }, async () => {
    expect(await get('pivot-points/standard?symbol=AUDUSD')).toMatchObject({ errors: [{ code: 'too_few_candles' }] });
  });
});
