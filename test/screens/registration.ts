import type { Page } from '@playwright/test';
import { submit } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'registration', path: 'register' },
  { name: 'registration-empty', path: 'register', open: submit },
  { name: 'registration-second', path: 'register', open: async ({ page }) => fillFirstPage(page, 'gallery@example.com') },
  { name: 'registration-eu', path: 'register', open: async ({ page }) => fillFirstPage(page, 'gallery.eu@example.com', 'DE') },
  { name: 'registration-code', path: 'register', open: signUp, provokes: [429] },
  { name: 'registration-link', path: 'register?link=gone', open: async ({ page }) => seen(page), provokes: [409] },
];

/** The first page of a sign-up is filled in, and the second stands. */
async function fillFirstPage(page: Page, email: string, country = 'ZA'): Promise<void> {
  // What was filled in before is kept, and begins at the page where it was left.
  await page.evaluate('sessionStorage.clear()');
  await page.reload();
  await page.locator('select[name="country"]').selectOption(country);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="phone"]').fill('82 123 4567');
  await page.locator('main form [type="submit"]').click();
  await page.locator('input[name="password"]').fill('Harbour26');
  await page.locator('main form li').first().waitFor();
}

/** An address of its own each time: a letter to one address is sent once a minute. */
async function signUp({ page }: ScreenHelpers): Promise<void> {
  await fillFirstPage(page, `gallery.${crypto.randomUUID()}@example.com`);
  await page.locator('input[name="tc_accept"]').check();
  await page.locator('main form [type="submit"]').click();
  await page.locator('input[name="pin"]').waitFor();
}

async function seen(page: Page): Promise<void> {
  await page.locator('[role="alert"]').first().waitFor();
}
