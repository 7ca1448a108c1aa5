import { admin } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-settings', path: 'settings', ...admin },
  { name: 'desk-settings-none', path: 'settings?search=zzzz', ...admin },
  { name: 'desk-settings-one', path: 'settings/session.idleSeconds', ...admin },
  { name: 'desk-settings-one-read-only', path: 'settings/session.idleSeconds', at: 'desk', as: 'finance' },
  {
    name: 'desk-settings-one-preview',
    path: 'settings/session.idleSeconds',
    ...admin,
    open: async (stage) => preview(stage, '2100'),
    isOver: true,
  },
  {
    name: 'desk-settings-one-wrong',
    path: 'settings/session.idleSeconds',
    ...admin,
    open: async (stage) => preview(stage, '"soon"'),
    isOver: true,
  },
];

async function preview({ page, say }: ScreenHelpers, value: string): Promise<void> {
  await page.locator('textarea[name="value"]').fill(value);
  await page.getByRole('button', { name: say('settings.preview') }).click();
  await page.locator('dialog[open] table').waitFor();
}
