import { readFileSync } from 'node:fs';
import { barriers, expect, still, test, visit } from './portal.ts';

test('what trading cost is found from the account, read, and taken along as pages and as a table whose sums are the screen’s', async ({
  page,
  backstage,
  provoked,
}) => {
  await backstage.signIn('global.active');
  await visit(page, '/en/accounts');
  await page.locator('main').getByRole('link', { name: 'Day to day' }).first().click();
  await still(page);
  await page.getByRole('link', { name: 'What trading cost' }).click();
  await expect(page.getByRole('heading', { name: 'Trade reports', level: 1 })).toBeVisible();
  await page.getByText('Last year').click();
  await expect(page).toHaveURL(/account_login=\d+&date_from=\d{4}-01-01/);
  await still(page);
  await expect(page.getByText('Before costs').first()).toBeVisible();
  await expect(page.getByText('Each deal crosses half the spread')).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('button', { name: 'Prepare the report' }).click();
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible();
  const taking = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const kept = readFileSync(await (await taking).path(), 'utf8');
  const result = /After all costs,"?([^"\r\n]+)/.exec(kept)?.[1] ?? '';
  const figure = /[\d.,]+\d/.exec(result)?.[0] ?? 'none';
  await expect(page.locator('dd').filter({ hasText: figure }).first()).toBeVisible();

  provoked.add(422);
  // A day without a trade: the least of a report is said as an alert.
  await visit(page, `/en/trade-report?date_from=2019-01-01&date_to=2019-01-02`);
  await page.getByRole('button', { name: 'Prepare the report' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'There are too few trades' })).toBeVisible();
});

test('the best trade is found among the tools, drawn as a picture that anybody sees, and a picture that fails has no ways to share', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.active');
  await visit(page, '/en/best-trades');
  await expect(page.getByRole('heading', { name: 'Best trades', level: 1 })).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await page.route('**/fxtm_chart_img/render*', (route) =>
    route.fulfill({
      json: {
        success: true,
        code: 200,
        errors: [],
        data: { json_filename: null, image_url: null, error: 'render_failed', expires_at: null },
      },
    }),
  );
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('alert')).toContainText('The picture could not be drawn');
  await expect(page.getByRole('link', { name: 'Telegram' })).toHaveCount(0);

  await page.unroute('**/fxtm_chart_img/render*');
  await page.getByRole('button', { name: 'Share' }).click();
  const picture = page.getByRole('img', { name: /as a picture/ });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(700);
  await expect(page.getByRole('link', { name: 'Telegram' })).toHaveAttribute('href', /t\.me.*trade-pictures/);
  const [address = ''] =
    (
      await page
        .locator('main')
        .getByText(/trade-pictures/)
        .textContent()
    )?.match(/\S+/) ?? [];
  const seen = await fetch(address);
  expect(seen.headers.get('content-type')).toBe('image/png');
});
