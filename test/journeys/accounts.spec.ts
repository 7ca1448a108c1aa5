import { expect, screenBarriers, still, test, visit } from './portal.ts';

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post('/api/client/login', {
    data: { id: 'global.active@atrium.test', password: 'Sandbox2026!' },
  });
  expect(answer.ok()).toBe(true);
});

test('a client opens a demo account, changes its leverage, names it, puts it away and brings it back', async ({ page }) => {
  await page.goto('/en/accounts/open');
  await page.getByRole('button', { name: 'Open demo account: ECN MT5' }).click();
  await expect(page.getByLabel('Account type')).toHaveValue('ecn mt5');
  await page.getByLabel('Play money').fill('12345');
  expect(await screenBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open demo account' }).click();
  // The form is gone, and with it what was pressed: the reader goes on at the head, wherever the form was scrolled to.
  await expect(page.getByRole('heading', { name: 'Your demo account is open' })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByText('View-only password')).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);

  await page.getByRole('link', { name: 'Account details' }).click();
  await expect(page.getByText('12,345.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Leverage').selectOption('50');
  await dialog.getByRole('button', { name: 'Change to 1:50' }).click();
  await expect(dialog.getByText('The leverage has been changed.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1:50', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Name this account' }).click();
  await dialog.getByLabel('Name').fill('Test bed');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  // First what goes away by itself.
  await expect(page.getByText('The name has been saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Test bed' })).toBeVisible();

  await page.getByRole('button', { name: 'Archive this account' }).click();
  await dialog.getByRole('button', { name: 'Archive account' }).click();
  await expect(page).toHaveURL(/\/en\/accounts$/);
  await expect(page.getByRole('link', { name: 'Test bed' })).toHaveCount(0);
  await visit(page, '/en/accounts/archive');
  expect(await screenBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore' }).click();
  await dialog.getByRole('button', { name: 'Restore account' }).click();
  await expect(page.getByRole('link', { name: 'Test bed' })).toBeVisible();
});

test('the equity of an account with an open position moves by itself', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  const { accounts } = await backstage.get('api/accounts');
  const { number } = accounts.demo[0];
  const { order } = await backstage.post('api/trading/orders', { account: number, symbol: 'BTCUSD', side: 'buy', lots: '0.5' });
  await page.goto(`/en/accounts/${number}`);
  const equity = page.locator('main').getByText('Equity', { exact: true }).first().locator('..');
  await expect(equity).toContainText(/\d/);
  const before = await equity.textContent();
  await expect(equity).not.toHaveText(before ?? '');
  const { positions } = await backstage.get(`api/trading/positions?account=${number}`);
  for (const { position, symbol } of positions)
    if (symbol === 'BTCUSD') await backstage.post(`api/trading/positions/${position}/close`, { account: number });
  expect(order.status).toBe('filled');
});

test('while the platform is silent an account says since when, without a flicker, and shows its lists once it answers', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(503);
  await backstage.signIn('global.active');
  const { accounts } = await backstage.get('api/accounts');
  const { number } = accounts.live.find((account: { readonly platform: string }) => account.platform === 'mt5');
  const fault = (mode: string) => backstage.post('/sandbox/faults', { target: 'trading', mode });
  const refusal = (list: string) =>
    page.waitForResponse((answer) => answer.url().includes(`/accounts/${number}/${list}?`) && answer.status() === 503);
  await fault('error');
  const asked = Promise.all(['positions', 'orders'].map(refusal));
  await page.goto(`/en/accounts/${number}`);
  await asked;
  const told = page.getByRole('status').filter({ hasText: /There has been no answer since .*\d/ });
  await expect(told).toHaveCount(2);
  expect(await screenBarriers(page)).toEqual([]);
  // Both are asked again meanwhile, and what they say stays.
  const goes = await page.evaluateHandle(() => {
    const seen = { skeletons: 0 };
    const look = (): unknown => document.querySelector('main [aria-busy="true"]') && (seen.skeletons += 1);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  await Promise.all(['positions', 'orders'].map(refusal));
  await expect(told).toHaveCount(2);
  expect(await goes.jsonValue()).toEqual({ skeletons: 0 });
  await fault('none');
  await expect(told).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByRole('table', { name: 'Open positions' })).toBeVisible();
});

test('a form that is not complete asks for it, and focus goes to what is missing', async ({ page }) => {
  await page.goto('/en/accounts/open/demo');
  await page.getByLabel('Play money').fill('');
  await page.getByRole('button', { name: 'Open demo account' }).click();
  await expect(page.getByText('Complete the form in this step first')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible();
  await expect(page.getByLabel('Play money')).toBeFocused();
  await expect(page.getByLabel('Play money')).toHaveAccessibleDescription('Fill this in.');
  expect(await screenBarriers(page)).toEqual([]);
});

test('an account beyond as many as can be is refused by a dialog that leads to the accounts', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(422);
  await backstage.signIn('ng.active');
  const pro = { account: 'pro', currency: 'USD', leverage: 200, i_agree_tc: true };
  for (const order of [pro, pro]) await backstage.post('api/accounts/live', order);
  await page.goto('/en/accounts/open/live?account=pro');
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await page.getByRole('button', { name: 'Open live account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Maximum number of accounts reached' });
  await expect(dialog).toContainText('You have 2 such accounts');
  expect(await screenBarriers(page)).toEqual([]);
  await dialog.getByRole('link', { name: 'Accounts' }).click();
  await expect(page).toHaveURL(/\/en\/accounts$/);
});

test('taking the pro type shows its note, and keeping the earlier choice goes back to it', async ({ page }) => {
  await page.goto('/en/accounts/open/live?account=standard');
  await page.getByLabel('Account type').selectOption('pro');
  await expect(page.getByRole('dialog')).toContainText('25,000');
  await page.getByRole('button', { name: 'Keep my earlier choice' }).click();
  await expect(page.getByLabel('Account type')).toHaveValue('standard');
});

test('an account shows its course, its positions and its trades, page by page', async ({ page }) => {
  await page.goto('/en/accounts');
  await page.getByRole('link', { name: 'Day to day' }).click();
  await expect(page.getByRole('figure', { name: 'Equity day by day' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Closed trades' }).getByRole('row');
  await expect(rows).toHaveCount(11);
  await page.getByRole('button', { name: 'Show older trades' }).click();
  await expect(rows).toHaveCount(21);
  await page.getByLabel('Instrument').selectOption('EURUSD');
  await expect(rows.nth(1)).toContainText('EURUSD');
  expect(await screenBarriers(page)).toEqual([]);

  await page.getByRole('link', { name: 'Statistics' }).click();
  await expect(page.getByText('Profit factor')).toBeVisible();
  for (const name of ['Equity day by day', 'Drawdown day by day', 'By symbol', 'By hour of opening (UTC)']) {
    const figure = page.getByRole('figure', { name });
    await figure.getByRole('button', { name: 'Show as a table' }).click();
    await expect(figure.getByRole('row').nth(1)).toContainText(/\d/);
  }
  expect(await screenBarriers(page)).toEqual([]);
});

test('the platforms to download are named with their servers', async ({ page }) => {
  await page.goto('/en/platforms');
  await expect(page.getByText('Atrium-MT5-Live')).toBeVisible();
  await expect(page.getByRole('link', { name: 'MetaTrader 4 for Windows' })).toHaveAttribute('href', /^https:/);
  expect(await screenBarriers(page)).toEqual([]);
});

test('after a reload a new account’s page has its number and server, the way to new passwords, and no form', async ({
  page,
  backstage,
}) => {
  await page.goto('/en/accounts/open/demo');
  await page.getByRole('button', { name: 'Open demo account' }).click();
  await expect(page.getByText('They are shown this one time')).toBeVisible();
  await expect(page).toHaveURL(/opened=\d+/);
  const [, number = ''] = /opened=(\d+)/.exec(page.url()) ?? [];
  const before = (await backstage.get('api/accounts')).accounts.demo.length;
  await page.reload();
  await still(page);
  await expect(page.getByText(number).first()).toBeVisible();
  await expect(page.getByText(/Atrium-MT\d-Demo/)).toBeVisible();
  await expect(page.getByText('The passwords were shown once')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set new passwords' })).toHaveAttribute('href', `/en/accounts/password/${number}`);
  await expect(page).toHaveTitle(new RegExp(number));
  // The bell says nothing here of what the page itself says, and does so elsewhere.
  const told = page.getByText(`Account ${number} is open`);
  const bell = page.getByRole('button', { name: /^Notices/ });
  await expect
    .poll(async () => JSON.stringify((await backstage.get('api/notifications')).notifications))
    .toContain(`Account ${number} is open`);
  await bell.click();
  await expect(page.getByRole('button', { name: 'Mark all read' }).or(page.getByText('Nothing new.'))).toBeVisible();
  await expect(told).toHaveCount(0);
  await page.keyboard.press('Escape');
  // Nothing here opens a twin by one press.
  await expect(page.getByRole('button', { name: 'Open demo account' })).toHaveCount(0);
  expect((await backstage.get('api/accounts')).accounts.demo).toHaveLength(before);
  await visit(page, '/en/accounts');
  await bell.click();
  await expect(told).toBeVisible();
});

test('demo money is marked beside live money, and a page is named by its account', async ({ page, backstage }) => {
  const { accounts } = await backstage.get('api/accounts');
  await page.goto('/en/accounts');
  await still(page);
  const cards = (list: { readonly number: number }[]) =>
    page.locator('li').filter({ hasText: new RegExp(list.map(({ number }) => number).join('|')) });
  await expect(cards(accounts.demo).getByText('Demo', { exact: true })).toHaveCount(accounts.demo.length);
  await expect(cards(accounts.live).getByText('Demo', { exact: true })).toHaveCount(0);
  const [{ number }] = accounts.demo;
  await page.goto(`/en/accounts/${number}`);
  await still(page);
  await expect(page.getByRole('main').locator('header').getByText('Demo', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(` · ${number} · `));
  await page.goto(`/en/webtrader?login=${number}`);
  await still(page);
  await expect(page.getByRole('region', { name: 'Account' }).getByText('Demo', { exact: true }).last()).toBeVisible();
});

test('leverage is shut beforehand while positions are open, with the reason', async ({ page, backstage }) => {
  const { accounts } = await backstage.get('api/accounts');
  let shut = 0;
  for (const { number } of accounts.live) {
    const { positions } = await backstage.get(`api/accounts/${number}/positions`);
    await page.goto(`/en/accounts/${number}`);
    await still(page);
    const change = page.getByRole('button', { name: 'Change', exact: true });
    const reason = page.getByText('The leverage can be changed once no position is open');
    if (positions.length > 0) {
      await expect(change).toHaveAttribute('aria-disabled', 'true');
      await expect(reason).toBeVisible();
      shut += 1;
    } else await expect(reason).toHaveCount(0);
  }
  expect(shut, 'accounts with open positions').toBeGreaterThan(0);
});

test('a shut gate leads on: to the page that opens it, or to support while there is none', async ({ page, backstage }) => {
  await backstage.signIn('global.frozen');
  for (const path of ['/en/deposits', '/en/internal', '/en/accounts/open/live']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('link', { name: 'Write to support' })).toHaveAttribute(
      'href',
      /^mailto:support@/,
    );
  }
});

test('the course of an account tells what was paid in or out apart from profit', async ({ page }) => {
  await page.goto('/en/accounts');
  await page.getByRole('link', { name: 'Day to day' }).click();
  const course = page.getByRole('figure', { name: 'Equity day by day' });
  await expect(page.getByText(/^Made since .*, without what was paid in or out$/)).toBeVisible();
  await expect(course.getByText('Triangles mark money')).toBeVisible();
  // Under the pointer: the day, what it was worth, and what was made without what was paid in or out.
  const tip = course.locator('[class*="tip"]').first();
  await expect(async () => {
    // The library is still on its way, and the pointer has to come by again.
    await page.mouse.move(0, 0);
    await course.locator('[class*="canvas"]').hover({ timeout: 2000 });
    await expect(tip).toContainText(/Equity.*Profit since the beginning/s, { timeout: 1000 });
  }).toPass();
  await course.getByRole('button', { name: /table/i }).click();
  await expect(course.getByRole('columnheader', { name: 'Paid in or out' })).toBeVisible();
  await expect(course.getByRole('columnheader', { name: 'Profit since the beginning' })).toBeVisible();
});

test('a demo account is topped up, and levels tell where one stands', async ({ page, backstage }) => {
  const { accounts } = await backstage.get('api/accounts');
  const [{ number }] = accounts.demo;
  await page.goto(`/en/accounts/${number}`);
  await page.getByRole('link', { name: 'Top up' }).click();
  await page.getByLabel('More play money').fill('1234.50');
  expect(await screenBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Top up' }).click();
  await expect(page.getByText('The play money is there')).toBeVisible();
  await page.goto('/en/accounts/account-level');
  await expect(page).toHaveURL(/\/en\/account-level$/);
  await expect(page.getByText('Your level')).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);
  await page.goto('/ar/account-level');
  await expect(page).toHaveURL(/\/ar$/);
});

test('on an account without swap a client sees how many nights cost nothing and what they cost then', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.active');
  const body = { account: 'advantage mt5', currency: 'USD', leverage: 100, swap_free: true, i_agree_tc: true };
  const { number } = await backstage.post('api/accounts/live', body);
  await page.goto(`/en/accounts/${number}`);
  await page.getByRole('link', { name: 'Nights without swap' }).click();
  await expect(page).toHaveURL(new RegExp(`/en/accounts/swap-free/${number}$`));
  const crypto = page.getByRole('row').filter({ hasText: 'Crypto' });
  await expect(crypto).toContainText('2');
  await expect(crypto).toContainText('6.00');
  await expect(page.getByText('No night has cost anything.')).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);
});
