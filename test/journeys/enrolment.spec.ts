import type { Page } from '@playwright/test';
import { expect, password as seeded, settled, test, visit } from './portal.ts';

const title = 'Complete your registration';

test('closing asks whether to go or to stay, and what was typed is there on another device', async ({
  page,
  browser,
  baseURL,
  provoked,
}) => {
  provoked.add(401);
  const signIn = (at: Page) => at.request.post('/api/client/login', { data: { id: 'global.my@atrium.test', password: seeded } });
  await signIn(page);
  await visit(page, '/en');
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.locator('select[name="place_of_birth"]').selectOption('MY');
  await page.reload();
  await expect(dialog.locator('select[name="place_of_birth"]')).toHaveValue('MY');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog.locator('select[name="place_of_birth"]')).toHaveValue('MY');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Go, and finish later' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(dialog).toHaveCount(0);
  const elsewhere = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage();
  await signIn(elsewhere);
  await elsewhere.goto('/en');
  await expect(elsewhere.getByRole('dialog', { name: title }).locator('select[name="place_of_birth"]')).toHaveValue('MY');
  await elsewhere.context().close();
});

test('a shut gate leads to the second step, and the app is told how it ended', async ({ page, backstage }) => {
  await backstage.signIn('global.lead');
  await visit(page, '/en/deposits');
  await page.getByRole('link', { name: 'Complete registration' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('Step 1 of')).toBeVisible();
  await page.goto('/en/accounts?step2=1&mobileAppAction=register');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Go, and finish later' }).click();
  await expect(page).toHaveURL('/en/accounts?mobileAppAction=regfullNotCompleted');
});

test('the first page needs no more than the keyboard, and a fault is told where it is', async ({ page }) => {
  await page.request.post('/api/client/login', { data: { id: 'eu.lead@atrium.test', password: seeded } });
  await visit(page, '/en');
  const dialog = page.getByRole('dialog', { name: title });
  const year = dialog.locator('select[name="birth_date-year"]');
  await year.focus();
  await page.keyboard.press('Shift+Enter');
  await expect(dialog.locator('[aria-invalid="true"]').first()).toBeFocused();
  const type = async (name: string, text: string): Promise<void> => {
    await dialog.locator(`[name="${name}"]`).focus();
    await page.keyboard.type(text);
  };
  await type('birth_date-day', '5');
  await type('birth_date-month', 'May');
  await type('birth_date-year', '1990');
  await type('physical_sex', 'Female');
  await type('place_of_birth', 'Germany');
  await type('citizenship', 'Germany');
  await dialog.getByLabel('I agree that my personal data').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+Enter');
  await expect(dialog.getByRole('heading', { name: 'Where you live' })).toBeVisible();
  await expect(dialog.getByLabel('City')).toBeFocused();
});
