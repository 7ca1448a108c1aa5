import type { Locator, Page } from '@playwright/test';
import { pdfFile, pngFile } from '../../src/server/testing/files.ts';
import { sentencesOf } from '../sentences.ts';
import { barriers, expect, password as seeded, settled, test, visit } from './portal.ts';

/* Newcomers of every region, from the sign-up to the first money that has arrived, with the desk beside them. */

const say = sentencesOf('en');
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
  /** Who says in whose name the proof of residence is. */
  readonly asksWhose?: boolean;
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
  {
    name: 'global',
    country: 'MY',
    phone: '12 345 6721',
    born: 'MY',
    year: '1980',
    postcode: '50000',
    taxId: 'SG12345678',
    asksWhose: true,
  },
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
    asksWhose: true,
  },
];

for (const region of regions) {
  test(`a newcomer of ${region.name} comes from the sign-up to the first deposit`, async ({
    page,
    browser,
    baseURL,
    provoked,
  }) => {
    provoked.add(429).add(403).add(401);
    const email = `second.${region.country.toLowerCase()}@example.com`;
    const dialog = await signUp(page, { ...region, email });
    await test.step('the second step', async () => complete(page, dialog, region));
    const { client_id: client } = (await read(page, 'api/profile')).profile;
    await test.step('both papers', async () => sendPapers(page, region));
    const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await test.step('the desk approves them', async () => approvePapers(page, desk));
    await desk.context().close();
    expect(await read(page, 'api/client_info')).toMatchObject({ id: client, status_id: 12 });
    if (region.endsAt?.endsWith('test')) await test.step('the test once more', async () => passTest(page));
    await test.step('the first deposit', async () => deposit(page));
  });
}

/** What a call answers to who is signed in on that page. */
// oxlint-disable-next-line typescript/no-explicit-any -- a journey says what it expects of the data by expecting it
const read = async (page: Page, call: string): Promise<any> => (await (await page.request.get(`/api/js/${call}`)).json()).data;

async function complete(page: Page, dialog: Locator, region: (typeof regions)[number]): Promise<void> {
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
    const application = await read(page, 'api/direct/professional');
    expect(application).toMatchObject({ status: 'draft', is_accepted: true, is_requested: false });
  }
  if (region.result !== undefined) {
    await expect(dialog.getByText(region.result)).toBeVisible();
    await dialog.getByRole('button', { name: 'Go on' }).click();
  }
  await expect(dialog).toHaveCount(0);
  if (region.endsAt !== undefined) await expect(page).toHaveURL(region.endsAt);
  const info = await read(page, 'api/client_info');
  expect(info).toMatchObject({ status_id: 9, interposes: null, name: 'Ada', surname: 'Moss' });
}

/** From where the newcomer stands: the checklist of the first screen leads there, or, of who is locked, every page does. */
async function sendPapers(page: Page, { isKept, asksWhose, country }: (typeof regions)[number]): Promise<void> {
  await visit(page, isKept ? '/en/documents' : '/en');
  if (!isKept) await page.getByRole('link', { name: say('dashboard.begin.papers') }).click();
  await expect(page.getByText(say('documents.word.documents_requested'))).toBeVisible();
  await page
    .getByRole('link', { name: say('documents.send') })
    .first()
    .click();
  await page.getByLabel(say('documents.field.number')).fill(`${country}1234567`);
  await expect(page.getByLabel(say('documents.field.country'))).toHaveValue(country);
  await page.getByLabel(say('documents.field.noIssueDate')).check();
  await page.getByLabel(say('documents.field.noExpiryDate')).check();
  const picture = { name: 'front.png', mimeType: 'image/png', buffer: pngFile({ width: 320, height: 200 }) };
  await page.getByLabel(say('ui.file.choose')).setInputFiles(picture);
  await page.getByRole('button', { name: say('documents.send') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('documents.followUp.residence.do') })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('page.documents.por'));
  if (asksWhose) await page.getByLabel(say('documents.field.whose')).selectOption('own');
  const [year = '', month = '', day = ''] = String((await read(page, 'documents')).timestamp)
    .slice(0, 10)
    .split('-');
  const issued = page.getByRole('group', { name: say('documents.field.issuedOn') });
  await issued.getByLabel(say('ui.date.year')).selectOption(year);
  await issued.getByLabel(say('ui.date.month')).selectOption(month);
  await issued.getByLabel(say('ui.date.day')).selectOption(day);
  const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdfFile() };
  await page.getByLabel(say('ui.file.choose')).setInputFiles(bill);
  await page.getByRole('button', { name: say('documents.send') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('documents.followUp.review.do') })
    .click();
  await expect(page.getByText(say('documents.word.pending'))).toBeVisible();
}

/** While the client looks on. */
async function approvePapers(page: Page, desk: Page): Promise<void> {
  const { documents } = await read(page, 'documents');
  await desk.goto('/desk');
  await desk.locator('input[name="id"]').fill('compliance@staff.atrium.test');
  await desk.locator('input[name="password"]').fill(seeded);
  await desk.keyboard.press('Enter');
  await expect(desk.locator('input[name="password"]')).toHaveCount(0);
  for (const { id } of documents as { id: number }[]) {
    await desk.goto(`/desk/documents/${id}`);
    await desk.getByRole('button', { name: say('documents.desk.approve') }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel(say('desk.reason.label'), { exact: true }).fill('As it was seen.');
    await desk.keyboard.press('Control+Enter');
    await expect(dialog).toHaveCount(0);
  }
  // Who has waited for it is led on, or hears it where they stand.
  await expect(page.getByText(say('documents.word.pending'))).toHaveCount(0);
  await settled(page);
}

/** Answers that show who knows what CFDs are, by their questions. */
const knowing = { 27: 123, 33: 146, 34: 148, 35: 152, 36: 155, 37: 158, 38: 160, 39: 163, 40: 167, 41: 169, 43: 175 };

/** Whoever has failed the test takes it again two weeks later: before that there is no live account. */
async function passTest(page: Page): Promise<void> {
  await page.request.post('/sandbox/clock', { data: { advance_seconds: 14 * 86_400 } });
  await visit(page, '/en/deposits');
  // Why there is no account yet, and the one way on.
  await expect(page.getByRole('main')).toContainText('Take the appropriateness test before you open a live account.');
  await page.getByRole('main').getByRole('link').click();
  for (const [question, answer] of Object.entries(knowing))
    await page.locator(`input[name="answers-${question}"][value="${answer}"]`).check();
  await page.getByRole('button', { name: 'Send the answers' }).click();
  await page.getByRole('dialog', { name: 'You have passed the test' }).getByRole('button', { name: 'Go on' }).click();
}

/** From the page that a newcomer is led to: the account that money goes into is opened first. */
async function deposit(page: Page): Promise<void> {
  await visit(page, '/en/deposits');
  await page.getByRole('link', { name: 'Open a live account' }).click();
  await page.getByRole('button', { name: 'Open live account' }).click();
  await page.getByRole('link', { name: say('opening.success.deposit') }).click();
  await page.getByLabel('Amount').fill('250');
  await page.getByRole('button', { name: /^Deposit / }).click();
  await page.getByRole('dialog', { name: 'Check your deposit' }).getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page).toHaveURL(/\/en\/transfers\/\d+$/);
  await expect(page.getByText('Completed')).toBeVisible();
}
