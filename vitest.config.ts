import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Files that need modules of their own: they put others in the place of ours, or look at which of ours are run. */
const alone = '**/*.alone.test.ts';

// Bounds of hanging, not of speed: what is waited for comes within a second on a quiet machine, and whenever it comes else.
const bounds = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000, interval: 20 } } };

export default defineConfig({
  test: {
    globalSetup: 'src/server/testing/setup.ts',
    teardownTimeout: 60_000,
    // What tests read from the disk, and no import leads to: `--changed` runs everything when one of them changes.
    forceRerunTriggers: ['**/package-lock.json', '**/vitest.config.*', '**/*.sql'],
    // Half of a test's time is waiting for a database, a stand-in or a time-out of ours.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      {
        test: {
          name: 'shared',
          include: ['src/**/*.test.{ts,tsx}', 'seed/**/*.test.ts', 'bench/**/*.test.ts', 'test/*.test.ts'],
          exclude: [...configDefaults.exclude, alone],
          // The application is loaded once a worker, and not once a file: that would be a third of the time of all tests.
          isolate: false,
          setupFiles: 'src/server/testing/nothingLeft.ts',
          ...bounds,
        },
      },
      { test: { name: 'alone', include: [alone], ...bounds } },
    ],
  },
});
