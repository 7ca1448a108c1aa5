import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'feedback', path: 'feedback', as: 'global.active', before: asked },
  { name: 'feedback-missing', path: 'feedback', as: 'global.active', before: asked, open: sendEmpty },
  { name: 'feedback-over', path: 'accounts', as: 'global.active', before: asked, open: standsOver, isOver: true },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-feedback', path: 'feedback', at: 'desk', as: 'agent', before: said },
  { name: 'desk-feedback-none', path: 'feedback', at: 'desk', as: 'agent' },
];

/** The broker wishes to know what the client thinks. */
async function asked({ page }: ScreenHelpers): Promise<void> {
  await answerCalls(page, /\/api\/js\/api\/client_info/, async (asked) => {
    const answer = await asked.fetch();
    const body = (await answer.json()) as { data: object };
    const told = { ...body.data, display_questionnaire: true, interposes: 'feedback' };
    await asked.fulfill({ response: answer, json: { ...body, data: told, client_info: told } });
  });
}

async function sendEmpty({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('feedback.send') }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

async function standsOver({ page }: ScreenHelpers): Promise<void> {
  await page.getByRole('dialog').waitFor();
}

async function said({ page }: ScreenHelpers): Promise<void> {
  const line = { id: '2', client_id: 100_001, score: 4, text: 'The chart is slow on my phone.', may_contact: true };
  const feedback = [
    { ...line, at: '2026-11-20T09:30:00.000Z' },
    { ...line, id: '1', score: null, text: '', may_contact: false, at: '2026-11-19T09:30:00.000Z' },
  ];
  await answerCalls(page, /\/api\/desk\/feedback/, (asked) =>
    asked.fulfill({ json: { success: true, data: { feedback, next: '1', counts: [1, 0, 2, 9, 14] }, errors: [], code: 200 } }),
  );
}
