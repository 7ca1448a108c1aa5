import type { Page } from '@playwright/test';
import { answerCalls } from '../answers.ts';
import { enter } from './hands.ts';
import { expect, screenBarriers, test } from './portal.ts';

// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post('/api/client/login', {
    data: { id: 'global.active@atrium.test', password: 'Sandbox2026!' },
  });
  expect(answer.ok()).toBe(true);
});

/** Crypto trades on every day of the week, so the journeys do not depend on when they are made. */
const symbol = 'BTCUSD';

test('a client buys at market after reading what it asks for, closes a part and then the rest', async ({ page }) => {
  await page.goto('/en/webtrader?is_demo=1');
  const positions = page.getByRole('table', { name: 'Open positions' });
  await page.getByRole('button', { name: 'Crypto' }).click();
  await page
    .getByRole('list', { name: 'Symbols' })
    .getByRole('button', { name: new RegExp(`^${symbol}`) })
    .click();
  await expect(page.getByRole('heading', { name: symbol })).toBeVisible();
  await expect(page.getByRole('figure', { name: `Candles of ${symbol}` })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`symbol=${symbol}`));

  const volume = page.getByLabel('Volume in lots');
  await volume.fill('0.015');
  await expect(volume).toHaveValue('0.01');
  await page.getByRole('button', { name: 'More volume' }).click();
  await expect(volume).toHaveValue('0.02');
  await expect(page.getByText('Margin needed').locator('..')).toContainText('USD');
  await expect(page.getByText('Spread').locator('..')).toContainText('points');
  expect(await screenBarriers(page)).toEqual([]);

  await page.getByRole('button', { name: `Buy 0.02 ${symbol}` }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('May be worse by');
  // What it costs stands there in money, before and after; the demo account is marked where money of it stands.
  const costs = /USD|None, it is in the spread/;
  const fact = (name: string) => sheet.getByText(name, { exact: true }).locator('..');
  await expect(fact('Commission for opening')).toContainText(costs);
  await expect(sheet.getByText('Demo', { exact: true })).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);
  await sheet.getByRole('button', { name: `Buy 0.02 ${symbol}` }).click();
  await expect(page.getByText(`Bought 0.02 lots of ${symbol}`)).toBeVisible();
  const row = positions.getByRole('row').filter({ hasText: symbol });
  await expect(row).toContainText('Buy · 0.02 lots');
  const cameTo = (name: string) => page.getByLabel('What it came to').getByText(name, { exact: true }).locator('..');
  await expect(cameTo('Commission')).toContainText(costs);

  await row.getByRole('button', { name: `Close ${symbol}` }).click();
  await sheet.getByLabel('Volume to close').fill('0.01');
  for (const name of ['Profit of what you close', 'Commission for opening and closing', 'Result in money'])
    await expect(fact(name)).toContainText('USD');
  await expect(sheet.getByText('Demo', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: `Close 0.01 ${symbol}` }).click();
  await expect(page.getByText(`Closed 0.01 lots of ${symbol}`)).toBeVisible();
  await expect(cameTo('Result')).toContainText('USD');
  await expect(cameTo('Commission')).toContainText(costs);
  // The dialog went with its position's row: the focus is on what came of it, not lost.
  await expect(page.locator(':focus')).toContainText(`Closed 0.01 lots of ${symbol}`);
  await expect(row).toContainText('Buy · 0.01 lots');

  await row.getByRole('button', { name: `Close ${symbol}` }).click();
  await sheet.getByRole('button', { name: `Close all 0.01 ${symbol}` }).click();
  await expect(row).toHaveCount(0);
});

test('scrolled back, the chart’s label stays at the price of now, which is the header’s', async ({ page }) => {
  // What is written on a canvas nobody finds on the page: each text is kept as it is drawn.
  await page.addInitScript(() => {
    const drawn: string[] = [];
    const { prototype } = CanvasRenderingContext2D;
    const write = prototype.fillText;
    prototype.fillText = function (text: string, ...place: [number, number, number?]) {
      drawn.push(text);
      if (drawn.length > 500) drawn.shift();
      return write.call(this, text, ...place);
    };
    Object.assign(globalThis, { drawn });
  });
  await page.goto(`/en/webtrader?is_demo=1&symbol=${symbol}&frame=5min`);
  const chart = page.getByRole('figure', { name: `Candles of ${symbol}` });
  await expect(chart).toBeVisible();
  await chart.hover();
  const place = await chart.boundingBox();
  if (!place) throw new Error('the chart has no place');
  const middle = [place.x + place.width / 2, place.y + place.height / 3] as const;
  for (let pull = 0; pull < 6; pull += 1) {
    await page.mouse.move(place.x + 40, middle[1]);
    await page.mouse.down();
    await page.mouse.move(place.x + place.width - 120, middle[1], { steps: 4 });
    await page.mouse.up();
  }
  await page.evaluate(() => Reflect.get(globalThis, 'drawn').splice(0));
  // Both are drawn anew with each price.
  const labelled = () =>
    page.evaluate(() => {
      const bid = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Bid')?.nextElementSibling;
      const text = bid?.textContent ?? '';
      return /\d/.test(text) && Reflect.get(globalThis, 'drawn').includes(text);
    });
  await expect.poll(labelled, { intervals: [50] }).toBe(true);
});

test('by keyboard alone: an order waits for its price, is changed and cancelled, and stands in the history', async ({ page }) => {
  await page.goto(`/en/webtrader?is_demo=1&symbol=${symbol}&frame=5min`);
  await expect(page.getByRole('heading', { name: symbol })).toBeVisible();
  await page.getByLabel('Type of order').focus();
  await page.keyboard.press('L');
  await page.getByLabel('Price of the order').focus();
  await page.keyboard.type('1000.00');
  await page.getByLabel('Stop loss').focus();
  await page.keyboard.type('2000');
  await expect(page.getByText('Enter a price below 1000.00.').first()).toBeVisible();
  await page.getByLabel('Stop loss').fill('900');
  expect(await screenBarriers(page)).toEqual([]);
  await enter(page.getByRole('button', { name: `Buy 0.01 ${symbol} at 1000.00` }));
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('The order waits until the market touches its price.');
  await enter(sheet.getByRole('button', { name: `Buy 0.01 ${symbol} at 1000.00` }));
  await expect(page.getByText(`Your order for ${symbol} waits`)).toBeVisible();

  await page.getByRole('tab', { name: 'Open positions' }).press('ArrowRight');
  const row = page.getByRole('table', { name: 'Waiting orders' }).getByRole('row').filter({ hasText: symbol });
  await expect(row).toContainText('1,000.00');
  expect(await screenBarriers(page)).toEqual([]);
  await enter(row.getByRole('button', { name: `Change ${symbol}` }));
  await sheet.getByLabel('Price of the order').fill('1100');
  await enter(sheet.getByRole('button', { name: 'Save' }));
  await expect(page.getByText(`Your order for ${symbol} was changed`)).toBeVisible();
  await expect(row).toContainText('1,100.00');

  await enter(row.getByRole('button', { name: `Change ${symbol}` }));
  await enter(sheet.getByRole('button', { name: 'Cancel the order' }));
  await expect(row).toHaveCount(0);
  // What came of it takes the focus.
  await expect(page.locator(':focus')).toContainText(`Your order for ${symbol} was cancelled`);
  await page.getByRole('tab', { name: 'Waiting orders' }).press('ArrowRight');
  await page.getByText('Ended orders', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Ended orders' })).toContainText('Cancelled');
  expect(await screenBarriers(page)).toEqual([]);
});

test('an order that becomes a limit order at its price is sent with both prices and its end, where the platform takes it', async ({
  page,
  backstage,
}) => {
  const opened = async (account: string, leverage: number): Promise<number> => {
    const body = { account, currency: 'USD', leverage, demo_trade_balance: '10000', i_agree_tc: true };
    return (await backstage.post('api/accounts/demo', body)).number;
  };
  await backstage.signIn('global.active');
  const [older, newer] = [await opened('standard', 200), await opened('advantage mt5', 200)];
  const kinds = page.getByLabel('Type of order').getByRole('option');
  await page.goto(`/en/webtrader?is_demo=1&login=${older}&symbol=EURUSD`);
  await expect(kinds).toHaveText(['At market', 'Limit', 'Stop']);
  await page.goto(`/en/webtrader?is_demo=1&login=${newer}&symbol=${symbol}`);
  await expect(kinds).toHaveText(['At market', 'Limit', 'Stop', 'Stop limit']);

  const ends = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Type of order').selectOption('stop_limit');
  await page.getByLabel('Price of the order').fill('900000.00');
  await page.getByLabel('Limit price after the stop').fill('899000.00');
  await page.getByLabel('Ends').fill(ends);
  const buy = { name: `Buy 0.01 ${symbol} at 900000.00` };
  await page.getByRole('button', buy).click();
  await page.getByRole('dialog').getByRole('button', buy).click();
  await expect(page.getByText(`Your order for ${symbol} waits`)).toBeVisible();
  const { orders } = await backstage.get(`api/trading/positions?account=${newer}`);
  expect(orders).toMatchObject([
    {
      type: 'stop_limit',
      price: '900000.00',
      limit_price: '899000.00',
      // Typed by the browser's own clock.
      expires_at: await page.evaluate((typed) => new Date(typed).toISOString(), ends),
    },
  ]);
});

test('at 1280 × 800 the chart is at least 60 % of the height, whatever its address names is shown, and nothing overflows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/en/webtrader?symbol=EURUSD&frame=1min');
  await expect(page.getByRole('heading', { name: 'EURUSD' })).toBeVisible();
  const chart = page.getByRole('figure', { name: 'Candles of EURUSD, 1m each' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  await expect.poll(async () => (await chart.boundingBox())?.height).toBeGreaterThanOrEqual(480);
  // The legend has the four prices of the last candle, until another is pointed at.
  for (const name of ['Open', 'High', 'Low', 'Close'])
    await expect(chart.getByText(name, { exact: true }).locator('..')).toContainText(/\d\.\d{5}/);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    // It reaches from the rail to the right edge, but for the page's own padding.
    await expect.poll(() => roomBesideFloor(page), { message: `at ${width}` }).toEqual([0, 0]);
  }
});

/** Whole pixels on either side of the terminal's floor that are neither the rail nor its page's padding. */
function roomBesideFloor(page: Page): Promise<readonly number[] | undefined> {
  return page.locator('main [data-workspace] [data-width]').evaluate((floor) => {
    const [rail, main, inner] = [document.querySelector('nav'), floor.closest('main'), floor.getBoundingClientRect()];
    if (!rail || !main) return undefined;
    const { paddingLeft, paddingRight } = getComputedStyle(main);
    const start = inner.left - rail.getBoundingClientRect().right - Number.parseFloat(paddingLeft);
    return [start, document.documentElement.clientWidth - inner.right - Number.parseFloat(paddingRight)].map((room) =>
      Math.round(Math.abs(room)),
    );
  });
}

test('it opens on a market that is open, and on another only where the address names it', async ({ page }) => {
  await answerCalls(page, /api\/trading\/symbols\?/, async (asked) => {
    const response = await asked.fetch();
    const envelope = await response.json();
    for (const one of envelope.data.symbols) one.is_open = one.name === symbol;
    await asked.fulfill({ response, json: envelope });
  });
  await page.goto('/en/webtrader?is_demo=1');
  await expect(page.getByRole('heading', { name: symbol })).toBeVisible();
  await page.goto('/en/webtrader?is_demo=1&symbol=EURUSD');
  await expect(page.getByRole('heading', { name: 'EURUSD' })).toBeVisible();
});

test('on a phone the terminal is three tabs, and the symbol is found by its name', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/en/webtrader?is_demo=1');
  await page.getByRole('button', { name: 'Change symbol' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Search symbols').fill('bitcoin');
  await sheet.getByRole('button', { name: new RegExp(`^${symbol}`) }).click();
  await page.getByRole('tab', { name: 'Chart' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Trade' })).toHaveAttribute('aria-selected', 'true');
  await page.getByText('Sell', { exact: true }).click();
  await expect(page.getByRole('button', { name: `Sell 0.01 ${symbol}` })).toBeVisible();
  await page.getByLabel('Volume in lots').fill('500');
  await expect(page.getByText('Enter 0.01 to 50 lots in steps of 0.01.').first()).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('the chart can be read as a table, in any of its nine timeframes', async ({ page }) => {
  await page.goto('/en/webtrader?symbol=EURUSD');
  for (const name of ['1m', '5m', '15m', '30m', '1h', '4h', '1D', '1W', '1M'])
    await expect(page.getByText(name, { exact: true }), 'in sight without scrolling its row').toBeInViewport({ ratio: 1 });
  await page.getByText('1D', { exact: true }).click();
  await expect(page).toHaveURL(/[?&]frame=1d(&|$)/);
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(page.getByRole('figure').getByRole('row').nth(20)).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);
});

/** Every call to the server; the stream itself is one that never ends. */
function countCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  return calls;
}

/** The price on the screen changes so many times. */
async function seeMoving(page: Page, times: number): Promise<void> {
  const bid = page.locator('dl').filter({ hasText: 'Bid' }).locator('dd').first();
  for (let change = 0; change < times; change += 1) {
    const before = await bid.innerText();
    await expect(bid).not.toHaveText(before);
  }
}

async function openCrypto(page: Page): Promise<void> {
  await page.goto('/en/webtrader?is_demo=1');
  await page.getByRole('button', { name: 'Crypto' }).click();
  await page
    .getByRole('list', { name: 'Symbols' })
    .getByRole('button', { name: new RegExp(`^${symbol}`) })
    .click();
  await expect(page.getByRole('heading', { name: symbol })).toBeVisible();
}

test('an open terminal asks nothing: its prices come over the one stream, in every tab of the browser', async ({
  page,
  context,
}) => {
  const watched = page.waitForResponse((response) => response.url().includes('/api/trading/watch') && response.ok());
  await openCrypto(page);
  await watched;
  // What is open moves the account with the market, on every day of the week.
  await page.getByRole('button', { name: `Buy 0.01 ${symbol}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Buy 0.01 ${symbol}` })
    .click();
  await expect(page.getByText(`Bought 0.01 lots of ${symbol}`)).toBeVisible();
  const second = await context.newPage();
  const asked = countCalls(second);
  await openCrypto(second);
  await seeMoving(second, 3);
  const streams = asked.filter((path) => path.endsWith('/stream'));
  expect(streams, 'the stream that the first tab holds is the second one’s too').toEqual([]);
  // Until the watch stands a screen asks for itself; then each minute the candles are read again and the watch is renewed:
  // two calls a tab, where there were 144.
  await expect(async () => {
    const calls = [countCalls(page), countCalls(second)];
    const begun = Date.now();
    await Promise.all([page, second].map((tab) => seeMoving(tab, 6)));
    const minutes = Math.ceil((Date.now() - begun) / 60_000);
    for (const asked of calls) expect(asked.length, asked.join()).toBeLessThanOrEqual(2 * minutes);
  }).toPass();
});
