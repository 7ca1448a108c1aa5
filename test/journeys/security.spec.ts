import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { newestPin } from './backOffice.ts';
import { barriers, expect, password, still, test, visit } from './portal.ts';

test('a client sees where they are signed in, ends the other one, and that one is locked at once', async ({
  page,
  backstage,
  browser,
  box,
}) => {
  await backstage.signIn('ke.full');
  const elsewhere = await browser.newContext({ baseURL: box.url });
  const lost = await elsewhere.newPage();
  await lost.goto('/en/login');
  await lost.getByLabel('E-mail or client number').fill('ke.full@atrium.test');
  await lost.getByLabel('Password', { exact: true }).fill(password);
  await lost.getByRole('button', { name: 'Sign in' }).click();
  await expect(lost).toHaveURL(/\/en$/);

  await visit(page, '/en');
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  await expect(page).toHaveURL('/en/profile/security');
  await still(page);
  const rows = page.getByRole('table', { name: 'Signed in on' }).getByRole('row');
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1);
  expect(await barriers(page)).toEqual([]);
  await page
    .getByRole('button', { name: /^End .*127\.0\.0\.1/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible();

  await lost.reload();
  await expect(lost.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await elsewhere.close();
});

const signInAgain = async (page: Page, name: string) => {
  await page.context().clearCookies();
  await page.goto('/en/login');
  await page.getByLabel('E-mail or client number').fill(`${name}@atrium.test`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
const prove = async (page: Page) => {
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
};

test('an authenticator app is set up, asked for at sign-in, and turned off by a recovery code', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(401).add(422);
  await backstage.signIn('eu.active');
  await visit(page, '/en/profile/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  await prove(page);
  const scan = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(scan.getByRole('img')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const uri = new URL((await scan.getByRole('link').getAttribute('href')) ?? '');
  const secret = uri.searchParams.get('secret') ?? '';
  await scan.getByLabel('Code that the app shows now').fill(generateSync({ secret }));
  await scan.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [first = '', second = ''] = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'I have kept them' }).click();

  await signInAgain(page, 'eu.active');
  await page.getByLabel('Code of your second factor').fill('not a code');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This code is not right')).toBeVisible();
  await page.getByLabel('Code of your second factor').fill(first);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/login/);
  await still(page);

  await visit(page, '/en/profile/security');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await prove(page);
  await page.getByRole('dialog').getByLabel('Code of your second factor').fill(second);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a forgotten password asks for the second factor on its own page, which no lock covers', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(401).add(422).add(429);
  await backstage.signIn('uk.active');
  const { secret } = await backstage.post('api/security/totp/begin', { password });
  const { recovery_codes: codes } = await backstage.post('api/security/totp/finish', { code: generateSync({ secret }) });
  await page.context().clearCookies();
  await page.goto('/en/login/reset');
  await page.getByLabel('E-mail', { exact: true }).fill('uk.active@atrium.test');
  await page.getByRole('button', { name: 'Send the PIN' }).click();
  await page.getByLabel('PIN from the e-mail').fill(await newestPin(page, 'uk.active'));
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByLabel('New password').fill('Harbour2026');
  await page.getByLabel('The same again').fill('Harbour2026');
  await page.getByRole('button', { name: 'Set the password' }).click();
  const code = page.getByLabel('Code of your second factor');
  await expect(code).toBeVisible();
  await expect(page).toHaveURL(/\/en\/login\/reset/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await code.fill(codes[0]);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('button', { name: 'Your profile', exact: true })).toBeVisible();
});
