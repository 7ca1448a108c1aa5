import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'frame-missing', path: 'platforms', as: 'global.active', open: wander },
  { name: 'frame-offline', path: 'platforms', as: 'global.active', open: async ({ page }) => page.context().setOffline(true) },
  { name: 'frame-lock', path: 'inbox', as: 'global.active', open: lose, isOver: true, provokes: [401] },
  { name: 'frame-search', path: '', as: 'global.active', open: async (stage) => search(stage, ''), isOver: true },
  { name: 'frame-search-found', path: '', as: 'global.active', open: async (stage) => search(stage, '53'), isOver: true },
  { name: 'frame-search-none', path: '', as: 'global.active', open: async (stage) => search(stage, 'zzz'), isOver: true },
  { name: 'frame-notices', path: '', as: 'global.active', open: async (stage) => openMenu(stage, 'notices'), isOver: true },
  { name: 'frame-language', path: '', as: 'global.active', open: async (stage) => openMenu(stage, 'language'), isOver: true },
  { name: 'frame-profile', path: '', as: 'global.active', open: async (stage) => openMenu(stage, 'profile'), isOver: true },
  { name: 'frame-quick', path: '', as: 'global.active', open: openQuickMenu, isOver: true, isPhoneOnly: true },
];

/** On to an address that is no page, without asking the server. */
async function wander({ page }: ScreenHelpers): Promise<void> {
  await page.evaluate(
    `history.pushState({}, '', location.pathname + '/elsewhere'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.waitForURL(/elsewhere/);
}

/** The session has ended, and the next call meets the lock. */
async function lose({ page }: ScreenHelpers): Promise<void> {
  const envelope = { success: false, code: 401, data: null, errors: [], notifications: [] };
  await answerCalls(page, '**/api/js/**', async (asked) => asked.fulfill({ status: 401, json: envelope }));
  // Another folder is always asked for; a message that is opened only while it is unread.
  await page.locator('main button[aria-pressed="false"]').first().click();
  await page.locator('dialog[open] input[name="password"]').waitFor();
}

async function search({ page, say }: ScreenHelpers, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: say('shell.search') });
  await dialog.getByRole('textbox').fill(text);
  if (text === '53') await dialog.getByText('530', { exact: false }).first().waitFor();
}

async function openMenu({ page, say }: ScreenHelpers, menu: 'notices' | 'language' | 'profile'): Promise<void> {
  const bar = page.locator('header').first();
  const openers = {
    // Its name counts the notices; beside the search it is the only one that opens a dialog.
    notices: bar.locator('[aria-haspopup="dialog"]').nth(1),
    language: bar.getByRole('button', { name: say('ui.language') }),
    profile: bar.getByRole('button', { name: say('shell.profile') }),
  };
  await openers[menu].click();
  await page.locator(`[data-position] :is([role="menuitem"], li, p)`).filter({ visible: true }).first().waitFor();
}

async function openQuickMenu({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('shell.more'), exact: true }).click();
  await page.locator('dialog[open]').waitFor();
}
