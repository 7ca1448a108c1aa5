import { admin, answerAtDesk, openRow } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-staff', path: 'staff', ...admin },
  { name: 'desk-staff-member', path: 'staff', ...admin, open: openRow, isOver: true },
  { name: 'desk-staff-add', path: 'staff', ...admin, open: addEmpty, isOver: true },
  { name: 'desk-staff-enrolment', path: 'enrolment#link', at: 'desk', before: openEnrolment, provokes: [401] },
  { name: 'desk-staff-enrolment-done', path: 'enrolment#link', at: 'desk', before: openEnrolment, open: enrol, provokes: [401] },
  { name: 'desk-staff-enrolment-invalid', path: `enrolment#${'x'.repeat(43)}`, at: 'desk', provokes: [401, 404] },
];

async function addEmpty({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('staff.add') }).click();
  await page.locator('dialog[open] [type="submit"]').click();
  await page.locator('dialog[open] [aria-invalid="true"]').first().waitFor();
}

async function openEnrolment({ page }: ScreenHelpers): Promise<void> {
  const uri = 'otpauth://totp/Atrium:new@staff.atrium.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Atrium';
  const totp = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri };
  await answerAtDesk(page, 'enrolment', { data: { name: 'Nora New', email: 'new@staff.atrium.test', role: 'agent', totp } });
  const recovery_codes = ['k3fw-9qrm', '7xhd-p2vc', 'm8jt-4ynb', 'w6gs-c5za', 'e9rb-t3kq', 'd2pn-h7mx', 'v4cz-j8fw', 'q5ya-s6tg'];
  await answerAtDesk(page, 'enrol', { data: { email: 'new@staff.atrium.test', recovery_codes } });
}

async function enrol({ page, say }: ScreenHelpers): Promise<void> {
  await page.locator('input[name="password"]').fill('a long enough one');
  await page.locator('input[name="code"]').fill('123456');
  await page.locator('main form [type="submit"]').click();
  await page.getByText(say('staff.enrolment.done.title')).waitFor();
}
