import { expect, still, test, visit } from './portal.ts';

const everyPage = [
  '',
  '/accounts',
  '/accounts/open',
  '/accounts/open/live',
  '/accounts/open/demo',
  '/accounts/archive',
  '/deposits',
  '/internal',
  '/transfers',
  '/transfers/list',
  '/atrium-wallet',
  '/conversion-rates',
  '/platforms',
  '/webtrader',
  '/inbox',
];

test.describe('the language', () => {
  test('is switched on the same page, and Arabic mirrors the frame', async ({ page, backstage }) => {
    await backstage.signIn('investor.active');
    await visit(page, '/en/transfers/list?transfer_type=deposit');
    await page.getByRole('button', { name: 'Language' }).press('Enter');
    const arabic = page.getByRole('menuitem', { name: 'العربية' });
    await expect(arabic).toBeVisible();
    for (let left = 20; left > 0 && !(await arabic.evaluate((item) => item === document.activeElement)); left -= 1) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/ar/transfers/list?transfer_type=deposit');
    await still(page);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('html')).toHaveAttribute('lang', /^ar/);
    const rail = await page.getByRole('navigation').first().boundingBox();
    const screen = await page.locator('main').boundingBox();
    expect(rail?.x).toBeGreaterThan(screen?.x ?? 0);
  });

  test('of server-made sentences is the page’s', async ({ page, backstage }) => {
    await backstage.signIn('investor.active');
    const [transfer] = (await backstage.get('api/transfers?limit=1')).transfers;
    await visit(page, `/zh/transfers/${transfer.id}`);
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
    await expect(page.locator('main li').first()).toContainText(/[\u4e00-\u9fff]{2}/);
  });
});

test('the dashboard comes in one wave: its document names all that it is drawn with', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  for (const language of ['en', 'ar'] as const) {
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector('main h1')) return;
        performance.mark('drawn');
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    const html = (await (await page.goto(`/${language}`))?.text())?.replaceAll('&amp;', '&') ?? '';
    await still(page);
    const asked = await page.evaluate(() => {
      const [drawn] = performance.getEntriesByName('drawn');
      return (
        performance
          .getEntriesByType('resource')
          .filter(({ startTime }) => startTime < (drawn?.startTime ?? 0))
          .map(({ name }) => name.slice(location.origin.length))
          // But for the font, which the first letters ask for.
          .filter((address) => !address.endsWith('.woff2'))
      );
    });
    expect(asked.filter((address) => !html.includes(`"${address}"`))).toEqual([]);
    for (const one of [`words-${language}-`, 'frame-', 'kit-', '/api/dashboard', '/api/client_info'])
      expect(asked.filter((address) => address.includes(one)).length, one).toBeGreaterThan(0);
    // Neither more than once, nor what nobody looks at yet.
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((address) => /Popup|Search|Theme|stream/.test(address))).toEqual([]);
  }
});

for (const language of ['en', 'ar', 'zh'] as const) {
  test(`in ${language} nothing is wider than a phone, and on a desk there is a word for everything`, async ({
    page,
    backstage,
  }) => {
    await backstage.signIn('global.active');
    const { accounts } = await backstage.get('api/accounts');
    const [transfer] = (await backstage.get('api/transfers?limit=1')).transfers;
    const paths = [...everyPage, `/accounts/${accounts.live[0].number}`, `/transfers/${transfer.id}`];
    for (const path of paths) {
      await page.setViewportSize({ width: 360, height: 740 });
      await visit(page, `/${language}${path}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(over, `/${language}${path} is wider than the screen`).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1280, height: 900 });
      // A word that is missing shows as its id, such as deposit.action.
      const text = (await page.locator('body').innerText()).replaceAll(/\S+@\S+/g, '');
      expect(text.match(/\b[a-z]{2,}(\.[a-z][A-Za-z_]+)+\b/g) ?? [], `/${language}${path}`).toEqual([]);
    }
  });
}

test('on a phone the quick menu is at hand', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await backstage.signIn('global.active');
  await visit(page, '/en');
  const quick = page.getByRole('navigation', { name: 'Quick menu' });
  for (const name of ['Home', 'Accounts', 'Deposit', 'Platforms', 'More'])
    await expect(quick.getByText(name, { exact: true })).toBeVisible();
  await quick.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Conversion rates' }).click();
  await expect(page).toHaveURL('/en/conversion-rates');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('between a phone and a desk the rail is as narrow as its icons, and the inbox tells how much is new', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.frozen');
  const rail = page.getByRole('navigation', { name: 'Main navigation' }).first();
  const home = rail.getByRole('link', { name: 'Home' });
  await visit(page, '/en');
  for (const [width, isNarrow] of [
    [1200, false],
    [1199, true],
    [768, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => ((await rail.boundingBox())?.width ?? 0) < 100, String(width)).toBe(isNarrow);
    // Only its word is out of sight: it is still read out.
    await expect(home).toBeVisible();
    await expect.poll(async () => ((await home.getByText('Home').boundingBox())?.width ?? 0) < 2, String(width)).toBe(isNarrow);
  }
  const inbox = page.getByRole('banner').getByRole('link', { name: /^Inbox/ });
  await expect(inbox).toHaveAccessibleName(/[1-9]/);
  await expect(inbox).toContainText(/[1-9]/);
});

test('the appearance is chosen, and kept', async ({ page, backstage }) => {
  await backstage.signIn('investor.active');
  await visit(page, '/en');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await still(page);
  expect(await background()).toBe(dark);
});

test('search opens by its keys and leads to screens, accounts and transfers', async ({ page, backstage }) => {
  await backstage.signIn('investor.active');
  const { accounts } = await backstage.get('api/accounts');
  const [transfer] = (await backstage.get('api/transfers?limit=1')).transfers;
  await visit(page, '/en');
  for (const [typed, landed] of [
    ['conver', '/en/conversion-rates'],
    [String(accounts.live[0].number), `/en/accounts/${accounts.live[0].number}`],
    [String(transfer.id), `/en/transfers/${transfer.id}`],
  ] as const) {
    await page.keyboard.press('Control+k');
    const search = page.getByRole('textbox', { name: 'Search' });
    await search.fill(typed);
    const found = page.getByRole('dialog', { name: 'Search' }).getByRole('button').first();
    await expect(found).toContainText(new RegExp(typed, 'i'));
    // The first is chosen; down and up again come back to it.
    await expect(found).toHaveAttribute('data-chosen');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(landed);
    await still(page);
    await expect(page.locator('main h1')).toBeFocused();
  }
});

test('a screen that arrives while somebody is typing in the search leaves the keyboard to them', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  const late = Promise.withResolvers<void>();
  await page.route('**/assets/Rates-*.js', async (route) => {
    await late.promise;
    await route.continue();
  });
  await visit(page, '/en/atrium-wallet');
  await page.getByRole('navigation').getByRole('link', { name: 'Conversion rates' }).click();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('textbox', { name: 'Search' });
  await search.pressSequentially('de');
  late.resolve();
  await expect(page.locator('main h1')).toHaveText('Conversion rates');
  await page.keyboard.type('posit');
  await expect(search).toHaveValue('deposit');
});

test('notices are read and closed, and stay closed', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  const before = (await backstage.get('api/notifications')).notifications.length;
  expect(before).toBeGreaterThan(0);
  await visit(page, '/en');
  const bell = page.getByRole('button', { name: /^Notices/ });
  await expect(bell).toHaveAccessibleName(`Notices, ${before} new`);
  await bell.click();
  // Opening it is having seen them: only what comes later is counted. What was not followed is marked until it is.
  await expect(bell).toHaveAccessibleName('Notices');
  const unread = page.getByText('Not read yet:');
  await expect(unread).toHaveCount(before);
  await page
    .getByRole('button', { name: /^Dismiss:/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Dismiss:/ })).toHaveCount(before - 1);
  await expect.poll(async () => (await backstage.get('api/notifications')).notifications.length).toBe(before - 1);
  await page.reload();
  await still(page);
  await expect(bell).toHaveAccessibleName('Notices');
  await bell.click();
  await expect(unread).toHaveCount(before - 1);
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(unread).toHaveCount(0);
  await expect.poll(async () => (await backstage.get('api/notifications')).notifications.every(isRead)).toBe(true);
});

test('a notice to be shown once is shown once', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  const { notifications } = await backstage.get('api/notifications');
  const [first] = notifications;
  await page.route('**/api/js/api/client_info?*', async (route) => {
    const answer = await route.fetch();
    const envelope = await answer.json();
    const once = { ...first, id: '999999999', display: 'once', is_read: false, title: 'Only this once' };
    await route.fulfill({ response: answer, json: { ...envelope, notifications: [once, ...notifications] } });
  });
  await visit(page, '/en/platforms');
  const bell = page.getByRole('button', { name: /^Notices/ });
  await bell.click();
  await expect(page.getByText('Only this once')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Only this once')).toHaveCount(0);
  await bell.click();
  await expect(page.getByRole('button', { name: /^Dismiss:/ }).first()).toBeVisible();
  await expect(page.getByText('Only this once')).toHaveCount(0);
});

function isRead(notice: { readonly is_read: boolean }): boolean {
  return notice.is_read;
}

test('what happens in one tab is seen in the other without a reload', async ({ page, context, backstage }) => {
  // Interfaces §1: one stream a browser, shared by its tabs.
  const streams: string[] = [];
  context.on('request', (request) => request.url().includes('/api/js/stream') && streams.push(request.url()));
  await backstage.signIn('provider.active');
  await visit(page, '/en/transfers');
  const other = await context.newPage();
  await visit(other, '/en/accounts');
  await expect.poll(() => streams).toHaveLength(1);
  const { accounts } = await backstage.get('api/accounts');
  const { wallets } = await backstage.get('api/direct/wallets');
  const source = accounts.live.find((account: { currency: string }) => account.currency === 'USD');
  const confirmed = await backstage.post('api/payments_process', {
    action: 'confirm',
    transfer_type: 'transfer',
    account_number: source.number,
    target_account_number:
      wallets[0]?.number ?? accounts.live.find((account: { number: number }) => account.number !== source.number).number,
    amount: '1.00',
  });
  const saved = await backstage.post('api/payments_process', { action: 'save', remittance_id: confirmed.remittance_id });
  await expect(page.getByText(`No. ${saved.transfer_id}`)).toBeVisible();
  const balance = async (): Promise<string> =>
    (await backstage.get('api/accounts')).accounts.live.find((one: { number: number }) => one.number === source.number).balance;
  await expect.poll(balance).not.toBe(source.balance);
  const shown = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(Number(await balance()));
  await expect(other.getByText(shown).first()).toBeVisible();
  expect(streams).toHaveLength(1);
  // The tab that is left takes the stream over, from the last line that either has heard.
  await page.close();
  await expect.poll(() => streams[1]).toMatch(/last_event_id=\d+/);
});
