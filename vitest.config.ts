import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'seed/**/*.test.ts', 'bench/**/*.test.ts', 'test/*.test.ts'],
    globalSetup: 'src/server/testing/setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
