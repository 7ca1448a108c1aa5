import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Chromium without a window takes half of the processor's time that the whole browser does; bin/test.mjs installs it. */
const browsers = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium'];

/** Their journeys want a broker that is set up otherwise. Between the others each would cost its worker the broker that it has. */
const ownBrokers = ['**/captcha.spec.ts', '**/passkeys.spec.ts'];

/**
 * Each worker runs its journeys against a whole broker in a box of its own (test/journeys/box.ts), in the system's Chromium.
 * Nothing has a fixed port, so that several working trees can be tested at once.
 *
 * The time-outs are bounds of hanging and not of speed: what is waited for mostly comes within a second, and on a machine that
 * does something else beside, whenever it comes. How fast the portal is, `npm run bench` measures.
 */
export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results/journeys',
  fullyParallel: false,
  workers: Number(process.env['JOURNEY_WORKERS'] ?? 2),
  retries: 0,
  forbidOnly: true,
  projects: [
    { name: 'journeys', testIgnore: ownBrokers },
    { name: 'brokers of their own', testMatch: ownBrokers },
  ],
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 900 },
    // A journey that is run by itself is recorded (bin/test.mjs): recording all of them takes a fifth of their time.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? browsers.find(existsSync) ?? 'chromium',
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
});
