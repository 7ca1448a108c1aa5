import { expect, password, still, test, visit } from './portal.ts';

/* Money from bank to bank, side by side: the client who is to pay, the bank that tells of it, and the desk for what names nothing. */

/** What the payer is called at the bank: the client's own name. */
const payer = 'Lerato Mokoena';

test('a client asks for a wire, sees how to pay it, and it completes when the bank’s statement tells of it', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('investor.waiting');
  await visit(page, '/en/deposits/1010?amount=250');
  await page.getByLabel('Currency you pay in').selectOption('EUR');
  await page.getByRole('button', { name: /^Deposit .*250/ }).click();
  await page.getByRole('dialog', { name: 'Check your deposit' }).getByRole('button', { name: /^Pay / }).click();
  await expect(page).toHaveURL(/\/en\/transfer-information\?.*source_currency=EUR/);
  await expect(page.getByText('CY25002001280000120052760012')).toBeVisible();
  const reference = await page.getByText(/^r\d+-[0-9a-f]{8}$/).textContent();
  await page.getByRole('button', { name: 'Send me this by mail' }).click();
  await expect(page.getByText('It is on its way to your mailbox.')).toBeVisible();
  await still(page);
  await page.getByRole('link', { name: /^Follow this deposit/ }).click();
  await expect(page.getByRole('button', { name: 'Send the proof' })).toBeVisible();
  const text = `deposit ${reference?.toUpperCase().replace('-', ' ')}`;
  await backstage.post('/sandbox/bank', { company: 3, currency: 'EUR', amount: '250.00', text, payer });
  // Statements are fetched by application time, once a minute.
  await backstage.post('/sandbox/clock', { advance_seconds: 61 });
  await expect(page.getByText('Completed')).toBeVisible();
  await visit(page, '/en/transfers/find');
  await page.getByLabel(/^Reference, hash/).fill(reference?.toUpperCase() ?? '');
  await page.getByRole('button', { name: 'Look for it' }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'The whole deposit' })).toBeVisible();
});

test('what names no deposit waits at the desk, and is assigned to the one that it is for', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('investor.waiting');
  await visit(page, '/en/deposits/1010?amount=333&currency=USD');
  await page.getByRole('button', { name: /^Deposit .*333/ }).click();
  await page.getByRole('dialog', { name: 'Check your deposit' }).getByRole('button', { name: /^Pay / }).click();
  await expect(page).toHaveURL(/\/en\/transfer-information\?/);
  const id = new URL(page.url()).searchParams.get('tid') ?? '';
  const { entry } = await backstage.post('/sandbox/bank', {
    company: 3,
    currency: 'USD',
    amount: '333.00',
    text: `the reference is lost ${id}`,
    payer,
  });
  expect(entry).toMatch(/^SB/);
  await backstage.post('/sandbox/clock', { advance_seconds: 61 });

  const desk = await context.newPage();
  await desk.goto('/desk/queues/unmatched');
  await desk.locator('input[name="id"]').fill('finance@staff.atrium.test');
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  await still(desk);
  await expect(desk.getByRole('link', { name: 'Bank statements' })).toBeVisible();
  await desk.getByRole('row', { name: /bank_entry/ }).click();
  await expect(desk.getByText(`the reference is lost ${id}`)).toBeVisible();
  await desk.getByRole('button', { name: 'Assign' }).click();
  const dialog = desk.getByRole('dialog', { name: /^Assign: bank entry/ });
  await dialog.getByLabel('Deposit').fill(id);
  await dialog.getByLabel('Reason').fill('the client has sent the proof');
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(desk.getByRole('row', { name: /bank_entry/ })).toHaveCount(0);
  await expect.poll(async () => (await backstage.get(`api/transfers?tid=${id}`)).transfer.status).toBe('completed');
});
