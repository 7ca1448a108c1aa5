import { expect, settled, test, visit } from './portal.ts';

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
  await expect(page.getByText(/Hong Kong/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Open demo account/ }).first()).toBeDisabled();
  await page.goto('/en/accounts/open/live');
  await expect(page.getByText('Not available to you now')).toBeVisible();
  await expect(page.getByText(/Hong Kong/).first()).toBeVisible();
});

for (const name of ['closed.client', 'closed.noneu', 'closed.uk']) {
  test(`${name} reads everything and changes nothing`, async ({ page, backstage }) => {
    await backstage.signIn(name);
    for (const path of ['/en', '/en/accounts', '/en/transfers', '/en/transfers/list', '/en/atrium-wallet']) {
      await visit(page, path);
      await expect(page.getByText('Not available to you now')).toHaveCount(0);
    }
    for (const path of ['/en/deposits', '/en/internal', '/en/accounts/open/live', '/en/accounts/open/demo']) {
      await page.goto(path);
      await expect(page.getByText('Not available to you now')).toBeVisible();
      // The reason stands below it: a sentence, not a code.
      await expect(page.locator('main')).toContainText(/\w+ \w+ \w+ \w+/);
    }
  });
}

test('a frozen client sees the accounts and is told why no money moves', async ({ page, backstage }) => {
  await backstage.signIn('global.frozen');
  await visit(page, '/en');
  await expect(page.getByText(/frozen/i).first()).toBeVisible();
  await page.goto('/en/internal');
  await expect(page.getByText(/frozen/i).first()).toBeVisible();
});

test('leverage is offered as far as the law of the place allows', async ({ page, backstage }) => {
  await backstage.signIn('eu.active');
  await visit(page, '/en/accounts/open/live');
  const offered = await page.getByLabel('Leverage').locator('option').allTextContents();
  expect(Math.max(...offered.map((text) => Number(text.replace('1:', ''))))).toBe(30);
  await settled(page);
});
