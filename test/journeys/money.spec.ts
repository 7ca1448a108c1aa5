import type { Page } from '@playwright/test';
import { sentencesOf } from '../sentences.ts';
import { expect, password, screenBarriers, still, test, visit, type SandboxHelpers } from './portal.ts';

const say = sentencesOf('en');

interface Account {
  readonly number: number;
  readonly currency: string;
  readonly platform: string;
  readonly balance: string;
}

const liveAccount = async (backstage: SandboxHelpers, currency: string): Promise<Account> => {
  const { accounts } = await backstage.get('api/accounts');
  const found = accounts.live.find((account: Account) => account.currency === currency);
  if (!found) throw new Error(`no live account in ${currency}`);
  return found;
};

/** An amount as an English screen writes it, that much later. */
function shown(amount: string, more = 0): string {
  const cents = BigInt(amount.replace('.', '')) + BigInt(Math.round(more * 100));
  return new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(Number(cents) / 100);
}

/** By card, whichever way was taken last. */
async function askDeposit(page: Page, amount: string): Promise<void> {
  await page.getByRole('radio', { name: /^Credit or debit card/ }).check();
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: `Deposit USD ${amount}` }).click();
  await page
    .getByRole('dialog', { name: 'Check your deposit' })
    .getByRole('button', { name: `Pay USD ${amount}` })
    .click();
}

test('the main trip: money comes in by card, moves on in another currency, and a demo account opens', async ({
  page,
  context,
  backstage,
}) => {
  await page.goto('/en/login');
  await page.getByLabel('E-mail or client number').fill('global.active@atrium.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thandi');
  const dollars = await liveAccount(backstage, 'USD');

  const beside = await context.newPage();
  await test.step('deposit: form, last look, hosted page', async () => {
    await visit(beside, `/en/accounts/${dollars.number}`);
    await expect(beside.getByText(shown(dollars.balance)).first()).toBeVisible();
    await page.getByRole('link', { name: 'Deposit' }).first().click();
    await still(page);
    await page.getByLabel('To', { exact: true }).selectOption(String(dollars.number));
    await askDeposit(page, '250.00');
    await expect(page.getByRole('button', { name: 'Approve payment' })).toBeVisible();
    await page.getByRole('button', { name: 'Approve payment' }).click();
  });
  await test.step('the timeline goes on by itself, and the balance in the other tab too', async () => {
    await expect(page).toHaveURL(/\/en\/transfers\/\d+$/);
    await expect(page.getByText('Completed')).toBeVisible();
    const timeline = page.getByRole('list', { name: 'What happened' });
    await expect(timeline).toContainText('You asked to deposit USD 250.00.');
    await expect(timeline).toContainText(new RegExp(`USD\\s250\\.00 is in .*${dollars.number}`));
    await expect(beside.getByText(shown(dollars.balance, 250)).first()).toBeVisible();
    await beside.close();
  });

  await test.step('transfer into another currency', async () => {
    const euros = await liveAccount(backstage, 'EUR');
    await page.getByRole('link', { name: 'Transfer', exact: true }).first().click();
    await still(page);
    await page.getByLabel('From').selectOption(String(dollars.number));
    await page.getByLabel('To', { exact: true }).selectOption(String(euros.number));
    await page.getByLabel('Amount').fill('100.00');
    await expect(page.getByText(/USD 1 = EUR 0\.\d+/)).toBeVisible();
    await page.getByRole('button', { name: 'Transfer USD 100.00' }).click();
    const sheet = page.getByRole('dialog', { name: 'Check your transfer' });
    await expect(sheet).toContainText('No fee');
    await sheet.getByRole('button', { name: 'Transfer USD 100.00' }).click();
    await expect(page.getByText('Completed')).toBeVisible();
    const timeline = page.getByRole('list', { name: 'What happened' });
    const arrived = new RegExp(`EUR\\s([\\d.]+) is in .*${euros.number}`);
    await expect(timeline).toContainText(arrived);
    const amount = arrived.exec((await timeline.textContent()) ?? '')?.[1];
    expect(Number(amount)).toBeGreaterThan(50);
    await page.getByRole('link', { name: 'Accounts', exact: true }).first().click();
    await expect(page.getByText(shown(euros.balance, Number(amount))).first()).toBeVisible();
  });

  await test.step('a demo account, its password shown once', async () => {
    await page.getByRole('link', { name: 'Open an account' }).first().click();
    await page.getByRole('button', { name: 'Open demo account: Advantage MT5' }).click();
    await page.getByLabel('Your name for it').fill('Trying out');
    await page.getByRole('button', { name: 'Open demo account' }).click();
    await expect(page.getByRole('heading', { name: 'Your demo account is open' })).toBeVisible();
    await expect(page.getByText('They are shown this one time')).toBeVisible();
    await page.getByRole('link', { name: 'Account details' }).click();
    await expect(page.getByRole('heading', { name: 'Trying out' })).toBeVisible();
    await page.goBack();
    await still(page);
    await expect(page.getByText('They are shown this one time')).toHaveCount(0);
  });
});

test('a deposit is confirmed once, and a reload comes back to its last look', async ({ page, backstage }) => {
  await backstage.signIn('provider.active');
  let confirmed = 0;
  page.on('request', (request) => {
    if (request.url().includes('payments_process') && request.postDataJSON().action === 'confirm') confirmed += 1;
  });
  await visit(page, '/en/deposits?amount=150');
  await page.getByRole('button', { name: 'Deposit USD 150.00' }).click();
  const sheet = page.getByRole('dialog', { name: 'Check your deposit' });
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(/form_step=confirm/);
  await still(page);
  expect(confirmed).toBe(1);
  await page.reload();
  await expect(sheet).toContainText('150.00');
  expect(confirmed).toBe(2);
});

test('the mobile app is led from a new account to its deposit, told what was opened, and keeps that in the address', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.active');
  await visit(page, '/en/accounts/open/live?mobileAppAction=openAccount');
  await page.getByRole('button', { name: 'Open live account' }).click();
  await expect(page).toHaveURL(/\/en\/accounts\/open\/live\?.*mobileAppAction=openAccount/);
  await page.getByRole('link', { name: 'Make the first deposit' }).click();
  await expect(page).toHaveURL(/\/en\/deposits\?acc=\d+&mobileAppAction=tradingAccountOpened$/);
  const opened = new URL(page.url()).searchParams.get('acc') ?? '';
  const into = page.locator('select[name="account_number"]');
  await expect(into).toHaveValue(opened);
  await page.getByLabel('Amount').fill('150');
  await page.getByRole('button', { name: /^Deposit .*150/ }).click();
  await expect(page.getByRole('dialog', { name: 'Check your deposit' })).toBeVisible();
  // The page has written its address anew for a reload, and the app reads there still what it was told.
  await expect(page).toHaveURL(/form_step=confirm.*mobileAppAction=tradingAccountOpened/);
});

test('deposits take the account that the address names, as account or as acc', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  const [euros, dollars] = [await liveAccount(backstage, 'EUR'), await liveAccount(backstage, 'USD')];
  const into = page.locator('select[name="account_number"]');
  for (const { number } of [euros, dollars]) {
    await visit(page, `/en/deposits?account=${number}`);
    await expect(into).toHaveValue(String(number));
  }
  await visit(page, `/en/deposits?account=${dollars.number}&acc=${euros.number}`);
  await expect(into).toHaveValue(String(euros.number));
  // What is nobody's, or no number, is a wish that cannot be granted: the form begins as it always does.
  await visit(page, '/en/deposits');
  const usual = await into.inputValue();
  for (const named of ['999999999', 'mine']) {
    await visit(page, `/en/deposits?account=${named}`);
    await expect(into).toHaveValue(usual);
  }
});

test('terms that hold no more are asked for again by themselves, and agreed to again', async ({ page, backstage, provoked }) => {
  provoked.add(422);
  await backstage.signIn('provider.active');
  await visit(page, '/en/deposits?amount=160');
  await page.getByRole('button', { name: 'Deposit USD 160.00' }).click();
  const sheet = page.getByRole('dialog', { name: 'Check your deposit' });
  await expect(sheet).toBeVisible();
  await backstage.post('/sandbox/clock', { advance_seconds: 16 * 60 });
  await sheet.getByRole('button', { name: 'Pay USD 160.00' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Here are the new terms');
  await sheet.getByRole('button', { name: 'Pay USD 160.00' }).click();
  await expect(page.getByRole('button', { name: 'Approve payment' })).toBeVisible();
});

test('a declined payment says why, and leads back to the same deposit', async ({ page, backstage }) => {
  await backstage.signIn('provider.active');
  const dollars = await liveAccount(backstage, 'USD');
  await visit(page, `/en/deposits?acc=${dollars.number}`);
  await askDeposit(page, '130.00');
  await page.getByRole('button', { name: 'Decline payment' }).click();
  await expect(page.getByText('Declined', { exact: true })).toBeVisible();
  await expect(page.getByText('The bank or the payment provider declined the payment.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await still(page);
  await expect(page.getByLabel('Amount')).toHaveValue(/130/);
  expect((await liveAccount(backstage, 'USD')).balance).toBe(dollars.balance);

  // The notice names a transfer, and leads to it from the dashboard, and from the bell once it was read.
  await visit(page, '/en');
  await page
    .getByRole('link', { name: /^Open: Your deposit was declined/ })
    .first()
    .click();
  await expect(page.getByText('Declined', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Notices/ }).click();
  await page
    .getByRole('link', { name: /^(Not read yet: )?Your deposit was declined/ })
    .first()
    .click();
  await expect(page.getByText('Declined', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Not read yet: )?Your deposit was declined/ })).toHaveCount(0);
  await expect(page.getByText('Arrives', { exact: true })).toHaveCount(0);
});

test('a deposit that its provider refuses says why, moves nothing, and is tried again by the screen’s own button', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('provider.active');
  const dollars = await liveAccount(backstage, 'USD');
  await visit(page, `/en/deposits?acc=${dollars.number}`);
  await backstage.post('/sandbox/faults', { target: 'payments', mode: 'refuse', count: 1 });
  await askDeposit(page, '170.00');
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText(say('deposit.details.failed'));
  await expect(main.getByRole('alert')).toContainText(say('deposit.details.text'));
  await expect(page.getByLabel('Amount')).toHaveValue(/170/);
  await main.getByRole('link', { name: say('deposit.details.see') }).click();
  await expect(page).toHaveURL(/\/en\/transfers\/\d+$/);
  await expect(main.getByText(say('transfer.status.failed'), { exact: true })).toBeVisible();
  await expect(main.getByText(say('reason.provider_refused'))).toBeVisible();
  await expect(main.getByRole('list', { name: say('history.timeline') })).toContainText(say('stage.failed'));
  expect(await screenBarriers(page)).toEqual([]);
  await backstage.post('/sandbox/faults', { target: 'payments', mode: 'none' });
  expect((await liveAccount(backstage, 'USD')).balance).toBe(dollars.balance);

  await main.getByRole('link', { name: say('history.again') }).click();
  await still(page);
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(String(dollars.number));
  await expect(page.getByLabel('Amount')).toHaveValue(/170/);
  await askDeposit(page, '170.00');
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(main.getByText(say('transfer.status.completed'), { exact: true })).toBeVisible();
  await expect.poll(async () => shown((await liveAccount(backstage, 'USD')).balance)).toBe(shown(dollars.balance, 170));
});

test('a payment page that is left can be opened again; what is paid there and not decided is told as seen, and not asked for again', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('provider.active');
  const dollars = await liveAccount(backstage, 'USD');
  await visit(page, `/en/deposits?acc=${dollars.number}&amount=140`);
  await askDeposit(page, '140.00');
  const pending = page.getByRole('button', { name: 'Leave pending' });
  await expect(pending).toBeVisible();
  const reference = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const [, id] = /^r(\d+)-/.exec(reference) ?? [];
  await page.goto(`/en/transfers/${id}`);
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  await expect(page.getByRole('button', { name: say('history.cancel') })).toBeVisible();
  await page.getByRole('button', { name: say('history.pay') }).click();
  await pending.click();
  await expect(page).toHaveURL(new RegExp(`/en/transfers/${id}$`));
  await expect(page.getByText(say('next.waiting_payment.seen'))).toBeVisible();
  for (const act of ['history.pay', 'history.cancel']) await expect(page.getByRole('button', { name: say(act) })).toHaveCount(0);
  await backstage.post(`/sandbox/payments/${reference}`, { outcome: 'approved' });
  await expect(page.getByText('Completed')).toBeVisible();
});

test('too much money is refused on its field, leaving asks first, and nothing typed is lost', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(422);
  await backstage.signIn('provider.active');
  await visit(page, '/en/internal');
  await page.getByLabel('Amount').fill('900000');
  await page.getByRole('button', { name: 'Transfer USD 900,000.00' }).click();
  await expect(page.getByText(/can leave this (account|wallet)/).first()).toBeVisible();
  await expect(page.getByLabel('Amount')).toHaveValue(/900.?000/);
  // Document 1 §4: leaving a form that was changed asks first.
  const leave = page.getByRole('dialog', { name: 'Leave this form?' });
  const elsewhere = page.getByRole('link', { name: 'Accounts', exact: true }).first();
  await elsewhere.click();
  await leave.getByRole('button', { name: 'Stay' }).click();
  await expect(leave).toHaveCount(0);
  await expect(page).toHaveURL(/\/en\/internal$/);
  await elsewhere.click();
  await leave.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/en\/accounts$/);
  await page.goBack();
  await still(page);
  await expect(page.getByLabel('Amount')).toHaveValue(/900.?000/);
  await page.reload();
  await still(page);
  await expect(page.getByLabel('Amount')).toHaveValue(/900.?000/);
});

test('a deposit needs no more than the keyboard', async ({ page, backstage }) => {
  await backstage.signIn('provider.active');
  await visit(page, '/en/deposits');
  const press = async (key: string, until: () => Promise<boolean>): Promise<void> => {
    for (let left = 80; left > 0 && !(await until()); left -= 1) await page.keyboard.press(key);
  };
  const focused = (name: RegExp) => async (): Promise<boolean> =>
    page.evaluate((source) => {
      const here = document.activeElement;
      const label = here instanceof HTMLInputElement ? here.labels?.[0]?.textContent : undefined;
      return new RegExp(source).test((label ?? here?.textContent ?? '').replaceAll(/\s+/g, ' ').trim());
    }, name.source);
  await press('Tab', focused(/^Amount/));
  await page.keyboard.type('110');
  await expect(page.getByText('Arrives')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Deposit USD 110/ })).toBeEnabled();
  await press('Tab', focused(/^Deposit USD 110/));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Check your deposit' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay USD 110/ })).toBeEnabled();
  await press('Tab', focused(/^Pay USD 110/));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Approve payment' })).toBeVisible();
  await press('Tab', focused(/^Approve payment/));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Completed')).toBeVisible();
});
