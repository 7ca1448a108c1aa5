import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usedHere, usedWithin } from './cost.ts';

const isCounted = existsSync('/proc/self/stat');

test.runIf(isCounted)('what a process has used is counted with what runs below it', () => {
  const here = usedHere();
  expect(here).toBeGreaterThan(0);
  expect(usedWithin(process.pid)).toBeGreaterThanOrEqual(here);
  expect(usedWithin(process.ppid)).toBeGreaterThanOrEqual(here);
});

test('a process that is not there has used nothing', () => {
  expect(usedWithin(2 ** 30)).toBe(0);
});
