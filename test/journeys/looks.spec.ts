import { expect, test, visit } from './portal.ts';

test.beforeEach(async ({ backstage }) => backstage.signIn('global.active'));

test('on paper a screen is what it is about, on white', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, '/en/transfers');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { name: 'Transfers', level: 1 })).toBeVisible();
  await expect(page.locator('tr[data-key]').first()).toBeVisible();
  await expect(page.locator('nav').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('button').filter({ visible: true })).toHaveCount(0);
  const ink = await page.evaluate(() => getComputedStyle(document.querySelector('h1') ?? document.body).color);
  // Dark ink: nobody prints light words on the dark that paper has not.
  expect(ink).toBe('rgb(20, 24, 27)');
});

test('in forced colours one sees what is chosen and what has the focus', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await visit(page, '/en/accounts/open');
  const edge = (of: string) =>
    page
      .locator(of)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await edge('main label:has(> input:checked)')).toBe('solid');
  expect(await edge('main label:has(> input:not(:checked))')).toBe('none');
  expect(await edge('nav a[aria-current="page"]')).toBe('solid');
  expect(await edge('nav a:not([aria-current])')).toBe('none');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe('solid');
});
