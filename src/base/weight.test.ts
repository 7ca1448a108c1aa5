import { expect, test } from 'vitest';
import { formatWeight, parseWeight } from './weight.ts';

test('a gram and a troy ounce are whole numbers of what the ledger counts in', () => {
  expect(parseWeight('1', 'g')).toBe(10_000_000n);
  expect(parseWeight('1', 'oz')).toBe(311_034_768n);
  expect(formatWeight(311_034_768n, 'oz')).toBe('1.00000000');
  expect(formatWeight(311_034_768n, 'g')).toBe('31.1034768');
});

test.each([
  ['12.5', 'g', 125_000_000n],
  ['0.0000001', 'g', 1n],
  ['0.5', 'oz', 155_517_384n],
  ['0.00000001', 'oz', 3n],
  ['1.', 'g', 10_000_000n],
  ['0.00000001', 'g', undefined],
  ['-1', 'g', undefined],
  ['1e3', 'g', undefined],
  ['', 'g', undefined],
] as const)('%s %s is read as %s', (text, unit, weight) => {
  expect(parseWeight(text, unit)).toBe(weight);
});

test('what goes out has its sign', () => {
  expect(formatWeight(-15_000_000n, 'g')).toBe('-1.5000000');
});
