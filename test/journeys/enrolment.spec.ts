import type { Locator, Page } from '@playwright/test';
import { regions } from '../../src/server/testing/newcomers.ts';
import { sentencesOf } from '../sentences.ts';
import { typeAt } from './hands.ts';
import { expect, password as seeded, still, test, visit } from './portal.ts';

const say = sentencesOf('en');
const title = 'Complete your registration';

test('closing asks whether to go or to stay, and what was typed is there on another device', async ({
  page,
  browser,
  baseURL,
  provoked,
}) => {
  provoked.add(401);
  const signIn = (at: Page) => at.request.post('/api/client/login', { data: { id: 'global.my@atrium.test', password: seeded } });
  await signIn(page);
  await visit(page, '/en');
  const dialog = page.getByRole('dialog', { name: title });
  const kept = page.waitForResponse(/clients\/details\/draft/);
  await dialog.locator('select[name="place_of_birth"]').selectOption('MY');
  await kept;
  await page.reload();
  await expect(dialog.locator('select[name="place_of_birth"]')).toHaveValue('MY');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog.locator('select[name="place_of_birth"]')).toHaveValue('MY');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Go, and finish later' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await still(page);
  await expect(dialog).toHaveCount(0);
  const elsewhere = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage();
  await signIn(elsewhere);
  await elsewhere.goto('/en');
  await expect(elsewhere.getByRole('dialog', { name: title }).locator('select[name="place_of_birth"]')).toHaveValue('MY');
  await elsewhere.context().close();
});

test('the Pro account is chosen once its note was read, and its cancel goes back to what was chosen before', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.demo');
  const { terms_version: _version, account: _account, ...answers } = regions.global.body;
  await backstage.post('api/direct/clients/details/draft', { answers: { ...answers, traded_system_experience: 'no' } });
  await visit(page, '/en?step2=1');
  const dialog = page.getByRole('dialog', { name: title });
  const account = dialog.locator('select[name="account"]');
  const note = page.getByRole('dialog', { name: say('enrolment.ask.pro.title') });
  await account.selectOption('standard');
  await account.selectOption('pro');
  await expect(note).toContainText('25,000');
  await note.getByRole('button', { name: say('enrolment.ask.pro.stay') }).click();
  await expect(note).toHaveCount(0);
  await expect(account).toHaveValue('standard');
  await account.selectOption('pro');
  await note.getByRole('button', { name: say('enrolment.ask.pro.go') }).click();
  await expect(account).toHaveValue('pro');
});

test('a lock that comes over the second step leaves what was typed into it', async ({ page, backstage, provoked }) => {
  provoked.add(401);
  await backstage.signIn('uk.lead');
  // The stream would meet the lock too, before anything could be chosen.
  await page.route('**/api/js/stream*', () => undefined);
  await visit(page, '/en?step2=1');
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('Step 1 of')).toBeVisible();
  await backstage.endSession();
  const born = dialog.locator('select[name="place_of_birth"]');
  await born.selectOption('GB');
  const lock = page.getByRole('dialog', { name: 'Welcome back' });
  await expect(lock.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(seeded);
  await page.keyboard.press('Enter');
  await expect(lock).toBeHidden();
  await expect(born).toHaveValue('GB');
  // What met the lock was kept behind it.
  await expect.poll(async () => kept(page)).toBe('GB');
});

/** Where the client whose page it is was born, as the draft at the server has it. */
async function kept(page: Page): Promise<unknown> {
  const answer = await page.request.get('/api/js/api/direct/clients/details');
  return (await answer.json()).data.fields_values?.place_of_birth;
}

test('a shut gate leads to the second step, and the app is told how it ended', async ({ page, backstage }) => {
  await backstage.signIn('global.lead');
  await visit(page, '/en/deposits');
  await page.getByRole('link', { name: 'Complete registration' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('Step 1 of')).toBeVisible();
  await page.goto('/en/accounts?step2=1&mobileAppAction=register');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Go, and finish later' }).click();
  await expect(page).toHaveURL('/en/accounts?mobileAppAction=regfullNotCompleted');
});

/** What shows that somebody knows what CFDs are, by its question; who has never traded is asked the rest of them alone. */
const knowing = { 27: 123, 33: 146, 34: 148, 35: 152, 36: 155, 37: 158, 38: 160, 39: 163, 40: 167, 41: 169, 42: 172 };

test('the whole second step needs no more than the keyboard, and a fault is told where it is', async ({ page }) => {
  await page.request.post('/api/client/login', { data: { id: 'eu.lead@atrium.test', password: seeded } });
  await visit(page, '/en');
  const dialog = page.getByRole('dialog', { name: title });
  const at = (name: string) => dialog.locator(`[name="${name}"]`);
  const type = async (name: string, text: string): Promise<void> => {
    await at(name).focus();
    await page.keyboard.type(text);
  };
  const find = async (name: string, word: string): Promise<void> => {
    await at(name).focus();
    await typeAt(at(name), word);
  };
  const choose = async (name: string, place: number): Promise<void> => {
    await at(name).focus();
    for (let step = 0; step < place; step += 1) await page.keyboard.press('ArrowDown');
  };
  const tick = async (what: Locator): Promise<void> => {
    await what.focus();
    await page.keyboard.press('Space');
  };
  const goOn = async (heading: string): Promise<void> => {
    await page.keyboard.press('Shift+Enter');
    await expect(dialog.getByRole('heading', { name: heading })).toBeVisible();
  };
  await at('birth_date-year').focus();
  await page.keyboard.press('Shift+Enter');
  await expect(dialog.locator('[aria-invalid="true"]').first()).toBeFocused();
  await find('birth_date-day', '5');
  await find('birth_date-month', 'May');
  await find('birth_date-year', '1990');
  await find('physical_sex', 'Female');
  await find('place_of_birth', 'Germany');
  await find('citizenship', 'Germany');
  await tick(dialog.getByLabel('I agree that my personal data'));
  await goOn('Where you live');
  await expect(dialog.getByLabel('City')).toBeFocused();
  await page.keyboard.type('Harbour');
  await type('address', 'Quay 5');
  await type('individual_postcode', '10115');
  await goOn('Work and means');
  await find('profession_id', 'Student');
  for (const name of ['education', 'education_level', 'business_nature_eu', 'funds_source', 'purpose_of_transactions'])
    await choose(name, 1);
  for (const name of ['financial_income', 'net_worth', 'intend_deposit_funds']) await choose(name, 2);
  await goOn('Experience in trading');
  await tick(dialog.getByLabel('Nothing yet'));
  for (const name of ['trade_cfd_before', 'significant_size_in_cfds', 'one_year_exp_in_financial_sector'])
    await tick(dialog.locator(`input[name="${name}"][value="no"]`));
  await tick(dialog.getByLabel('I understand the risks'));
  for (const [question, answer] of Object.entries(knowing))
    await tick(dialog.locator(`input[name="answers-${question}"][value="${answer}"]`));
  await goOn('Tax and security');
  await tick(dialog.getByLabel('I pay taxes in my country of birth'));
  await type('tax_id', '12345678901');
  await choose('security_question', 1);
  await type('security_answer', 'Seaside');
  // While it is on its way the button says so, and sends nothing twice.
  let goOnSending = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (goOnSending = resolve));
  let sent = 0;
  await page.route(/\/api\/direct\/clients\/details(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1;
      await isHeld;
    }
    await route.continue();
  });
  await page.keyboard.press('Shift+Enter');
  await expect(dialog.getByRole('button', { name: say('enrolment.do') })).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Shift+Enter');
  goOnSending();
  await expect(dialog.getByText('You have passed the appropriateness test')).toBeVisible();
  expect(sent).toBe(1);
  // What leads on has the focus.
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const info = await (await page.request.get('/api/js/api/client_info')).json();
  expect(info.data).toMatchObject({ status_id: 9, interposes: null, at_passed: true });
});
