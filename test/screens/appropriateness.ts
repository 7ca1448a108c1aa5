import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

const path = 'profile/appropriateness-test';

export const screens: readonly Screen[] = [
  { name: 'appropriateness-passed', path, as: 'eu.active' },
  { name: 'appropriateness', path, as: 'eu.active', before: untaken },
  { name: 'appropriateness-faults', path, as: 'eu.active', before: untaken, open: sendEmpty },
  { name: 'appropriateness-failed', path, as: 'eu.active', before: failed },
  { name: 'appropriateness-result', path, as: 'eu.active', before: untaken, open: send, isOver: true },
];

const nothing = {
  version: 'eu-1',
  questionnaire: [],
  is_passed: false,
  last_date: null,
  form_available: false,
  form_available_from: null,
  max_leverage_available: null,
};
const passed = { ...nothing, is_passed: true, last_date: '2026-11-22T10:00:00.000Z', max_leverage_available: 30 };
const later = { last_date: '2026-11-22T10:00:00.000Z', form_available_from: '2026-12-06T10:00:00.000Z' };

async function answer({ page }: ScreenHelpers, data: object): Promise<void> {
  await answerCalls(page, '**/api/direct/questionnaire*', async (asked) => {
    if (asked.method === 'POST')
      return asked.fulfill({
        json: { success: true, data: { success: true, is_passed: true, max_leverage: 30 }, errors: [], code: 200 },
      });
    await asked.fulfill({ json: { success: true, data, errors: [], code: 200 } });
  });
}

async function untaken(stage: ScreenHelpers): Promise<void> {
  const { say } = stage;
  const answersOf = (ids: readonly number[]) =>
    ids.map((id) => ({ id, text: say(`questionnaire.answer.${id}`), presets: id === 123 ? [127] : [] }));
  const questionOf = (id: number, ids: readonly number[]) => ({
    id,
    text: say(`questionnaire.question.${id}`),
    answers: answersOf(ids),
  });
  const questionnaire = [
    { ...questionOf(27, [121, 122, 123]), sub_questions: [] },
    { ...questionOf(28, [124, 125, 126, 127]), sub_questions: [{ ...questionOf(29, [128, 129, 130]), revealed_by: 127 }] },
    { ...questionOf(37, [157, 158, 159]), sub_questions: [] },
  ];
  await answer(stage, { ...nothing, form_available: true, questionnaire });
}

async function failed(stage: ScreenHelpers): Promise<void> {
  await answer(stage, { ...nothing, ...later, max_leverage_available: 5 });
}

async function sendEmpty({ page }: ScreenHelpers): Promise<void> {
  await page.locator('input[name="answers-27"][value="122"]').check();
  await page.locator('main form [type="submit"]').click();
  await page.locator('main [aria-invalid="true"]').first().waitFor();
}

async function send(stage: ScreenHelpers): Promise<void> {
  const { page } = stage;
  await page.locator('input[name="answers-27"][value="123"]').check();
  await page.locator('input[name="answers-37"][value="158"]').check();
  await answer(stage, passed);
  await page.locator('main form [type="submit"]').click();
  await page.locator('dialog[open]').waitFor();
}
