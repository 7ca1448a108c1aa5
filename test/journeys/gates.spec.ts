import { barriers, expect, still, test, visit } from './portal.ts';

test('somebody who has not finished registration sees why money cannot come in yet', async ({ page, backstage }) => {
  await backstage.signIn('global.lead');
  const answer = await page.goto('/en/deposits');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Deposit', level: 1 })).toBeVisible();
  await expect(page.getByText('Not available to you now')).toBeVisible();
  await expect(page.getByText(/registration/i).first()).toBeVisible();
  await visit(page, '/en');
  await expect(page.getByText(/registration/i).first()).toBeVisible();
});

test('somebody in Hong Kong sees that no accounts are opened there', async ({ page, backstage }) => {
  await backstage.signIn('hk.active');
  await visit(page, '/en/accounts/open');
  await expect(page.getByRole('dialog')).toContainText(/Hong Kong/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(/Hong Kong/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Open demo account/ }).first()).toBeDisabled();
  await page.goto('/en/accounts/open/live');
  await expect(page.getByText('Not available to you now')).toBeVisible();
  await expect(page.getByText(/Hong Kong/).first()).toBeVisible();
});

test('a client of the Kenyan broker who is not approved is led to verify the profile', async ({ page, backstage }) => {
  await backstage.signIn('ke.full');
  for (const group of ['live', 'demo']) {
    await page.goto(`/en/accounts/open/${group}`);
    await expect(page).toHaveURL(/\/en\/documents/);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await still(page);
  }
});

const read = ['/en', '/en/accounts'];
/** Why nothing can be begun from there stands over what is read. */
const readBelow = [
  ['/en/transfers', 'search'],
  ['/en/transfers/list', 'search'],
  ['/en/atrium-wallet', 'table'],
] as const;
const changed = ['/en/deposits', '/en/internal', '/en/accounts/open/live', '/en/accounts/open/demo'];

for (const name of ['closed.client', 'closed.noneu', 'closed.uk']) {
  test(`${name} reads everything`, async ({ page, backstage }) => {
    await backstage.signIn(name);
    for (const path of read) {
      await visit(page, path);
      await expect(page).toHaveURL(path);
      await expect(page.getByText('Not available to you now')).toHaveCount(0);
    }
    for (const [path, role] of readBelow) {
      await visit(page, path);
      await expect(page.getByRole('main').getByRole(role).first()).toBeVisible();
    }
  });
}

test('a closed client is told on every page that changes something why not', async ({ page, backstage }) => {
  await backstage.signIn('closed.client');
  for (const path of changed) {
    await page.goto(path);
    await expect(page.getByText('Not available to you now')).toBeVisible();
    await expect(page.getByText('Your profile is closed')).toBeVisible();
  }
});

test('a closed client outside of the EU is told so over the page, which ends at the dashboard however it is closed', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('closed.noneu');
  for (const [index, path] of changed.entries()) {
    await page.goto(path);
    const dialog = page.getByRole('dialog', { name: 'Not available any more' });
    await expect(dialog).toContainText('This service is not available in your country any more.');
    if (index === 0) expect(await barriers(page)).toEqual([]);
    await expect(page).toHaveURL(path);
    if (index % 2 === 0) await page.keyboard.press('Enter');
    else await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/en');
    await still(page);
  }
});

test('a closed client of the UK company gets a 404 page that says why, and the way home', async ({ page, backstage }) => {
  await backstage.signIn('closed.uk');
  for (const path of changed) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    await expect(page.getByText('not available for clients in the United Kingdom')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await still(page);
  await expect(page).toHaveURL('/en');
});

test('a client whose papers are asked for first is not shown the platforms either', async ({ page, backstage }) => {
  await backstage.signIn('cn.locked');
  await page.goto('/en/platforms');
  await expect(page.getByText('Not available to you now')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open web terminal' })).toHaveCount(0);
});

test('a frozen client sees the accounts and is told why no money moves', async ({ page, backstage }) => {
  await backstage.signIn('global.frozen');
  await visit(page, '/en');
  await expect(page.getByText(/frozen/i).first()).toBeVisible();
  await page.goto('/en/internal');
  await expect(page.getByText(/frozen/i).first()).toBeVisible();
});

test('money neither comes into nor leaves the wallet of a frozen client, and its buttons say why', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.frozen');
  await visit(page, '/en/atrium-wallet');
  for (const name of ['Transfer', 'Deposit']) {
    const button = page.getByRole('main').getByRole('button', { name, exact: true });
    await expect(button).toBeDisabled();
    await expect(button.locator('..')).toContainText(/frozen/i);
    await button.click({ force: true });
  }
  await expect(page).toHaveURL('/en/atrium-wallet');
});

for (const [path, names] of [
  ['/en/accounts', ['Open account']],
  ['/en/transfers', ['Transfer', 'Deposit']],
] as const) {
  test(`what a closed client may not do is shut on ${path}, and says why`, async ({ page, backstage }) => {
    await backstage.signIn('closed.client');
    await visit(page, path);
    for (const name of names) {
      const button = page.getByRole('main').getByRole('button', { name, exact: true });
      await expect(button).toBeDisabled();
      await expect(button.locator('..')).toContainText('Your profile is closed');
    }
    await expect(page.getByText('Your profile is closed').locator('visible=true').first()).toBeVisible();
  });
}

test('a frozen client sees the ways to change an account, shut, each with its reason', async ({ page, backstage }) => {
  await backstage.signIn('global.frozen');
  const { accounts } = await backstage.get('api/accounts');
  await visit(page, `/en/accounts/${accounts.live[0].number}`);
  for (const name of ['Change', 'Name this account', 'Archive this account']) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toBeDisabled();
    await expect(button.locator('..')).toContainText(/frozen/i);
    await button.click({ force: true });
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('whoever may not close positions sees why beside each of them', async ({ page, backstage }) => {
  // Closed and frozen clients close them; who moves to another company meanwhile does not, which no seeded client does.
  const shutBy = 'Your accounts are being moved to another company. This is possible again when that is done.';
  await page.route(/\/api\/js\/(?!stream)/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const shut = `"close_position":${JSON.stringify({ code: 'company_move_under_way', message: shutBy, next: 'dashboard' })}`;
    await route.fulfill({ response: answer, body: text.replaceAll('"close_position":null', shut) });
  });
  await backstage.signIn('eu.active');
  const { accounts } = await backstage.get('api/accounts');
  const { number } = accounts.live.find((account: { readonly platform: string }) => account.platform === 'mt5');
  await page.goto(`/en/webtrader?login=${number}`);
  const close = page
    .getByRole('table', { name: 'Open positions' })
    .getByRole('button', { name: /^Close / })
    .first();
  await expect(close).toBeDisabled();
  await expect(close.locator('..')).toContainText(shutBy);
  // Where it lies moves still: the charts above it have just been drawn.
  await close.dispatchEvent('click');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('leverage is offered as far as the law of the place allows', async ({ page, backstage }) => {
  await backstage.signIn('eu.active');
  await visit(page, '/en/accounts/open/live');
  const most = async (): Promise<number> => {
    const offered = await page.getByLabel('Leverage').locator('option').allTextContents();
    return Math.max(...offered.map((text) => Number(text.replace('1:', ''))));
  };
  await expect.poll(most).toBe(30);
  await still(page);
});
