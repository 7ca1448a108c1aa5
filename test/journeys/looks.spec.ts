import { expect, password, test, visit } from './portal.ts';

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

test('on paper a form and the terminal are their figures, without what is pressed', async ({ page }) => {
  for (const path of ['/en/internal', '/en/webtrader?is_demo=1']) {
    await page.emulateMedia({ media: 'screen' });
    await visit(page, path);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('nav').filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('button').filter({ visible: true })).toHaveCount(0);
  }
});

test('in forced colours one sees which tab, which value and which row is chosen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const seen = (of: string) =>
    page
      .locator(of)
      .first()
      .evaluate((element) => {
        const { outlineStyle, borderBottomStyle, borderTopStyle, backgroundColor, color } = getComputedStyle(element);
        return { outlineStyle, borderBottomStyle, borderTopStyle, backgroundColor, color };
      });
  await visit(page, '/en/webtrader?is_demo=1');
  expect(await seen('[role="tab"][aria-selected="true"]')).not.toEqual(await seen('[role="tab"][aria-selected="false"]'));
  expect((await seen('main select')).borderTopStyle).toBe('solid');
  await visit(page, '/en/internal');
  expect((await seen('main select')).borderTopStyle).toBe('solid');
});

test('in forced colours the desk shows which page one is at, and where a row ends', async ({ page }) => {
  await page.request.post('/api/desk/login', { data: { id: 'finance@staff.atrium.test', password }, failOnStatusCode: true });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/desk/queues/withdrawals');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const edge = (of: string, side: 'outlineStyle' | 'borderBottomStyle' | 'borderTopStyle') =>
    page
      .locator(of)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], side);
  expect(await edge('nav a[aria-current="page"]', 'outlineStyle')).toBe('solid');
  expect(await edge('nav a:not([aria-current])', 'outlineStyle')).toBe('none');
  await page.emulateMedia({ media: 'print', forcedColors: 'none' });
  await expect(page.locator('nav').filter({ visible: true })).toHaveCount(0);
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
