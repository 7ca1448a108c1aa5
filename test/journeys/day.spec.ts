import { expect, screenBarriers, test } from './portal.ts';

/* A day of trading by thumb. Nobody else trades for this client. */

// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Crypto trades on every day of the week, so the journeys do not depend on when they are made. */
const symbol = 'BTCUSD';

test.beforeEach(async ({ backstage }) => backstage.signIn('global.promo'));

test.describe('by thumb', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('on a phone the margin level stays in sight while one looks, buys, scrolls and closes', async ({ page }) => {
    await page.goto(`/en/webtrader?is_demo=1&symbol=${symbol}`);
    const level = page.getByText('Margin level', { exact: true });
    const inSight = async (): Promise<void> => {
      await expect(level).toBeInViewport({ ratio: 1 });
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(level).toBeInViewport({ ratio: 1 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    };
    await expect(page.getByRole('figure', { name: `Candles of ${symbol}` })).toBeVisible();
    await inSight();
    await page.getByRole('tab', { name: 'Trade' }).tap();
    await inSight();
    expect(await screenBarriers(page)).toEqual([]);
    const sheet = page.getByRole('dialog');
    await page.getByRole('button', { name: `Buy 0.01 ${symbol}` }).tap();
    await sheet.getByRole('button', { name: `Buy 0.01 ${symbol}` }).tap();
    await expect(page.getByText(`Bought 0.01 lots of ${symbol}`)).toBeVisible();
    await expect(level.locator('..')).toContainText('%');
    await inSight();
    expect(await screenBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: `Close ${symbol}` }).tap();
    await sheet.getByRole('button', { name: `Close all 0.01 ${symbol}` }).tap();
    await expect(page.getByText(`Closed 0.01 lots of ${symbol}`)).toBeVisible();
    await page.getByRole('tab', { name: 'History' }).tap();
    await inSight();
  });
});
