import { expect, still, test, visit } from './portal.ts';

test.beforeEach(async ({ backstage, provoked }) => {
  await backstage.signIn('provider.active');
  // What the browser notes of a call without a network has no status.
  provoked.add(NaN);
});

test('a payment without a network is not sent later, and nobody is led away unasked', async ({ page, context, backstage }) => {
  const { accounts } = await backstage.get('api/accounts');
  const dollars = accounts.live.find(({ currency }: { currency: string }) => currency === 'USD');
  await visit(page, `/en/deposits?acc=${dollars.number}&amount=130`);
  await page.getByRole('button', { name: 'Deposit USD 130.00' }).click();
  const pay = page.getByRole('dialog', { name: 'Check your deposit' }).getByRole('button', { name: 'Pay USD 130.00' });
  await expect(pay).toBeVisible();

  await context.setOffline(true);
  await pay.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Check your network' })).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await context.setOffline(false);
  // The page has noticed that there is a network again, and whatever had waited for it would have gone before this.
  await expect(page.getByText('You are offline')).toHaveCount(0);
  await page.evaluate(() => fetch('/health/live'));
  await still(page);
  expect(sent).toEqual([]);
  await expect(page).toHaveURL(/\/en\/deposits/);

  await pay.click();
  await expect(page.getByRole('button', { name: 'Approve payment' })).toBeVisible();
});

test('a screen that cannot be fetched without a network is not told as our fault, and comes by itself with it', async ({
  page,
  context,
}) => {
  await page.route('**/assets/Archive-*', (route) => route.abort('internetdisconnected'));
  await visit(page, '/en/accounts');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Archive' }).first().click();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expect(page).toHaveTitle(/^No connection/);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.unroute('**/assets/Archive-*');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
});

test('without a network a list says so, and is read by itself when there is one', async ({ page, context }) => {
  await visit(page, '/en/platforms');
  await page.getByRole('link', { name: 'Rates' }).first().hover();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Rates' }).first().click();
  await expect(page.getByText('No connection').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: /rates/i, level: 1 })).toBeVisible();
  await expect(page.getByText('No connection')).toHaveCount(0);
});
