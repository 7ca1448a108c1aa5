import type { Page } from '@playwright/test';
import { enter } from './hands.ts';
import { expect, screenBarriers, still, test } from './portal.ts';

/* A day of trading, once by keyboard alone and once by thumb. Nobody else trades for this client. */

// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Crypto trades on every day of the week, so the journeys do not depend on when they are made. */
const symbol = 'BTCUSD';

const row = (page: Page, table: string, hasText = symbol) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText });

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

  test('on a phone a position is guarded and closed in part, an order waits and is cancelled, an alert is set and taken away', async ({
    page,
  }) => {
    await page.goto(`/en/webtrader?is_demo=1&symbol=${symbol}`);
    await page.getByRole('tab', { name: 'Trade' }).tap();
    const sheet = page.getByRole('dialog');
    const told = async (what: string): Promise<void> => {
      await expect(page.getByText(what)).toBeVisible();
      await expect(sheet).toBeHidden();
      await page.getByRole('button', { name: 'Dismiss' }).tap();
      await expect(page.getByText(what)).toBeHidden();
    };
    const send = async (name: string): Promise<void> => {
      await page.getByRole('button', { name }).tap();
      await sheet.getByRole('button', { name }).tap();
    };
    await page.getByLabel('Volume in lots').fill('0.02');
    await send(`Buy 0.02 ${symbol}`);
    await told(`Bought 0.02 lots of ${symbol}`);
    const open = row(page, 'Open positions');
    await open.getByRole('button', { name: `Stops ${symbol}` }).tap();
    await sheet.getByLabel('Stop loss').fill('1000');
    expect(await screenBarriers(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Save' }).tap();
    await told(`Stops of ${symbol} were set`);
    await expect(open).toContainText('1,000.00');
    await open.getByRole('button', { name: `Close ${symbol}` }).tap();
    await sheet.getByLabel('Volume to close').fill('0.01');
    await sheet.getByRole('button', { name: `Close 0.01 ${symbol}` }).tap();
    await told(`Closed 0.01 lots of ${symbol}`);
    await open.getByRole('button', { name: `Close ${symbol}` }).tap();
    await sheet.getByRole('button', { name: `Close all 0.01 ${symbol}` }).tap();
    await told(`Closed 0.01 lots of ${symbol}`);

    await page.getByRole('tab', { name: 'Trade' }).tap();
    await page.getByLabel('Type of order').selectOption('limit');
    await page.getByLabel('Volume in lots').fill('0.01');
    await page.getByLabel('Price of the order').fill('1000.00');
    await send(`Buy 0.01 ${symbol} at 1000.00`);
    await told(`Your order for ${symbol} waits`);
    await page.getByRole('tab', { name: 'Waiting orders' }).tap();
    const waiting = row(page, 'Waiting orders');
    await waiting.getByRole('button', { name: `Change ${symbol}` }).tap();
    await sheet.getByRole('button', { name: 'Cancel the order' }).tap();
    await told(`Your order for ${symbol} was cancelled`);
    await expect(waiting).toHaveCount(0);

    await page.getByRole('tab', { name: 'Price alerts' }).tap();
    await page.getByLabel(`Tell me when the bid of ${symbol} comes to`).fill('999999');
    await page.getByRole('button', { name: 'Set alert' }).tap();
    const alert = row(page, 'Price alerts');
    await expect(alert).toContainText('Waits for a rise');
    expect(await screenBarriers(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await alert.getByRole('button', { name: `Remove ${symbol} 999999` }).tap();
    await expect(alert).toHaveCount(0);
  });
});

test('by keyboard alone: found, bought, guarded, closed in part, an order and an alert set and taken away', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/en/webtrader?is_demo=1');
  await page.getByLabel('Search symbols').focus();
  await page.keyboard.type('bitcoin');
  const symbols = page.getByRole('list', { name: 'Symbols' });
  await enter(symbols.getByRole('button', { name: new RegExp(`^${symbol}`) }));
  await expect(page.getByRole('heading', { name: symbol })).toBeVisible();
  const chart = page.getByRole('figure', { name: `Candles of ${symbol}` });
  await expect(chart.locator('canvas').first()).toBeVisible();
  await expect.poll(async () => (await chart.boundingBox())?.height).toBeGreaterThanOrEqual(0.6 * 800);

  const sheet = page.getByRole('dialog');
  /** What has become of an act is told, and put away before the next: so that each is heard of by itself. */
  const told = async (what: string): Promise<void> => {
    await expect(page.getByText(what)).toBeVisible();
    await expect(sheet).toBeHidden();
    await enter(page.getByRole('button', { name: 'Dismiss' }));
    await expect(page.getByText(what)).toBeHidden();
  };
  const send = async (name: string): Promise<void> => {
    await enter(page.getByRole('button', { name }));
    await enter(sheet.getByRole('button', { name }));
  };
  await page.getByLabel('Volume in lots').fill('0.02');
  await send(`Buy 0.02 ${symbol}`);
  await told(`Bought 0.02 lots of ${symbol}`);

  const open = row(page, 'Open positions');
  for (const [stop, shown] of [
    ['1000', '1,000.00'],
    ['1100', '1,100.00'],
  ] as const) {
    await enter(open.getByRole('button', { name: `Stops ${symbol}` }));
    await sheet.getByLabel('Stop loss').fill(stop);
    await enter(sheet.getByRole('button', { name: 'Save' }));
    await told(`Stops of ${symbol} were set`);
    await expect(open).toContainText(shown);
  }
  await enter(open.getByRole('button', { name: `Close ${symbol}` }));
  await sheet.getByLabel('Volume to close').fill('0.01');
  await enter(sheet.getByRole('button', { name: `Close 0.01 ${symbol}` }));
  await told(`Closed 0.01 lots of ${symbol}`);
  await expect(open).toContainText('Buy · 0.01 lots');

  // An order that waits, with a stop that will follow from its fill on.
  await page.getByLabel('Type of order').focus();
  await page.keyboard.press('L');
  await page.getByLabel('Volume in lots').fill('0.01');
  await page.getByLabel('Price of the order').fill('1000.00');
  await page.getByLabel('Trailing stop, points').fill('5000');
  expect(await screenBarriers(page)).toEqual([]);
  await send(`Buy 0.01 ${symbol} at 1000.00`);
  await told(`Your order for ${symbol} waits`);
  await page.getByRole('tab', { name: 'Open positions' }).press('ArrowRight');
  const waiting = row(page, 'Waiting orders');
  await expect(waiting).toContainText('follows at 5000 points');
  await enter(waiting.getByRole('button', { name: `Change ${symbol}` }));
  await expect(sheet.getByLabel('Trailing stop, points')).toHaveValue('5000');
  await sheet.getByLabel('Trailing stop, points').fill('7000');
  await enter(sheet.getByRole('button', { name: 'Save' }));
  await expect(waiting).toContainText('follows at 7000 points');
  await expect(sheet).toBeHidden();
  await enter(waiting.getByRole('button', { name: `Change ${symbol}` }));
  await enter(sheet.getByRole('button', { name: 'Cancel the order' }));
  await told(`Your order for ${symbol} was cancelled`);
  await expect(waiting).toHaveCount(0);

  await page.getByRole('tab', { name: 'Waiting orders' }).press('ArrowRight');
  await page.getByRole('tab', { name: 'History' }).press('ArrowRight');
  const price = page.getByLabel(`Tell me when the bid of ${symbol} comes to`);
  await price.fill('999999');
  await price.press('Enter');
  const alert = row(page, 'Price alerts');
  await expect(alert).toContainText('Waits for a rise');
  await enter(alert.getByRole('button', { name: `Remove ${symbol} 999999` }));
  await expect(alert).toHaveCount(0);
});

test('by keyboard alone: sold, closed by an opposite position and several at once, with its deals in the history', async ({
  page,
}) => {
  // Nobody else has a position in it.
  const symbol = 'ETHUSD';
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/en/webtrader?is_demo=1&symbol=${symbol}`);
  await expect(page.getByRole('heading', { name: symbol })).toBeVisible();
  await still(page);
  const sheet = page.getByRole('dialog');
  const focus = page.locator(':focus');
  /** What has become of an act has the focus, whatever dialog it was sent from; put away before the next. */
  const told = async (what: string): Promise<void> => {
    await expect(focus).toContainText(what);
    await expect(sheet).toBeHidden();
    await enter(focus.getByRole('button', { name: 'Dismiss' }));
    await expect(page.locator('main').getByRole('alert').filter({ hasText: what })).toHaveCount(0);
  };
  const deal = async (side: 'Buy' | 'Sell', lots: string): Promise<void> => {
    await page.getByRole('radio', { name: side }).press('Space');
    await page.getByLabel('Volume in lots').fill(lots);
    const name = `${side} ${lots} ${symbol}`;
    await enter(page.getByRole('button', { name }));
    await enter(sheet.getByRole('button', { name }));
    await told(`${side === 'Buy' ? 'Bought' : 'Sold'} ${lots} lots of ${symbol}`);
  };
  await deal('Sell', '0.02');
  await deal('Buy', '0.01');
  const open = row(page, 'Open positions', symbol);
  const bought = open.filter({ hasText: 'Buy · 0.01 lots' });
  const sold = open.filter({ hasText: 'Sell' });
  await expect(open).toHaveCount(2);

  // Looked at and left: the focus is where it came from, whichever way one leaves.
  const by = bought.getByRole('button', { name: `Close by ${symbol}` });
  await enter(by);
  await expect(sheet.getByLabel('Opposite position')).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);
  await enter(sheet.getByRole('button', { name: 'Back' }));
  await expect(by).toBeFocused();
  await enter(by);
  await page.keyboard.press('Escape');
  await expect(by).toBeFocused();
  await enter(by);
  await enter(sheet.getByRole('button', { name: `Close 0.01 ${symbol} by each other` }));
  await told(`Closed 0.01 lots of ${symbol} by an opposite position`);
  await expect(open).toHaveCount(1);
  await expect(sold).toContainText('Sell · 0.01 lots');

  // All of the symbol by each other: nothing is left, and the reader goes on beneath the tabs.
  await deal('Buy', '0.01');
  await enter(bought.getByRole('button', { name: `Close by ${symbol}` }));
  await sheet.getByLabel('Opposite position').selectOption(`All opposite positions of ${symbol} by each other`);
  await enter(sheet.getByRole('button', { name: 'Close all by each other' }));
  await expect(sheet).toContainText('1 position was closed');
  await enter(sheet.getByRole('button', { name: 'Dismiss' }));
  await expect(open).toHaveCount(0);
  await expect(focus).toContainText('Open positions');

  await deal('Buy', '0.01');
  await deal('Buy', '0.02');
  await deal('Sell', '0.01');
  await enter(page.getByRole('button', { name: 'Close several' }));
  await sheet.getByLabel('Which positions').selectOption('Bought');
  await enter(sheet.getByRole('button', { name: /^Close \d+ positions$/ }));
  await expect(sheet).toContainText('positions were closed');
  expect(await screenBarriers(page)).toEqual([]);
  await enter(sheet.getByRole('button', { name: 'Dismiss' }));
  await expect(open).toHaveCount(1);
  await expect(focus).toContainText('Open positions');
  await enter(sold.getByRole('button', { name: `Close ${symbol}` }));
  await enter(sheet.getByRole('button', { name: `Close all 0.01 ${symbol}` }));
  await expect(focus).toContainText(`Closed 0.01 lots of ${symbol}`);

  await page.getByRole('tab', { name: 'Open positions' }).press('ArrowRight');
  await page.getByRole('tab', { name: 'Waiting orders' }).press('ArrowRight');
  await expect(page.getByRole('table', { name: 'Deals' })).toContainText(symbol);
  expect(await screenBarriers(page)).toEqual([]);
});
