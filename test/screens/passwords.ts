import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'passwords-reset', path: 'login/reset' },
  { name: 'passwords-profile', path: 'profile/change-password', as: 'provider.new' },
  { name: 'passwords-profile-pin', path: 'profile/change-password', as: 'provider.new', open: askPin },
  { name: 'passwords-account', path: 'accounts/password/{account}', as: 'global.active' },
  { name: 'passwords-accounts', path: 'accounts/password', as: 'provider.new' },
];

async function askPin({ page, say }: ScreenHelpers): Promise<void> {
  await answerCalls(page, '**/api/direct/client-change-password/sendpin*', async (asked) =>
    asked.fulfill({
      json: { success: true, data: { method: 'email_sms', resend_seconds: 60 }, errors: [], code: 200 },
    }),
  );
  await page.getByRole('button', { name: say('passwords.send') }).click();
  await page.locator('input[name="pin"]').waitFor();
}
