import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levelOf, strengthOf } from './strength.ts';

test.each([
  // Document 1 §5 and §9: caps of 10, 20 and 40, thresholds 10, 20, 30 and 40.
  ['', 0, 0],
  ['aB3$xy', 10, 1],
  ['abcdefghijkl', 10, 1],
  ['abcdefgh1234', 20, 2],
  ['Abcdef1', 40, 4],
  ['Abcdefghijkl1', 40, 4],
  ['Abcdef1!', 56, 5],
  ['aaaaaaa', 10, 1],
])('%s scores %i, level %i', (password, score, level) => {
  expect(strengthOf(password)).toBe(score);
  expect(levelOf(password)).toBe(level);
});

test('no cap is ever broken, and more of the same kinds never weakens', () => {
  const printable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(printable, (password) => {
      const found = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d\s]/].filter((kind) => kind.test(password)).length;
      const score = strengthOf(password);
      expect(score).toBeLessThanOrEqual(password.length <= 6 ? 10 : score);
      expect(score).toBeLessThanOrEqual([0, 10, 20, 40, Number.POSITIVE_INFINITY][found] ?? 0);
      expect(strengthOf(password + password)).toBeGreaterThanOrEqual(score);
      expect([1, 2, 3, 4, 5]).toContain(levelOf(password));
    }),
  );
});
