import { admin } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-clients', path: 'clients', ...admin },
  { name: 'desk-clients-found', path: 'clients?search=global', ...admin },
  { name: 'desk-clients-none', path: 'clients?search=zzzz', ...admin },
  { name: 'desk-clients-one', path: 'clients/{client}', ...admin },
  { name: 'desk-clients-one-password', path: 'clients/{client}', ...admin, open: askForPassword, isOver: true },
  { name: 'desk-clients-one-lead', path: 'clients/{lead}', ...admin },
  { name: 'desk-clients-one-transfer', path: 'clients/{client}', ...admin, open: openTransfer, isOver: true },
  { name: 'desk-clients-one-missing', path: 'clients/999999', ...admin, provokes: [404] },
];

async function openTransfer({ page }: ScreenHelpers): Promise<void> {
  await page.locator('#transfers [data-row]').first().click();
  await page.locator('dialog[open] ol').waitFor();
}

async function askForPassword({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('clients.password.ask') }).click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}
