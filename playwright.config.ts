import { defineConfig } from '@playwright/test';

const port = 3900;
const data = 'test-results/box';
/** An application that stands already, such as `npm run dev`, while a journey is being written. */
const standing = process.env['PORTAL_URL'];

/** Journeys run against a whole broker in a box of their own, made anew for each run, in the system's Chromium. */
export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results/journeys',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: standing ?? `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 900 },
    // A journey that is run by itself is recorded (bin/test.mjs): recording all of them takes a fifth of their time.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  ...(standing === undefined
    ? {
        webServer: {
          command: `rm -rf ${data} && exec node --disable-warning=ExperimentalWarning src/server/main.ts`,
          url: `http://localhost:${port}/health/ready`,
          timeout: 120_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
          env: { PORT: String(port), ATRIUM_DATA: data },
          stdout: 'pipe',
        },
      }
    : {}),
});
