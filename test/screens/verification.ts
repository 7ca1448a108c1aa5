import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'verification', path: 'documents/verification', as: 'global.full', open: framed },
  { name: 'verification-retry', path: 'documents/verification', as: 'global.full', before: rejected, open: framed },
  { name: 'verification-final', path: 'documents/verification', as: 'global.full', before: rejectedForGood },
  { name: 'verification-silent', path: 'documents/verification', as: 'global.full', before: silent, open: framed },
  { name: 'verification-approved', path: 'documents/verification', as: 'global.active' },
];

const over = { success: true, phase: 'retry', is_calculated: true, status: 'resubmission_requested', next: null };

/** The vendor's page has come. */
async function framed({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .frameLocator(`iframe[title="${say('verification.frame')}"]`)
    .getByRole('heading', { level: 1 })
    .waitFor();
}

function rejected(helpers: ScreenHelpers): Promise<void> {
  return answering(helpers, 'check', { ...over, reasons: ['unreadable', 'expired'], comment: 'Please show the whole document.' });
}

async function rejectedForGood(helpers: ScreenHelpers): Promise<void> {
  await answering(helpers, 'check', { ...over, phase: 'final', reasons: ['not_accepted'], comment: null });
  await answering(helpers, 'init', { isShouldLaunchSDK: false, accessToken: null });
}

function silent(helpers: ScreenHelpers): Promise<void> {
  return answering(helpers, 'check', { success: false, phase: 'pending', status: 'pending' });
}

async function answering({ page }: ScreenHelpers, call: 'init' | 'check', told: object): Promise<void> {
  await page.route(new RegExp(`/api/direct/sumsub/${call}\\?`), async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...told } } });
  });
}
