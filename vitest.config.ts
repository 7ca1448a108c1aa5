import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that need modules of their own: they put others in the place of ours, or look at which of ours are run. */
const alone = '**/*.alone.test.ts';

/** What takes longest by the clock: begun first, so that at the end nobody waits for one of them alone. */
const longest = [
  'src/server/told.test.ts',
  'src/server/silentParties.test.ts',
  'src/areas/transfers/walks.test.ts',
  'seed/reset.test.ts',
  'src/areas/payments/payout/withdrawals.test.ts',
  'test/every-field.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): number => Number(longest.some((file) => moduleId.endsWith(file)));
    return (await super.sort(files)).toSorted((one, other) => isLong(other) - isLong(one));
  }
}

// Bounds of hanging, not of speed: what is waited for comes within a second on a quiet machine, and whenever it comes else.
const bounds = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000, interval: 20 } } };

export default defineConfig({
  test: {
    globalSetup: 'src/server/testing/setup.ts',
    teardownTimeout: 60_000,
    // What tests read from the disk, and no import leads to: `--changed` runs everything when one of them changes.
    forceRerunTriggers: ['**/package-lock.json', '**/vitest.config.*', '**/*.sql'],
    sequence: { sequencer: LongestFirst },
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
