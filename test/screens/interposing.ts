import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'interposing-personal-data', path: 'accounts', as: 'global.active', before: newerNotice, open: stands, isOver: true },
];

async function newerNotice({ page }: ScreenHelpers): Promise<void> {
  await answerCalls(page, /\/api\/js\/api\/client_info/, async (asked) => {
    const answer = await asked.fetch();
    const body = (await answer.json()) as { data: object };
    const told = { ...body.data, interposes: 'personal_data_notice' };
    await asked.fulfill({ response: answer, json: { ...body, data: told, client_info: told } });
  });
  // What rides along on the notice itself would tell that nothing is to be agreed to.
  await answerCalls(page, /\/api\/direct\/personal-data-notice/, async (asked) => {
    const answer = await asked.fetch();
    const { client_info: _, ...rest } = (await answer.json()) as Record<string, unknown>;
    await asked.fulfill({ response: answer, json: rest });
  });
}

async function stands({ page }: ScreenHelpers): Promise<void> {
  await page.getByRole('dialog').getByRole('checkbox').waitFor();
}
