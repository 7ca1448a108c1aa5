import { barriers, expect, still, test, visit } from './portal.ts';

const day = 24 * 3600;

test('a standing order moves money on its day, tells what it has done, and is paused and ended', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  await visit(page, '/en/transfer-automation');
  await page.getByRole('radio', { name: 'On dates' }).check();
  await page.getByRole('radio', { name: 'Each week', exact: true }).check();
  const { accounts } = await backstage.get('api/transfer-automation');
  const isDollars = (kind: string) => (each: { kind: string; currency: string }) => each.kind === kind && each.currency === 'USD';
  await page.getByLabel('From').selectOption(String(accounts.find(isDollars('wallet')).number));
  await page.getByLabel('To', { exact: true }).selectOption(String(accounts.find(isDollars('trading')).number));
  await page.getByRole('textbox', { name: 'Amount' }).fill('25');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create the order' }).click();
  const orders = page.getByRole('table', { name: 'Your orders' });
  await expect(orders.getByText('USD 25.00 each week on Monday').first()).toBeVisible();

  await backstage.post('/sandbox/clock', { advance_seconds: 7 * day });
  const history = page.getByRole('table', { name: 'What was done' });
  await expect(history.getByRole('link', { name: 'Completed' })).toBeVisible();
  await orders.getByRole('button', { name: 'Pause' }).click();
  await expect(orders.getByText('Paused')).toBeVisible();
  await orders.getByRole('button', { name: 'End' }).click();
  await page.locator('dialog[open]').getByRole('button', { name: 'End' }).click();
  await expect(page.getByText('No orders')).toBeVisible();
  await history.getByRole('link', { name: 'Completed' }).click();
  await still(page);
  await expect(page.getByText('25.00').first()).toBeVisible();
});
