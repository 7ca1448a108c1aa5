import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'opening', path: 'accounts/open', as: 'global.active' },
  { name: 'opening-refused', path: 'accounts/open', as: 'hk.active' },
  { name: 'opening-live', path: 'accounts/open/live', as: 'global.active' },
  { name: 'opening-live-refused', path: 'accounts/open/live', as: 'global.lead' },
  { name: 'opening-demo', path: 'accounts/open/demo', as: 'global.active' },
  { name: 'opening-success', path: 'accounts/open/demo', as: 'provider.new', open: openDemoAccount },
  { name: 'opening-top-up', path: 'accounts/top-up/{demo}', as: 'global.active' },
  { name: 'opening-levels', path: 'account-level', as: 'cn.active' },
];

async function openDemoAccount({ page, say }: ScreenHelpers): Promise<void> {
  const agreement = page.locator('input[name="i_agree_tc"]');
  if (await agreement.isVisible()) await agreement.check();
  await page.locator('main form [type="submit"]').click();
  await page.getByRole('heading', { name: say('opening.success.demo') }).waitFor();
}
