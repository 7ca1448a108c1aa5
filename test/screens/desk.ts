import { admin, answerAtDesk, submit } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-sign-in', path: '', at: 'desk', provokes: [401] },
  { name: 'desk-sign-in-empty', path: '', at: 'desk', open: submit, provokes: [401] },
  { name: 'desk-sign-in-wrong', path: '', at: 'desk', open: signInWrongly, provokes: [401, 429] },
  { name: 'desk-sign-in-code', path: '', at: 'desk', before: askForCode, open: signInWrongly, provokes: [401] },
  { name: 'desk-missing', path: 'nothing-here', ...admin, provokes: [404] },
  { name: 'desk-refused', path: 'settings', at: 'desk', as: 'agent' },
  { name: 'desk-keys', path: '', ...admin, open: openKeys, isOver: true },
  { name: 'desk-lock', path: 'clients', ...admin, open: lose, isOver: true, provokes: [401] },
  { name: 'desk-offline', path: 'clients', ...admin, open: async ({ page }) => page.context().setOffline(true) },
];

async function signInWrongly({ page }: ScreenHelpers): Promise<void> {
  await page.locator('input[name="id"]').fill('agent@staff.atrium.test');
  await page.locator('input[name="password"]').fill('not this one');
  await page.locator('main form [type="submit"]').click();
  await page.locator('[role="alert"], input[name="code"]').first().waitFor();
}

const secondFactor = {
  code: 'second_factor_required',
  errttl: '',
  errmsg: 'Enter the code of your authenticator app.',
  validation_messages: {},
};

async function askForCode({ page }: ScreenHelpers): Promise<void> {
  await answerAtDesk(page, 'login', { status: 401, errors: [secondFactor] });
}

async function openKeys({ page }: ScreenHelpers): Promise<void> {
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
}

/** The session has ended, and the next call meets the lock. */
async function lose({ page }: ScreenHelpers): Promise<void> {
  await answerAtDesk(page, '**', { status: 401, errors: [] });
  await page.locator('input[name="client"]').fill('somebody else');
  await page.keyboard.press('Enter');
  await page.locator('dialog[open] input[name="password"]').waitFor();
}
