import type { APIRequestContext, Page } from '@playwright/test';
import { sentencesOf } from '../sentences.ts';
import { deskCall, newestPin } from './backOffice.ts';
import { barriers, expect, password, still, test } from './portal.ts';

const say = sentencesOf('en');
/** Nobody else’s journey moves this client’s money. */
const client = 'provider.new';

test('what the cards do not take back goes to a wallet in the client’s own name, client and desk side by side', async ({
  page,
  context,
  backstage,
  playwright,
  box,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn(client);
  const { id } = await backstage.get('api/client_info');
  const { wallets } = await backstage.get('api/direct/wallets');
  const { number } = wallets.find(({ currency }: { currency: string }) => currency === 'USD');
  const [finance, admin] = [
    await playwright.request.newContext({ baseURL: box.url }),
    await playwright.request.newContext({ baseURL: box.url }),
  ];

  await test.step('two persons at the desk book a gain, so that there is more than the cards have brought', async () => {
    await bookGain({ finance, admin }, { client_id: id, account_number: number, amount: '2500.00' });
  });
  await test.step('the request shows what goes back to the card and what goes to the wallet, before anything is sent', async () => {
    await page.goto('/en/withdraw/1011');
    await still(page);
    await page.getByLabel(say('withdraw.from'), { exact: true }).selectOption(String(number));
    await page.getByLabel(say('withdraw.amount')).fill('2650.00');
    await page.getByLabel(say('withdraw.wallet')).fill('provider.new@wallet.test');
    await page.getByLabel(say('withdraw.ownName')).check();
    await expect(page.getByRole('region', { name: say('money.split') })).toContainText('50.00');
    await page.getByRole('button', { name: 'Withdraw USD 2,650.00' }).click();
    const dialog = page.getByRole('dialog', { name: say('withdraw.confirm.title') });
    await expect(dialog.getByRole('region', { name: say('money.split') })).toContainText('provider.new@wallet.test');
    await dialog.getByLabel(say('money.pin'), { exact: true }).fill(await newestPin(page, client));
    await dialog.getByRole('button', { name: 'Withdraw USD 2,650.00' }).click();
    await expect(page).toHaveURL(/\/en\/transfers\/\d+$/);
  });
  await test.step('the desk approves it; the new destination cools off, and then it is paid', async () => {
    const transfer = Number(/(\d+)$/.exec(page.url())?.[1]);
    await deskCall(finance, 'finance', {
      path: `transfers/${transfer}`,
      body: { action: 'approve', reason: 'Looked at with the client’s papers.' },
    });
    const timeline = page.getByRole('list', { name: say('history.timeline') });
    await expect(timeline).toContainText(say('stage.withdrawal_cooling'), { timeout: 120_000 });
    await context.request.post('/sandbox/clock', { data: { advance_seconds: 90_000 } });
    await expect(page.getByText(say('transfer.status.completed')).first()).toBeVisible({ timeout: 120_000 });
    await expect(timeline).toContainText(say('stage.withdrawal_paid'));
  });
  await test.step('the next time it stands there for choice, masked, and nothing of it is asked again', async () => {
    await page.goto('/en/withdraw/1011');
    await still(page);
    await expect(page.getByLabel(say('withdraw.to'), { exact: true }).locator('option:checked')).toHaveText('p•••@wallet.test');
    await expect(page.getByLabel(say('withdraw.wallet'))).toHaveCount(0);
  });
  await finance.dispose();
  await admin.dispose();
});

test('what a closed client has beyond what was paid in goes to an account that the desk names, once a second person agrees', async ({
  page,
  context,
  backstage,
  playwright,
  box,
  provoked,
}) => {
  provoked.add(401).add(422);
  await backstage.signIn('closed.client');
  const { id } = await backstage.get('api/client_info');
  const { wallets } = await backstage.get('api/direct/wallets');
  const { number } = wallets.find(({ currency }: { currency: string }) => currency === 'USD');
  const desk = await context.newPage();

  await test.step('a gain is on the wallet besides, and the desk finds what has no way back', async () => {
    const [finance, admin] = [
      await playwright.request.newContext({ baseURL: box.url }),
      await playwright.request.newContext({ baseURL: box.url }),
    ];
    await bookGain({ finance, admin }, { client_id: id, account_number: number, amount: '2500.00' });
    await finance.dispose();
    await admin.dispose();
    // Who is closed and has money left is looked for by the clock.
    await context.request.post('/sandbox/clock', { data: { advance_seconds: 301 } });
    await desk.goto('/desk/queues/withdrawals');
    await signIn(desk, 'finance');
    const row = desk.locator('main [data-row]').filter({ hasText: `closing ${id}` });
    await expect(async () => {
      await desk.reload();
      await still(desk);
      expect(await row.count()).toBe(1);
    }).toPass();
    await row.click();
    await expect(desk.getByRole('dialog')).toContainText('has no way back');
  });
  await test.step('the first person names a wallet in the client’s own name, and is told what was left out', async () => {
    await desk.getByRole('button', { name: say('closing.pay_rest'), exact: true }).click();
    const dialog = desk.getByRole('dialog', { name: say('closing.pay_rest') });
    // Which wallet, and what of it goes where.
    await expect(dialog).toContainText(String(number));
    await expect(dialog).toContainText('1,000.00');
    await dialog.getByLabel(say('desk.destination.method'), { exact: true }).selectOption(say('money.method.skrill'));
    await dialog.getByLabel(say('desk.reason.label'), { exact: true }).fill('The account that the papers show.');
    await dialog.getByRole('button', { name: say('closing.pay_rest'), exact: true }).click();
    const address = dialog.getByLabel(say('desk.destination.email'));
    await expect(address).toBeFocused();
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    expect(await barriers(desk)).toEqual([]);
    await address.fill('grace@wallet.test');
    const told = desk.getByText(say('closing.asked')).waitFor();
    await desk.keyboard.press('Control+Enter');
    await told;
    await expect(dialog).toHaveCount(0);
  });
  await test.step('the second person reads where it goes, and agrees', async () => {
    await desk.goto('/desk/approvals');
    await still(desk);
    await desk.getByRole('button', { name: say('desk.signOut') }).click();
    await desk.locator('input[name="id"]').waitFor();
    await signIn(desk, 'admin');
    await desk.goto('/desk/approvals');
    await still(desk);
    await desk
      .locator('main [data-row]')
      .filter({ hasText: `closing ${id}` })
      .click();
    await expect(desk.getByRole('dialog')).toContainText('grace@wallet.test');
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: say('approvals.approve') })
      .click();
    const why = desk.getByRole('dialog').last().getByLabel(say('desk.reason.label'), { exact: true });
    await why.fill('Looked at too.');
    await desk.keyboard.press('Control+Enter');
    await expect(desk.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('the client reads of it, and after it has cooled off it is paid and the wallet is empty', async () => {
    await context.request.post('/sandbox/clock', { data: { advance_seconds: 90_000 } });
    await backstage.signIn('closed.client');
    const balance = async () => {
      const { wallets: now } = await backstage.get('api/direct/wallets');
      return now.find((each: { number: number }) => each.number === number).balance;
    };
    await expect.poll(balance, { timeout: 120_000 }).toBe('0.00');
    await page.goto('/en/transfers/list');
    await still(page);
    await page.getByRole('table').getByRole('link').first().click();
    await expect(page.getByText(say('transfer.status.completed')).first()).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole('region', { name: say('money.split') })).toContainText('grace@wallet.test');
  });
});

/** Two persons at the desk book it. */
async function bookGain(
  { finance, admin }: { readonly finance: APIRequestContext; readonly admin: APIRequestContext },
  terms: { readonly client_id: number; readonly account_number: number; readonly amount: string },
): Promise<void> {
  const body = { ...terms, currency: 'USD', reason: 'What was gained since.' };
  const { approval } = await deskCall(finance, 'finance', { path: 'adjustments', body });
  await deskCall(admin, 'admin', {
    path: `approvals/${approval.id}`,
    body: { decision: 'approve', reason: 'Seen in the book.' },
  });
}

async function signIn(desk: Page, role: string): Promise<void> {
  await desk.locator('input[name="id"]').fill(`${role}@staff.atrium.test`);
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('button', { name: say('desk.signOut') })).toBeVisible();
  await still(desk);
}
