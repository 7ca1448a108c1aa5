import type { BrowserContext, Page } from '@playwright/test';
import { pngFile } from '../../src/server/testing/files.ts';
import { sentencesOf } from '../sentences.ts';
import { barriers, expect, password, still, test, visit } from './portal.ts';

const say = sentencesOf('en');

interface Desk {
  readonly path: string;
  readonly role: string;
}

/** A member of staff beside the client, at that page of the desk. */
async function deskAt(context: BrowserContext, { path, role }: Desk): Promise<Page> {
  const desk = await context.newPage();
  await desk.goto(path);
  await signIn(desk, role);
  return desk;
}

async function signIn(desk: Page, role: string): Promise<void> {
  await desk.locator('input[name="id"]').fill(`${role}@staff.atrium.test`);
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('button', { name: say('desk.signOut') })).toBeVisible();
  await still(desk);
}

async function why(desk: Page, words: string): Promise<void> {
  await desk.getByRole('dialog').getByLabel(say('desk.reason.label'), { exact: true }).fill(words);
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByRole('dialog')).toHaveCount(0);
}

test('a match on a list stops money without telling of it, and goes on once the desk has seen that it is somebody else', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('global.active');
  const { id: client } = await backstage.get('api/client_info');
  await page.request.post('/sandbox/watchlists/sdn', {
    data: { key: '7001', name: 'Thandi Nkosi', country: 'ZA', birthDate: '1960-01-01' },
  });
  // The list is asked for again by its own clock.
  await page.request.post('/sandbox/clock', { data: { advance_seconds: 3_700 } });
  await backstage.signIn('global.active');
  await expect
    .poll(async () => (await backstage.get('api/client_info')).gates.withdraw?.code, { timeout: 120_000 })
    .toBe('payments_paused');
  await visit(page, '/en/withdraw');
  const told = (await page.getByRole('main').textContent()) ?? '';
  expect(told).not.toMatch(/list|sanction|match|suspici/i);

  const desk = await deskAt(context, { path: '/desk/queues/screening', role: 'compliance' });
  await desk
    .getByRole('row', { name: /screening \d+/ })
    .filter({ hasText: String(client) })
    .click();
  await desk.getByRole('link', { name: say('screening.desk.look') }).click();
  await expect(desk.getByRole('heading', { name: say('screening.desk.typed') })).toBeVisible();
  await expect(desk.getByRole('heading', { name: say('screening.desk.listed', { list: 'ofac-sdn' }) })).toBeVisible();
  await desk.getByRole('button', { name: say('screening.desk.verb.false_hit') }).click();
  await desk
    .getByRole('dialog')
    .getByLabel(say('screening.desk.code'))
    .selectOption(say('screening.desk.reason.other_birth_date'));
  await why(desk, 'Another year of birth.');
  await expect(desk.getByText(`${say('screening.desk.status.false_hit')}: `)).toContainText(
    say('screening.desk.reason.other_birth_date'),
  );
  await desk.close();

  await expect.poll(async () => (await backstage.get('api/client_info')).gates.withdraw).toBeNull();
});

test('the desk keeps a client from new positions, who reads so, withdraws all the same, and has it back', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('ng.active');
  const { id: client } = await backstage.get('api/client_info');
  await visit(page, '/en');
  const desk = await deskAt(context, { path: `/desk/clients/${client}`, role: 'compliance' });
  await desk.getByRole('button', { name: say('restrictions.desk.restrict') }).click();
  await why(desk, 'Asked for by the bank.');
  await expect(desk.getByRole('button', { name: say('restrictions.desk.lift') })).toBeVisible();
  // The page that stands open learns of it, and not why.
  await expect(page.getByText('New positions are shut for now').first()).toBeVisible();
  await expect(page.getByText('Asked for by the bank.')).toHaveCount(0);
  const { gates } = await backstage.get('api/client_info');
  expect([gates.trade?.code, gates.withdraw, gates.close_position]).toEqual(['trading_restricted', null, null]);
  await visit(page, '/en/withdraw');
  await expect(page.getByLabel(say('withdraw.amount'))).toBeEditable();
  await desk.getByRole('button', { name: say('restrictions.desk.lift') }).click();
  await why(desk, 'The bank has answered.');
  await expect.poll(async () => (await backstage.get('api/client_info')).gates.trade).toBeNull();
  await desk.close();
});

test('two clients who have sent one document are seen beside each other in the queue, and are found to be two', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  const clients: number[] = [];
  for (const name of ['global.my', 'global.full']) {
    await backstage.signIn(name);
    const info = await backstage.get('api/client_info');
    const sent = await page.request.post('/api/documents', {
      headers: { authorization: `Bearer ${info.token}` },
      multipart: {
        form_name: 'identity',
        doc_number: 'TWIN 77-1',
        no_issue_date: 'true',
        no_expiry_date: 'true',
        file: { name: 'front.png', mimeType: 'image/png', buffer: pngFile({ width: 320, height: 200 }) },
      },
    });
    expect((await sent.json()).errors).toEqual([]);
    clients.push(info.id);
  }
  const [earlier = '', later = ''] = clients.map(String);
  const desk = await deskAt(context, { path: '/desk/queues/duplicates', role: 'compliance' });
  const row = desk.getByRole('row').filter({ hasText: later });
  await row.getByText(/duplicate \d+/).click();
  const opened = desk.getByRole('dialog');
  await expect(opened.getByRole('region', { name: earlier, exact: true })).toContainText('global.my@atrium.test');
  await expect(opened.getByRole('region', { name: later, exact: true })).toContainText('global.full@atrium.test');
  expect(await barriers(desk)).toEqual([]);
  await opened.getByRole('button', { name: say('duplicates.decide') }).click();
  const asked = desk.getByRole('dialog').last();
  await asked.getByLabel(say('duplicates.dialog.different')).check();
  await asked
    .getByLabel(say('desk.reason.label'), { exact: true })
    .fill('Twins: the numbers differ by a sign that was left out.');
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await desk.close();
});

test('a client who has nothing left asks to be erased, reads what stays, and is signed out for good by two persons', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  provoked.add(401).add(403).add(422);
  await backstage.signIn('global.lead');
  await visit(page, '/en/personal-data');
  await expect(page.getByRole('table').filter({ hasText: say('personalData.kind.identity') })).toBeVisible();
  await page.getByRole('button', { name: say('personalData.erase.ask') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: say('personalData.erase.ask') }).click();
  await expect(page.getByRole('button', { name: say('personalData.erase.withdraw') })).toBeVisible();

  const desk = await deskAt(context, { path: '/desk/queues/erasure', role: 'compliance' });
  await desk.getByRole('row', { name: /erasure \d+/ }).click();
  await expect(desk.getByRole('table', { name: say('personalData.desk.lapsing') })).toBeVisible();
  await desk.getByRole('button', { name: say('personalData.desk.agree') }).click();
  await why(desk, 'Asked for by the client.');
  // The first may not agree once more; another person signs in there.
  await desk.getByRole('button', { name: say('desk.signOut') }).click();
  await signIn(desk, 'admin');
  await desk.getByRole('link', { name: say('desk.nav.approvals') }).click();
  await desk
    .getByRole('row', { name: /erasure \d+/ })
    .filter({ hasText: 'Asked for by the client.' })
    .click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: say('approvals.approve') })
    .click();
  await why(desk, 'Looked at too.');
  await desk.close();

  await page.goto('/en/login');
  await page.getByLabel('E-mail or client number').fill('global.lead@atrium.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page).toHaveURL(/\/en\/login/);
});
