import type { Browser, BrowserContext, Page } from '@playwright/test';
import { sentencesOf } from '../sentences.ts';
import { expect, password, still, test, visit } from './portal.ts';

const say = sentencesOf('en');

/** A member of staff at the client's page of the desk. */
async function deskOf(context: BrowserContext, { role, client }: { role: string; client: number }): Promise<Page> {
  const desk = await context.newPage();
  await desk.goto(`/desk/clients/${client}`);
  await desk.locator('input[name="id"]').fill(`${role}@staff.atrium.test`);
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('button', { name: say('desk.signOut') })).toBeVisible();
  await still(desk);
  return desk;
}

interface Wish {
  readonly act: 'freeze' | 'close' | 'reopen';
  readonly why: string;
  readonly note: string;
}

/** The act, its reason and a note. */
async function ask(desk: Page, { act, why, note }: Wish): Promise<void> {
  const name = say(`clientStatus.desk.act.${act}`);
  await desk.locator('#status').getByRole('button', { name, exact: true }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel(say('clientStatus.desk.reason'), { exact: true }).selectOption(say(`clientStatus.desk.reason.${why}`));
  await dialog.getByLabel(say('desk.reason.label'), { exact: true }).fill(note);
  await desk.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
}

/** A second person, in a browser of their own, agrees to what was asked with that note. */
async function agree(browser: Browser, { baseURL, client, note }: { baseURL: string; client: number; note: string }) {
  const second = await deskOf(await browser.newContext({ baseURL }), { role: 'admin', client });
  await second
    .locator('#status')
    .getByRole('link', { name: say('clientStatus.desk.toApprovals') })
    .click();
  await second.getByRole('row').filter({ hasText: note }).click();
  const dialog = second.getByRole('dialog');
  await dialog.getByRole('button', { name: say('approvals.approve') }).click();
  await dialog.last().getByLabel(say('desk.reason.label'), { exact: true }).fill('Looked at too.');
  await second.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await second.context().close();
}

async function unlock(page: Page): Promise<void> {
  const lock = page.getByRole('dialog', { name: 'Welcome back' });
  await lock.getByLabel('Password', { exact: true }).fill(password);
  await lock.getByRole('button', { name: 'Continue' }).click();
  await expect(lock).toBeHidden();
}

test('a client is frozen, reads so as they come back, and two members of staff side by side open the account again', async ({
  page,
  browser,
  context,
  backstage,
  provoked,
  box,
}) => {
  provoked.add(401);
  await backstage.signIn('ng.active');
  const { id: client } = await backstage.get('api/client_info');
  await visit(page, '/en');
  const desk = await deskOf(context, { role: 'compliance', client });
  await ask(desk, { act: 'freeze', why: 'taken_over', note: 'Called by somebody who was not the client.' });
  await expect(desk.locator('#status')).toContainText('Approved became Frozen.');
  await expect(desk.locator('header').getByText('Frozen', { exact: true })).toBeVisible();

  await unlock(page);
  await expect(page.getByText('Your account is frozen').first()).toBeVisible();
  await expect(page.getByText('We have frozen it to protect you').first()).toBeVisible();
  await expect(page.getByText('Called by somebody')).toHaveCount(0);
  await visit(page, '/en/deposits');
  await expect(page.getByText('Not available to you now')).toBeVisible();

  const note = 'Seen in a video call with the passport.';
  await ask(desk, { act: 'reopen', why: 'identity_shown', note });
  await expect(desk.locator('#status')).toContainText('Waits for a second person');
  await agree(browser, { baseURL: box.url, client, note });
  await expect(page.getByText('Not available to you now')).toHaveCount(0);
  await visit(page, '/en');
  await page.getByRole('button', { name: /^Notices/ }).click();
  await expect(page.getByText('Your account is open again').first()).toBeVisible();
  // The page of whoever asked is read anew.
  await desk.reload();
  await expect(desk.locator('#status')).toContainText('By compliance, agreed by admin.');
  await desk.close();
});

test('a client is closed once a second person agrees, reads why, and sees everything while what is theirs is paid out', async ({
  page,
  browser,
  context,
  backstage,
  provoked,
  box,
}) => {
  provoked.add(401);
  await backstage.signIn('global.active');
  const { id: client } = await backstage.get('api/client_info');
  await visit(page, '/en');
  const desk = await deskOf(context, { role: 'compliance', client });
  const note = 'Written on paper, and called back.';
  await ask(desk, { act: 'close', why: 'own_wish', note });
  await expect(desk.locator('#status')).toContainText('Waits for a second person');
  expect((await backstage.get('api/client_info')).status_id).toBe(12);
  await agree(browser, { baseURL: box.url, client, note });

  await unlock(page);
  await expect(page.getByText('Your account is closed').first()).toBeVisible();
  await expect(page.getByText('We have closed it as you asked.').first()).toBeVisible();
  await visit(page, '/en/deposits');
  await expect(page.getByText('Your profile is closed')).toBeVisible();
  await visit(page, '/en/accounts');
  await expect(page.getByRole('heading', { name: 'Live accounts' })).toBeVisible();
  await desk.close();
});
