import { barriers, expect, password, settled, test, visit } from './portal.ts';

test('a client sees where they are signed in, ends the other one, and that one is locked at once', async ({
  page,
  backstage,
  browser,
  box,
}) => {
  await backstage.signIn('ke.full');
  const elsewhere = await browser.newContext({ baseURL: box.url });
  const lost = await elsewhere.newPage();
  await lost.goto('/en/login');
  await lost.getByLabel('E-mail or client number').fill('ke.full@atrium.test');
  await lost.getByLabel('Password', { exact: true }).fill(password);
  await lost.getByRole('button', { name: 'Sign in' }).click();
  await expect(lost.getByRole('main')).toBeVisible();

  await visit(page, '/en');
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  await expect(page).toHaveURL('/en/profile/security');
  await settled(page);
  const rows = page.getByRole('table', { name: 'Signed in on' }).getByRole('row');
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1);
  expect(await barriers(page)).toEqual([]);
  await page
    .getByRole('button', { name: /^End .*127\.0\.0\.1/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible();

  await lost.reload();
  await expect(lost.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await elsewhere.close();
});
