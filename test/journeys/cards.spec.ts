import { sentencesOf } from '../sentences.ts';
import { deskCall, newestPin } from './backOffice.ts';
import { enter } from './hands.ts';
import { barriers, expect, still, test, visit } from './portal.ts';

const say = sentencesOf('en');

// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a client asks for a prepaid card on a phone for the fee that the button says, follows it until it is active, and blocks it', async ({
  page,
  backstage,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await backstage.signIn('global.active');
  await visit(page, '/en/atrium-mastercard');
  await page.getByLabel('Street and number').fill('1 Long Street');
  await page.getByLabel('City').fill('Cape Town');
  await page.getByLabel('Postcode').fill('8001');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Ask for the card, .*10\.00/ }).click();
  await expect(page.getByText(/^(Asked for|In review)/)).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);
  // The issuer goes a stage further each minute: whoever looks slowly may see the next one already.
  for (const phase of [/^(Approved|Sent|Active)$/, /^(Sent|Active)$/, /^Active$/]) {
    await expect(async () => {
      await backstage.post('/sandbox/clock', { advance_seconds: 60 });
      await expect(page.getByText(phase)).toBeVisible({ timeout: 3000 });
    }).toPass();
  }
  await enter(page.getByRole('button', { name: 'Block the card' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Block the card' }).click();
  await expect(page.getByText('Blocked', { exact: true })).toBeVisible();
});

test('an active card is topped up with what was gained, from its own page to the load, client and desk side by side', async ({
  page,
  backstage,
  playwright,
  box,
}) => {
  const client = 'provider.new';
  await backstage.signIn(client);
  const { id } = await backstage.get('api/client_info');
  const { wallets } = await backstage.get('api/direct/wallets');
  const { number } = wallets.find(({ currency }: { currency: string }) => currency === 'USD');
  const [finance, admin] = [
    await playwright.request.newContext({ baseURL: box.url }),
    await playwright.request.newContext({ baseURL: box.url }),
  ];
  const gained = { client_id: id, account_number: number, amount: '2500.00', currency: 'USD', reason: 'What was gained since.' };
  const { approval } = await deskCall(finance, 'finance', { path: 'adjustments', body: gained });
  await deskCall(admin, 'admin', {
    path: `approvals/${approval.id}`,
    body: { decision: 'approve', reason: 'Seen in the book.' },
  });
  const { offer } = await backstage.get('api/prepaid-cards');
  const home = { street: '1 Kampala Road', city: 'Kampala', postcode: '00256' };
  const asked = { currency: 'USD', name_on_card: offer.name_on_card, ...home, accept_terms: true, fee: '10.00' };
  await backstage.post('api/prepaid-cards', asked);
  const card = async () => (await backstage.get('api/prepaid-cards')).cards[0];
  await expect(async () => {
    await backstage.post('/sandbox/clock', { advance_seconds: 60 });
    expect((await card()).phase).toBe('active');
  }).toPass();

  // What cards have paid in goes back to them first; the rest is for this one.
  const back: readonly { amount: string }[] = (await card()).top_up.back;
  const amount = (back.reduce((sum, each) => sum + Number(each.amount), 0) + 60).toFixed(2);
  await visit(page, '/en/atrium-mastercard');
  await page.getByRole('link', { name: 'Top up' }).click();
  await expect(page).toHaveURL(/\/en\/withdraw\/1014\?/);
  await page.getByLabel(say('withdraw.from'), { exact: true }).selectOption(String(number));
  await page.getByLabel(say('withdraw.amount')).fill(amount);
  await expect(page.getByRole('region', { name: say('money.split') })).toContainText('••••');
  await page.getByRole('button', { name: /^Withdraw USD/ }).click();
  const dialog = page.getByRole('dialog', { name: say('withdraw.confirm.title') });
  await dialog.getByLabel(say('money.pin'), { exact: true }).fill(await newestPin(page, client));
  await dialog.getByRole('button', { name: /^Withdraw USD/ }).click();
  await expect(page).toHaveURL(/\/en\/transfers\/\d+$/);
  const transfer = Number(/(\d+)$/.exec(page.url())?.[1]);
  await deskCall(finance, 'finance', {
    path: `transfers/${transfer}`,
    body: { action: 'approve', reason: 'Looked at with the papers.' },
  });
  // The card cools off as any new destination does.
  await backstage.post('/sandbox/clock', { advance_seconds: 90_000 });
  await expect(page.getByText(say('transfer.status.completed')).first()).toBeVisible({ timeout: 120_000 });
  await Promise.all([finance.dispose(), admin.dispose()]);
});
