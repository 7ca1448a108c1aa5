import { barriers, expect, password, still, test } from './portal.ts';

test('a wrong password is told in words, and the right one leads to the page that was asked for', async ({ page, provoked }) => {
  provoked.add(401);
  await page.goto('/en/transfers');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL('/en/transfers');
  await page.getByLabel('E-mail or client number').fill('uk.active@atrium.test');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('password is not right');
  expect(await barriers(page)).toEqual([]);
  // What was typed stays; after a failure a second passes before the next try counts.
  await expect(page.getByLabel('E-mail or client number')).toHaveValue('uk.active@atrium.test');
  provoked.add(429);
  await expect(async () => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    const answer = page.waitForResponse(/client\/login/);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect((await answer).status()).toBe(200);
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Transfers' })).toBeVisible();
  await expect(page).toHaveURL('/en/transfers');
});

for (const [asked, landed] of [
  ['/en/login/retry?gotopath=%2Fen%2Ftransfers%2Flist%3Ftransfer_type%3Ddeposit', '/en/transfers/list?transfer_type=deposit'],
  ['/en/register/retry?redirect=accounts', '/en/accounts'],
  ['/en/login/retry?gotopath=%2F%2Fevil.example%2Fen', '/en'],
  ['/en/register/retry?gotopath=https%3A%2F%2Fevil.example', '/en'],
] as const) {
  test(`signing in on ${asked} leads to ${landed}`, async ({ page }) => {
    await page.goto(asked);
    await page.getByLabel('E-mail or client number').fill('ng.active@atrium.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(landed);
    await still(page);
  });
}

test('fields that are left empty say so, and the first of them has the focus', async ({ page }) => {
  await page.goto('/en/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your e-mail or your client number.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(page.getByLabel('E-mail or client number')).toBeFocused();
  expect(await barriers(page)).toEqual([]);
});

test('signing in needs no more than the keyboard', async ({ page }) => {
  await page.goto('/en/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('E-mail or client number').focus();
  await page.keyboard.type('ng.active@atrium.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Chidi');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
});

test('signing out ends the session in every tab of the browser', async ({ page, context, backstage, provoked }) => {
  provoked.add(401);
  await backstage.signIn('ke.active');
  await page.goto('/en');
  await still(page);
  const other = await context.newPage();
  await other.goto('/en/accounts');
  await still(other);
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/en\/login$/);
  await expect(other).toHaveURL(/\/en\/login$/);
});

test.describe('the lock screen', () => {
  test('comes over the page when the session ended, and what was typed is still there', async ({ page, backstage, provoked }) => {
    provoked.add(401);
    await backstage.signIn('ng.active');
    // Whatever else is asked or told just then meets the lock too, before the button is pressed or after it.
    await page.route('**/api/js/stream*', () => undefined);
    await page.goto('/en/deposits');
    await still(page);
    const quoted = page.waitForResponse(/deposit\/quote\?.*amount=321/);
    await page.getByLabel('Amount').fill('321');
    await quoted;
    await backstage.endSession();
    await page.getByRole('button', { name: /^Deposit/ }).click();
    const lock = page.getByRole('dialog', { name: 'Welcome back' });
    await expect(lock).toContainText('ng.active@atrium.test');
    expect(await barriers(page)).toEqual([]);
    // Whoever knows it types it at once.
    await expect(lock.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(lock).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Check your deposit' })).toContainText('321.00');
    await expect(page).toHaveURL(/\/en\/deposits/);
  });

  test('lets nobody else in, and says why', async ({ page, backstage, provoked }) => {
    provoked.add(401).add(429);
    await backstage.signIn('ng.active');
    // The stream would meet the lock too, before the button could be pressed.
    await page.route('**/api/js/stream*', () => undefined);
    await page.goto('/en/deposits');
    await still(page);
    const quoted = page.waitForResponse(/deposit\/quote\?.*amount=200/);
    await page.getByLabel('Amount').fill('200');
    await quoted;
    await backstage.endSession();
    await page.getByRole('button', { name: /^Deposit/ }).click();
    const lock = page.getByRole('dialog', { name: 'Welcome back' });
    await expect(lock).toBeVisible();
    await lock.getByLabel('Password', { exact: true }).fill('somebody else');
    await lock.getByRole('button', { name: 'Continue' }).click();
    await expect(lock.getByRole('alert')).toContainText('password is not right');
    await expect(page.getByLabel('Amount')).toHaveValue('200');
  });
});
