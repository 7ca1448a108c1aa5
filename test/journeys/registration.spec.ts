import type { Page } from '@playwright/test';
import { typeAt } from './hands.ts';
import { barriers, expect, password as seeded, still, test } from './portal.ts';

const password = 'Harbour2026!';

/** The newest letter to an address, once it is there. */
async function letterTo(page: Page, address: string): Promise<{ text: string; pin: string }> {
  const read = async () => (await page.request.get(`/sandbox/outbox?to=${encodeURIComponent(address)}`)).json();
  await expect.poll(async () => (await read()).messages.length).toBeGreaterThan(0);
  return (await read()).messages[0];
}

interface Typed {
  readonly country: string;
  readonly email: string;
  readonly phone: string;
}

async function fillFirstPage(page: Page, { country, email, phone }: Typed): Promise<void> {
  await page.getByLabel('Country of residence').selectOption(country);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mobile phone', { exact: true }).fill(phone);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function fillSecondPage(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('I have read these documents and agree to them').check();
  await page.getByRole('button', { name: 'Open the account' }).click();
}

for (const { name, country, phone, document, foot } of [
  { name: 'EU', country: 'DE', phone: '1512 3456701', document: 'Key information documents', foot: '74–89% of retail' },
  { name: 'UK', country: 'GB', phone: '7400 123456', document: 'Risk disclosure', foot: '74–89% of retail' },
  { name: 'global', country: 'ZA', phone: '82 123 4511', document: 'Risk disclosure', foot: 'CFDs are complex' },
  { name: 'Kenya', country: 'KE', phone: '712 123456', document: 'Risk disclosure', foot: 'CFDs are complex' },
  { name: 'China', country: 'CN', phone: '131 2345 6789', document: 'Risk disclosure', foot: 'CFDs are complex' },
]) {
  test(`somebody signs up in ${name} and stands in the portal, partially registered, with the second step before them`, async ({
    page,
    provoked,
  }) => {
    // A new client from China is led to documents and profile, and no further.
    provoked.add(429).add(403);
    const email = `journey.${country.toLowerCase()}@example.com`;
    await page.goto('/en/login?utm_source=journey');
    await page.getByRole('link', { name: 'Open an account' }).click();
    await expect(page.getByRole('heading', { name: 'Open an account' })).toBeVisible();
    await fillFirstPage(page, { country, email, phone });
    await expect(page.getByRole('heading', { name: 'Password and terms' })).toBeVisible();
    await expect(page.getByText(document)).toBeVisible();
    await expect(page.locator('footer')).toContainText(foot);
    expect(await barriers(page)).toEqual([]);
    await fillSecondPage(page);
    await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    const { pin } = await letterTo(page, email);
    await page.getByLabel('Code of four digits').fill(pin);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await still(page);
    await expect(page).not.toHaveURL(/register|login/);
    const info = await (await page.request.get('/api/js/api/client_info')).json();
    expect(info.data).toMatchObject({ country, status_id: 8, email, interposes: 'registration_step2' });
  });
}

test('what is missing or wrong is told at its field, and what was typed survives reload and going back', async ({ page }) => {
  await page.goto('/en/register');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
  await fillFirstPage(page, { country: 'ZA', email: 'not an address', phone: '82 123 4512' });
  await expect(page.getByText('Enter an e-mail address such as')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel('E-mail').fill('kept@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill('short');
  await expect(page.getByText('Very weak')).toBeVisible();
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByText('Take at least eight letters')).toBeVisible();
  await expect(page.getByText('Tick the box to agree: without it')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('E-mail')).toHaveValue('kept@example.com');
  await expect(page.getByLabel('Mobile phone', { exact: true })).toHaveValue('82 123 4512');
  await expect(page.getByLabel('Mobile phone: country code')).toHaveValue('ZA');
});

test('a country that is not served cannot be chosen', async ({ page }) => {
  await page.goto('/en/register');
  const country = page.getByLabel('Country of residence');
  await expect(country.locator('option[value="US"]')).toBeDisabled();
  await expect(country.locator('option[value="ZA"]')).toBeEnabled();
});

test('the link of the letter opens the account in the browser that began, and asks for the password in another one', async ({
  page,
  browser,
  provoked,
  baseURL,
}) => {
  provoked.add(429).add(422);
  const email = 'journey.link@example.com';
  await page.goto('/en/register');
  await fillFirstPage(page, { country: 'ZA', email, phone: '82 123 4513' });
  await fillSecondPage(page);
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible();
  const { text } = await letterTo(page, email);
  const path = /\/en\/register\?link=[\w-]+/.exec(text)?.[0] ?? '';
  const elsewhere = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage();
  await elsewhere.goto(path);
  await elsewhere.getByLabel('Password', { exact: true }).fill('Wrong2026!');
  await elsewhere.getByRole('button', { name: 'Confirm' }).click();
  await expect(elsewhere.getByText('not the password that was chosen')).toBeVisible();
  await elsewhere.context().close();
  await page.goto(path);
  await still(page);
  await expect(page).not.toHaveURL(/register/);
});

test('the whole sign-up needs no more than the keyboard', async ({ page, provoked }) => {
  provoked.add(429);
  const email = 'journey.keys@example.com';
  await page.goto('/en/register');
  await still(page);
  const country = page.getByLabel('Country of residence');
  await country.focus();
  await typeAt(country, 'Nigeria');
  await expect(country).toHaveValue('NG');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Mobile phone: country code')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('803 123 4567');
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('I have read these documents and agree to them')).toBeChecked();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible();
  const { pin } = await letterTo(page, email);
  await page.getByLabel('Code of four digits').focus();
  await page.keyboard.type(pin);
  await page.keyboard.press('Shift+Enter');
  await still(page);
  await expect(page).not.toHaveURL(/register/);
});

test('somebody who is a client already reads so in the letter alone', async ({ page, provoked }) => {
  provoked.add(429);
  await page.goto('/en/register');
  await fillFirstPage(page, { country: 'ZA', email: 'ke.active@atrium.test', phone: '82 123 4514' });
  await fillSecondPage(page);
  await expect(page.getByText('We have written to ke.active@atrium.test')).toBeVisible();
  const { text } = await letterTo(page, 'ke.active@atrium.test');
  expect(text).toContain('There is one already');
  const answer = await page.request.post('/api/client/login', { data: { id: 'ke.active@atrium.test', password: seeded } });
  expect(answer.status()).toBe(200);
});
