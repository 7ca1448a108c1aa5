import { admin, openRow } from '../acting.ts';
import { fillDesk } from '../busyMorning.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-approvals', path: 'approvals', ...admin, before: fillDesk },
  { name: 'desk-approvals-look', path: 'approvals', ...admin, before: fillDesk, open: openRow, isOver: true },
  { name: 'desk-approvals-decide', path: 'approvals', ...admin, before: fillDesk, open: decide, isOver: true },
  { name: 'desk-approvals-kind', path: 'approvals?kind=money', ...admin, before: fillDesk },
  { name: 'desk-approvals-none', path: 'approvals?status=declined', ...admin },
];

async function decide({ page }: ScreenHelpers): Promise<void> {
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}
