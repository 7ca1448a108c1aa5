import { expect, still, test, visit } from './portal.ts';

test.beforeEach(async ({ context }) => {
  // Nothing that a screen asks for again by the clock: whatever changes, the stream has said so.
  await context.addInitScript(() => {
    Reflect.set(window, 'setInterval', () => 0);
  });
});

test('with polling off, a payment that arrives is seen on its page, on the account and at the bell', async ({
  page,
  context,
  backstage,
}) => {
  await backstage.signIn('provider.active');
  const { accounts } = await backstage.get('api/accounts');
  const account = accounts.live.find(({ currency }: { currency: string }) => currency === 'USD');
  const asked = { transfer_type: 'deposit', account_number: account.number, amount: '145.00', currency: 'USD', pm_id: 340 };
  const confirmed = await backstage.post('api/payments_process', { action: 'confirm', ...asked });
  const saved = await backstage.post('api/payments_process', { action: 'save', remittance_id: confirmed.remittance_id });

  const stream = page.waitForResponse((response) => response.url().includes('/api/js/stream'));
  await visit(page, `/en/transfers/${saved.transfer_id}`);
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  // The line stands before anything happens: what is heard afterwards is heard over it.
  await stream;
  const list = await context.newPage();
  await visit(list, '/en/transfers/list');
  const row = list.getByRole('table', { name: 'Transfers' }).getByRole('row', { name: new RegExp(String(saved.transfer_id)) });
  await expect(row).toContainText('Waiting');
  await still(page);
  const bell = page.getByRole('button', { name: /^Notices/ });
  const before = await bell.getAttribute('aria-label');

  const reference = new URL(saved.redirect.url).pathname.split('/').at(-1);
  await backstage.post(`/sandbox/payments/${reference}`, { outcome: 'approved' });

  await expect(page.getByText('Completed')).toBeVisible();
  await expect(row).toContainText('Completed');
  await expect(bell).not.toHaveAccessibleName(before ?? '');
  await bell.click();
  await expect(page.getByRole('link', { name: /^(Not read yet: )?Your deposit has arrived/ }).first()).toHaveAttribute(
    'href',
    `/en/transfers/${saved.transfer_id}`,
  );
});

test('what changes after a page was read and before its line stands is seen all the same', async ({ page, backstage }) => {
  await backstage.signIn('provider.active');
  const line = Promise.withResolvers<void>();
  await page.route('**/api/js/stream*', async (route) => {
    await line.promise;
    await route.continue();
  });
  const told = async (): Promise<number> => Number((await page.request.get('/api/js/api/client_info')).headers()['live-line']);
  await visit(page, '/en/transfers/list');
  const table = page.getByRole('table', { name: 'Transfers' });
  await expect(table).toBeVisible();
  const before = await told();

  const { accounts } = await backstage.get('api/accounts');
  const account = accounts.live.find(({ currency }: { currency: string }) => currency === 'USD');
  const asked = { transfer_type: 'deposit', account_number: account.number, amount: '146.00', currency: 'USD', pm_id: 340 };
  const confirmed = await backstage.post('api/payments_process', { action: 'confirm', ...asked });
  const saved = await backstage.post('api/payments_process', { action: 'save', remittance_id: confirmed.remittance_id });
  // It is told, and this page cannot hear it yet.
  await expect.poll(told).toBeGreaterThan(before);
  const row = table.getByRole('row', { name: new RegExp(String(saved.transfer_id)) });
  await expect(row).toHaveCount(0);
  line.resolve();
  await expect(row).toContainText('Waiting');
});
