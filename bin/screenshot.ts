// `npm run picture`: makes the README's picture, docs/pictures/dashboard.png, from an application of its own. Needs the build. It is
// another picture each time, because what the application holds counts back from now and its prices move: keep it when the
// dashboard has another look, and put the old one back otherwise (git restore docs/pictures).
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { emailOf, seedPassword } from '../seed/personas.ts';
import { untilStill } from '../test/still.ts';
import { withApplication } from './application.ts';

const root = path.dirname(import.meta.dirname);
const target = path.join(root, 'docs/pictures/dashboard.png');

await withApplication(take);
process.stdout.write(`${path.relative(root, target)}\n`);

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
    await untilStill(page, { head: 'main h1', within: 'html' });
    mkdirSync(path.dirname(target), { recursive: true });
    await page.screenshot({ path: target });
  } finally {
    await browser.close();
  }
}
