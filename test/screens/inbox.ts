import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'inbox', path: 'inbox', as: 'global.active' },
  { name: 'inbox-message', path: 'inbox', as: 'global.active', open: openMessage },
  { name: 'inbox-empty', path: 'inbox', as: 'global.my' },
];

async function openMessage({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .getByRole('list', { name: say('inbox.messages') })
    .locator('li > button')
    .first()
    .click();
  await page.locator('main button[aria-current]').waitFor();
}
