import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'opening', path: 'accounts/open', as: 'global.active' },
  { name: 'opening-refused', path: 'accounts/open', as: 'hk.active' },
  { name: 'opening-maximum', path: 'accounts/open', as: 'global.active', before: noMore, open: standsOver, isOver: true },
  { name: 'opening-live', path: 'accounts/open/live', as: 'global.active' },
  { name: 'opening-live-refused', path: 'accounts/open/live', as: 'global.lead' },
  { name: 'opening-demo', path: 'accounts/open/demo', as: 'global.active' },
  { name: 'opening-success', path: 'accounts/open/demo', as: 'provider.new', open: openDemoAccount },
  { name: 'opening-top-up', path: 'accounts/top-up/{demo}', as: 'global.active' },
  { name: 'opening-levels', path: 'account-level', as: 'cn.active' },
];

/** As many accounts as can be open at once. */
async function noMore({ page }: ScreenHelpers): Promise<void> {
  await answerCalls(page, /\/api\/js\/api\/client_info/, async (asked) => {
    const answer = await asked.fetch();
    const body = (await answer.json()) as { data: object };
    const told = { ...body.data, client_can_open_account: false };
    await asked.fulfill({ response: answer, json: { ...body, data: told, client_info: told } });
  });
}

async function standsOver({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('dialog', { name: say('opening.maximum.title') }).waitFor();
}

async function openDemoAccount({ page, say }: ScreenHelpers): Promise<void> {
  const agreement = page.locator('input[name="i_agree_tc"]');
  if (await agreement.isVisible()) await agreement.check();
  await page.locator('main form [type="submit"]').click();
  await page.getByRole('heading', { name: say('opening.success.demo') }).waitFor();
}
