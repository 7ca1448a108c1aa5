import type { Page } from '@playwright/test';
import { jpegFile, pdfFile, pngFile } from '../../src/server/testing/files.ts';
import { sentencesOf } from '../sentences.ts';
import { barriers, expect, password, still, test, visit } from './portal.ts';

const say = sentencesOf('en');
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: pngFile({ width: 320, height: 200 }) });

/** A date of three lists, by the field's label. */
async function setDate(page: Page, label: string, day: string): Promise<void> {
  const group = page.getByRole('group', { name: label });
  const [year = '', month = '', date = ''] = day.split('-');
  for (const [part, value] of [
    ['year', year],
    ['month', month],
    ['day', date],
  ] as const)
    await group.getByLabel(say(`ui.date.${part}`)).selectOption(value);
}

async function signInAtDesk(page: Page, role: string): Promise<void> {
  await page.locator('input[name="id"]').fill(`${role}@staff.atrium.test`);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^Proof of identity · /);
  await still(page);
}

test('papers go from the client to the desk, come back once, and open the way to a deposit', async ({
  page,
  browser,
  baseURL,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('global.full');
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();

  // The first screen leads there.
  await visit(page, '/en');
  await page.getByRole('link', { name: say('dashboard.begin.papers') }).click();
  await expect(page.getByText(say('documents.word.documents_requested'))).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);

  // The front of a card with what stands on it, then its reverse.
  await page
    .getByRole('link', { name: say('documents.send') })
    .first()
    .click();
  await page.getByRole('button', { name: say('documents.send') }).click();
  await expect(page.getByLabel(say('documents.field.number'))).toBeFocused();
  await page.getByLabel(say('documents.field.number')).fill('A1234567');
  await page.getByLabel(say('documents.field.noIssueDate')).check();
  await page.getByLabel(say('documents.field.noExpiryDate')).check();
  await page.getByLabel(say('documents.field.reverseFollows')).check();
  await page.getByLabel(say('ui.file.choose')).setInputFiles(picture('front.png'));
  await page.getByRole('button', { name: say('documents.send') }).click();
  await expect(page.getByRole('heading', { name: say('documents.reverse.title') })).toBeVisible();
  await page.getByLabel(say('ui.file.choose')).setInputFiles(picture('back.png'));
  await page.getByRole('button', { name: say('documents.reverse.send') }).click();

  // The proof of residence is offered next.
  const followUp = page.getByRole('dialog');
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await followUp.getByRole('button', { name: say('documents.followUp.residence.do') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('page.documents.por'));
  await page.getByLabel(say('documents.field.whose')).selectOption('own');
  await setDate(page, say('documents.field.issuedOn'), await today(backstage));
  await page
    .getByLabel(say('ui.file.choose'))
    .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdfFile() });
  await page.getByRole('button', { name: say('documents.send') }).click();
  await followUp.getByRole('button', { name: say('documents.followUp.review.do') }).click();
  await expect(page.getByText(say('documents.word.pending'))).toBeVisible();

  // Side by side at the desk: the front is turned, looked at from near, and is not good enough.
  const { documents } = await backstage.get('documents');
  const [residence, identity] = documents as { id: number }[];
  await desk.goto(`/desk/documents/${identity?.id}`);
  await signInAtDesk(desk, 'compliance');
  await expect(desk.getByRole('img', { name: say('documents.desk.picture') })).toBeVisible();
  await desk.getByRole('button', { name: say('documents.desk.larger') }).click();
  await expect(desk.getByText(say('documents.desk.zoom', { percent: 150 }))).toBeVisible();
  await desk.getByRole('button', { name: say('documents.desk.side.reverse') }).click();
  await expect(desk.getByRole('button', { name: 'back.jpg' })).toBeVisible();
  await still(desk);
  expect(await barriers(desk)).toEqual([]);
  await decide(desk, 'reject', 'unreadable');
  await expect(page.getByText(say('documents.reason.unreadable'))).toBeVisible();

  // Once more: what stood on it need not be typed again.
  await page.getByRole('link', { name: say('documents.again') }).click();
  await expect(page.getByLabel(say('documents.field.number'))).toHaveValue('A1234567');
  await page.getByLabel(say('documents.field.noIssueDate')).check();
  await page.getByLabel(say('documents.field.noExpiryDate')).check();
  await page.getByLabel(say('ui.file.choose')).setInputFiles({ name: 'again.jpg', mimeType: 'image/jpeg', buffer: jpegFile() });
  await page.getByRole('button', { name: say('documents.send') }).click();
  await expect(page.getByText(say('documents.word.pending'))).toBeVisible();
  const again = (await backstage.get('documents')).papers.identity as { id: number };

  // Out of its queue, by the case.
  await desk.goto('/desk/queues/identity');
  await desk.getByRole('row', { name: new RegExp(`document ${again.id}\\b`) }).click();
  await desk.getByRole('link', { name: say('documents.desk.look') }).click();
  await decide(desk, 'approve');
  await desk.goto(`/desk/documents/${residence?.id}`);
  await decide(desk, 'approve');

  // Who has waited for it is led on, and money may come in.
  await expect(page).toHaveURL(/\/en\/deposits/);
  expect((await backstage.get('api/client_info')).status_id).toBe(12);
  await desk.context().close();
});

async function decide(desk: Page, act: 'approve' | 'reject', code?: string): Promise<void> {
  await desk.getByRole('button', { name: say(`documents.desk.${act}`) }).click();
  const dialog = desk.getByRole('dialog');
  if (code !== undefined) await dialog.getByLabel(say('documents.desk.code')).selectOption(code);
  await dialog.getByLabel(say('desk.reason.label'), { exact: true }).fill('As it was seen.');
  await desk.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
}

async function today(backstage: { get(path: string): Promise<{ timestamp: string }> }): Promise<string> {
  return (await backstage.get('documents')).timestamp.slice(0, 10);
}

test('who is completely registered is asked for papers where nothing goes on without them, and may not want to now', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('ke.full');
  await visit(page, '/en/withdraw');
  const warning = page.getByRole('dialog', { name: say('shell.papers.title') });
  await expect(warning).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await warning.getByRole('button', { name: say('shell.papers.cancel') }).click();
  await expect(warning).toHaveCount(0);
  await expect(page.getByText(say('ui.refused.title'))).toBeVisible();
  await page.reload();
  await warning.getByRole('button', { name: say('shell.papers.upload') }).click();
  await expect(page).toHaveURL(/\/en\/documents$/);

  // What belongs nowhere else has a form of its own.
  await visit(page, '/en/documents/list');
  await page.getByRole('link', { name: say('documents.other.send') }).click();
  await page.getByLabel(say('documents.field.what')).fill('A letter of my employer');
  await page
    .getByLabel(say('ui.file.choose'))
    .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: pdfFile() });
  await page.getByRole('button', { name: say('documents.send') }).click();
  await expect(page).toHaveURL(/documents\/list$/);
  await expect(page.getByRole('button', { name: 'letter.pdf' })).toBeVisible();

  // Whoever was led here for the identity alone is not asked for the residence.
  await visit(page, '/en/documents/id?flowCountry=KE&needPorDocument=false');
  // The country of the flow has issued it, unless the client says otherwise.
  await expect(page.getByLabel(say('documents.field.country'))).toHaveValue('KE');
  await page.getByLabel(say('documents.field.number')).fill('K7654321');
  await page.getByLabel(say('documents.field.noIssueDate')).check();
  await page.getByLabel(say('documents.field.noExpiryDate')).check();
  await page.getByLabel(say('ui.file.choose')).setInputFiles(picture('alone.png'));
  await page.getByRole('button', { name: say('documents.send') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('documents.followUp.review.do') })
    .click();
  await expect(page).toHaveURL(/flowCountry=KE&needPorDocument=false$/);
});
