import { expect, test } from 'vitest';
import { tooLong } from '../minutes.ts';
import { faultsOf, greenOf } from './verdict.ts';

test('an attack that others feel is a fault', () => {
  expect(faultsOf(new Map([['floods', { ratio: 2.5, duringMs: 21 }]]))).toEqual([expect.stringMatching(/^floods: .* 2\.50 ×/)]);
});

test('one that makes a short wait more than twice as long is told, and is none', () => {
  const felt = new Map([
    ['slashes', { ratio: 1.1, duringMs: 30 }],
    ['floods', { ratio: 2.5, duringMs: 12 }],
  ]);
  expect(faultsOf(felt)).toEqual([]);
  expect(greenOf(felt)).toMatch(/more than 2 × within those 20 ms: floods 2\.50 ×, 12\.0 ms$/);
  expect(greenOf(new Map([['slashes', { ratio: 1.1, duringMs: 30 }]]))).toBe("nobody else's p95 was more than 2 ×");
});

test('a drill that takes more than ten minutes is red, unless more was asked of it', () => {
  expect([tooLong(0, 600_000), tooLong(0, 601_000, true)]).toEqual([[], []]);
  expect(tooLong(0, 601_000)).toEqual(['it took 601 s, and may take 600']);
});
