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

test('what became of it is told though its dialog was closed before the answer', async ({ page }) => {
  await buy(page).click();
  await expect(bought(page)).toBeVisible();
  await row(page)
    .getByRole('button', { name: `Close ${symbol}` })
    .click();
  const answer = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  await page.route(/\/api\/trading\/positions\/[^/]+\/close/, async (route) => {
    sent.resolve();
    await answer.promise;
    await route.continue();
  });
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: `Close all 0.01 ${symbol}` }).click();
  await sent.promise;
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  answer.resolve();
  await expect(page.getByText(`Closed 0.01 lots of ${symbol}`)).toBeVisible();
});

test('a page that is loaded anew in the middle sends it no second time, in this tab and in a copy of it', async ({
  page,
  context,
  backstage,
}) => {
  const before = await opened(backstage);
  // The server takes the order, and its answer never comes to the page.
  const taken = Promise.withResolvers<void>();
  const sending = /\/api\/trading\/orders(\?|$)/;
  await page.route(sending, async (route) => {
    await route.fetch();
    taken.resolve();
  });
  await buy(page).click();
  await taken.promise;
  // What the browser keeps with a tab, a copy of the tab has.
  const kept = await page.evaluate(() => Object.entries(sessionStorage));
  const copy = await context.newPage();
  await copy.addInitScript((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, kept);
  await copy.goto(address);
  await page.reload();
  await page.unroute(sending);
  // Pressed again by somebody who has seen no answer, in both tabs.
  for (const tab of [page, copy]) {
    await tab.bringToFront();
    await buy(tab).click();
    await expect(bought(tab)).toBeVisible();
    await expect(row(tab)).toHaveCount(1);
  }
  expect(await opened(backstage)).toBe(before + 1);

  // Answered now: the next one is meant, and is another order.
  await page.bringToFront();
  await buy(page).click();
  await expect(row(page)).toHaveCount(2);
  expect(await opened(backstage)).toBe(before + 2);
});

test('an answer that the platform lost is looked up, and is one order', async ({ page, backstage }) => {
  const before = await opened(backstage);
  await backstage.post('/sandbox/faults', { target: 'trading', mode: 'timeout_after', count: 1 });
  await buy(page).click();
  await expect(bought(page)).toBeVisible();
  await expect(row(page)).toHaveCount(1);
  expect(await opened(backstage)).toBe(before + 1);
});

test('an order without an answer is shown as unknown in both of two tabs until it is looked up, and is one order', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  // Nothing can be read of the platform meanwhile.
  provoked.add(503);
  const before = await opened(backstage);
  const other = await context.newPage();
  await other.goto(address);
  await expect(buy(other)).toBeEnabled();
  await expect(buy(other)).not.toHaveAttribute('aria-busy', 'true');
  await page.bringToFront();
  await expect(buy(page)).not.toHaveAttribute('aria-busy', 'true');
  // The platform takes the order, and then answers nothing at all: nor can it be looked up.
  await backstage.post('/sandbox/faults', { target: 'trading', mode: 'timeout_after' });
  await buy(page).click();
  const unknown = (tab: Page) => tab.getByText(`Your order for ${symbol} is on its way`);
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await expect(unknown(tab)).toBeVisible();
    await expect(bought(tab)).toHaveCount(0);
  }
  // The same is not sent beside it, from neither tab; another volume would be another order.
  const why = 'The same order is on its way. Wait until the platform has said what became of it.';
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await expect(buy(tab)).toHaveAttribute('title', why);
    await buy(tab).evaluate((button: HTMLButtonElement) => button.click());
    await tab.getByLabel('Volume in lots').fill('0.02');
    await expect(tab.getByRole('button', { name: `Buy 0.02 ${symbol}` })).not.toHaveAttribute('title', why);
    await tab.getByLabel('Volume in lots').fill('0.01');
  }
  await backstage.post('/sandbox/faults', { target: 'trading', mode: 'none' });
  // The worker looks it up by the portal's clock, whoever looks.
  await backstage.post('/sandbox/clock', { advance_seconds: 60 });
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await expect(bought(tab)).toBeVisible();
    await expect(unknown(tab)).toHaveCount(0);
    await expect(row(tab)).toHaveCount(1);
    await expect(buy(tab)).not.toHaveAttribute('title', why);
  }
  expect(await opened(backstage)).toBe(before + 1);
});
