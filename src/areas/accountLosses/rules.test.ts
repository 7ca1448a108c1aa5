import { expect, test } from 'vitest';
import { lostTenths, periodOf } from './rules.ts';

test.each([
  ['exactly a tenth', { began: 1_000n, flow: 0n, equity: 900n }, 1],
  ['a cent less than a tenth', { began: 1_000n, flow: 0n, equity: 901n }, 0],
  ['nearly a third', { began: 1_000n, flow: 0n, equity: 701n }, 2],
  // Money that was taken out is no loss, and money that was paid in hides none.
  ['nothing, half of it paid out', { began: 1_000n, flow: -500n, equity: 500n }, 0],
  ['a fifth of what was left after a payout', { began: 1_000n, flow: -500n, equity: 400n }, 2],
  ['a tenth of both, paid in on top', { began: 1_000n, flow: 1_000n, equity: 1_800n }, 1],
  ['everything and more', { began: 1_000n, flow: 0n, equity: -50n }, 10],
  ['nothing where nothing was', { began: 0n, flow: 0n, equity: -50n }, 0],
  ['nothing after a gain', { began: 1_000n, flow: 0n, equity: 1_100n }, 0],
] as const)('%s is told as step %#', (_, compared, step) => expect(lostTenths(compared)).toBe(step));

test('a period is a quarter of a year', () => {
  expect(periodOf(new Date('2026-11-23T04:00:00Z'))).toBe('2026-10-01');
  expect(periodOf(new Date('2026-01-01T00:00:00Z'))).toBe('2026-01-01');
  expect(periodOf(new Date('2026-06-30T23:59:59Z'))).toBe('2026-04-01');
});
