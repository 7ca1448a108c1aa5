import type { Page } from '@playwright/test';
import { pngFile } from '../../src/server/testing/files.ts';
import { barriers, expect, password, still, test, visit } from './portal.ts';

/** The PIN that was sent there last, once it is. */
async function pinTo(page: Page, to: string): Promise<string> {
  let pin: string | null = null;
  await expect
    .poll(async () => {
      const { messages } = await (await page.request.get(`/sandbox/outbox?to=${encodeURIComponent(to)}`)).json();
      pin = messages[0]?.pin ?? null;
      return pin;
    })
    .not.toBeNull();
  return pin ?? '';
}

test('a client changes the e-mail address by password and PIN, and reads that payouts to new destinations wait', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.active');
  await visit(page, '/en');
  await expect(page.getByRole('banner').getByText('Verified')).toBeVisible();
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Your profile' }).click();
  await expect(page).toHaveURL('/en/profile');
  await page.getByRole('link', { name: 'Change e-mail' }).click();
  await page.getByLabel('New e-mail address').fill('moved.here@example.com');
  await page.getByRole('button', { name: 'Go on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Send the PIN' }).click();
  await page.getByLabel('PIN', { exact: true }).fill(await pinTo(page, 'moved.here@example.com'));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/en/profile');
  await still(page);
  await expect(page.getByRole('main').getByText('moved.here@example.com')).toBeVisible();
  await expect(page.getByText('Payouts to new destinations wait')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('a client changes the mobile number and gives a second address, each by the PIN that goes there', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('in.gold');
  await visit(page, '/en/profile');
  const prove = async (to: string) => {
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Send the PIN' }).click();
    await page.getByLabel('PIN', { exact: true }).fill(await pinTo(page, to));
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL('/en/profile');
  };
  await page.getByRole('link', { name: 'Change mobile' }).click();
  await page.getByLabel('New mobile number', { exact: true }).fill('98765 43219');
  await prove('+919876543219');
  await expect(page.getByRole('main').getByText('+919876543219')).toBeVisible();
  await page.getByRole('link', { name: 'Add an e-mail' }).click();
  await page.getByLabel('Second e-mail address').fill('second.address@example.com');
  await prove('second.address@example.com');
  await expect(page.getByRole('main').getByText('second.address@example.com')).toBeVisible();
});

test('a client tells employer and taxes anew, and reads at the field what does not fit before anything is sent', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.full');
  await visit(page, '/en/profile');
  await page.getByRole('link', { name: 'Update your records' }).click();
  await page.getByLabel('Profession').selectOption({ label: 'Information technology' });
  await page.getByLabel('Employer').fill('Работа');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByLabel('Employer')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Employer').fill('Harbour Works');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('Kept as you told it.')).toBeVisible();
  await visit(page, '/en/profile/edit-tax-id');
  await page.getByLabel('Country where you pay taxes').selectOption({ label: 'Australia' });
  await page.getByLabel('Tax number').fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Tax number')).toHaveAttribute('aria-invalid', 'true');
  // An empty one is asked about once more.
  await page.getByLabel('Tax number').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Add now' }).click();
  await page.getByLabel('Tax number').fill('12345678');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/en/profile');
});

test('who had said that they have no tax number gives one in a country where that may not be said', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.promo');
  await visit(page, '/en/profile/edit-tax-id');
  const residency = page.getByLabel('Country where you pay taxes');
  await residency.selectOption({ label: 'United Arab Emirates' });
  await page.getByLabel('I have no tax number').check();
  await page.getByLabel('Why not').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/en/profile');
  await visit(page, '/en/profile/edit-tax-id');
  await expect(page.getByLabel('I have no tax number')).toBeChecked();
  await residency.selectOption({ label: 'Australia' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Add now' }).click();
  await page.getByLabel('Tax number').fill('12345678');
  await page.getByRole('button', { name: 'Save' }).click();
  // What was told before is changed by the password.
  const proof = page.getByRole('dialog');
  await proof.getByLabel('Password', { exact: true }).fill(password);
  await proof.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/en/profile');
});

test('a client freezes the account, reads so everywhere, and asks for it back by the password', async ({ page, backstage }) => {
  await backstage.signIn('ke.active');
  await visit(page, '/en/profile/security');
  await page.getByRole('link', { name: 'Freeze my account' }).click();
  await page.getByRole('button', { name: 'Freeze now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze now' }).click();
  await expect(page.getByText(/Frozen by you since/)).toBeVisible();
  await expect(page.getByRole('banner').getByText('Frozen')).toBeVisible();
  // What is open may be closed; nothing is opened, and no money moves.
  const { gates } = await backstage.get('api/client_info');
  expect(gates).toMatchObject({ close_position: null, trade: { code: 'account_frozen' }, withdraw: { code: 'account_frozen' } });
  await page.getByRole('button', { name: 'Have it back' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Have it back' }).click();
  await expect(page.getByText(/It is lifted on/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep it frozen' }).click();
  await expect(page.getByRole('button', { name: 'Have it back' })).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);
  // Nor does anything change that having it back hangs on.
  await visit(page, '/en/profile/security');
  const setUp = page.getByRole('main').getByRole('button', { name: 'Set up' });
  await expect(setUp).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('main').getByText('Not available to you now')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('a dormant client who wants to pay in is led to where they come back, and then pays in', async ({ page, backstage }) => {
  await backstage.signIn('global.dormant');
  await visit(page, '/en/deposits');
  await page.getByRole('link', { name: 'Come back' }).click();
  await expect(page).toHaveURL('/en/profile/wake');
  await page.getByRole('button', { name: 'Come back' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Come back' }).click();
  await expect(page.getByText('Your account is active. There is nothing to do here.')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Verified')).toBeVisible();
  expect((await backstage.get('api/client_info')).gates).toMatchObject({ deposit: null, trade: null });
  await still(page);
  expect(await barriers(page)).toEqual([]);
});

test('a client cuts out a picture by pointer and keys, sees it in the bar, and takes it away again', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('provider.new');
  await visit(page, '/en/profile');
  const face = { name: 'face.png', mimeType: 'image/png', buffer: pngFile({ width: 400, height: 300 }) };
  await page.getByLabel('Choose a picture').setInputFiles(face);
  const dialog = page.getByRole('dialog', { name: 'Cut out your picture' });
  const zoom = dialog.getByLabel('Zoom');
  await expect(zoom).toHaveValue('0.8');
  expect(await barriers(page)).toEqual([]);
  const place = dialog.getByRole('group', { name: 'Picture under the circle' });
  await place.focus();
  await page.keyboard.press('+');
  await expect(zoom).toHaveValue('0.9');
  const shown = place.locator('img');
  const before = await shown.boundingBox();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await shown.boundingBox())?.x).toBe((before?.x ?? 0) + 4);
  const box = await place.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + 120];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 10, y);
  await page.mouse.up();
  await expect.poll(async () => (await shown.boundingBox())?.x).toBe((before?.x ?? 0) - 6);
  await dialog.getByRole('button', { name: 'Save the picture' }).click();
  await expect(dialog).toHaveCount(0);
  const inBar = page.getByRole('button', { name: 'Your profile' }).locator('img');
  // 160 pixels of the screen at nine tenths, halved.
  const size = () => inBar.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(size).toEqual([89, 89]);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(inBar).toHaveCount(0);
});

test('a client lets this browser show price alerts while the portal is closed, and takes it back', async ({
  page,
  context,
  backstage,
}) => {
  await backstage.signIn('global.demo');
  await context.grantPermissions(['notifications']);
  const { key } = await backstage.get('api/notifications/push');
  await subscribeWith(page, await backstage.post('/sandbox/push', { key }));
  await visit(page, '/en/profile/subscriptions');
  await expect(page.getByText('Messages of this site are blocked in this browser.')).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('allowed', 'granted'));
  await visit(page, '/en/profile/subscriptions');
  await page.getByRole('button', { name: 'Tell me in this browser' }).click();
  const state = page.getByRole('status').filter({ hasText: 'while the portal is closed' });
  await expect(state).toHaveText('This browser tells you of price alerts while the portal is closed.');
  await still(page);
  expect(await barriers(page)).toEqual([]);
  expect((await backstage.get('api/notifications/push')).endpoints).toHaveLength(1);
  // The script that shows them is there, and stands over no page.
  const scopes = await page.evaluate(async () => {
    const all = await navigator.serviceWorker.getRegistrations();
    return all.map(({ scope }) => new URL(scope).pathname);
  });
  expect(scopes).toEqual(['/assets/']);

  // It is known again on another page, and there it is taken back.
  await visit(page, '/en/webtrader?is_demo=1&symbol=BTCUSD');
  await page.getByRole('tab', { name: 'Price alerts' }).click();
  await expect(state).toHaveText('This browser tells you of price alerts while the portal is closed.');
  await page.getByRole('button', { name: 'Stop telling me here' }).click();
  await expect(state).toHaveText('This browser tells you nothing while the portal is closed.');
  expect((await backstage.get('api/notifications/push')).endpoints).toEqual([]);
});

/**
 * What the browser's own push service would answer stands in for it: the browser is not to speak to anybody outside. A browser without
 * a window says that messages are blocked whatever it was told, so what its owner has chosen stands in for that too.
 */
async function subscribeWith(page: Page, made: { endpoint: string; keys: object }): Promise<void> {
  await page.addInitScript((given) => {
    const isOn = (): boolean => sessionStorage.getItem('subscribed') === 'yes';
    const turn = (to: 'yes' | 'no'): void => sessionStorage.setItem('subscribed', to);
    const subscription = {
      ...given,
      options: { applicationServerKey: null },
      toJSON: () => given,
      unsubscribe: async () => {
        turn('no');
        return true;
      },
    };
    Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.getItem('allowed') ?? 'denied' });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (isOn() ? subscription : null),
      subscribe: async () => {
        turn('yes');
        return subscription;
      },
    });
  }, made);
}
