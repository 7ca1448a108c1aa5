import { expect, test } from 'vitest';
import { dayMs } from '../../base/time.ts';
import { openZone, zoneRuleOf } from '../../base/zone.ts';
import { groupBeside } from '../../law/platformGroups.ts';
import { swapFreeGroupOf } from '../../law/swapFree.ts';
import { feeOfLots, firstCharged, isNearEnd, midnightOf, nightAfter, nightDay, nightOfDay } from './rules.ts';

const utc = openZone({ name: 'UTC', movedMinutes: 0 });
const newYork = openZone(zoneRuleOf('America/New_York+7') ?? { name: 'UTC', movedMinutes: 0 });

test('a night is the midnight of the server, wherever its clock stands and whether it keeps summer time', () => {
  expect(nightDay(nightAfter(new Date('2026-11-04T23:59:59Z'), utc))).toBe('2026-11-04');
  expect(midnightOf(nightOfDay('2026-11-04'), utc).toISOString()).toBe('2026-11-05T00:00:00.000Z');
  // Five in the afternoon of New York, winter and summer.
  expect(midnightOf(nightOfDay('2026-11-04'), newYork).toISOString()).toBe('2026-11-04T22:00:00.000Z');
  expect(midnightOf(nightOfDay('2026-07-01'), newYork).toISOString()).toBe('2026-07-01T21:00:00.000Z');
  expect(nightDay(nightAfter(new Date('2026-11-04T22:00:01Z'), newYork))).toBe('2026-11-05');
});

test.each([
  { free: 5, told: 3, near: 3, from: 5 },
  { free: 1, told: 1, near: 0, from: 2 },
  { free: 2, told: 1, near: 0, from: 2 },
  // No worker ran for a while: what was not told costs nothing.
  { free: 5, told: 9, near: 3, from: 10 },
])('of $free free nights the first that costs something is told before, and is night $from', ({ free, told, near, from }) => {
  const nights = Array.from({ length: near + 2 }, (_, night) => night);
  expect(nights.find((night) => isNearEnd({ first: 0, night, free }))).toBe(near);
  expect(firstCharged({ first: 0, free, told })).toBe(from);
});

test('a fee is of lots and their parts, to the cent', () => {
  expect(feeOfLots('1', 400n)).toBe(400n);
  expect(feeOfLots('0.01', 400n)).toBe(4n);
  expect(feeOfLots('12.50', 150n)).toBe(1875n);
  expect(feeOfLots('0.01', 5n)).toBe(0n);
});

test('symbols belong to the group of their folder', () => {
  const paths = ['Forex\\Major\\EURUSD', 'Forex\\Exotic\\USDTRY', 'Shares\\US\\AAPL', 'Bonds\\BUND'];
  expect(paths.map(swapFreeGroupOf)).toEqual(['fx_major', 'fx_other', 'shares', 'other']);
  expect(nightOfDay('1970-01-02') * dayMs).toBe(dayMs);
});

test('the group with swap is that of the same region and category, and nothing is guessed of a name of another form', () => {
  const [usual, free] = ['uk\\professional\\pro-GBP', 'uk\\professional\\pro-GBP-swapfree'];
  for (const name of [usual, free]) {
    expect(groupBeside(name, { currency: 'GBP', isSwapFree: false })).toBe(usual);
    expect(groupBeside(name, { currency: 'GBP', isSwapFree: true })).toBe(free);
  }
  expect(() => groupBeside('uk\\retail\\pro-GBP-closeonly', { currency: 'GBP', isSwapFree: true })).toThrow('no group of ours');
});
