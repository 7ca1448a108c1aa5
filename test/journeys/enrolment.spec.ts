import type { Locator, Page } from '@playwright/test';
import { barriers, expect, password as seeded, settled, test, visit } from './portal.ts';

const password = 'Harbour2026!';
const title = 'Complete your registration';

/** Signs up with the API of the entrance and stands in the portal, with the second step over it. */
async function signUp(
  page: Page,
  { country, email, phone }: { country: string; email: string; phone: string },
): Promise<Locator> {
  await page.goto('/en/register');
  await page.getByLabel('Country of residence').selectOption(country);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mobile phone', { exact: true }).fill(phone);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('I have read these documents and agree to them').check();
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible();
  const read = async () => (await page.request.get(`/sandbox/outbox?to=${encodeURIComponent(email)}`)).json();
  await expect.poll(async () => (await read()).messages.length).toBeGreaterThan(0);
  await page.getByLabel('Code of four digits').fill((await read()).messages[0].pin);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await settled(page);
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('Step 1 of')).toBeVisible();
  return dialog;
}

const next = (dialog: Locator) => dialog.getByRole('button', { name: 'Continue' }).click();

interface Answers {
  readonly born: string;
  /** Each another: two of one name and birth date are one person to us. */
  readonly year: string;
  readonly numbers?: Readonly<Record<string, string>>;
  readonly isSuitability?: boolean;
  readonly postcode: string;
  readonly state?: string;
  readonly taxId?: string;
  /** Two of the signs of a professional. */
  readonly isLikeProfessional?: boolean;
  /** Of the appropriateness test. */
  readonly test?: readonly number[];
}

async function fill(dialog: Locator, answers: Answers): Promise<void> {
  const { born, isSuitability = false, postcode, state, taxId } = answers;
  const pick = (name: string, value: string) => dialog.locator(`select[name="${name}"]`).selectOption(value);
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill('Moss');
  await pick('birth_date-year', answers.year);
  await pick('birth_date-month', '02');
  await pick('birth_date-day', '29');
  await pick('physical_sex', 'female');
  await pick('place_of_birth', born);
  if (isSuitability) await pick('citizenship', born);
  for (const [label, value] of Object.entries(answers.numbers ?? {})) await dialog.getByLabel(label).fill(value);
  await dialog.getByLabel('I agree that my personal data').check();
  await next(dialog);
  await expect(dialog.getByRole('heading', { name: 'Where you live' })).toBeVisible();
  if (state !== undefined) await pick('state_reg_id', state);
  await dialog.getByLabel('City').fill('Harbour');
  await dialog.getByLabel('Street and number').fill('Quay 5');
  await dialog.getByLabel('Postal code').fill(postcode);
  await next(dialog);
  await expect(dialog.getByRole('heading', { name: 'Work and means' })).toBeVisible();
  const means = { education: '3', profession_id: '9', financial_income: '2', net_worth: '2', funds_source: '1' };
  const wishes = { purpose_of_transactions: '1', intend_deposit_funds: '2' };
  const own = isSuitability
    ? { education_level: '1', business_nature_eu: '1' }
    : { business_nature: '1', deposit_method: 'card', account: 'standard' };
  for (const [name, value] of Object.entries({ ...means, ...wishes, ...own })) await pick(name, value);
  await next(dialog);
  await expect(dialog.getByRole('heading', { name: 'Experience in trading' })).toBeVisible();
  await dialog.getByLabel('Nothing yet').check();
  for (const name of ['trade_cfd_before', 'significant_size_in_cfds', 'one_year_exp_in_financial_sector']) {
    const isYes = answers.isLikeProfessional === true && name !== 'trade_cfd_before';
    const choice = dialog.locator(`input[name="${name}"][value="${isYes ? 'yes' : 'no'}"]`);
    if (await choice.isVisible()) await choice.check();
  }
  const understood = dialog.locator('input[name="risk_understanding"]');
  if (await understood.first().isVisible()) {
    await understood.and(dialog.locator('[value="no"]')).check();
    await dialog.page().getByRole('button', { name: 'Review my answer' }).click();
    await understood.and(dialog.locator('[value="yes"]')).check();
  }
  await dialog.getByLabel('I understand the risks').check();
  for (const answer of answers.test ?? []) await dialog.locator(`input[name^="answers-"][value="${answer}"]`).check();
  await next(dialog);
  await expect(dialog.getByRole('heading', { name: 'Tax and security' })).toBeVisible();
  await dialog.getByLabel('I pay taxes in my country of birth').check();
  if (taxId !== undefined) await dialog.getByLabel('Tax number').fill(taxId);
  await pick('security_question', '1');
  await dialog.getByLabel('Your answer').fill('Seaside');
}

const regions: readonly (Answers & {
  readonly name: string;
  readonly country: string;
  readonly phone: string;
  readonly isKept?: boolean;
  readonly result?: string;
  readonly endsAt?: string;
})[] = [
  {
    name: 'EU',
    country: 'DE',
    phone: '1512 3456721',
    born: 'DE',
    year: '1988',
    isSuitability: true,
    postcode: '10115',
    taxId: '12345678901',
    test: [123, 146, 148, 152, 155, 158, 160, 163, 167, 169, 172],
    isLikeProfessional: true,
    result: 'You have passed the appropriateness test',
    endsAt: '/en',
  },
  {
    name: 'UK',
    country: 'GB',
    phone: '7400 123457',
    born: 'GB',
    year: '1984',
    isSuitability: true,
    postcode: 'SW1A 1AA',
    taxId: '1234567890',
    test: [123, 145, 149, 151, 154, 157, 161, 164, 166, 170, 176],
    result: 'You have not passed the appropriateness test',
    endsAt: '/en/profile/appropriateness-test',
  },
  { name: 'global', country: 'MY', phone: '12 345 6721', born: 'MY', year: '1980', postcode: '50000', taxId: 'SG12345678' },
  {
    name: 'Kenya',
    country: 'KE',
    phone: '712 123457',
    born: 'KE',
    year: '1976',
    numbers: { 'National identity number': '12345678' },
    postcode: '00100',
  },
  {
    name: 'China',
    country: 'CN',
    phone: '131 2345 6799',
    born: 'CN',
    year: '1992',
    numbers: { 'National identity number': '11010519491231002X' },
    postcode: '100000',
    isKept: true,
  },
];

for (const region of regions) {
  test(`a newcomer of ${region.name} completes the registration after signing up`, async ({ page, provoked }) => {
    provoked.add(429).add(403);
    const email = `second.${region.country.toLowerCase()}@example.com`;
    const dialog = await signUp(page, { ...region, email });
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(region.isKept ? 0 : 1);
    await expect(dialog.getByRole('button', { name: 'Sign out' })).toHaveCount(region.isKept ? 1 : 0);
    expect(await barriers(page)).toEqual([]);
    await fill(dialog, region);
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send and complete' }).click();
    const later = page.getByRole('button', { name: 'Add later' });
    if (region.country === 'KE') await later.click();
    if (region.isLikeProfessional) {
      await dialog.getByRole('button', { name: 'I understand and agree' }).click();
      await expect(dialog.getByText(region.result ?? '')).toBeVisible();
      const application = await (await page.request.get('/api/js/api/direct/professional')).json();
      expect(application.data).toMatchObject({ status: 'draft', is_accepted: true, is_requested: false });
    }
    if (region.result !== undefined) {
      await expect(dialog.getByText(region.result)).toBeVisible();
      await dialog.getByRole('button', { name: 'Go on' }).click();
    }
    await expect(dialog).toHaveCount(0);
    if (region.endsAt !== undefined) await expect(page).toHaveURL(region.endsAt);
    const info = await (await page.request.get('/api/js/api/client_info')).json();
    expect(info.data).toMatchObject({ status_id: 9, interposes: null, name: 'Ada', surname: 'Moss' });
  });
}

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
  await dialog.locator('select[name="place_of_birth"]').selectOption('MY');
  await page.reload();
  await expect(dialog.locator('select[name="place_of_birth"]')).toHaveValue('MY');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog.locator('select[name="place_of_birth"]')).toHaveValue('MY');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Go, and finish later' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(dialog).toHaveCount(0);
  const elsewhere = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage();
  await signIn(elsewhere);
  await elsewhere.goto('/en');
  await expect(elsewhere.getByRole('dialog', { name: title }).locator('select[name="place_of_birth"]')).toHaveValue('MY');
  await elsewhere.context().close();
});

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

test('the first page needs no more than the keyboard, and a fault is told where it is', async ({ page }) => {
  await page.request.post('/api/client/login', { data: { id: 'eu.lead@atrium.test', password: seeded } });
  await visit(page, '/en');
  const dialog = page.getByRole('dialog', { name: title });
  const year = dialog.locator('select[name="birth_date-year"]');
  await year.focus();
  await page.keyboard.press('Shift+Enter');
  await expect(dialog.locator('[aria-invalid="true"]').first()).toBeFocused();
  const type = async (name: string, text: string): Promise<void> => {
    await dialog.locator(`[name="${name}"]`).focus();
    await page.keyboard.type(text);
  };
  await type('birth_date-day', '5');
  await type('birth_date-month', 'May');
  await type('birth_date-year', '1990');
  await type('physical_sex', 'Female');
  await type('place_of_birth', 'Germany');
  await type('citizenship', 'Germany');
  await dialog.getByLabel('I agree that my personal data').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+Enter');
  await expect(dialog.getByRole('heading', { name: 'Where you live' })).toBeVisible();
  await expect(dialog.getByLabel('City')).toBeFocused();
});
