import { answerCalls } from '../answers.ts';
import { expect, password, still, test, visit } from './portal.ts';

/** Document 1 §2: locales, trailing slashes, unknown paths, /r/, the saved path. */
test.describe('an address', () => {
  test.beforeEach(async ({ backstage }) => backstage.signIn('in.gold'));

  for (const [asked, landed] of [
    ['/', '/en'],
    ['/en/accounts/', '/en/accounts'],
    ['/en/', '/en'],
    ['/en/money/deposits-list?page=2', '/en/deposits?page=2'],
    ['/r/accounts', '/en/accounts'],
  ] as const) {
    test(`${asked} leads to ${landed}`, async ({ page }) => {
      await page.goto(asked);
      await still(page);
      await expect(page).toHaveURL(landed);
    });
  }

  for (const asked of [
    '/en/no-such-page',
    '/xx/accounts',
    '/en/accounts/abc',
    '/en/transfer-automation/nothing',
    '/en/gold/nothing',
  ]) {
    test(`${asked} is no page: 404, and the way home`, async ({ page, provoked }) => {
      provoked.add(404);
      const answer = await page.goto(asked);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
      // Inside of the frame, and nobody is asked to sign in who is.
      await expect(page).toHaveTitle(/^This page does not exist · /);
      await expect(page.getByRole('navigation').first()).toBeVisible();
      await page.getByRole('link', { name: 'Go to the start page' }).click();
      await still(page);
      await expect(page).toHaveURL('/en');
    });
  }

  test('of any page may ask for a popup or come from the mobile app', async ({ page }) => {
    const answer = await page.goto('/en/accounts/?step2=1&mobileAppAction=tradingAccountOpened');
    expect(answer?.status()).toBe(200);
    await still(page);
    await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/en/accounts?step2=1&mobileAppAction=tradingAccountOpened');
  });

  test('under /r/ takes the language that was saved', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'myLanguage', value: 'zh', url: baseURL ?? '' }]);
    await page.goto('/r/accounts');
    await still(page);
    await expect(page).toHaveURL('/zh/accounts');
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  });

  test('that was saved in a cookie is gone to once', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'savedPath', value: encodeURIComponent('/en/conversion-rates'), url: baseURL ?? '' }]);
    // From an address that is no page too, by way of the root.
    await page.goto('/en/nowhere');
    await still(page);
    await expect(page).toHaveURL('/en/conversion-rates');
    await page.goto('/en');
    await still(page);
    await expect(page).toHaveURL('/en');
  });

  test('that was wanted before signing in is led to once, wherever one signs in', async ({ page, backstage, provoked }) => {
    // A page that still stands may ask once more for its stream when its session is gone.
    provoked.add(401);
    await backstage.endSession();
    await page.goto('/en/conversion-rates?from=EUR');
    await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    await page.goto('/en/login');
    await page.getByLabel('E-mail or client number').fill('in.gold@atrium.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/en/conversion-rates?from=EUR');
    await still(page);
    await page.goto('/en');
    await still(page);
    await expect(page).toHaveURL('/en');
    // Who signs in on the page itself is there already, and is not led back later.
    await page.context().clearCookies({ name: 'atrium_session' });
    await page.goto('/en/platforms');
    await page.getByLabel('E-mail or client number').fill('in.gold@atrium.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Platforms', level: 1 })).toBeVisible();
    await page.goto('/en');
    await still(page);
    await expect(page).toHaveURL('/en');
  });

  test('of somebody else’s transfer or account says that there is none', async ({ page, provoked }) => {
    provoked.add(404);
    for (const path of ['/en/transfers/1', '/en/accounts/1']) {
      await page.goto(path);
      await expect(page.getByText(/does not exist|no (transfer|account|trading account)/i).first()).toBeVisible();
    }
  });

  test('of a deposit that is denied in no words leads to the list of deposits, and of anything else is no page', async ({
    page,
    provoked,
  }) => {
    provoked.add(403);
    const denied = { success: false, code: 403, data: null, errors: [], notifications: [] };
    await answerCalls(page, /[?&](pm_id|tid)=/, async (asked) => asked.fulfill({ status: 403, json: denied }));
    await page.goto('/en/deposits/340?amount=150');
    await expect(page).toHaveURL('/en/deposits');
    await still(page);
    await expect(page.getByRole('heading', { name: 'Deposit', level: 1 })).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Credit or debit card/ })).toBeVisible();
    await page.goto('/en/transfers/1');
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    await expect(page).toHaveURL('/en/transfers/1');
  });

  test('keeps the page when the browser goes back and forward', async ({ page }) => {
    await visit(page, '/en/accounts');
    await page.getByRole('link', { name: 'History' }).first().click();
    await expect(page.getByRole('heading', { name: 'Transfers', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
    await page.goForward();
    await expect(page).toHaveURL('/en/transfers');
  });
});

test('a 404 of whoever is not signed in is called so', async ({ page, provoked }) => {
  provoked.add(404);
  await page.goto('/en/no-such-page');
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  await expect(page).toHaveTitle(/^This page does not exist · /);
});

test('the way back from a payment page stands outside the frame, and waits for whoever was signed out', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('global.active');
  const [{ id }] = (await backstage.get('api/transfers?transfer_type=deposit&limit=1')).transfers;
  await backstage.endSession();
  await page.goto(`/en/payments/payment_system/redirect?tid=${id}`);
  await expect(page.getByText('Sign in to see how your payment stands.')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByLabel('E-mail or client number').fill('global.active@atrium.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`/en/transfers/${id}`);
});

test('the error page and the sign-in pages stand outside the frame', async ({ page, provoked }) => {
  provoked.add(404);
  for (const [path, heading] of [
    ['/en/error/500', 'Something went wrong on our side'],
    ['/en/error/404', 'This page does not exist'],
    ['/en/login', 'Sign in'],
    ['/en/login/retry', 'Sign in'],
    ['/en/register/retry', 'Sign in'],
    ['/en/login/lock', 'Sign in'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
});
