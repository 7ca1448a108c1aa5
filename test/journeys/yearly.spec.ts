import type { Page } from '@playwright/test';
import { barriers, expect, password, still, test, visit } from './portal.ts';

/** What was told before, as the server keeps it; a newcomer's own are told in enrolment.spec.ts. */
const told = {
  birth_date: '1990-05-04',
  physical_sex: 'female',
  place_of_birth: 'MY',
  personal_data: true,
  city_reg: 'Springfield',
  address: 'Harbour Street 5',
  individual_postcode: '50000',
  education: '3',
  profession_id: '9',
  business_nature: '1',
  financial_income: '2',
  net_worth: '2',
  funds_source: '1',
  purpose_of_transactions: '1',
  intend_deposit_funds: '2',
  deposit_method: 'card',
  account: 'standard',
  traded_system_experience: 'no',
  is_understand_risks: true,
  tax_residency: 'MY',
  tax_id: 'SG12345678',
};

test('who has to repeat the yearly confirmation gives it by keyboard alone, and is again what they were', async ({
  page,
  backstage,
  provoked,
}) => {
  // Before it goes with the password.
  provoked.add(422);
  await backstage.signIn('global.repeat');
  const { tax_residency, tax_id } = told;
  await backstage.post('api/update_account', { section: 'tax', fields: { tax_residency, tax_id } });
  await backstage.post('api/direct/clients/details/draft', { answers: { ...told, tax_id: 'SG87654321' } });
  await visit(page, '/en?step2=1&mobileAppAction=confirm');
  const dialog = page.getByRole('dialog', { name: 'Confirm what we know of you' });
  // Of what was told before nothing is missing, so it opens at what is asked anew.
  await expect(dialog.getByRole('heading', { name: 'What suits you' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const slide = async (name: string, steps: number): Promise<void> => {
    await dialog.locator(`input[type="range"][name="${name}"]`).focus();
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowRight');
  };
  await slide('preservation', 1);
  await slide('growth', 2);
  // No further than what the others leave of a hundred.
  await slide('speculation', 3);
  await expect(dialog.locator('input[name="speculation"]')).toHaveValue('25');
  await slide('growth', 0);
  await page.keyboard.press('ArrowLeft');
  for (const name of ['riskier', 'seeking', 'outside_investments', 'horizon', 'anticipation', 'reaction']) {
    await dialog.locator(`input[type="radio"][name="${name}"]`).first().focus();
    await page.keyboard.press('Space');
  }
  await dialog.getByRole('button', { name: 'Confirm all of it' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.locator('input[name="preservation"]')).toBeFocused();
  await slide('income', 1);
  await dialog.getByRole('button', { name: 'Confirm all of it' }).focus();
  await page.keyboard.press('Enter');
  // The number that was told before is another one: changed by the password.
  const proof = page.getByRole('dialog', { name: 'Is it you?' });
  await proof.getByLabel('Password', { exact: true }).focus();
  await page.keyboard.type(password);
  await proof.getByRole('button', { name: 'Confirm all of it' }).focus();
  await page.keyboard.press('Enter');
  await expect(proof).toHaveCount(0);
  await expect(dialog.getByText('Thank you, it is confirmed')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/en?mobileAppAction=regfullCompleted');
  const info = await backstage.get('api/client_info');
  expect(info).toMatchObject({ interposes: null, gates: { withdraw: expect.anything() } });
  expect(info.status_id).not.toBe(66);
});

/** Compliance has a client asked for something. */
async function ask(page: Page, client: number, what: string): Promise<void> {
  const desk = await page.request.post('/api/desk/login', { data: { id: 'compliance@staff.atrium.test', password } });
  const { token } = (await desk.json()).data;
  const answer = await page.request.post(`/api/desk/dues/${client}`, {
    data: { what, reason: 'The file is not complete.' },
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await answer.json()).errors).toEqual([]);
}

test('what the desk asks a client stands over the page: told it is gone, closed it comes back after the next sign-in', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('ke.active');
  const { id } = await backstage.get('api/client_info');
  await visit(page, '/en');
  await ask(page, id, 'employment');
  await ask(page, id, 'cfd_risk');
  const work = page.getByRole('dialog', { name: 'Tell us about your work' });
  await expect(work.locator('select[name="profession_id"]')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await work.getByRole('button', { name: 'Close' }).click();
  const risk = page.getByRole('dialog', { name: 'Two questions about the risk of CFDs' });
  await risk.locator('input[name="trade_cfd_before"][value="no"]').check();
  await risk.locator('input[name="risk_understanding"][value="no"]').check();
  await page.getByRole('button', { name: 'Review my answer' }).click();
  await risk.locator('input[name="risk_understanding"][value="yes"]').check();
  await risk.getByRole('button', { name: 'Save' }).click();
  await expect(risk).toHaveCount(0);
  await backstage.signIn('ke.active');
  await page.reload();
  await still(page);
  await work.locator('select[name="profession_id"]').selectOption('9');
  await work.getByRole('button', { name: 'Save' }).click();
  await expect(work).toHaveCount(0);
});

test('who adds the tax number later, over the page, has the country kept that they chose', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  const { id } = await backstage.get('api/client_info');
  await visit(page, '/en');
  await ask(page, id, 'tax_number');
  const taxes = page.getByRole('dialog', { name: 'Where you pay taxes' });
  await taxes.getByLabel('Country where you pay taxes').selectOption({ label: 'Australia' });
  await taxes.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Add later' }).click();
  await expect(taxes).toHaveCount(0);
  expect((await backstage.get('api/regdata')).regdata).toMatchObject({ tax_residency: 'AU' });
  expect((await backstage.get('api/client_info')).interposes).toBeNull();
});
