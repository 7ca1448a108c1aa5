import { readFileSync } from 'node:fs';
import { barriers, expect, settled, test, visit } from './portal.ts';

test('a statement is found from the wallet, read, kept as pages and printed', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  await visit(page, '/en/atrium-wallet');
  await page.getByRole('link', { name: 'Statements' }).last().click();
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Statements', level: 1 })).toBeVisible();
  await page.getByText('This year').click();
  await expect(page).toHaveURL(/number=\d+&from=\d{4}-01-01/);
  await settled(page);
  await expect(page.getByText('Closing balance')).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  const keeping = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  const kept = readFileSync(await (await keeping).path());
  expect(kept.toString('latin1', 0, 5)).toBe('%PDF-');

  // The browser's own dialog stays shut in a test: what would be on paper stands in the frame that it was asked to print.
  await page.evaluate(() => Object.assign(HTMLIFrameElement.prototype, { printed: true }));
  await page.getByRole('button', { name: 'Print' }).click();
  const paper = page.frameLocator('iframe[title^="Statement of"]');
  await expect(paper.locator('h1')).toHaveCount(1);
  await expect(paper.locator('dd').last()).toContainText('npm run statement');
});
