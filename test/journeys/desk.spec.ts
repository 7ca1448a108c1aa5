import type { Page } from '@playwright/test';
import { sentencesOf } from '../sentences.ts';
import { expect, password, still, test } from './portal.ts';

const say = sentencesOf('en');
const setting = 'session.idleSeconds';

test.describe('the desk', () => {
  test('finds a client, changes a setting with a second person, and finds both acts in the audit', async ({ page, provoked }) => {
    provoked.add(401);
    await page.goto('/desk');
    await signInByKeys(page, 'admin');
    await expect(page).toHaveTitle(/Queues/);

    // Without a mouse: to the search, to the first who was found, to the section of the transfers.
    await page.keyboard.press('/');
    await page.keyboard.type('global.active');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-row]').first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thandi Nkosi');
    await still(page);
    await expect(page.getByRole('table', { name: say('clients.section.accounts') })).toContainText('530000001');
    await expect(page.getByRole('table', { name: say('clients.section.transfers') }).getByRole('row')).not.toHaveCount(1);
    await expect(page.getByRole('table', { name: say('desk.nav.audit') })).toContainText('client.read');

    await askForChange(page, '2400', 'People are signed out in the middle of a form.');
    // Nobody approves what they asked for.
    await page.getByRole('link', { name: say('settings.asked.look') }).click();
    await page.locator('[data-row]').first().click();
    await expect(page.getByRole('dialog')).toContainText(say('approvals.own'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: say('desk.signOut') }).click();

    await signInByKeys(page, 'finance');
    await page.keyboard.press('3');
    await expect(page.locator('[data-row]')).toHaveCount(1);
    await page.keyboard.press('j');
    await expect(page.locator('[data-row]').first()).toBeFocused();
    await page.keyboard.press('a');
    const reason = page.getByLabel(say('desk.reason.label'), { exact: true });
    await expect(reason).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(say('desk.reason.short'))).toBeVisible();
    await page.keyboard.type('Half an hour is too short for them.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText(say('approvals.none.title'))).toBeVisible();
    await page.getByRole('button', { name: say('desk.signOut') }).click();

    await signInByKeys(page, 'admin');
    await page.goto('/desk/audit?action=approval.decide');
    await expect(page.getByRole('table', { name: say('desk.nav.audit') })).toContainText('Half an hour is too short for them.');
    await page.goto('/desk/audit?action=setting.');
    const trail = page.getByRole('table', { name: say('desk.nav.audit') });
    await expect(trail).toContainText('People are signed out in the middle of a form.');
    // What was asked for is not told as done.
    await trail.getByRole('row').filter({ hasText: 'setting.ask' }).first().click();
    const opened = page.getByRole('dialog');
    await expect(opened.getByRole('heading', { name: say('audit.asked') })).toBeVisible();
    await expect(opened.getByRole('row', { name: say('desk.change.whole') })).toContainText('2400');
    await page.goto(`/desk/settings/${setting}`);
    await expect(page.getByRole('table', { name: say('settings.history') })).toContainText('2400');
  });

  test('a suspicion is told by an agent, who learns no more, and decided by two', async ({ page, provoked }) => {
    provoked.add(401);
    const why = page.getByRole('dialog').getByLabel(say('desk.reason.label'), { exact: true });
    const raise = page.getByRole('button', { name: say('suspicions.desk.raise') });
    await page.goto('/desk/clients?search=eu.active');
    await signInByKeys(page, 'agent');
    await page.locator('[data-row]').first().click();
    await raise.click();
    await why.fill('Three payers in a week.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('table', { name: say('suspicions.desk.files.open') })).toHaveCount(0);
    await page.goto('/desk/suspicions');
    await expect(
      page.getByText(
        say('desk.refused', {
          role: say('desk.role.agent'),
          allowed: `${say('desk.role.compliance')}, ${say('desk.role.admin')}`,
        }),
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: say('desk.signOut') }).click();

    await signInByKeys(page, 'compliance');
    await page.goto('/desk/suspicions');
    await page
      .getByRole('table', { name: say('suspicions.desk.files.open') })
      .getByRole('link')
      .first()
      .click();
    await expect(page.getByRole('table', { name: say('suspicions.desk.facts') })).toContainText('Three payers in a week.');
    await page.getByRole('button', { name: say('suspicions.desk.action.propose_report') }).click();
    await why.fill('None of the payers is the client.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: say('suspicions.desk.action.agree') })).toHaveCount(0);
    await expect(page.getByText(say('suspicions.desk.state.proposed'), { exact: true })).toBeVisible();
    const file = page.url();
    await page.getByRole('button', { name: say('desk.signOut') }).click();

    await signInByKeys(page, 'admin');
    await page.goto(file);
    await page.getByRole('button', { name: say('suspicions.desk.action.agree') }).click();
    await why.fill('Seen too.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(say('suspicions.desk.state.reported'), { exact: true })).toBeVisible();
  });

  test('keeps what was typed when the session ends, and goes on with it', async ({ page, context, provoked }) => {
    provoked.add(401);
    await page.goto(`/desk/settings/${setting}`);
    await signInByKeys(page, 'admin');
    await page.locator('textarea[name="value"]').fill('2700');
    await context.clearCookies();
    await page.getByRole('button', { name: say('settings.preview') }).click();
    const lock = page.getByRole('dialog', { name: say('desk.lock.title') });
    await lock.locator('input[name="password"]').fill(password);
    await page.keyboard.press('Enter');
    await expect(lock).toHaveCount(0);
    await expect(page.getByRole('dialog').getByRole('table')).toContainText('2700');
    await page.keyboard.press('Escape');
    await expect(page.locator('textarea[name="value"]')).toHaveValue('2700');
  });

  test('tells a role that does not see a page which roles do, and offers it no link there', async ({ page, provoked }) => {
    provoked.add(401);
    await page.goto('/desk/settings');
    await signInByKeys(page, 'agent');
    await expect(page.getByText(say('desk.refused', { role: 'Agent', allowed: 'Finance, Admin' }))).toBeVisible();
    const rail = page.getByRole('navigation', { name: say('desk.navigation') });
    await expect(rail.getByRole('link')).toHaveText([/Queues/, /Clients/, /Files/, /Feedback/]);
  });

  test('does nothing at single letters for who has turned them off', async ({ page, provoked }) => {
    provoked.add(401);
    await page.goto('/desk');
    await signInByKeys(page, 'admin');
    await page.keyboard.press('?');
    await page.getByLabel(say('desk.keys.on')).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await page.keyboard.press('/');
    await expect(page).toHaveTitle(/Queues/);
    await expect(page.locator('input[type="search"]')).not.toBeFocused();
  });
});

/** With the keyboard alone, as one who comes to a desk does. */
async function signInByKeys(page: Page, role: string): Promise<void> {
  await expect(page.locator('input[name="id"]')).toBeFocused();
  await page.keyboard.type(`${role}@staff.atrium.test`);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: say('desk.navigation') }).waitFor();
}

async function askForChange(page: Page, value: string, why: string): Promise<void> {
  await page.keyboard.press('4');
  await page.getByLabel(say('settings.search')).fill(setting);
  await page.getByRole('link', { name: setting, exact: true }).click();
  await page.locator('textarea[name="value"]').fill(value);
  await page.getByRole('button', { name: say('settings.preview') }).click();
  await expect(page.getByRole('dialog').getByRole('table')).toContainText(value);
  await page.getByLabel(say('desk.reason.label'), { exact: true }).fill(why);
  await page.getByRole('button', { name: say('settings.ask') }).click();
  await expect(page.getByText(say('settings.asked.text'))).toBeVisible();
}
