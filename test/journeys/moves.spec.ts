import type { Browser, Page } from '@playwright/test';
import { pngFile } from '../../src/server/testing/files.ts';
import { sentencesOf } from '../sentences.ts';
import { deskCall } from './backOffice.ts';
import { barriers, expect, password, still, test, visit, type SandboxHelpers } from './portal.ts';

const say = sentencesOf('en');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('E-mail or client number').fill(`${name}@atrium.test`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

interface Told {
  readonly residence: string;
  readonly taxes: string;
  readonly taxId: string;
}

/** Whoever has moved to another country tells so; success signs out. */
async function askToMove(page: Page, { residence, taxes, taxId }: Told): Promise<void> {
  const field = (name: string) => page.locator(`[name="${name}"]`);
  await field('residence_country').selectOption(residence);
  for (const [part, value] of [
    ['year', '1984'],
    ['month', '05'],
    ['day', '17'],
  ] as const)
    await field(`birth_date-${part}`).selectOption(value);
  await field('place_of_birth').selectOption('ZA');
  for (const name of ['account', 'currency', 'leverage', 'traded_experience', 'number_of_trades', 'annual_volume'])
    await field(name).selectOption({ index: 1 });
  await page
    .locator('fieldset')
    .filter({ hasText: say('moves.traded_system_experience') })
    .getByRole('checkbox')
    .first()
    .check();
  await field('tax_residency').selectOption(taxes);
  await page.getByLabel(say('moves.experience_risk.1_2')).click();
  // Who does not understand the risk is told, and is back at understanding it.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('moves.risk.done') })
    .click();
  await expect(page.getByLabel(say('moves.experience_risk.1_1'))).toBeChecked();
  // What does not fit is said before anything is sent.
  await field('tax_id').fill('12');
  await page.getByRole('button', { name: say('moves.migration.send') }).click();
  await expect(field('tax_id')).toHaveAttribute('aria-invalid', 'true');
  await field('tax_id').fill(taxId);
  await page.getByRole('button', { name: say('moves.migration.send') }).click();
  await expect(page).toHaveURL(/\/en\/login/);
}

async function openDesk(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await desk.goto('/desk/queues/moves');
  await desk.locator('input[name="id"]').fill('compliance@staff.atrium.test');
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  return desk;
}

/** The one that waits. */
async function approveMove(desk: Page, { from, to }: { readonly from: number; readonly to: number }): Promise<void> {
  await desk.getByRole('row', { name: /company_move \d+/ }).click();
  await expect(
    desk.getByText(say('moves.desk.fromTo', { from: say(`desk.company.${from}`), to: say(`desk.company.${to}`) })),
  ).toBeVisible();
  await desk.getByRole('button', { name: say('moves.desk.approve') }).click();
  await desk.getByRole('dialog').locator('textarea').fill('Lives there by the tenancy.');
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByRole('dialog')).toHaveCount(0);
}

test('a client moves to the UK company: asked, decided at the desk, agreed to, confirmed by a code, and signed in there', async ({
  page,
  browser,
  baseURL,
  backstage,
  provoked,
}) => {
  provoked.add(401).add(422).add(429);
  await backstage.signIn('hk.active');
  const before = await backstage.get('api/accounts');
  await visit(page, '/en/move-to-another-company');
  await askToMove(page, { residence: 'GB', taxes: 'GB', taxId: '1234567890' });

  const desk = await openDesk(browser, baseURL);
  await approveMove(desk, { from: 3, to: 4 });

  await signIn(page, 'hk.active');
  await backstage.signIn('hk.active');
  await visit(page, '/en/move-to-another-company');
  // Opening an account is shut until it is decided.
  expect((await backstage.get('api/client_info')).gates.open_live_account).not.toBeNull();
  await page.getByLabel(say('moves.terms.agree')).check();
  await page.getByRole('button', { name: say('moves.terms.do') }).click();
  await page.getByRole('button', { name: say('moves.approve') }).click();
  await expect(page).toHaveURL('/en/b2b-transfer-uk');
  await still(page);
  expect(await barriers(page)).toEqual([]);

  const to = 'hk.active@atrium.test';
  const pin = await sent(page, to, () => page.getByRole('button', { name: say('moves.pin.send') }).click());
  // A wrong code has used it up: another one.
  await page.locator('input[name="pin"]').fill(String((Number(pin) + 1) % 10_000).padStart(4, '0'));
  await page.getByRole('button', { name: say('moves.process') }).click();
  await expect(page.getByRole('button', { name: say('moves.pin.send') })).toBeVisible();
  await page.request.post('/sandbox/clock', { data: { advance_seconds: 61 } });
  const again = await sent(page, to, () => page.getByRole('button', { name: say('moves.pin.send') }).click());
  await page.locator('input[name="pin"]').fill(again);
  await page.getByRole('button', { name: say('moves.process') }).click();

  const progress = page.getByRole('dialog', { name: say('moves.progress.title') });
  await expect(progress).toBeVisible();
  await progress.getByRole('button', { name: say('moves.signOn') }).click({ timeout: 120_000 });
  await expect(page).toHaveURL(/\/en\/?$/);
  await still(page);
  const info = await backstage.get('api/client_info');
  expect(info.company_id).toBe(4);
  const after = numbersOf(await backstage.get('api/accounts'));
  expect(after).toHaveLength(numbersOf(before).length);
  expect(after.filter((number) => numbersOf(before).includes(number))).toEqual([]);
  await proveResidence(desk, { page, helpers: backstage });
  await desk.context().close();
  await countDeposits(page, backstage);
  // The account that was asked for is one press away.
  await visit(page, '/en/move-to-another-company');
  const wished = page.getByRole('link', { name: say('moves.moved.open') });
  await expect(wished).toHaveAttribute('href', /accounts\/open\/live\?account=[\w%+]+&currency=[A-Z]{3}&leverage=\d+$/);
});

/** What proved where they lived proves nothing of where they live now: a new proof is sent, and approved. */
async function proveResidence(
  desk: Page,
  { page, helpers }: { readonly page: Page; readonly helpers: SandboxHelpers },
): Promise<void> {
  await helpers.signIn('hk.active');
  const { token } = await helpers.get('api/client_info');
  const sent = await page.request.post('/api/documents', {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      form_name: 'proof_of_residence',
      whose: 'own',
      issue_date: new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10),
      file: { name: 'bill.png', mimeType: 'image/png', buffer: pngFile({ width: 320, height: 200 }) },
    },
  });
  const { data, errors } = await sent.json();
  expect(errors).toEqual([]);
  await expect.poll(async () => (await helpers.get('documents')).papers.residence.status_name).toBe('pending');
  await desk.goto(`/desk/documents/${data.document.id}`);
  await desk.getByRole('button', { name: say('documents.desk.approve') }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel(say('desk.reason.label'), { exact: true }).fill('As it was seen.');
  await desk.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
}

/** Document 1 §8: whoever has moved has deposits before counted or not, and is told either that it is done or why it is not. */
async function countDeposits(page: Page, helpers: SandboxHelpers): Promise<void> {
  await helpers.signIn('hk.active');
  await visit(page, '/en/deposits');
  const main = page.getByRole('main');
  await expect(main.getByText(say('deposit.records.not'))).toBeVisible();
  await main.getByRole('button', { name: say('deposit.records.begin') }).click();
  await expect(page.getByText(say('deposit.records.updated'))).toBeVisible();
  await expect(main.getByText(say('deposit.records.counted'))).toBeVisible();
  expect((await helpers.get('api/payments/deposit')).deposit_records).toBe(1);
  // So often in an hour the server takes it, and then says why it does not.
  for (let left = 59; left > 0; left -= 1) await helpers.post('api/direct/client-data/update_deposit_records', { status: 1 });
  await main.getByRole('button', { name: say('deposit.records.end') }).click();
  await expect(main.getByRole('alert')).toContainText(/Too many requests in a short time\. Try again in [\d,]+ second/);
  await expect(main.getByText(say('deposit.records.counted'))).toBeVisible();
}

const numbersOf = ({ accounts }: { readonly accounts: { readonly live: readonly { readonly number: number }[] } }): number[] =>
  accounts.live.map(({ number }) => number);

/** Says no, on the page, to what was asked for or may be made; the company that one stays with is named. */
async function stay(page: Page, company: number): Promise<void> {
  const named = { company: say(`moves.company.${company}`) };
  await page.getByRole('button', { name: say('moves.withdraw') }).click();
  const sure = page.getByRole('dialog', { name: say('moves.withdraw.title', named) });
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await sure.getByRole('button', { name: say('moves.withdraw.do') }).click();
  await expect(sure).toHaveCount(0);
  await expect(page.getByRole('button', { name: say('moves.withdraw') })).toHaveCount(0);
}

test('a client of the EU says no to a move that was asked for and to one that is offered, and then goes to the global company', async ({
  page,
  browser,
  baseURL,
  backstage,
  provoked,
}) => {
  provoked.add(401).add(422);
  const own = '/en/move-to-another-company';
  const toGlobal = { residence: 'MY', taxes: 'DE', taxId: '12345678901' };
  const opening = async () => (await backstage.get('api/client_info')).gates.open_live_account;
  const comeBack = async (): Promise<void> => {
    await signIn(page, 'eu.pro');
    await backstage.signIn('eu.pro');
    await visit(page, own);
  };
  await backstage.signIn('eu.pro');
  const before = await backstage.get('api/accounts');
  await visit(page, own);
  await askToMove(page, toGlobal);
  const desk = await openDesk(browser, baseURL);
  const waiting = desk.getByRole('row', { name: /company_move \d+/ });
  await expect(waiting).toHaveCount(1);

  // Taken back while it waits: the desk has nothing to decide any more.
  await comeBack();
  await expect(page.getByText(say('moves.asked.title'))).toBeVisible();
  await stay(page, 1);
  await desk.reload();
  await expect(waiting).toHaveCount(0);

  // Asked again, approved, and not wanted any more: accounts are opened again.
  await askToMove(page, toGlobal);
  await desk.reload();
  await approveMove(desk, { from: 1, to: 3 });
  await comeBack();
  expect(await opening()).toMatchObject({ code: 'company_move_open' });
  // What has to be agreed to stands over the page.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('ui.close') })
    .click();
  await stay(page, 1);
  expect(await opening()).toBeNull();

  await askToMove(page, toGlobal);
  await desk.reload();
  await approveMove(desk, { from: 1, to: 3 });
  await comeBack();
  await page.getByLabel(say('moves.terms.agree')).check();
  await page.getByRole('button', { name: say('moves.terms.do') }).click();
  await page.getByRole('button', { name: say('moves.approve') }).click();
  await expect(page).toHaveURL('/en/b2b-transfer');
  const to = 'eu.pro@atrium.test';
  const pin = await sent(page, to, () => page.getByRole('button', { name: say('moves.pin.send') }).click());
  await page.locator('input[name="pin"]').fill(pin);
  await page.getByRole('button', { name: say('moves.process') }).click();
  const progress = page.getByRole('dialog', { name: say('moves.progress.title') });
  await progress.getByRole('button', { name: say('moves.signOn') }).click({ timeout: 120_000 });
  await expect(page).toHaveURL(/\/en\/?$/);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'show_region')?.value).toBe('global');
  expect(await backstage.get('api/client_info')).toMatchObject({ company_id: 3, site: 'global' });
  const after = numbersOf(await backstage.get('api/accounts'));
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter((number) => numbersOf(before).includes(number))).toEqual([]);

  // The desk reads the client as the other company's.
  const { id } = await backstage.get('api/client_info');
  await desk.goto(`/desk/clients/${id}`);
  await expect(desk.getByText(say('desk.company.3')).first()).toBeVisible();
  await desk.context().close();
});

const told = {
  residence_country: 'GB',
  birth_date: '1984-05-17',
  place_of_birth: 'ZA',
  account: 'standard',
  currency: 'GBP',
  leverage: '25',
  traded_system_experience: ['forex'],
  traded_experience: '1',
  number_of_trades: '1',
  annual_volume: '1',
  tax_residency: 'GB',
  tax_id: '1234567890',
  experience_risk: '1_1',
};

/** Asked for and approved without a screen; agreed to by whoever signs in again. */
async function mayMove(page: Page, backstage: SandboxHelpers, name: string): Promise<void> {
  const migrate = 'api/direct/forextime/clients/migrate';
  await backstage.signIn(name);
  await backstage.post(migrate, { action: 'migrate', ...told });
  const signedIn = await page.request.post('/api/desk/login', { data: { id: 'compliance@staff.atrium.test', password } });
  const headers = { authorization: `Bearer ${(await signedIn.json()).data.token}` };
  const { items } = (await (await page.request.get('/api/desk/queues/moves', { headers })).json()).data;
  const id = String(items[0].subject).split(':')[1];
  await deskCall(page.request, 'compliance', { path: `moves/${id}`, body: { decision: 'approved', reason: 'Lives there.' } });
  await backstage.signIn(name);
  await backstage.post(migrate, { action: 'accept_uk_terms', is_terms_agreed: true });
  await backstage.post(migrate, { action: 'approve_uk_movement' });
}

test('an open position is reminded of before a move; who cancels at its end is with the new company all the same', async ({
  page,
  backstage,
}) => {
  await mayMove(page, backstage, 'ng.active');
  const { live } = await backstage.get('api/trading/accounts');
  const [{ number }] = live;
  const { order } = await backstage.post('api/trading/orders', { account: number, symbol: 'BTCUSD', side: 'buy', lots: '0.01' });
  expect(order.status).toBe('filled');

  await visit(page, '/en/b2b-transfer-uk');
  const reminder = page.getByRole('dialog', { name: say('moves.notAvailable.title') });
  await expect(reminder).toContainText(say('moves.notAvailable.uk'));
  await expect(reminder).toContainText(say('moves.blocker.positions'));
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await reminder
    .getByRole('button', { name: say('ui.close') })
    .last()
    .click();
  await expect(reminder).toHaveCount(0);
  // What is listed stays on the page behind it, and nothing is sent meanwhile.
  await expect(page.getByRole('main')).toContainText(say('moves.blocker.positions'));
  await expect(page.getByRole('button', { name: say('moves.pin.send') })).toHaveCount(0);

  for (const { number: account } of live) {
    const { positions } = await backstage.get(`api/trading/positions?account=${account}`);
    const all = { account, which: 'all', client_order_id: crypto.randomUUID() };
    if (positions.length > 0) await backstage.post('api/trading/positions/close', all);
  }
  await visit(page, '/en/b2b-transfer-uk');
  const to = 'ng.active@atrium.test';
  const pin = await sent(page, to, () => page.getByRole('button', { name: say('moves.pin.send') }).click());
  await page.locator('input[name="pin"]').fill(pin);
  await page.getByRole('button', { name: say('moves.process') }).click();
  const progress = page.getByRole('dialog', { name: say('moves.progress.title') });
  await progress.getByRole('button', { name: say('moves.cancel') }).click({ timeout: 120_000 });
  await expect(page).toHaveURL(/\/en\/?$/);
  expect(await backstage.get('api/client_info')).toMatchObject({ company_id: 4 });
});

/** The PIN that went there by what is done now. */
async function sent(page: Page, to: string, act: () => Promise<void>): Promise<string> {
  const pins = async (): Promise<string[]> => {
    const { messages } = await (await page.request.get(`/sandbox/outbox?to=${encodeURIComponent(to)}`)).json();
    return messages.flatMap(({ id, pin }: { id: string; pin: string | null }) => (pin === null ? [] : [`${id} ${pin}`]));
  };
  const known = await pins();
  await act();
  await expect.poll(async () => (await pins()).length).toBeGreaterThan(known.length);
  return (
    (await pins())
      .find((each) => !known.includes(each))
      ?.split(' ')
      .at(-1) ?? ''
  );
}
