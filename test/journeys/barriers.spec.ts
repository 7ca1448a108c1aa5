import { barriers, colourBarriers, expect, settled, test, visit } from './portal.ts';

/** Every screen, held to WCAG 2.2 AA; once more in the dark for what depends on colour. */
const screens = [
  '/en',
  '/en/accounts',
  '/en/accounts/{account}',
  '/en/accounts/open',
  '/en/accounts/open/live',
  '/en/accounts/open/demo',
  '/en/accounts/archive',
  '/en/deposits',
  '/en/deposits?amount=250',
  '/en/internal?amount=25',
  '/en/transfers',
  '/en/transfers/{transfer}',
  '/en/transfers/list',
  '/en/transfers/list?from=2001-01-01&till=2001-01-02',
  '/en/atrium-wallet',
  '/en/conversion-rates',
  '/en/platforms',
  '/en/webtrader',
  '/en/webtrader?is_demo=1',
  '/en/inbox',
  '/ar',
  '/ar/deposits',
  '/zh/accounts',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    // Half-way through a transition nothing has its contrast.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('no screen of the portal has a barrier', async ({ page, backstage }) => {
      test.setTimeout(120_000);
      await backstage.signIn('global.active');
      const { accounts } = await backstage.get('api/accounts');
      const [transfer] = (await backstage.get('api/transfers?limit=1')).transfers;
      for (const screen of screens) {
        await visit(page, screen.replace('{account}', accounts.live[0].number).replace('{transfer}', transfer.id));
        expect(await (colorScheme === 'light' ? barriers(page) : colourBarriers(page)), screen).toEqual([]);
      }
    });

    test('no screen before the sign-in has a barrier', async ({ page, provoked }) => {
      provoked.add(404);
      for (const screen of ['/en/login', '/en/login/retry', '/ar/login', '/en/error/404', '/en/error/500', '/en/nothing-here']) {
        await page.goto(screen);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await barriers(page), screen).toEqual([]);
      }
    });

    test('what opens over a screen has no barrier', async ({ page, backstage, provoked }) => {
      provoked.add(404);
      await backstage.signIn('global.active');
      await visit(page, '/en');
      for (const name of [/^Notices/, 'Language', 'Appearance', 'Your profile']) {
        await page.getByRole('button', { name }).click();
        await settled(page);
        expect(await barriers(page), String(name)).toEqual([]);
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('textbox', { name: 'Search' })).toBeVisible();
      expect(await barriers(page), 'search').toEqual([]);
      await visit(page, '/en/deposits?amount=250');
      await page.getByRole('button', { name: /^Deposit USD/ }).click();
      await expect(page.getByRole('dialog', { name: 'Check your deposit' })).toBeVisible();
      expect(await barriers(page), 'the last look').toEqual([]);
      await visit(page, '/en/nothing-here');
      expect(await barriers(page), 'a missing page in the frame').toEqual([]);
      await visit(page, '/en/webtrader?is_demo=1');
      await page.getByRole('button', { name: 'Crypto' }).click();
      await page.getByRole('button', { name: /^BTCUSD/ }).click();
      await page.getByRole('button', { name: /^Buy 0\.01 BTCUSD/ }).click();
      await expect(page.getByRole('dialog', { name: 'Check your order' })).toBeVisible();
      expect(await barriers(page), 'the order').toEqual([]);
    });

    test('what is refused has no barrier', async ({ page, backstage }) => {
      await backstage.signIn('global.lead');
      for (const screen of ['/en', '/en/deposits', '/en/accounts', '/en/transfers', '/en/webtrader']) {
        await visit(page, screen);
        expect(await barriers(page), screen).toEqual([]);
      }
    });
  });
}
