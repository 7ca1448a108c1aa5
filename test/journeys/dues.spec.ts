import type { Page } from '@playwright/test';
import { regions } from '../../src/server/testing/newcomers.ts';
import { sentencesOf } from '../sentences.ts';
import { deskCall } from './backOffice.ts';
import { barriers, expect, still, test, visit, type SandboxHelpers } from './portal.ts';

/* What stands over a page and is closed only as the documents say: closing puts it off, says no to it, or is not offered. */

const say = sentencesOf('en');
// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Compliance has whoever is signed in asked for something. */
async function ask(page: Page, backstage: SandboxHelpers, what: string): Promise<void> {
  const { id } = await backstage.get('api/client_info');
  await deskCall(page.request, 'compliance', { path: `dues/${id}`, body: { what, reason: 'The file is not complete.' } });
}

const interposed = async (backstage: SandboxHelpers): Promise<unknown> => (await backstage.get('api/client_info')).interposes;

test('how much one plans to trade: closed it comes back after the next sign-in, told it is gone', async ({ page, backstage }) => {
  await backstage.signIn('ng.active');
  await ask(page, backstage, 'anticipated_turnover');
  await visit(page, '/en/accounts');
  const asked = page.getByRole('dialog', { name: say('enrolment.due.anticipated_turnover.title') });
  await expect(asked).toContainText(say('enrolment.due.anticipated_turnover.text'));
  const chosen = asked.locator('select[name="anticipated_turnover"]');
  await expect(chosen).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await asked.getByRole('button', { name: say('ui.close') }).click();
  await expect(asked).toHaveCount(0);
  await expect.poll(() => interposed(backstage)).toBeNull();
  await page.reload();
  await still(page);
  await expect(asked).toHaveCount(0);
  await backstage.signIn('ng.active');
  await page.reload();
  await still(page);
  await chosen.selectOption('6');
  await asked.getByRole('button', { name: say('enrolment.records.save') }).click();
  await expect(asked).toHaveCount(0);
  expect(await interposed(backstage)).toBeNull();
  expect((await backstage.get('api/client-questionnaire')).answers).toMatchObject({ anticipated_turnover: '6' });
});

test('the yearly confirmation asks before it goes, stays where one stays, and comes back after the next sign-in', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.active');
  await ask(page, backstage, 'yearly_confirmation');
  await visit(page, '/en/accounts');
  const asked = page.getByRole('dialog', { name: say('enrolment.yearly.title') });
  const field = asked.locator('select[name="place_of_birth"]');
  await expect(field).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asked.getByText(say('enrolment.leave.text'))).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await asked.getByRole('button', { name: say('enrolment.leave.stay') }).click();
  await expect(field).toBeVisible();
  await asked.getByRole('button', { name: say('ui.close') }).click();
  await asked.getByRole('button', { name: say('enrolment.leave.go') }).click();
  await expect(asked).toHaveCount(0);
  await page.reload();
  await still(page);
  await expect(asked).toHaveCount(0);
  await backstage.signIn('global.active');
  await page.reload();
  await still(page);
  await expect(asked).toBeVisible();
});

const like = { significant_size_in_cfds: 'yes', one_year_exp_in_financial_sector: 'yes' };

test('who may be a professional is asked after the registration: closing it leaves them a retail client for good', async ({
  page,
  backstage,
}) => {
  const { client, body } = regions.eu;
  await backstage.signIn(client);
  expect(await backstage.post('api/direct/clients/details', { ...body, ...like })).toMatchObject({
    is_similar_to_professional: true,
    is_passed_aptest: true,
  });
  await visit(page, '/en');
  const asked = page.getByRole('dialog', { name: say('enrolment.due.professional.title') });
  await expect(asked).toContainText(say('enrolment.due.professional.text'));
  await expect(asked).toContainText(say('enrolment.professional.text'));
  expect(await barriers(page)).toEqual([]);
  await asked.getByRole('button', { name: say('ui.close') }).click();
  await expect(asked).toHaveCount(0);
  await expect.poll(() => interposed(backstage)).toBeNull();
  await backstage.signIn(client);
  await page.reload();
  await still(page);
  await expect(asked).toHaveCount(0);
});

test('who agrees to be treated as a professional is asked no more, and sends the evidence next', async ({ page, backstage }) => {
  const { client, body } = regions.uk;
  await backstage.signIn(client);
  await backstage.post('api/direct/clients/details', { ...body, ...like });
  await visit(page, '/en');
  const asked = page.getByRole('dialog', { name: say('enrolment.due.professional.title') });
  await asked.getByRole('button', { name: say('enrolment.professional.agree') }).click();
  await expect(asked).toHaveCount(0);
  expect(await interposed(backstage)).toBeNull();
});

test('whom the company of the EU serves is signed out with that message, which nothing but the way there closes', async ({
  page,
  backstage,
  provoked,
}) => {
  for (const status of [401, 422]) provoked.add(status);
  await backstage.signIn('global.my');
  const { terms_version: _version, ...answers } = regions.global.body;
  await backstage.post('api/direct/clients/details/draft', {
    answers: { ...answers, traded_system_experience: 'no', tax_residency: 'DE', tax_id: '12345678901' },
  });
  await visit(page, '/en?step2=1');
  const dialog = page.getByRole('dialog', { name: say('enrolment.title') });
  const heading = dialog.getByRole('heading', { name: say('enrolment.section.tax') });
  await expect(heading).toBeVisible();
  await dialog.locator('select[name="security_question"]').selectOption(answers.security_question);
  await dialog.locator('input[name="security_answer"]').fill(answers.security_answer);
  await dialog.getByRole('button', { name: say('enrolment.do') }).click();
  await expect(dialog.getByText('Our company in the European Union serves you.')).toBeVisible();
  await expect(dialog.getByText('Another company serves you')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: say('ui.close') })).toHaveCount(0);
  await dialog.getByRole('button', { name: say('enrolment.elsewhere.go') }).click();
  await expect(page).toHaveURL(/\/en\/login$/);
});
