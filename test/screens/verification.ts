import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'verification', path: 'documents/verification', as: 'global.full', open: framed },
  { name: 'verification-retry', path: 'documents/verification', as: 'global.full', before: rejected, open: framed },
  { name: 'verification-final', path: 'documents/verification', as: 'global.full', before: rejectedForGood },
  { name: 'verification-silent', path: 'documents/verification', as: 'global.full', before: silent, open: framed },
  { name: 'verification-scan', path: 'documents/scan', as: 'global.full' },
  { name: 'verification-scan-pictures', path: 'documents/scan', as: 'global.full', before: waiting },
  { name: 'verification-scan-completed', path: 'documents/scan', as: 'global.full', before: completed },
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

const flow = {
  id: 1,
  state: 'waiting',
  country: 'MY',
  document_type: 'identity_card',
  sides: ['front', 'reverse'],
  scanned: ['front'],
};

function waiting(helpers: ScreenHelpers): Promise<void> {
  return answering(helpers, 'status', { flow, may_scan: false });
}

function completed(helpers: ScreenHelpers): Promise<void> {
  return answering(helpers, 'status', { flow: { ...flow, state: 'completed' }, may_scan: false });
}

async function answering({ page }: ScreenHelpers, call: 'init' | 'check' | 'status', told: object): Promise<void> {
  await answerCalls(page, new RegExp(`/api/direct/(sumsub|ocr/profile)/${call}\\?`), async (asked) => {
    const answer = await asked.fetch();
    const body = (await answer.json()) as { data: object };
    await asked.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...told } } });
  });
}
