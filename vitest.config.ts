import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'seed/**/*.test.ts', 'bench/**/*.test.ts', 'test/*.test.ts'],
    globalSetup: 'src/server/testing/setup.ts',
    // Bounds of hanging, not of speed: what is waited for comes within a second on a quiet machine, and whenever it comes else.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // What tests read from the disk, and no import leads to: `--changed` runs everything when one of them changes.
    forceRerunTriggers: ['**/package-lock.json', '**/vitest.config.*', '**/*.sql'],
    maxWorkers: 2,
  },
});
