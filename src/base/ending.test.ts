import { expect, test } from 'vitest';
import { withoutEnding, withoutZeros } from './ending.ts';

test.each([
  ['/en/', '/en'],
  ['/en///', '/en'],
  ['//en//x/', '//en//x'],
  ['/', ''],
  ['', ''],
  ['/'.repeat(15_000) + 'x', '/'.repeat(15_000) + 'x'],
])('only what stands at the end is cut', (text, cut) => {
  expect(withoutEnding(text, '/')).toBe(cut);
});

test.each([
  ['1.50', '1.5'],
  ['2.00', '2'],
  ['0.00', '0'],
  ['100', '100'],
  ['1.05', '1.05'],
])('%s is written %s without zeros that say nothing', (decimal, short) => {
  expect(withoutZeros(decimal)).toBe(short);
});
