import { deepStrictEqual } from 'node:assert/strict';
import path from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { noteCost, usedHere } from './cost.ts';

/* Test files share their process one after the other, and so each leaves it as it found it. */

const found = traces();
const usedBefore = usedHere();
afterAll(() => deepStrictEqual(traces(), found));
afterAll(() => {
  noteCost({ file: path.relative(process.cwd(), expect.getState().testPath ?? ''), seconds: usedHere() - usedBefore });
});

function traces() {
  return {
    environment: { ...process.env },
    folder: process.cwd(),
    exitCode: process.exitCode,
    fetch: globalThis.fetch,
    clock: vi.isFakeTimers() ? 'a test’s' : 'the machine’s',
    signals: ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'].map((signal) => process.listenerCount(signal)),
  };
}
