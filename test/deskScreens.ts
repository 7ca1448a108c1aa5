import type { Page } from '@playwright/test';
import { busyMorning } from './busyMorning.ts';
import type { Screen, ScreenHelpers } from './screens.ts';

const admin = { at: 'desk', as: 'admin' } as const;

/**
 * Every screen of the staff's desk with its states, below `/desk`; `as` is the part of the staff's address before the @.
 * What no seeded fact brings about stands there as the server would tell it.
 */
export const deskScreens: readonly Screen[] = [
  { name: 'desk-sign-in', path: '', at: 'desk', provokes: [401] },
  { name: 'desk-sign-in-empty', path: '', at: 'desk', open: submit, provokes: [401] },
  { name: 'desk-sign-in-wrong', path: '', at: 'desk', open: signInWrongly, provokes: [401, 429] },
  { name: 'desk-sign-in-code', path: '', at: 'desk', before: askForCode, open: signInWrongly, provokes: [401] },
  { name: 'desk-start', path: '', ...admin },
  { name: 'desk-start-busy', path: '', ...admin, before: fillDesk },
  { name: 'desk-start-agent', path: '', at: 'desk', as: 'agent' },
  { name: 'desk-start-waiting', path: '', ...admin, before: async ({ page }) => silence(page, 'queues'), isWaiting: true },
  { name: 'desk-start-fault', path: '', ...admin, before: async ({ page }) => fail(page, 'queues'), provokes: [500] },
  { name: 'desk-missing', path: 'nothing-here', ...admin, provokes: [404] },
  { name: 'desk-refused', path: 'settings', at: 'desk', as: 'agent' },
  { name: 'desk-keys', path: '', ...admin, open: openKeys, isOver: true },
  { name: 'desk-lock', path: 'clients', ...admin, open: lose, isOver: true, provokes: [401] },
  { name: 'desk-offline', path: 'clients', ...admin, open: async ({ page }) => page.context().setOffline(true) },

  { name: 'desk-queue', path: 'queues/withdrawals', ...admin, before: fillDesk },
  { name: 'desk-queue-case', path: 'queues/withdrawals', ...admin, before: fillDesk, open: openRow, isOver: true },
  { name: 'desk-queue-empty', path: 'queues/deposits', ...admin, before: fillDesk },

  { name: 'desk-clients', path: 'clients', ...admin },
  { name: 'desk-clients-found', path: 'clients?search=global', ...admin },
  { name: 'desk-clients-none', path: 'clients?search=zzzz', ...admin },
  { name: 'desk-client', path: 'clients/{client}', ...admin },
  { name: 'desk-client-lead', path: 'clients/{lead}', ...admin },
  { name: 'desk-client-transfer', path: 'clients/{client}', ...admin, open: openTransfer, isOver: true },
  { name: 'desk-client-missing', path: 'clients/999999', ...admin, provokes: [404] },

  { name: 'desk-approvals', path: 'approvals', ...admin, before: fillDesk },
  { name: 'desk-approvals-look', path: 'approvals', ...admin, before: fillDesk, open: openRow, isOver: true },
  { name: 'desk-approvals-decide', path: 'approvals', ...admin, before: fillDesk, open: decide, isOver: true },
  { name: 'desk-approvals-none', path: 'approvals?status=declined', ...admin },

  { name: 'desk-settings', path: 'settings', ...admin },
  { name: 'desk-settings-none', path: 'settings?search=zzzz', ...admin },
  { name: 'desk-setting', path: 'settings/session.idleSeconds', ...admin },
  { name: 'desk-setting-read-only', path: 'settings/session.idleSeconds', at: 'desk', as: 'finance' },
  {
    name: 'desk-setting-preview',
    path: 'settings/session.idleSeconds',
    ...admin,
    open: async (stage) => preview(stage, '2100'),
    isOver: true,
  },
  {
    name: 'desk-setting-wrong',
    path: 'settings/session.idleSeconds',
    ...admin,
    open: async (stage) => preview(stage, '"soon"'),
    isOver: true,
  },

  { name: 'desk-audit', path: 'audit', ...admin },
  { name: 'desk-audit-event', path: 'audit', ...admin, open: openRow, isOver: true },
  { name: 'desk-audit-none', path: 'audit?actor=nobody', ...admin },
  { name: 'desk-audit-refusals', path: 'audit/refusals', ...admin },

  { name: 'desk-staff', path: 'staff', ...admin },
  { name: 'desk-staff-member', path: 'staff', ...admin, open: openRow, isOver: true },
  { name: 'desk-staff-add', path: 'staff', ...admin, open: addEmpty, isOver: true },
  { name: 'desk-enrolment', path: 'enrolment#link', at: 'desk', before: openEnrolment, provokes: [401] },
  { name: 'desk-enrolment-done', path: 'enrolment#link', at: 'desk', before: openEnrolment, open: enrol, provokes: [401] },
  { name: 'desk-enrolment-invalid', path: `enrolment#${'x'.repeat(43)}`, at: 'desk', provokes: [401, 404] },
];

async function submit({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main form [type="submit"]').click();
  await page.locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
}

async function signInWrongly({ page }: ScreenHelpers): Promise<void> {
  await page.locator('input[name="id"]').fill('agent@staff.atrium.test');
  await page.locator('input[name="password"]').fill('not this one');
  await page.locator('main form [type="submit"]').click();
  await page.locator('[role="alert"], input[name="code"]').first().waitFor();
}

async function askForCode({ page }: ScreenHelpers): Promise<void> {
  await answer(page, 'login', { status: 401, errors: [refusal('second_factor_required')] });
}

async function openKeys({ page }: ScreenHelpers): Promise<void> {
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
}

async function openRow({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main [data-row]').first().click();
  await page.locator('dialog[open]').waitFor();
}

async function decide({ page }: ScreenHelpers): Promise<void> {
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}

async function openTransfer({ page }: ScreenHelpers): Promise<void> {
  await page.locator('#transfers [data-row]').first().click();
  await page.locator('dialog[open] ol').waitFor();
}

async function preview({ page, say }: ScreenHelpers, value: string): Promise<void> {
  await page.locator('textarea[name="value"]').fill(value);
  await page.getByRole('button', { name: say('settings.preview') }).click();
  await page.locator('dialog[open] table').waitFor();
}

async function addEmpty({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('staff.add') }).click();
  await page.locator('dialog[open] [type="submit"]').click();
  await page.locator('dialog[open] [aria-invalid="true"]').first().waitFor();
}

/** The session has ended, and the next call meets the lock. */
async function lose({ page }: ScreenHelpers): Promise<void> {
  await answer(page, '**', { status: 401, errors: [] });
  await page.locator('input[name="client"]').fill('somebody else');
  await page.keyboard.press('Enter');
  await page.locator('dialog[open] input[name="password"]').waitFor();
}

async function openEnrolment({ page }: ScreenHelpers): Promise<void> {
  const uri = 'otpauth://totp/Atrium:new@staff.atrium.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Atrium';
  const totp = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri };
  await answer(page, 'enrolment', { data: { name: 'Nora New', email: 'new@staff.atrium.test', role: 'agent', totp } });
  const recovery_codes = ['k3fw-9qrm', '7xhd-p2vc', 'm8jt-4ynb', 'w6gs-c5za', 'e9rb-t3kq', 'd2pn-h7mx', 'v4cz-j8fw', 'q5ya-s6tg'];
  await answer(page, 'enrol', { data: { email: 'new@staff.atrium.test', recovery_codes } });
}

async function enrol({ page, say }: ScreenHelpers): Promise<void> {
  await page.locator('input[name="password"]').fill('a long enough one');
  await page.locator('input[name="code"]').fill('123456');
  await page.locator('main form [type="submit"]').click();
  await page.getByText(say('staff.enrolment.done.title')).waitFor();
}

interface Answer {
  readonly status?: number;
  readonly data?: unknown;
  readonly errors?: readonly object[];
}

/** What a call of the desk answers, instead of asking the server. */
async function answer(page: Page, call: string, { status = 200, data = null, errors = [] }: Answer): Promise<void> {
  const envelope = { success: status < 400, code: status, data, errors };
  const headers = { 'x-request-id': 'req-7c41' };
  await page.route(`**/api/desk/${call}?*`, async (route) => route.fulfill({ status, json: envelope, headers }));
}

function refusal(code: string): object {
  return { code, errttl: '', errmsg: 'Enter the code of your authenticator app.', validation_messages: {} };
}

/** The call never answers. */
async function silence(page: Page, call: string): Promise<void> {
  await page.route(`**/api/desk/${call}?*`, () => undefined);
}

/** The call meets a fault of ours. */
async function fail(page: Page, call: string): Promise<void> {
  await answer(page, call, { status: 500 });
}

/** A desk on a busy morning: the sandbox has few cases, and approvals only when somebody has asked for them. */
async function fillDesk({ page }: ScreenHelpers): Promise<void> {
  const { queues, office, items, approvals } = busyMorning(Date.now());
  await answer(page, 'queues', { data: { queues, office } });
  await answer(page, 'queues/withdrawals', { data: { items, next: null } });
  await answer(page, 'queues/deposits', { data: { items: [], next: null } });
  await answer(page, 'approvals', { data: { approvals, next: null } });
}
