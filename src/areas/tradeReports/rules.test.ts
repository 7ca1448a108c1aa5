import { expect, test } from 'vitest';
import { averageEquity, beforeCosts, isTooLong, noCosts, percentOf } from './rules.ts';

test('before the costs, with all of them, is the result', () => {
  const costs = { ...noCosts, spread: -120n, commission: -30n, swap: 7n, conversion: -5n, service: -300n };
  expect(beforeCosts({ result: 1_000n, costs })).toBe(1_448n);
});

const march = { from: '2026-03-01', till: '2026-03-10' };

test.each([
  ['one value all the while', [{ day: '2026-03-01', equity: 500n }], 500n],
  // Nine days of 100, then one of 1100.
  [
    'each day what the last before it had',
    [
      { day: '2026-03-01', equity: 100n },
      { day: '2026-03-10', equity: 1_100n },
    ],
    200n,
  ],
  [
    'nothing from behind the period',
    [
      { day: '2026-03-01', equity: 100n },
      { day: '2026-03-11', equity: 9_999n },
    ],
    100n,
  ],
  // Opened on the sixth: five days of what was there.
  ['only the days that are known', [{ day: '2026-03-06', equity: 700n }], 700n],
  ['nothing where nothing is known', [], undefined],
] as const)('the average of a period has %s', (_, points, average) => expect(averageEquity(points, march)).toBe(average));

test.each([
  [-125n, 10_000n, '-1.25'],
  [-5n, 10_000n, '-0.05'],
  [-1n, 100_000_000n, '0.00'],
  [0n, 100n, '0.00'],
  [-10n, 0n, null],
  [-10n, undefined, null],
] as const)('%s of %s is %s per cent', (minor, equity, percent) => expect(percentOf(minor, equity)).toBe(percent));

test('a period of exactly the most days is taken, of one more not', () => {
  expect(isTooLong({ from: '2026-03-01', till: '2026-03-10' }, 10)).toBe(false);
  expect(isTooLong({ from: '2026-03-01', till: '2026-03-11' }, 10)).toBe(true);
});
