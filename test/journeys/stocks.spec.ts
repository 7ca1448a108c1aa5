import { expect, screenBarriers, still, test } from './portal.ts';

test('a client fills in the forms for shares, signs the W-8BEN and opens the account', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  await page.goto('/en/stock-trading');
  await expect(page.getByText('Not signed')).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Fill in the forms' }).first().click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Complete the form in this step first')).toBeVisible();
  await expect(page.getByLabel('Occupation')).toBeFocused();
  await page.getByLabel('Occupation').selectOption('employed');
  await page.getByLabel('Employer').fill('Mine Ltd');
  await page.getByLabel('Title and position').selectOption('manager');
  await page.getByLabel('What you do there').fill('Planning');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Income a year').selectOption('to50');
  await page.getByLabel('Savings and investments').selectOption('to20');
  await page.getByLabel('What you invest for').selectOption('growth');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Tax number').fill('0123456789');
  await page.getByLabel('Signature').fill('Somebody Else');
  expect(await screenBarriers(page)).toEqual([]);
  const { client_name: name } = await backstage.post('api/direct/client-stocks-form/get', { account_type_id: 60 });
  await page.getByLabel('Signature').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/en\/stock-trading$/);
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Open the account' }).first().click();
  await page.getByLabel(/not as a professional/).check();
  await page.getByLabel(/Nasdaq subscriber agreement/).check();
  const terms = page.getByLabel(/I have read and agree/);
  if (await terms.isVisible()) await terms.check();
  await page.getByRole('button', { name: 'Open live account' }).click();
  await expect(page.getByRole('heading', { name: 'Your live account is open' })).toBeVisible();
});

test('an address that names a part of the forms for shares leads to them, at that part, whatever account it opens', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('provider.active');
  await page.goto('/en/accounts/open/live?account=advantage+stock&stock-details=w8ben');
  await expect(page).toHaveURL(/\/en\/stock-trading\/form\?account=advantage(\+|%20)stock&stock-details=w8ben$/);
  await expect(page.getByRole('heading', { name: 'Forms for stock trading', level: 1 })).toBeVisible();
  await still(page);
});

test('stock trading is not there for clients of the EU, who are led home', async ({ page, backstage }) => {
  await backstage.signIn('eu.active');
  await page.goto('/en/stock-trading');
  await expect(page).toHaveURL(/\/en$/);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await still(page);
});
