import { expect, settled, test, visit } from './portal.ts';

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
  await settled(page);
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
