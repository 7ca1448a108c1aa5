import type { Locator, Page } from '@playwright/test';
import { pdfFile, pngFile } from '../../src/server/testing/files.ts';
import { sentencesOf } from '../sentences.ts';
import { byKeyboard, byPointer, type Hand } from './hands.ts';
import { barriers, expect, password as seeded, still, test, visit } from './portal.ts';

/*
 * Newcomers of every region, from the sign-up to the first money that has arrived, with the desk beside them. Of the EU and of the global
 * company they use the keyboard alone, of the others in the second step.
 */

const say = sentencesOf('en');
const password = 'Harbour2026!';
const title = 'Complete your registration';

/** Signs up with the API of the entrance and stands in the portal, with the second step over it. */
async function signUp(
  page: Page,
  { country, email, phone }: { country: string; email: string; phone: string },
  hand: Hand,
): Promise<Locator> {
  await page.goto('/en/register');
  await still(page);
  await hand.pick(page.getByLabel('Country of residence'), country);
  await hand.type(page.getByLabel('E-mail'), email);
  await hand.type(page.getByLabel('Mobile phone', { exact: true }), phone);
  await hand.press(page.getByRole('button', { name: 'Continue' }));
  await hand.type(page.getByLabel('Password', { exact: true }), password);
  await hand.tick(page.getByLabel('I have read these documents and agree to them'));
  await hand.press(page.getByRole('button', { name: 'Open the account' }));
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible();
  const read = async () => (await page.request.get(`/sandbox/outbox?to=${encodeURIComponent(email)}`)).json();
  await expect.poll(async () => (await read()).messages.length).toBeGreaterThan(0);
  await hand.type(page.getByLabel('Code of four digits'), (await read()).messages[0].pin);
  await hand.press(page.getByRole('button', { name: 'Confirm' }));
  await still(page);
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('Step 1 of')).toBeVisible();
  return dialog;
}

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

async function fill(dialog: Locator, answers: Answers, hand: Hand): Promise<void> {
  const { born, isSuitability = false, postcode, state, taxId } = answers;
  const pick = (name: string, value: string) => hand.pick(dialog.locator(`select[name="${name}"]`), value);
  const type = (label: string, text: string) => hand.type(dialog.getByLabel(label), text);
  const next = () => hand.press(dialog.getByRole('button', { name: 'Continue' }));
  await type('First name', 'Ada');
  await type('Last name', 'Moss');
  await pick('birth_date-year', answers.year);
  await pick('birth_date-month', '02');
  await pick('birth_date-day', '29');
  await pick('physical_sex', 'female');
  await pick('place_of_birth', born);
  if (isSuitability) await pick('citizenship', born);
  for (const [label, value] of Object.entries(answers.numbers ?? {})) await type(label, value);
  await hand.tick(dialog.getByLabel('I agree that my personal data'));
  await next();
  await expect(dialog.getByRole('heading', { name: 'Where you live' })).toBeVisible();
  if (state !== undefined) await pick('state_reg_id', state);
  await type('City', 'Harbour');
  await type('Street and number', 'Quay 5');
  await type('Postal code', postcode);
  await next();
  await expect(dialog.getByRole('heading', { name: 'Work and means' })).toBeVisible();
  const means = { education: '3', profession_id: '9', financial_income: '2', net_worth: '2', funds_source: '1' };
  const wishes = { purpose_of_transactions: '1', intend_deposit_funds: '2' };
  const own = isSuitability
    ? { education_level: '1', business_nature_eu: '1' }
    : { business_nature: '1', deposit_method: 'card', account: 'standard' };
  for (const [name, value] of Object.entries({ ...means, ...wishes, ...own })) await pick(name, value);
  await next();
  await expect(dialog.getByRole('heading', { name: 'Experience in trading' })).toBeVisible();
  await hand.tick(dialog.getByLabel('Nothing yet'));
  for (const name of ['trade_cfd_before', 'significant_size_in_cfds', 'one_year_exp_in_financial_sector']) {
    const isYes = answers.isLikeProfessional === true && name !== 'trade_cfd_before';
    const choice = dialog.locator(`input[name="${name}"][value="${isYes ? 'yes' : 'no'}"]`);
    if (await choice.isVisible()) await hand.tick(choice);
  }
  const understood = dialog.locator('input[name="risk_understanding"]');
  if (await understood.first().isVisible()) {
    await hand.tick(understood.and(dialog.locator('[value="no"]')));
    await hand.press(dialog.page().getByRole('button', { name: 'Review my answer' }));
    await hand.tick(understood.and(dialog.locator('[value="yes"]')));
  }
  await hand.tick(dialog.getByLabel('I understand the risks'));
  for (const answer of answers.test ?? []) await hand.tick(dialog.locator(`input[name^="answers-"][value="${answer}"]`));
  await next();
  await expect(dialog.getByRole('heading', { name: 'Tax and security' })).toBeVisible();
  await hand.tick(dialog.getByLabel('I pay taxes in my country of birth'));
  if (taxId !== undefined) await type('Tax number', taxId);
  await pick('security_question', '1');
  await type('Your answer', 'Seaside');
}

const regions: readonly (Answers & {
  readonly name: string;
  readonly country: string;
  readonly phone: string;
  readonly isKept?: boolean;
  /** From the first page to the last. */
  readonly isByKeyboard?: boolean;
  /** Who says in whose name the proof of residence is. */
  readonly asksWhose?: boolean;
  readonly result?: string;
  readonly endsAt?: string;
})[] = [
  {
    name: 'EU',
    isByKeyboard: true,
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
    isByKeyboard: true,
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
    const hand = region.isByKeyboard ? byKeyboard(page) : byPointer;
    const dialog = await signUp(page, { ...region, email }, hand);
    await test.step('the second step', async () => complete(page, dialog, region));
    const { client_id: client } = (await read(page, 'api/profile')).profile;
    await test.step('both papers', async () => sendPapers(page, region, hand));
    const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await test.step('the desk approves them', async () => approvePapers(page, desk));
    await desk.context().close();
    expect(await read(page, 'api/client_info')).toMatchObject({ id: client, status_id: 12 });
    if (region.endsAt?.endsWith('test')) await test.step('the test once more', async () => passTest(page));
    await test.step('the first deposit', async () => deposit(page, hand));
  });
}

/** What a call answers to who is signed in on that page. */
// oxlint-disable-next-line typescript/no-explicit-any -- a journey says what it expects of the data by expecting it
const read = async (page: Page, call: string): Promise<any> => (await (await page.request.get(`/api/js/${call}`)).json()).data;

async function complete(page: Page, dialog: Locator, region: (typeof regions)[number]): Promise<void> {
  const hand = byKeyboard(page);
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(region.isKept ? 0 : 1);
  await expect(dialog.getByRole('button', { name: 'Sign out' })).toHaveCount(region.isKept ? 1 : 0);
  expect(await barriers(page)).toEqual([]);
  await fill(dialog, region, hand);
  expect(await barriers(page)).toEqual([]);
  await hand.press(dialog.getByRole('button', { name: 'Send and complete' }));
  const later = page.getByRole('button', { name: 'Add later' });
  if (region.country === 'KE') await hand.press(later);
  if (region.isLikeProfessional) {
    await hand.press(dialog.getByRole('button', { name: 'I understand and agree' }));
    await expect(dialog.getByText(region.result ?? '')).toBeVisible();
    const application = await read(page, 'api/direct/professional');
    expect(application).toMatchObject({ status: 'draft', is_accepted: true, is_requested: false });
  }
  if (region.result !== undefined) {
    await expect(dialog.getByText(region.result)).toBeVisible();
    await hand.press(dialog.getByRole('button', { name: 'Go on' }));
  }
  await expect(dialog).toHaveCount(0);
  if (region.endsAt !== undefined) await expect(page).toHaveURL(region.endsAt);
  const info = await read(page, 'api/client_info');
  expect(info).toMatchObject({ status_id: 9, interposes: null, name: 'Ada', surname: 'Moss' });
}

/** From where the newcomer stands: the checklist of the first screen leads there, or, of who is locked, every page does. */
async function sendPapers(
  page: Page,
  { isKept, asksWhose, country }: (typeof regions)[number],
  { press, tick, type, pick, choose }: Hand,
): Promise<void> {
  await visit(page, isKept ? '/en/documents' : '/en');
  if (!isKept) await press(page.getByRole('link', { name: say('dashboard.begin.papers') }));
  await expect(page.getByText(say('documents.word.documents_requested'))).toBeVisible();
  await press(page.getByRole('link', { name: say('documents.send') }).first());
  await type(page.getByLabel(say('documents.field.number')), `${country}1234567`);
  await expect(page.getByLabel(say('documents.field.country'))).toHaveValue(country);
  await tick(page.getByLabel(say('documents.field.noIssueDate')));
  await tick(page.getByLabel(say('documents.field.noExpiryDate')));
  const picture = { name: 'front.png', mimeType: 'image/png', buffer: pngFile({ width: 320, height: 200 }) };
  await choose(page.getByLabel(say('ui.file.choose')), picture);
  await press(page.getByRole('button', { name: say('documents.send') }));
  const follows = (id: string) => page.getByRole('dialog').getByRole('button', { name: say(id) });
  await press(follows('documents.followUp.residence.do'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('page.documents.por'));
  if (asksWhose) await pick(page.getByLabel(say('documents.field.whose')), 'own');
  const [year = '', month = '', day = ''] = String((await read(page, 'documents')).timestamp)
    .slice(0, 10)
    .split('-');
  const issued = page.getByRole('group', { name: say('documents.field.issuedOn') });
  await pick(issued.getByLabel(say('ui.date.year')), year);
  await pick(issued.getByLabel(say('ui.date.month')), month);
  await pick(issued.getByLabel(say('ui.date.day')), day);
  const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdfFile() };
  await choose(page.getByLabel(say('ui.file.choose')), bill);
  await press(page.getByRole('button', { name: say('documents.send') }));
  await press(follows('documents.followUp.review.do'));
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
  await still(page);
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
async function deposit(page: Page, { press, type }: Hand): Promise<void> {
  await visit(page, '/en/deposits');
  await press(page.getByRole('link', { name: 'Open a live account' }));
  await press(page.getByRole('button', { name: 'Open live account' }));
  await press(page.getByRole('link', { name: say('opening.success.deposit') }));
  await type(page.getByLabel('Amount'), '250');
  await press(page.getByRole('button', { name: /^Deposit / }));
  await press(page.getByRole('dialog', { name: 'Check your deposit' }).getByRole('button', { name: /^Pay / }));
  await press(page.getByRole('button', { name: 'Approve payment' }));
  await expect(page).toHaveURL(/\/en\/transfers\/\d+$/);
  await expect(page.getByText('Completed')).toBeVisible();
}
