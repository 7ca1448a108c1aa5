import type { Page } from '@playwright/test';
import { barriers, expect, password, still, test, visit } from './portal.ts';

/** A box of its own, under a name: passkeys refuse bare addresses. */
test.use({ boxEnvironment: { PUBLIC_HOST: 'localhost' } });

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

test('a passkey is added, signs in, and is removed by itself', async ({ page, backstage, provoked }) => {
  provoked.add(401).add(422);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await backstage.signIn('uk.active');
  await visit(page, '/en/profile/security');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await prove(page);
  await page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('button', { name: 'I have kept them' }).click();
  const remove = page.getByRole('button', { name: /^Remove / });
  await expect(remove).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await signInAgain(page, 'uk.active');
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page).not.toHaveURL(/login/);
  await still(page);

  await visit(page, '/en/profile/security');
  await remove.click();
  await prove(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Use your passkey' }).click();
  await expect(remove).toHaveCount(0);
});
