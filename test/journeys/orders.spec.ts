import type { Page } from '@playwright/test';
import { expect, test, type SandboxHelpers } from './portal.ts';

/* An order that is sent twice is one order, however that came. */

// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Crypto trades on every day of the week, so the journeys do not depend on when they are made. */
const symbol = 'BTCUSD';
const address = `/en/webtrader?is_demo=1&symbol=${symbol}`;

test.beforeEach(async ({ page, backstage }) => {
  await backstage.signIn('global.promo');
  await page.goto(address);
  // Switched on as a client would; that is kept in the browser.
  await page.getByText('One-click trading: send without asking again').click();
});

test.afterEach(async ({ backstage }) => {
  await backstage.post('/sandbox/faults', { target: 'trading', mode: 'none' });
  const [{ number }] = (await backstage.get('api/trading/accounts')).demo;
  const body = { account: number, which: 'all', client_order_id: crypto.randomUUID() };
  const { positions } = await backstage.get(`api/trading/positions?account=${number}`);
  if (positions.length > 0) await backstage.post('api/trading/positions/close', body);
});

/** How many deals opened something on the account. */
async function opened(backstage: SandboxHelpers): Promise<number> {
  const [{ number }] = (await backstage.get('api/trading/accounts')).demo;
  const { deals } = await backstage.get(`api/trading/history?account=${number}`);
  return deals.filter((deal: { entry: string; symbol: string }) => deal.entry === 'in' && deal.symbol === symbol).length;
}

const buy = (page: Page) => page.getByRole('button', { name: `Buy 0.01 ${symbol}` });
const bought = (page: Page) => page.getByText(`Bought 0.01 lots of ${symbol}`);
const row = (page: Page) => page.getByRole('table', { name: 'Open positions' }).getByRole('row').filter({ hasText: symbol });

test('pressed twice at once, it is one order', async ({ page, backstage }) => {
  const before = await opened(backstage);
  await expect(buy(page)).toBeEnabled();
  // Within one task, before anything can be drawn anew: no hand is faster.
  await buy(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(bought(page)).toBeVisible();
  await expect(row(page)).toHaveCount(1);
  expect(await opened(backstage)).toBe(before + 1);
});

test('an answer that the platform lost is looked up, and is one order', async ({ page, backstage }) => {
  const before = await opened(backstage);
  await backstage.post('/sandbox/faults', { target: 'trading', mode: 'timeout_after', count: 1 });
  await buy(page).click();
  await expect(bought(page)).toBeVisible();
  await expect(row(page)).toHaveCount(1);
  expect(await opened(backstage)).toBe(before + 1);
});
