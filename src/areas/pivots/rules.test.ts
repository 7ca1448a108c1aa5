import { describe, expect, test } from 'vitest';
import { pivotGroups, pivotMethods, pivotTimeframes, type PivotMethod } from './contract.ts';
import { isDisabled, lastComplete, levelsOf, readingsOf, timeframeFor } from './rules.ts';

const digits = 4;
const points = (price: number): bigint => BigInt(Math.round(price * 10 ** digits));
type Candle = readonly [open: number, high: number, low: number, close: number];

/** The levels from the outermost resistance to the outermost support, as prices. */
function listed(method: PivotMethod, [open, high, low, close]: Candle) {
  const levels = levelsOf(method, { open: points(open), high: points(high), low: points(low), close: points(close) });
  return Object.fromEntries(Object.entries(levels).map(([name, level]) => [name, Number(level) / 10 ** digits]));
}

/* Worked examples as published: those of trendyways (rubenafo/trendyways, tests/sup_resTest.js), and those of Skender's Stock
 * Indicators for Fibonacci and DeMark (PivotPoints tests). What an example does not name is not compared. */
test.each([
  [
    'standard',
    [0, 18, 5, 15],
    {
      resistance3: 33.3333,
      resistance2: 25.6667,
      resistance1: 20.3333,
      pivot_point: 12.6667,
      support1: 7.3333,
      support2: -0.3333,
      support3: -5.6667,
    },
  ],
  [
    'fibonacci',
    // The hour's range is 1.5, and its three prices come to 1105.49.
    [368, 369.25, 367.75, 368.49],
    {
      resistance3: 369.9967,
      resistance2: 369.4237,
      resistance1: 369.0697,
      pivot_point: 368.4967,
      support1: 367.9237,
      support2: 367.5697,
      support3: 366.9967,
    },
  ],
  [
    'camarilla',
    [0, 10, 5, 7],
    {
      resistance4: 9.75,
      resistance3: 8.375,
      resistance2: 7.9167,
      resistance1: 7.4583,
      support1: 6.5417,
      support2: 6.0833,
      support3: 5.625,
      support4: 4.25,
    },
  ],
  [
    'camarilla',
    [0, 15, 8, 11],
    {
      resistance4: 14.85,
      resistance3: 12.925,
      resistance2: 12.2833,
      resistance1: 11.6417,
      support1: 10.3583,
      support2: 9.7167,
      support3: 9.075,
      support4: 7.15,
    },
  ],
  ['woodies', [0, 10, 5, 7], { resistance2: 12.25, resistance1: 9.5, pivot_point: 7.25, support1: 4.5, support2: 2.25 }],
  ['woodies', [0, 25, 10, 12], { resistance2: 29.75, resistance1: 19.5, pivot_point: 14.75, support1: 4.5, support2: -0.25 }],
  ['demark', [6, 10, 5, 7], { resistance1: 11, support1: 6 }],
  ['demark', [10, 15, 8, 11], { resistance1: 16.5, support1: 9.5 }],
  ['demark', [17, 25, 10, 12], { resistance1: 18.5, support1: 3.5 }],
  ['demark', [125, 200, 100, 125], { pivot_point: 137.5 }],
] as const)('%s of the candle %j has the levels of the published example', (method, candle, levels) => {
  expect(listed(method, candle)).toMatchObject(levels);
});

test.each([
  ['standard', 5],
  ['fibonacci', 3],
  ['camarilla', 5],
  ['woodies', 4],
  ['demark', 1],
] as const)('%s has %i levels on either side, each further out than the one before', (method, count) => {
  const levels = listed(method, [1.1, 1.1234, 1.0987, 1.1111]);
  const side = (name: string) => [1, 2, 3, 4, 5].flatMap((number) => levels[`${name}${number}`] ?? []);
  const [above, below] = [side('resistance'), side('support')];
  expect([above.length, below.length]).toEqual([count, count]);
  expect(above).toEqual(above.toSorted((one, other) => one - other));
  expect(below).toEqual(below.toSorted((one, other) => other - one));
});

describe('every frame of every group', () => {
  const without: Readonly<Record<number, readonly string[]>> = {
    4: ['5min', '15min', '30min'],
    5: ['5min', '15min', '30min', '1h', '4h', '1mon'],
  };

  test.each(pivotGroups.flatMap((group) => pivotTimeframes.map((frame) => [group, frame] as const)))(
    'of group %i, %s is itself or a day',
    (group, frame) => {
      const isWithout = without[group]?.includes(frame) ?? false;
      expect([isDisabled(group, frame), timeframeFor(group, frame)]).toEqual([isWithout, isWithout ? '1d' : frame]);
    },
  );
});

test('a market that rises is bullish by each indicator, one that falls by none, and the weighted average is as reckoned by hand', () => {
  const rising = Array.from({ length: 60 }, (_none, index) => 1000 + index * index);
  const falling = Array.from({ length: 60 }, (_none, index) => 5000 - index * 10);
  const leanings = (closes: readonly number[]) => Object.values(readingsOf(closes)).map(({ isBullish }) => isBullish);
  expect(leanings(rising)).toEqual([true, true, true]);
  expect(leanings(falling)).toEqual([false, false, false]);
  // (1·1 + 2·2 + … + 14·14) ÷ (1 + 2 + … + 14)
  expect(readingsOf(Array.from({ length: 14 }, (_none, index) => index + 1)).lwma.value).toBeCloseTo(1015 / 105, 10);
  expect(readingsOf([...Array.from({ length: 15 }, () => 200), 210]).momentum.value).toBeCloseTo(105, 10);
});

test('every method has a formula', () => {
  for (const method of pivotMethods) expect(listed(method, [1, 2, 0.5, 1.5]).pivot_point).toBeGreaterThan(0);
});

const candlesFrom = (...days: readonly string[]) => days.map((day) => ({ at: new Date(`${day}T00:00:00Z`) }));

test.each([
  // Of 31 days: its last day is still of it. Its own candle is the last.
  ['1mon', '2026-10-31T12:00:00Z', ['2026-09-01', '2026-10-01'], '2026-09-01'],
  ['1mon', '2026-10-31T23:59:59Z', ['2026-09-01', '2026-10-01'], '2026-09-01'],
  ['1mon', '2026-11-01T00:00:00Z', ['2026-09-01', '2026-10-01'], '2026-10-01'],
  // Of 30.
  ['1mon', '2026-09-30T23:59:59Z', ['2026-08-01', '2026-09-01'], '2026-08-01'],
  ['1mon', '2026-10-01T00:00:00Z', ['2026-08-01', '2026-09-01'], '2026-09-01'],
  // Of 28, and of 29: the market may not have traded yet in the month behind it.
  ['1mon', '2026-02-28T23:59:59Z', ['2026-01-01', '2026-02-01'], '2026-01-01'],
  ['1mon', '2026-03-01T00:00:00Z', ['2026-01-01', '2026-02-01'], '2026-02-01'],
  ['1mon', '2028-02-29T12:00:00Z', ['2028-01-01', '2028-02-01'], '2028-01-01'],
  ['1mon', '2028-03-01T00:00:00Z', ['2028-01-01', '2028-02-01'], '2028-02-01'],
  ['1mon', '2027-01-01T00:00:00Z', ['2026-11-01', '2026-12-01'], '2026-12-01'],
  ['1w', '2026-10-31T12:00:00Z', ['2026-10-19', '2026-10-26'], '2026-10-19'],
  ['1d', '2026-10-31T00:00:00Z', ['2026-10-29', '2026-10-30'], '2026-10-30'],
] as const)('of %s at %s the last complete candle of %j is that of %s', (...row) => {
  const [timeframe, now, days, complete] = row;
  const stepMs = { '1mon': 30, '1w': 7, '1d': 1 }[timeframe] * 86_400_000;
  expect(
    lastComplete(candlesFrom(...days), { timeframe, stepMs, now: new Date(now) })
      ?.at.toISOString()
      .slice(0, 10),
  ).toBe(complete);
});
