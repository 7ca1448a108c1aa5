import type { APIRequestContext, Page } from '@playwright/test';
import { barriers, expect, password, still, test } from './portal.ts';

/** One client for each journey: each has failed to sign in so often that a captcha comes first. */
const failing = ['uk.active', 'global.active', 'eu.active', 'ke.active', 'ng.active', 'global.full'];

/** The cookie of somebody who was signed in before the failures began. */
let cookies: Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'];

/** A box of its own, whose captcha is GeeTest: a vendor with a server and a script of its own. */
test.use({ boxEnvironment: { SANDBOX_CAPTCHA: 'geetest' } });

test.beforeAll(async ({ playwright, box }) => {
  const outside = await playwright.request.newContext({ baseURL: box.url });
  const early = await playwright.request.newContext({ baseURL: box.url });
  await early.post('/api/client/login', { data: { id: 'ng.active@atrium.test', password } });
  cookies = (await early.storageState()).cookies;
  await Promise.all(failing.map((name) => failUntilAsked(outside, name)));
  await Promise.all([outside.dispose(), early.dispose()]);
});

/** After each failure the next try counts a little later, so that it is made until the answer is another. */
async function failUntilAsked(outside: APIRequestContext, name: string): Promise<void> {
  const tryOnce = async (): Promise<string> => {
    const answer = await outside.post('/api/client/login', { data: { id: `${name}@atrium.test`, password: 'not this one' } });
    return (await answer.json()).errors[0].code;
  };
  await expect.poll(tryOnce, { intervals: [500] }).toBe('captcha_required');
}

const widget = (page: Page, name = 'Are you a person?') => page.getByRole('dialog', { name });

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/en/login');
  await page.getByLabel('E-mail or client number').fill(`${name}@atrium.test`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('after many failures GeeTest asks who it is, and the keyboard is enough to answer', async ({ page, provoked, box }) => {
  provoked.add(429);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/en/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(loaded.filter((url) => !url.startsWith(box.url))).toEqual([]);
  await signIn(page, 'uk.active');
  await expect(widget(page).getByRole('button', { name: 'I am a person' })).toBeFocused();
  expect(loaded.filter((url) => url.endsWith('/gt.js'))).toHaveLength(1);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/en');
  await still(page);
});

test('the check speaks Arabic on an Arabic page', async ({ page, provoked }) => {
  provoked.add(429);
  await page.goto('/ar/login');
  await page.getByLabel('البريد الإلكتروني أو رقم العميل').fill('global.active@atrium.test');
  await page.getByLabel('كلمة المرور', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click();
  await widget(page, 'هل أنت إنسان؟').getByRole('button', { name: 'أنا إنسان' }).click();
  await expect(page).toHaveURL('/ar');
  await still(page);
});

test('a check that was closed can be asked for again, and nothing has to be typed anew', async ({ page, provoked }) => {
  provoked.add(429);
  await signIn(page, 'eu.active');
  await expect(widget(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status')).toContainText('Solve the check to sign in');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await widget(page).getByRole('button', { name: 'I am a person' }).click();
  await expect(page).toHaveURL('/en');
  await still(page);
});

test('while the vendor is down the widget judges by itself, and the sign-in works', async ({ page, provoked, request }) => {
  provoked.add(429);
  const fault = (mode: string) => request.post('/sandbox/faults', { data: { target: 'captcha', mode } });
  await fault('error');
  await signIn(page, 'ke.active');
  const asked: string[] = [];
  page.on('request', (one) => asked.push(new URL(one.url()).pathname));
  await widget(page).getByRole('button', { name: 'I am a person' }).click();
  await expect(page).toHaveURL('/en');
  await still(page);
  expect(asked).not.toContain('/ajax.php');
  await fault('none');
});

test('a script that cannot be loaded is told, and trying again is enough once it can', async ({ page, provoked }) => {
  provoked.add(429).add(503);
  await page.route('**/gt.js', (route) => route.fulfill({ status: 503 }));
  await signIn(page, 'global.full');
  await expect(page.getByRole('alert')).toContainText('The check did not load');
  expect(await barriers(page)).toEqual([]);
  await page.unroute('**/gt.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await widget(page).getByRole('button', { name: 'I am a person' }).click();
  await expect(page).toHaveURL('/en');
  await still(page);
});

test('over a locked page the check lies above the lock, and what was typed is still there', async ({
  page,
  context,
  provoked,
}) => {
  provoked.add(401).add(429);
  await context.addCookies(cookies);
  await page.goto('/en/deposits');
  await still(page);
  await context.clearCookies();
  await page.getByLabel('Amount').fill('321');
  const lock = page.getByRole('dialog', { name: 'Welcome back' });
  await lock.getByLabel('Password', { exact: true }).fill(password);
  await lock.getByRole('button', { name: 'Continue' }).click();
  await expect(widget(page).getByRole('button', { name: 'I am a person' })).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await widget(page).getByRole('button', { name: 'Close the check' }).click();
  await expect(lock.getByRole('status')).toContainText('Solve the check to sign in');
  await lock.getByRole('button', { name: 'Continue' }).click();
  await widget(page).getByRole('button', { name: 'I am a person' }).click();
  await expect(lock).toBeHidden();
  await expect(page.getByLabel('Amount')).toHaveValue('321');
});
