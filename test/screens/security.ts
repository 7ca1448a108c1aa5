import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'security', path: 'profile/security', as: 'global.active', before: elsewhere },
  { name: 'security-here', path: 'profile/security', as: 'global.my' },
  { name: 'security-end', path: 'profile/security', as: 'global.active', before: elsewhere, open: askToEnd, isOver: true },
  { name: 'security-totp', path: 'profile/security', as: 'global.active', open: setUpTotp, isOver: true },
];

/** The client is signed in on a phone too, which was put down an hour ago. */
async function elsewhere({ page }: ScreenHelpers): Promise<void> {
  await answerCalls(page, '**/api/sessions?*', async (asked) => {
    const answer = await asked.fetch();
    const body = (await answer.json()) as { data: { sessions: { used_at: string }[] } };
    const [here] = body.data.sessions;
    const used_at = new Date(Date.parse(here?.used_at ?? '') - 3_600_000).toISOString();
    const phone = {
      ...here,
      sid: 'phone',
      is_current: false,
      browser: 'Safari',
      system: 'iPhone',
      address: '2001:db8:1:2::7',
      used_at,
    };
    const sessions = [{ ...here }, phone, { ...phone, sid: 'old', browser: null, system: null, address: '203.0.113.7' }];
    await asked.fulfill({ response: answer, json: { ...body, data: { sessions } } });
  });
}

async function askToEnd({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: say('security.device.both', { browser: 'Safari', system: 'iPhone' }) })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

/** The picture for the camera of the app; the key is another one each time, so it is always the same here. */
async function setUpTotp({ page, say }: ScreenHelpers): Promise<void> {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await answerCalls(page, '**/api/security/totp/begin', async (asked) => {
    const answer = await asked.fetch();
    const data = { secret, uri: `otpauth://totp/Atrium:global.active@atrium.test?secret=${secret}&issuer=Atrium` };
    await asked.fulfill({ response: answer, json: { ...((await answer.json()) as object), data } });
  });
  await page.getByRole('button', { name: say('security.totp.begin'), exact: true }).click();
  await page.getByLabel(say('session.password.label'), { exact: true }).fill('Sandbox2026!');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('security.proof.go') })
    .click();
  await page.getByRole('img', { name: say('security.totp.picture') }).waitFor();
}
