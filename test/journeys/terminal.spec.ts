import type { Locator, Page } from '@playwright/test';
import { enter } from './hands.ts';
import { expect, screenBarriers, test } from './portal.ts';

/* What the server minds and keeps for the terminal. Nobody else trades for this client. */

// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post('/api/client/login', {
    data: { id: 'global.promo@atrium.test', password: 'Sandbox2026!' },
  });
  expect(answer.ok()).toBe(true);
});

/** Crypto trades on every day of the week, so the journeys do not depend on when they are made. */
const symbol = 'BTCUSD';

test('by keyboard alone: an alert is set and taken away, and the stop of a position follows its price', async ({ page }) => {
  await page.goto(`/en/webtrader?is_demo=1&symbol=${symbol}`);
  await expect(page.getByRole('heading', { name: symbol })).toBeVisible();
  await page.getByRole('tab', { name: 'Open positions' }).press('ArrowLeft');
  await page.getByLabel(`Tell me when the bid of ${symbol} comes to`).focus();
  await page.keyboard.type('999999');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('table', { name: 'Price alerts' }).getByRole('row').filter({ hasText: symbol });
  await expect(alert).toContainText('Waits for a rise');
  expect(await screenBarriers(page)).toEqual([]);
  await enter(alert.getByRole('button', { name: `Remove ${symbol} 999999` }));
  await expect(alert).toHaveCount(0);

  await enter(page.getByRole('button', { name: `Buy 0.01 ${symbol}` }));
  const sheet = page.getByRole('dialog');
  await enter(sheet.getByRole('button', { name: `Buy 0.01 ${symbol}` }));
  await expect(page.getByText(`Bought 0.01 lots of ${symbol}`)).toBeVisible();
  await page.getByRole('tab', { name: 'Price alerts' }).press('ArrowRight');
  const row = page.getByRole('table', { name: 'Open positions' }).getByRole('row').filter({ hasText: symbol });
  await enter(row.getByRole('button', { name: `Stops ${symbol}` }));
  await sheet.getByLabel('Trailing stop, points').fill('500000');
  expect(await screenBarriers(page)).toEqual([]);
  await enter(sheet.getByRole('button', { name: 'Save' }));
  await expect(row).toContainText('follows at 500000 points');
  // The worker sets it, whoever looks.
  await expect(row).toContainText('SL');

  await enter(row.getByRole('button', { name: `Close ${symbol}` }));
  await enter(sheet.getByRole('button', { name: `Close all 0.01 ${symbol}` }));
  await expect(row).toHaveCount(0);
});

test('by keyboard alone: a client keeps several lists of symbols, which are the same on another device', async ({
  page,
  browser,
  baseURL,
  provoked,
}) => {
  // A name that another list has is refused.
  provoked.add(422);
  const address = '/en/webtrader?is_demo=1&symbol=EURUSD';
  await page.goto(address);
  await enter(page.getByRole('button', { name: 'Take EURUSD into My list' }));
  await expect(page.getByRole('button', { name: 'Take EURUSD out of My list' })).toBeVisible();
  await enter(page.getByRole('button', { name: 'My lists', exact: true }));
  await enter(page.getByRole('button', { name: 'Set up my lists' }));
  const sheet = page.getByRole('dialog', { name: 'My lists' });
  const lists = sheet.getByRole('list', { name: 'My lists' });
  await sheet.getByLabel('Name of a new list').focus();
  await page.keyboard.type('Metals');
  const begin = sheet.getByRole('button', { name: 'Begin the list' });
  await enter(begin);
  await expect(lists.getByRole('listitem')).toHaveCount(2);
  await expect(sheet.getByLabel('Name of a new list')).toHaveValue('');
  // Said at the field.
  await sheet.getByLabel('Name of a new list').fill('METALS');
  await enter(begin);
  await expect(sheet.getByLabel('Name of a new list')).toHaveAttribute('aria-invalid', 'true');
  await expect(sheet.getByText('You have a list of this name already. Choose another name.')).toBeVisible();
  await enter(sheet.getByRole('button', { name: 'Move Metals up' }));
  await expect(lists.getByRole('listitem').first()).toContainText('Metals');
  await expect(sheet.getByRole('button', { name: 'Move Metals up' })).toBeFocused();
  await enter(sheet.getByRole('button', { name: 'Rename My list' }));
  await sheet.getByLabel('Name of the list').fill('Euro');
  await enter(sheet.getByRole('button', { name: 'Save the name' }));
  await expect(lists.getByRole('listitem').last()).toContainText('Euro');
  await expect(lists).toBeFocused();
  expect(await screenBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // What is searched for comes into the list that was begun last, and is in it elsewhere.
  await page.getByLabel('Search symbols').fill('gold');
  await enter(page.getByRole('button', { name: 'Take XAUUSD into Metals' }));
  await expect(page.getByRole('button', { name: 'Take XAUUSD out of Metals' })).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await elsewhere.newPage();
  const signed = await other.request.post('/api/client/login', {
    data: { id: 'global.promo@atrium.test', password: 'Sandbox2026!' },
  });
  expect(signed.ok()).toBe(true);
  await other.goto(address);
  const seen = other.getByRole('list', { name: 'Symbols' });
  await expect(seen.getByRole('listitem')).toHaveCount(1);
  await expect(seen).toContainText('XAUUSD');

  // Another list chosen here is chosen there, while it is looked at.
  await page.getByLabel('Search symbols').fill('');
  await page.getByRole('combobox', { name: 'List', exact: true }).selectOption('Euro');
  await expect(seen).toContainText('EURUSD');
  await elsewhere.close();
  await enter(page.getByRole('button', { name: 'Set up my lists' }));
  await enter(sheet.getByRole('button', { name: 'Remove Euro' }));
  await expect(sheet.getByText('Remove Euro with its one symbol?')).toBeVisible();
  await enter(sheet.getByRole('button', { name: 'Remove it' }));
  await expect(lists.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Symbols' })).toContainText('XAUUSD');
});

test('a client reads the terms of a symbol before trading it', async ({ page }) => {
  await page.goto('/en/webtrader?is_demo=1&symbol=EURUSD');
  await page.getByRole('button', { name: 'Details' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('100,000 EUR');
  await expect(sheet.getByText('A night held, bought').locator('..')).toContainText('points');
  await expect(sheet.getByText('Night that counts for three').locator('..')).toContainText('Wednesday');
  await sheet.getByLabel('Volume to reckon with').fill('1');
  await expect(sheet.getByText('Free margin afterwards').locator('..')).toContainText('USD');
  expect(await screenBarriers(page)).toEqual([]);
});

test('the line of a waiting order is dragged to another price, and nothing is changed before that is saved', async ({ page }) => {
  await page.goto(`/en/webtrader?is_demo=1&symbol=${symbol}`);
  const ticks = await (await page.request.get(`/api/js/api/trading/ticks?symbols=${symbol}`)).json();
  const bid = Number(ticks.data.ticks[0].bid);
  // Far enough that the market does not come upon it while it is dragged.
  const first = (bid * 0.996).toFixed(2);
  await page.getByLabel('Type of order').selectOption('limit');
  await page.getByLabel('Price of the order').fill(first);
  await page.getByRole('button', { name: `Buy 0.01 ${symbol} at ${first}` }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: `Buy 0.01 ${symbol} at ${first}` }).click();
  await expect(page.getByText(`Your order for ${symbol} waits`)).toBeVisible();

  await dragLine(page);
  const field = sheet.getByLabel('Price of the order');
  await expect(field).not.toHaveValue(first);
  const second = await field.inputValue();
  expect(Number(second)).toBeLessThan(Number(first));
  const row = page.getByRole('table', { name: 'Waiting orders' }).getByRole('row').filter({ hasText: symbol });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Your order for ${symbol} was changed`)).toBeVisible();
  await page.getByRole('tab', { name: 'Waiting orders' }).click();
  await row.getByRole('button', { name: `Change ${symbol}` }).click();
  await expect(field).toHaveValue(second);
  await sheet.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(row).toHaveCount(0);
});

test('the stop of a position is dragged likewise, and stands where it was dragged to', async ({ page }) => {
  await page.goto(`/en/webtrader?is_demo=1&symbol=${symbol}`);
  const ticks = await (await page.request.get(`/api/js/api/trading/ticks?symbols=${symbol}`)).json();
  const first = (Number(ticks.data.ticks[0].bid) * 0.996).toFixed(2);
  await page.getByLabel('Stop loss').fill(first);
  await page.getByRole('button', { name: `Buy 0.01 ${symbol}` }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: `Buy 0.01 ${symbol}` }).click();
  await expect(page.getByText(`Bought 0.01 lots of ${symbol}`)).toBeVisible();
  const row = page.getByRole('table', { name: 'Open positions' }).getByRole('row').filter({ hasText: symbol });
  await expect(row).toContainText('SL');

  await dragLine(page);
  const field = sheet.getByLabel('Stop loss');
  await expect(field).not.toHaveValue(first);
  const second = await field.inputValue();
  expect(Number(second)).toBeLessThan(Number(first));
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
  await row.getByRole('button', { name: `Stops ${symbol}` }).click();
  await expect(field).toHaveValue(second);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: `Close ${symbol}` }).click();
  await sheet.getByRole('button', { name: `Close all 0.01 ${symbol}` }).click();
  await expect(row).toHaveCount(0);
});

/** Pulls down the topmost line of the chart that can be held; where that is, the pointer says. */
async function dragLine(page: Page): Promise<void> {
  const drawing = page.getByRole('figure', { name: `Candles of ${symbol}` }).locator('[k-line-chart-id]');
  await drawing.scrollIntoViewIfNeeded();
  await expect.poll(() => dragIn(page, drawing)).toBe(true);
}

async function dragIn(page: Page, drawing: Locator): Promise<boolean> {
  const box = await drawing.boundingBox();
  if (!box) return false;
  for (let y = box.y + 4; y < box.y + box.height - 40; y += 4) {
    await page.mouse.move(box.x + 60, y);
    if ((await drawing.evaluate((element) => element.style.cursor)) !== 'ns-resize') continue;
    await page.mouse.down();
    await page.mouse.move(box.x + 60, y + 20, { steps: 4 });
    await page.mouse.move(box.x + 60, y + 40, { steps: 4 });
    await page.mouse.up();
    return true;
  }
  return false;
}

test('by keyboard alone: indicators and a level are set up, stand beside a second chart, and are there wherever one signs in', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/en/webtrader?is_demo=1&symbol=EURUSD');
  const sheet = page.getByRole('dialog');
  // How the charts are set up is read first.
  const indicators = page.getByRole('button', { name: 'Indicators' });
  await expect(indicators).not.toHaveAttribute('aria-busy', 'true');
  await enter(indicators);
  await sheet.getByLabel('MA · Moving average', { exact: true }).press('Space');
  await sheet.getByLabel('RSI · Relative strength').press('Space');
  await sheet.getByLabel('RSI, number 1').fill('0');
  expect(await screenBarriers(page)).toEqual([]);
  await expect(sheet.getByText('Enter a whole number from 1 to 500.').first()).toBeVisible();
  await sheet.getByLabel('RSI, number 1').fill('9');
  await enter(sheet.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('button', { name: 'Indicators (2)' })).toBeVisible();

  await enter(page.getByRole('button', { name: 'Drawings' }));
  await sheet.getByLabel('Price of point 1').fill('1.05');
  await enter(sheet.getByRole('button', { name: 'Place by price and time' }));
  await expect(sheet.getByRole('list', { name: 'Drawings' })).toContainText('Level · 1.05');
  expect(await screenBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // By pointing: one press of the mouse for a level.
  await page.getByRole('button', { name: 'Drawings (1)' }).click();
  await sheet.getByRole('button', { name: 'Draw on the chart' }).click();
  await expect(page.getByText('Level: point at the chart (1). Escape ends it.')).toBeVisible();
  const drawing = page.getByRole('figure', { name: 'Candles of EURUSD' }).locator('[k-line-chart-id]');
  await drawing.hover({ position: { x: 200, y: 150 } });
  await drawing.click({ position: { x: 210, y: 160 } });
  await expect(page.getByRole('button', { name: 'Drawings (2)' })).toBeVisible();

  await page.getByRole('group', { name: 'Charts' }).getByText('2', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Symbol', exact: true }).selectOption('GBPUSD');
  await expect(page.getByRole('figure', { name: 'Candles of GBPUSD, 1h each' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('figure', { name: 'Candles of GBPUSD, 1h each' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Drawings (2)' })).toBeVisible();
  const first = page.getByRole('figure', { name: 'Candles of EURUSD' });
  await enter(first.getByRole('button', { name: 'Show as a table' }));
  // What the indicators have reckoned stands in the table too.
  await expect(first.getByRole('columnheader', { name: 'RSI 9' })).toBeVisible();
  await expect(first.getByRole('row').last().getByRole('cell').last()).not.toHaveText('–');
  expect(await screenBarriers(page)).toEqual([]);
});

test('while the platform tells nothing new the terminal says so and since when, and takes it back once prices move', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(503);
  await page.goto(`/en/webtrader?is_demo=1&symbol=${symbol}`);
  const bid = page.locator('dl').filter({ hasText: 'Bid' }).locator('dd').first();
  await expect(bid).toHaveText(/\d/);
  const still = page.getByText(/^Prices stand still: the platform does not answer right now/);
  await expect(still).toHaveCount(0);
  const priced = page.getByText(/^Priced /);
  await expect(priced.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
  for (const target of ['trading', 'market']) await backstage.post('/sandbox/faults', { target, mode: 'error' });
  await expect(still).toBeVisible();
  await expect(priced).toHaveCount(0);
  await expect(still.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
  // The last prices stay, and so do the last amounts, which are told likewise.
  await expect(bid).toHaveText(/\d/);
  await expect(page.getByText(/^The platform does not answer right now/).first()).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);
  for (const target of ['trading', 'market']) await backstage.post('/sandbox/faults', { target, mode: 'none' });
  await expect(still).toHaveCount(0);
});

test('a movement at the terminal keeps the session, and a terminal that nobody touches does not', async ({ page }) => {
  await page.clock.install();
  const isWatch = (url: string) => url.includes('/api/trading/watch?');
  const watched = page.waitForResponse((response) => isWatch(response.url()));
  await page.goto(`/en/webtrader?is_demo=1&symbol=${symbol}`);
  await expect(page.getByRole('heading', { name: symbol })).toBeVisible();
  // Only what has been answered is asked for anew.
  await (await watched).finished();
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(new URL(request.url()).pathname));
  const uses = () => sent.filter((path) => path.endsWith('/api/session/used')).length;
  const renewed: string[] = [];
  page.on('request', (request) => {
    if (isWatch(request.url()) && request.headers()['x-background'] === '1') renewed.push(request.url());
  });

  await page.clock.fastForward('05:00');
  // What it has pushed to it the page asks for anew a minute after the answer, and says that nobody is there.
  await expect
    .poll(async () => (await page.clock.fastForward('00:30'), renewed.length), { intervals: [1000] })
    .toBeGreaterThan(0);
  // Whatever the page has sent until here was seen before this.
  await page.evaluate(async () => (await fetch('/health/live?after=still')).status);
  expect(sent).toContain('/health/live');
  expect(uses()).toBe(0);

  await page.mouse.move(40, 40);
  await page.mouse.move(60, 60);
  await expect.poll(uses).toBe(1);
});
