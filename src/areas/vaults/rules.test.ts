import { expect, test } from 'vitest';
import { differenceOf, lastNight, readBars } from './rules.ts';

test('a list of bars is read line by line, or not at all', () => {
  expect(readBars('Helvetia; A1; 10\n\n Ruhr\tB2\t1.5 ')).toEqual([
    { refiner: 'Helvetia', serial: 'A1', grams: '10' },
    { refiner: 'Ruhr', serial: 'B2', grams: '1.5' },
  ]);
  expect(readBars('')).toEqual([]);
  expect(readBars('Helvetia; A1')).toBeUndefined();
  expect(readBars('Helvetia; A1; 10; gone')).toBeUndefined();
});

test('what lies there beyond what clients own is known when the supplier says so', () => {
  expect(differenceOf({ clients: 10n, bars: 6n, unallocated: 3n })).toBe(-1n);
  expect(differenceOf({ clients: 10n, bars: 6n, unallocated: null })).toBeNull();
});

test('the last night is today’s once its hour has come', () => {
  expect(lastNight(new Date('2026-03-02T03:00:00Z'), 3)).toEqual(new Date('2026-03-02T03:00:00Z'));
  expect(lastNight(new Date('2026-03-02T02:59:00Z'), 3)).toEqual(new Date('2026-03-01T03:00:00Z'));
});
