import { answerAtDesk } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'investors-questionnaire', path: 'investors/questionnaire', as: 'investor.form' },
  { name: 'investors-questionnaire-wrong', path: 'investors/questionnaire', as: 'investor.form', open: sendEmpty },
  { name: 'investors-waiting', path: 'investors/waiting', as: 'investor.waiting' },
  { name: 'investors-approved', path: 'investors/approved', as: 'investor.approved' },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-investors', path: 'investors/7', at: 'desk', as: 'compliance', before: lookedAt },
];

async function sendEmpty({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('ui.form.next') }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

async function lookedAt({ page }: ScreenHelpers): Promise<void> {
  const form = {
    id: 7,
    client_id: 100_011,
    status: 'waiting',
    risk: 2,
    answers: { occupation: 'employed', riskier: '50', horizon: 'y5' },
    answered_at: '2026-11-20T09:30:00.000Z',
    decided_at: null,
    decided_by: null,
  };
  await answerAtDesk(page, 'investors/7', { data: { form } });
}
