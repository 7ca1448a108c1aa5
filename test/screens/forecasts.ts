import { admin } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'forecasts', path: 'market-forecast', as: 'global.active' },
  { name: 'forecasts-none', path: 'market-forecast?year=2018', as: 'global.active' },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-forecasts', path: 'forecasts', ...admin },
  { name: 'desk-forecasts-post', path: 'forecasts', ...admin, open: openPost, isOver: true },
];

async function openPost({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main button').first().click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}
