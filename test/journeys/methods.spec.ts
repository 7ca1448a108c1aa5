import type { Page } from '@playwright/test';
import { sentencesOf } from '../sentences.ts';
import { expect, screenBarriers, still, test, visit } from './portal.ts';

const say = sentencesOf('en');

async function pay(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Deposit .*${amount}`) }).click();
  await page.getByRole('dialog', { name: 'Check your deposit' }).getByRole('button', { name: /^Pay / }).click();
}

/** What each method says of itself in South Africa with an account in dollars: fee, time, hours, limits. */
const choice = [
  ['Credit or debit card', 'No fee', 'At once', '', 'USD 100.00 to USD 50,000.00'],
  ['Local bank transfer', 'No fee', 'Within an hour', '', 'ZAR 500.00 to ZAR 500,000.00'],
  ['Crypto', 'No fee', 'Within an hour', '', 'USD 50.00 to USD 100,000.00'],
  ['Skrill', 'Fee 2.5%', 'At once', '', 'USD 20.00 to USD 20,000.00'],
  ['NetWallet', 'No fee', 'At once', '', 'USD 20.00 to USD 20,000.00'],
  ['International bank wire', 'No fee', 'Some working days, by the bank', 'On business days', 'USD 100.00 to USD 1,000,000.00'],
  ['Domestic bank transfer', 'No fee', 'Within a day', 'On business days', 'ZAR 500.00 to ZAR 15,000,000.00'],
] as const;

test('each method tells its fee, its time and its limits before anything is typed, on a phone too', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.active');
  const { live } = (await backstage.get('api/accounts')).accounts;
  const { number } = live.find(({ currency }: { currency: string }) => currency === 'USD');
  // No method costs anything as it ships; a broker may set a fee.
  await page.route(/\/api\/payments\/deposit(\?|$)/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const { key, terms } of answer.data.methods) if (key === 'skrill') for (const each of terms) each.fee_percent = '2.5';
    await route.fulfill({ response, json: answer });
  });
  await visit(page, `/en/deposits?acc=${number}&currency=USD`);
  await page.getByRole('radio', { name: /^Credit or debit card/ }).check();
  const methods = page.getByRole('group', { name: say('deposit.method') });
  await expect(methods.getByRole('radio')).toHaveCount(choice.length);
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('');
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [name, ...facts] of choice) {
      const row = methods.locator('label').filter({ hasText: new RegExp(`^${name}`) });
      for (const fact of facts.filter((each) => each !== '')) {
        const told = row.getByText(fact, { exact: true });
        await expect(told).toBeVisible();
        // Nothing of it is beyond the edge.
        const box = await told.boundingBox();
        expect((box?.x ?? -1) >= 0 && (box?.x ?? width) + (box?.width ?? 0) <= width, `${name}: ${fact}`).toBe(true);
      }
      if (facts[2] === '') await expect(row.getByText('On business days')).toHaveCount(0);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  // What else there is to know stands with the one that is chosen.
  const paper = page.getByText('We may ask for a bank statement');
  await expect(paper).toHaveCount(0);
  await page.getByRole('radio', { name: /^International bank wire/ }).check();
  await expect(paper).toBeVisible();
});

test('a deposit by a bank of the list: amount at one touch, the bank, its page, and the method is remembered', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('investor.approved');
  await visit(page, '/en/deposits');
  // No form shows two cards that a person cannot tell apart.
  await expect(page.getByRole('radio', { name: /^[\w ]*card\b/i })).toHaveCount(1);
  await page.getByRole('radio', { name: /^Local bank transfer/ }).check();
  await page.getByRole('group', { name: 'Suggestions' }).getByRole('button').nth(1).click();
  await page.getByRole('button', { name: /^Deposit ZAR/ }).click();
  await expect(page.getByText('Choose the bank that you pay from.')).toBeVisible();
  await page.getByLabel('Your bank', { exact: true }).selectOption('Nedbank');
  await pay(page, '1,250.00');
  await expect(page.getByText('Online Banking, Nedbank')).toBeVisible();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  await visit(page, '/en/deposits');
  await expect(page.getByRole('radio', { name: /^Local bank transfer/ })).toBeChecked();
});

/** What is paid on a page that its provider calls so. */
const hosted = [
  { by: 'Skrill', as: 'investor.approved', id: 1011, amount: '120.00', told: 'Skrill wallet' },
  { by: 'NetWallet', as: 'investor.approved', id: 1012, amount: '125.00', told: 'NetWallet' },
  { by: 'UnionPay', as: 'cn.active', id: 318, amount: '800.00', told: 'UnionPay' },
  { by: 'a Nigerian bank', as: 'ng.active', id: 85, amount: '25,000.00', told: 'Bank Transfer GTBank' },
];
for (const { by, as, id, amount, told } of hosted)
  test(`a deposit by ${by} is paid on its own page`, async ({ page, backstage }) => {
    await backstage.signIn(as);
    await visit(page, `/en/deposits/${id}?amount=${amount.replace(',', '')}`);
    await pay(page, amount);
    await expect(page.getByText(told, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await expect(page.getByText('Completed')).toBeVisible();
  });

test('a local transfer: the address that a letter is asked by sends it, and the app’s link leads to it when it has come', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.active');
  await visit(page, '/en/deposits/1013?amount=600');
  await pay(page, '600.00');
  await expect(page).toHaveURL(/\/en\/transfer-information\?.*source_currency=ZAR/);
  await expect(page.getByText('62012345678')).toBeVisible();
  const text = await page.getByText(/^r\d+-[0-9a-f]{8}$/).textContent();
  const id = new URL(page.url()).searchParams.get('tid');
  await page.goto(`/en/transfer-information?tid=${id}&deposit_request=1`);
  await expect(page.getByText('It is on its way to your mailbox.')).toBeVisible();
  await backstage.post('/sandbox/bank', { company: 3, currency: 'ZAR', amount: '600.00', text, payer: 'Thandi Nkosi' });
  // Statements are fetched by application time, once a minute.
  await backstage.post('/sandbox/clock', { advance_seconds: 61 });
  await page.goto(`/en/mobile-transfers?id=${id}`);
  await expect(page).toHaveURL(new RegExp(`/en/transfers/${id}$`));
  await expect(page.getByText('Completed')).toBeVisible();
});

test('a deposit in a coin: its address with a picture, and what arrives when the network has confirmed it', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('investor.approved');
  await visit(page, '/en/deposits/337?amount=250');
  await page.getByLabel('Coin and network').selectOption({ label: 'XRP on XRP Ledger' });
  await still(page);
  await pay(page, '250.00');
  await expect(page).toHaveURL(/\/en\/transfer-information\?.*crypto_network=XRP/);
  await expect(page.getByRole('img', { name: /Address for XRP/ })).toBeVisible();
  await expect(page.getByText('Without the tag nobody can tell that the payment is yours.')).toBeVisible();
  const address = await page.getByText(/^r[0-9a-f]{33}$/).textContent();
  // Who has no use for the picture has it left out.
  await page.goto(`${page.url()}&qr=0`);
  await expect(page.getByText(String(address))).toBeVisible();
  await expect(page.getByRole('img', { name: /Address for XRP/ })).toHaveCount(0);
  // Readings §5: nothing is to be waited for on a page of its own.
  await page.getByRole('link', { name: 'To your transfers' }).click();
  await expect(page).toHaveURL(/\/en\/transfers$/);
  await backstage.post(`/sandbox/payments/${address}`, { outcome: 'approved' });
  await expect(page.getByRole('main').getByText('Completed').filter({ visible: true }).first()).toBeVisible();
});

test('a provider’s own form in a frame, and the page outside of the shell that leads to it', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  provoked.add(422);
  // A browser that is busy tells of a closed dialog before the page that went with it is done: whoever has paid is not led back.
  await page.addInitScript(() => {
    const { close } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.close = function closeAtOnce() {
      close.call(this);
      this.dispatchEvent(new Event('close'));
    };
  });
  await backstage.signIn('investor.approved');
  await visit(page, '/en/deposits/widget/340?providerName=praxis&currency=USD&amount=150');
  await pay(page, '150.00');
  await expect(page).toHaveURL(/\/en\/external-form\?redirect_data=/);
  const data = new URL(page.url()).searchParams.get('redirect_data') ?? '';
  const provider = page.frameLocator('iframe[name="provider"]');
  await expect(provider.getByText('Credit Card')).toBeVisible();

  const outside = await context.newPage();
  await outside.goto(`/en/payments/payment_system/redirect?redirect_data=${data}`);
  await expect(outside).toHaveURL(/\/sandbox\/payments\//);
  await outside.goto(`/en/payments/payment_system/redirect?redirect_data=${data.slice(1)}`);
  await expect(outside.getByRole('link', { name: 'Your transfers' })).toBeVisible();
  await outside.close();

  await provider.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page).toHaveURL(/\/en\/transfers\/\d+$/);
  await expect(page.getByText('Completed')).toBeVisible();
});

test('a deposit by card, its receipt, and on to trading; who leaves one that was begun is asked', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  const { live } = (await backstage.get('api/accounts')).accounts;
  const { number } = live.find(({ currency }: { currency: string }) => currency === 'USD');
  await visit(page, `/en/deposits/340?currency=USD&acc=${number}`);
  await page.getByLabel('Amount', { exact: true }).fill('140');
  await page.getByRole('main').getByRole('link', { name: 'Where is my deposit?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await pay(page, '140.00');
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  const kept = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Receipt (PDF)' }).click();
  expect((await kept).suggestedFilename()).toMatch(/^receipt-\d+\.pdf$/);
  await page.getByRole('link', { name: say('history.trade'), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/en/webtrader\\?.*login=${number}`));
});

test('what interposes before the last look: a warning that is passed, and another amount that is chosen and paid', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('investor.approved');
  // No engine of the broker's tells either by itself: they are written into what the server has answered.
  const popups: object[] = [
    { type: 'loyalty', new_net_deposit: '120.00', new_level: 2, new_rebate: '3.00', come_back_deposit: '900.00' },
    {
      type: 'deposit_booster',
      tiers: ['300.00', '700.00'],
      tiers_usd: ['300.00', '700.00'],
      cashback_usd: ['15.00', '50.00'],
      offer: 'Spring booster',
      tc: 'https://portal.example/booster',
    },
  ];
  await page.route(/\/api\/payments_process(\?|$)/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const popup = answer.data?.quote ? popups.shift() : undefined;
    await route.fulfill({ response, json: popup ? { ...answer, data: { ...answer.data, popup } } : answer });
  });
  await visit(page, '/en/deposits/340?amount=150&currency=USD');
  const ask = page.getByRole('button', { name: /^Deposit .*150.00/ });
  const dialog = page.getByRole('dialog', { name: 'Check your deposit' });
  await ask.click();
  await expect(dialog.getByText(/^A deposit of .*900\.00.* brings back the level that you have now\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog.getByRole('button', { name: /^Pay .*150.00/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Change' }).click();

  await ask.click();
  await expect(dialog.getByRole('link', { name: 'Terms of the offer' })).toHaveAttribute(
    'href',
    'https://portal.example/booster',
  );
  await dialog.getByRole('radio', { name: /700\.00/ }).check();
  await dialog.getByRole('button', { name: /^Pay .*700\.00/ }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  await expect(page.getByText('700.00').first()).toBeVisible();
});

test('a deposit that nobody pays is over after a day: why, that nothing was moved, and the way to a new one', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('investor.approved');
  await visit(page, '/en/deposits/340?currency=USD&amount=155');
  await pay(page, '155.00');
  await expect(page.getByRole('button', { name: 'Approve payment' })).toBeVisible();
  const [, id] = /^r(\d+)-/.exec(new URL(page.url()).pathname.split('/').at(-1) ?? '') ?? [];
  await page.goto(`/en/transfers/${id}`);
  const main = page.getByRole('main');
  await expect(main.getByText(say('transfer.status.waiting_payment'), { exact: true })).toBeVisible();
  const transfer = page.url();
  await backstage.post('/sandbox/clock', { advance_seconds: 25 * 3600 });
  // By then the session is over too.
  await backstage.signIn('investor.approved');
  await page.goto(transfer);
  await expect(main.getByText(say('transfer.status.cancelled'), { exact: true })).toBeVisible();
  await expect(main.getByText(say('reason.payment_expired'))).toBeVisible();
  await expect(main.getByRole('list', { name: say('history.timeline') })).toContainText(say('stage.cancelled'));
  await expect(main.getByRole('button', { name: say('history.pay') })).toHaveCount(0);
  expect(await screenBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: /^Notices/ }).click();
  await expect(page.getByText(/^Nothing was paid for the deposit of USD\s155\.00\.$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await main.getByRole('link', { name: say('history.again') }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue(/155/);
});
