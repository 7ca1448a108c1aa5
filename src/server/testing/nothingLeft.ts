import { deepStrictEqual } from 'node:assert/strict';
import { afterAll, vi } from 'vitest';

/* Test files share their process one after the other, and so each leaves it as it found it. */

const found = traces();
afterAll(() => deepStrictEqual(traces(), found));

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
