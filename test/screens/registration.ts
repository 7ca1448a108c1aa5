import { submit } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'registration', path: 'register' },
  { name: 'registration-empty', path: 'register', open: submit },
  { name: 'registration-second', path: 'register', open: fillFirstPage },
];

/** The first page of a sign-up is filled in, and the second stands. */
async function fillFirstPage({ page }: ScreenHelpers): Promise<void> {
  await page.locator('select[name="country"]').selectOption('ZA');
  await page.locator('input[name="email"]').fill('gallery@example.com');
  await page.locator('input[name="phone"]').fill('82 123 4567');
  await page.locator('main form [type="submit"]').click();
  await page.locator('input[name="password"]').fill('Harbour26');
  await page.locator('main form li').first().waitFor();
}
