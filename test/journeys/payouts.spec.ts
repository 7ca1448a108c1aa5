import { sentencesOf } from '../sentences.ts';
import { deskCall, newestPin } from './backOffice.ts';
import { expect, still, test } from './portal.ts';

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
    const terms = { client_id: id, account_number: number, amount: '2500.00', currency: 'USD', reason: 'What was gained since.' };
    const { approval } = await deskCall(finance, 'finance', { path: 'adjustments', body: terms });
    await deskCall(admin, 'admin', {
      path: `approvals/${approval.id}`,
      body: { decision: 'approve', reason: 'Seen in the book.' },
    });
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
