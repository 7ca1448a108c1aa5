import { submit } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'entrance-login', path: 'login' },
  { name: 'entrance-login-empty', path: 'login', open: submit },
  { name: 'entrance-login-wrong', path: 'login', open: signInWrongly, provokes: [401, 429] },
  { name: 'entrance-return', path: 'payments/payment_system/redirect?tid=1', as: 'global.active', provokes: [404] },
  { name: 'entrance-return-signed-out', path: 'payments/payment_system/redirect?tid=1', provokes: [401] },
  { name: 'entrance-retry', path: 'login/retry' },
  { name: 'entrance-lock', path: 'login/lock' },
  { name: 'entrance-register-retry', path: 'register/retry' },
  { name: 'entrance-404', path: 'error/404' },
  { name: 'entrance-500', path: 'error/500' },
  { name: 'entrance-missing', path: 'nothing-here', provokes: [404] },
];

async function signInWrongly({ page }: ScreenHelpers): Promise<void> {
  await page.locator('input[name="id"]').fill('uk.lead@atrium.test');
  await page.locator('input[name="password"]').fill('not this one');
  await page.locator('main form [type="submit"]').click();
  await page.locator('[role="alert"]').waitFor();
}
