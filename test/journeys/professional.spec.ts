import { pdfFile } from '../../src/server/testing/files.ts';
import { sentencesOf } from '../sentences.ts';
import { barriers, expect, password, still, test, visit } from './portal.ts';

const say = sentencesOf('en');
const paper = { name: 'statement.pdf', mimeType: 'application/pdf', buffer: pdfFile() };

test('an application goes from the client to the desk, and the client becomes a professional', async ({
  page,
  browser,
  baseURL,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('eu.active');
  await visit(page, '/en/profile/appropriateness-test');
  await page.getByRole('link', { name: say('appropriateness.professional') }).click();
  await expect(page.getByText(say('professional.warning.knowledge'))).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);
  for (const criterion of ['trades', 'work'] as const) {
    const button = page.getByRole('button', { name: say(`professional.evidence.do.${criterion}`) });
    await page.locator('form').filter({ has: button }).locator('input[type="file"]').first().setInputFiles(paper);
    await button.click();
    await expect(page.getByText(say('professional.evidence.there'))).toHaveCount(criterion === 'trades' ? 1 : 2);
  }
  await page.getByLabel(say('professional.request')).check();
  await page.getByRole('button', { name: say('professional.request.do') }).click();
  await expect(page.getByText(say('professional.requested'))).toBeVisible();
  await page.getByLabel(say('professional.accept')).check();
  await page.getByRole('button', { name: say('professional.accept.do') }).click();
  await expect(page.getByText(say('professional.waiting.title'))).toBeVisible();

  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await desk.goto('/desk/queues/professional');
  await desk.locator('input[name="id"]').fill('compliance@staff.atrium.test');
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  await desk.getByRole('row', { name: /professional \d+/ }).click();
  await desk.getByRole('link', { name: say('professional.desk.look') }).click();
  await desk.getByRole('button', { name: say('professional.desk.approve') }).click();
  await desk.getByRole('dialog').locator('textarea').fill('Statements and contract show both.');
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: say('professional.desk.verb.approved') })
    .click();
  await expect(desk.getByText(say('professional.desk.decided', { by: 'compliance', at: '' }).slice(0, 20))).toBeVisible();
  await desk.context().close();

  await expect(page.getByText(say('professional.approved.title'))).toBeVisible();
  expect(await backstage.get('api/client_info')).toMatchObject({ client_category: 2 });
});
