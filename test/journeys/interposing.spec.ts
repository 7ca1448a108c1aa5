import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import type { Box } from './box.ts';
import { barriers, expect, password, still, test, visit, type SandboxHelpers } from './portal.ts';

const node = ({ folder }: Box, ...given: string[]) =>
  execFileSync('node', ['--disable-warning=ExperimentalWarning', ...given], { env: { ...process.env, ATRIUM_DATA: folder } });

/** The broker says which version of its terms Kenyan clients must have agreed to. */
const publishTerms = (box: Box, version: number) => node(box, 'bin/setting.ts', 'termsVersions.5', String(version));

/** Compliance has a client set a new password. */
async function requirePassword(page: Page, client: number): Promise<void> {
  const desk = await page.request.post('/api/desk/login', { data: { id: 'compliance@staff.atrium.test', password } });
  const { token } = (await desk.json()).data;
  const answer = await page.request.post(`/api/desk/clients/${client}/require-password`, {
    data: { reason: 'Seen on a list of leaks.' },
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await answer.json()).errors).toEqual([]);
}

/** The server hears of a setting that was changed beside it: from then on that stands over whatever page is opened. */
const interposes = (backstage: SandboxHelpers) => expect.poll(async () => (await backstage.get('api/client_info')).interposes);

const setSetting = (box: Box, path: string, value: string) => node(box, 'bin/setting.ts', path, value);

test.afterAll(({ box }) => {
  publishTerms(box, 1);
  setSetting(box, 'personalDataNotice.versions.5', '1');
  setSetting(box, 'feedback.isAsked', 'false');
});

test('newer terms stand over every page until they are agreed to', async ({ page, backstage, box }) => {
  await backstage.signIn('ke.active');
  publishTerms(box, 2);
  await interposes(backstage).toBe('terms');
  await visit(page, '/en/accounts');
  const terms = page.getByRole('dialog', { name: 'Our terms have changed' });
  await expect(terms.getByRole('listitem').first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(terms).toBeVisible();
  await terms.getByRole('button', { name: 'Agree and go on' }).click();
  await expect(terms.getByText('Tick the box to agree, or sign out.')).toBeVisible();
  await terms.getByRole('checkbox').check();
  await terms.getByRole('button', { name: 'Agree and go on' }).click();
  await expect(terms).toHaveCount(0);
  await page.reload();
  await still(page);
  await expect(terms).toHaveCount(0);
});

test('who will not agree to newer terms signs out', async ({ page, backstage, box }) => {
  await backstage.signIn('ke.full');
  publishTerms(box, 2);
  await interposes(backstage).toBe('terms');
  await visit(page, '/en');
  await page.getByRole('dialog', { name: 'Our terms have changed' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/en\/login$/);
});

test('a password that has to be changed comes before everything, and the next thing after it', async ({
  page,
  backstage,
  provoked,
  box,
}) => {
  provoked.add(422);
  await backstage.signIn('ke.full');
  publishTerms(box, 2);
  await requirePassword(page, (await backstage.get('api/client_info')).id);
  await visit(page, '/en');
  const asked = page.getByRole('dialog', { name: 'Set a new password' });
  await expect(asked).toBeVisible();
  // Nothing closes it but a password.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(asked.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await visit(page, '/en/profile');
  await expect(asked).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const type = async (first: string, second: string): Promise<void> => {
    await asked.getByLabel('New password', { exact: true }).fill(first);
    await asked.getByLabel('The same again', { exact: true }).fill(second);
    await asked.getByRole('button', { name: 'Set the password' }).click();
  };
  await type('Harbour2026', 'Harbour2027');
  await expect(asked.getByText('This is not the same password as above.')).toBeVisible();
  await type('harbour', 'harbour');
  await expect(asked.getByText(/^Take at least eight characters/)).toBeVisible();
  await type('Harbour2026', 'Harbour2026');
  await expect(asked).toHaveCount(0);
  const terms = page.getByRole('dialog', { name: 'Our terms have changed' });
  await terms.getByRole('checkbox').check();
  await terms.getByRole('button', { name: 'Agree and go on' }).click();
  await expect(terms).toHaveCount(0);
  await page.getByRole('button', { name: /^Notices/ }).click();
  await expect(page.getByText('Your password was changed')).toBeVisible();
});

test('a newer notice on personal data, then what one thinks of the portal: the last of the queue, which can be put off', async ({
  page,
  backstage,
  box,
}) => {
  await backstage.signIn('ke.active');
  setSetting(box, 'personalDataNotice.versions.5', '2');
  setSetting(box, 'feedback.isAsked', 'true');
  publishTerms(box, 1);
  await interposes(backstage).toBe('personal_data_notice');
  await visit(page, '/en/accounts');
  const notice = page.getByRole('dialog', { name: 'How we process your personal data' });
  await expect(notice.getByRole('checkbox')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(notice).toBeVisible();
  await notice.getByRole('checkbox').check();
  await notice.getByRole('button', { name: 'Agree and go on' }).click();
  await expect(notice).toHaveCount(0);
  const asked = page.getByRole('dialog', { name: 'What do you think of us?' });
  await expect(asked).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Close' }).click();
  await expect(asked).toHaveCount(0);

  // Its page is there for whoever is asked, and leads back once they have answered.
  await visit(page, '/en/feedback');
  await page.getByRole('radio', { name: 'Good', exact: true }).check();
  await page.getByLabel('What should be different?').fill('Nothing.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(/\/en(\/accounts)?$/);
  await visit(page, '/en/feedback');
  await expect(page).not.toHaveURL(/feedback/);
});
