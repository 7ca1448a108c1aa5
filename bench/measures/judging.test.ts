import { expect, test } from 'vitest';
import { judgeJob, judgeRead, judgeSides } from './judging.ts';

test.each([
  ['as fast, at no more CPU', { ratio: 1, cpuRatio: 1, others: 0 }, true],
  ['faster by taking more CPU', { ratio: 1.4, cpuRatio: 1.2, others: 0 }, false],
  ['slower, at less CPU', { ratio: 0.9, cpuRatio: 0.7, others: 0 }, false],
  ['slower beside others, at no more CPU', { ratio: 0.9, cpuRatio: 1, others: 0.4 }, true],
  ['half the throughput beside others, at no more CPU', { ratio: 0.5, cpuRatio: 0.5, others: 0.4 }, false],
  ['as fast beside others, at more CPU', { ratio: 1, cpuRatio: 1.2, others: 0.4 }, false],
  ['with CPU that nobody has measured', { ratio: 1, cpuRatio: NaN, others: 0 }, false],
] as const)('a program beside the release before: %s', (_what, sides, isMet) => {
  expect(judgeSides(sides).isMet).toBe(isMet);
});

test('says by what it was judged', () => {
  expect(judgeSides({ ratio: 1, cpuRatio: 1, others: 0.42 }).target).toContain('others had 42 % of the machine: judged by CPU');
  expect(judgeSides({ ratio: 1, cpuRatio: 1, others: 0 }).target).toBe('CPU ≤ ÷ 0.95 and ≥ 0.95 ×');
});

test.each([
  ['as many pages, however long it took', { pages: [1000, 1400], ms: [1, 9], waited: 0.5 }, true],
  ['a few pages more', { pages: [3, 30], ms: [1, 9], waited: 0 }, true],
  ['more pages in the same time', { pages: [100, 300], ms: [5, 6], waited: 0 }, true],
  ['more pages in more time', { pages: [100, 300], ms: [5, 9], waited: 0 }, false],
  ['more pages in the same time, on a machine that tells no times', { pages: [100, 300], ms: [5, 5], waited: 0.3 }, false],
] as const)('a job of a hundred times as many clients: %s', (_what, growth, isMet) => {
  expect(judgeJob(growth).isMet).toBe(isMet);
});

test.each([
  ['no slower', { ratios: [1, 1.2], waited: 0 }, ['p50 and p95 ≤ 1.3 ×', true]],
  ['slower at its worst', { ratios: [1, 1.4], waited: 0 }, ['p50 and p95 ≤ 1.3 ×', false]],
  [
    'on a busy machine',
    { ratios: [1, 1], waited: 0.2 },
    ['not measured: 20 % of the time went by in line for a processor', false],
  ],
] as const)('a read of a hundred times as many clients: %s', (_what, read, judged) => {
  const { target, isMet } = judgeRead(read);
  expect([target, isMet]).toEqual(judged);
});
