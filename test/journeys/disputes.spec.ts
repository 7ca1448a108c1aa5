import { pdfFile } from '../../src/server/testing/files.ts';
import { sentencesOf } from '../sentences.ts';
import { barriers, expect, password, still, test, visit } from './portal.ts';

const say = sentencesOf('en');

test('a chargeback restricts its client, is answered at the desk before its clock ends, and is won back', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('eu.active');
  const { accounts } = await backstage.get('api/accounts');
  const { number, currency } = accounts.live[0];
  await visit(page, `/en/deposits/340?currency=${currency}&acc=${number}`);
  await page.getByLabel('Amount', { exact: true }).fill('120');
  await page.getByRole('button', { name: /^Deposit .*120\.00/ }).click();
  await page.getByRole('dialog', { name: 'Check your deposit' }).getByRole('button', { name: /^Pay / }).click();
  await expect(page).toHaveURL(/\/sandbox\/payments\//);
  const reference = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const decided = (outcome: string) => backstage.post(`/sandbox/payments/${reference}`, { outcome });
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByText(say('transfer.status.completed'), { exact: true }).first()).toBeVisible();

  // The payer's bank takes it back: the deposit leads to what took it, and the first page says why the rest is shut.
  const { pathname } = new URL(page.url());
  await decided('charged_back');
  await page.getByRole('link', { name: /^\d+$/ }).click();
  await expect(page).not.toHaveURL(pathname);
  await expect(page.getByText(say('transfer.status.completed'), { exact: true }).first()).toBeVisible();
  await visit(page, '/en/');
  await expect(page.getByRole('heading', { name: say('dashboard.next.charged_back.title') })).toBeVisible();

  const desk = await context.newPage();
  await desk.goto('/desk/queues/chargebacks');
  await desk.locator('input[name="id"]').fill('finance@staff.atrium.test');
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  await desk.getByRole('row', { name: /dispute \d+/ }).click();
  await desk.getByRole('link', { name: say('disputes.look') }).click();
  await expect(desk.getByText(say('disputes.status.open'))).toBeVisible();
  await expect(desk.getByText(say('disputes.restricted'))).toBeVisible();
  await still(desk);
  expect(await barriers(desk)).toEqual([]);

  await desk.getByRole('button', { name: say('disputes.evidence.add') }).click();
  const paper = desk.getByRole('dialog', { name: say('disputes.evidence.add') });
  await paper.getByLabel(say('disputes.evidence.note')).fill('the receipt that the client was sent');
  await paper
    .getByLabel(say('ui.file.choose'))
    .setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: pdfFile() });
  await paper.getByLabel(say('desk.reason.label')).fill('what the provider asks for');
  await paper.getByRole('button', { name: say('disputes.evidence.add') }).click();
  await expect(desk.getByText(/the receipt that the client was sent/)).toBeVisible();
  await desk.getByRole('button', { name: say('disputes.action.send') }).click();
  const sending = desk.getByRole('dialog');
  await sending.getByLabel(say('desk.reason.label')).fill('sent in the provider’s cabinet');
  await sending.getByRole('button', { name: say('disputes.action.send') }).click();
  await expect(desk.getByText(say('disputes.status.sent'), { exact: true }).first()).toBeVisible();

  await decided('won_back');
  await expect(page.getByRole('heading', { name: say('dashboard.next.charged_back.title') })).toHaveCount(0);
  await desk.goto('/desk/disputes?status=won');
  await expect(desk.getByRole('row', { name: /120\.00/ })).toBeVisible();

  await desk.getByRole('button', { name: say('desk.export'), exact: true }).click();
  const taking = desk.getByRole('dialog');
  await taking.getByLabel(say('desk.export.format')).selectOption('csv');
  await taking.getByLabel(say('desk.reason.label')).fill('for the bank’s own review');
  await taking.getByRole('button', { name: say('desk.export.verb') }).click();
  const take = desk.getByRole('button', { name: say('exports.desk.take') });
  const [file] = await Promise.all([desk.waitForEvent('download'), take.click()]);
  expect(file.suggestedFilename()).toBe('disputes-list-won.csv');
});
