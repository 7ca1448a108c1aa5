import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'strategies', path: 'strategies?list=all', as: 'investor.form' },
  { name: 'strategies-none', path: 'strategies?search=nobody-at-all', as: 'investor.form' },
  { name: 'strategies-details', path: 'accounts/strategy/{account}', as: 'provider.active' },
  { name: 'strategies-how', path: 'accounts/strategy/{account}', as: 'provider.active', open: how },
  { name: 'strategies-review', path: 'accounts/strategy/{account}?tab=review', as: 'provider.active' },
];

async function how({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('strategies.how.show') }).click();
  await page.getByRole('table', { name: say('strategies.how.days') }).waitFor();
}
