import type { Page } from '@playwright/test';
import { enter } from './hands.ts';
import { barriers, expect, still, test, visit } from './portal.ts';

const email = 'ng.active@atrium.test';

/** The newest PIN that was sent to an address, once there is one beside those that are known. */
async function pinTo(page: Page, to: string, known: readonly string[] = []): Promise<string> {
  let pin = '';
  await expect
    .poll(async () => {
      const { messages } = await (await page.request.get(`/sandbox/outbox?to=${encodeURIComponent(to)}`)).json();
      const pins: string[] = messages
        .map((message: { pin: string | null }) => message.pin)
        .filter((text: string | null) => text !== null);
      pin = pins[0] ?? '';
      return pins.length > known.length;
    })
    .toBe(true);
  return pin;
}

test('a forgotten password is set anew by the PIN of a letter, and the client is in', async ({ page, provoked }) => {
  provoked.add(429);
  provoked.add(422);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/en/login?gotopath=%2Fen%2Finbox&backUrl=%2Fen%2Fregister&site=nowhere');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await expect(page.getByRole('link', { name: 'Back to signing in' })).toHaveAttribute('href', '/en/register');
  await expect(page.getByRole('radio', { name: 'By a phone call' })).toBeVisible();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send the PIN' }).click();
  await expect(page.getByText('If the address is a client’s')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const pin = await pinTo(page, email);
  await page.getByLabel('PIN from the e-mail').fill(pin);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByLabel('New password').fill('Harbour2026');
  await page.getByLabel('The same again').fill('Harbour2027');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('This is not the same password as above.')).toBeVisible();
  await page.getByLabel('The same again').fill('Harbour2026');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('button', { name: 'Your profile', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/en\/inbox$/);
  // A site that there is none of is noted, and no more (document 3 §8).
  expect(logged.filter((text) => text.startsWith('FX-'))).toEqual(['FX-465: the reset came by an unknown route']);
  await toldNothing(page);
});

/** Neither a dialog nor an alert, and no number of an error. */
async function toldNothing(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/FX-\d/)).toHaveCount(0);
}

test('FX-464: a reset whose answer names no company is logged and no more, and the client is in', async ({ page, provoked }) => {
  provoked.add(429);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route(/\/api\/reset-password(\?|$)/, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const { company_id: _company, ...nameless } = data;
    await route.fulfill({ response, json: { ...rest, data: nameless } });
  });
  await page.goto('/en/login/reset');
  await page.getByLabel('E-mail', { exact: true }).fill('global.promo@atrium.test');
  await page.getByRole('button', { name: 'Send the PIN' }).click();
  await page.getByLabel('PIN from the e-mail').fill(await pinTo(page, 'global.promo@atrium.test'));
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByLabel('New password').fill('Harbour2026');
  await page.getByLabel('The same again').fill('Harbour2026');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('button', { name: 'Your profile', exact: true })).toBeVisible();
  expect(logged.filter((text) => text.startsWith('FX-'))).toEqual(['FX-464: the reset named no company']);
  await toldNothing(page);
});

test('an account gets a new password by keyboard alone; a wrong PIN begins anew', async ({ page, backstage, provoked }) => {
  provoked.add(422);
  await backstage.signIn('ke.active');
  const { accounts } = await backstage.get('api/accounts');
  const [account] = accounts.live;
  await visit(page, `/en/accounts/${account.number}`);
  await page.getByRole('link', { name: 'New passwords' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Trading passwords' })).toBeVisible();
  await enter(page.getByRole('button', { name: 'Send the PIN' }));
  const first = await pinTo(page, 'ke.active@atrium.test');
  await page.getByLabel('PIN').fill(String((Number(first) + 1) % 10_000).padStart(4, '0'));
  await enter(page.getByRole('button', { name: 'Go on' }));
  await expect(page.getByText('This is not the code, and it has ended with that.')).toBeVisible();
  await backstage.post('/sandbox/clock', { advance_seconds: 61 });
  await enter(page.getByRole('button', { name: 'Send the PIN' }));
  await expect(page.getByLabel('PIN')).toBeVisible();
  await page.getByLabel('PIN').fill(await pinTo(page, 'ke.active@atrium.test', [first]));
  await enter(page.getByRole('button', { name: 'Go on' }));
  await page.getByLabel('New password').fill('Harbour-2026');
  await page.getByLabel('The same again').fill('Harbour-2026');
  await enter(page.getByRole('button', { name: 'Set the password' }));
  await expect(page).toHaveURL(new RegExp(`/en/accounts/${account.number}$`));
  await expect(page.getByText(`The password of account ${account.number} was changed.`)).toBeVisible();
});

test('whoever asks for one PIN after the other solves a captcha first, which the browser does by itself', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(429);
  await backstage.signIn('uk.active');
  for (let sent = 0; sent < 3; sent += 1) {
    await backstage.post('api/direct/client-change-password/sendpin', {});
    await backstage.post('/sandbox/clock', { advance_seconds: 61 });
  }
  await visit(page, '/en/profile/change-password');
  const refused = page.waitForResponse((answer) => answer.url().includes('/sendpin') && answer.status() === 429);
  await page.getByRole('button', { name: 'Send the PIN' }).click();
  await refused;
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible();
});
