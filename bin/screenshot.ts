// `npm run picture`: makes the README's picture, docs/pictures/dashboard.png, from a house of its own. Needs the build.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { emailOf, seedPassword } from '../seed/personas.ts';

const root = path.dirname(import.meta.dirname);
const target = path.join(root, 'docs/pictures/dashboard.png');
const startsWithinMs = 120_000;

await main();

async function main(): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), 'atrium-picture-'));
  const port = await freePort();
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), ATRIUM_DATA: data, ATRIUM_MODE: 'sandbox' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await ready(`http://localhost:${port}`, server);
    await take(`http://localhost:${port}`);
    process.stdout.write(`${path.relative(root, target)}\n`);
  } finally {
    await ended(server);
    rmSync(data, { recursive: true, force: true });
  }
}

async function take(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1280, height: 900 },
      deviceScaleFactor: 1.5,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    const signIn = { id: emailOf('global.active'), password: seedPassword };
    await context.request.post('/api/client/login', { data: signIn, failOnStatusCode: true });
    const page = await context.newPage();
    await page.goto('/en');
    await page.locator('main h1').waitFor();
    await page.waitForFunction('document.querySelector(\'[aria-busy="true"]\') === null && document.fonts.status === "loaded"');
    mkdirSync(path.dirname(target), { recursive: true });
    await page.screenshot({ path: target });
  } finally {
    await browser.close();
  }
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  for (const until = Date.now() + startsWithinMs; Date.now() < until; await pause(250)) {
    if (server.exitCode !== null) throw new Error('the house did not open: see above');
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('the house was not ready in time');
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const end = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await end;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const bound = probe.address();
      probe.close(() => (typeof bound === 'object' && bound ? resolve(bound.port) : reject(new Error('no free port'))));
    });
  });
}
