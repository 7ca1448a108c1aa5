import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'strategyNews', path: 'strategies/news', as: 'provider.active' },
  { name: 'strategyNews-mine', path: 'strategies/news?type=my', as: 'provider.active' },
  { name: 'strategyNews-of', path: 'accounts/strategy/{account}?tab=news', as: 'provider.active' },
  { name: 'strategyNews-own', path: 'providers/strategies', as: 'provider.active', open: own },
  { name: 'strategyNews-own-missing', path: 'providers/news/999', as: 'provider.active', provokes: [404] },
  { name: 'strategyNews-wrong', path: 'providers/strategies', as: 'provider.active', open: sendEmpty },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-strategyNews', path: 'strategy-news/7', at: 'desk', as: 'compliance', before: written },
  {
    name: 'desk-strategyNews-decline',
    path: 'strategy-news/7',
    at: 'desk',
    as: 'compliance',
    before: written,
    open: askToDecline,
    isOver: true,
  },
];

async function own({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('link', { name: say('providers.news') }).click();
  await page.getByRole('button', { name: say('strategyNews.send') }).waitFor();
}

async function sendEmpty(helpers: ScreenHelpers): Promise<void> {
  await own(helpers);
  await helpers.page.getByRole('button', { name: helpers.say('strategyNews.send') }).click();
  await helpers.page.locator('[aria-invalid="true"]').first().waitFor();
}

async function written({ page }: ScreenHelpers): Promise<void> {
  const json = {
    success: true,
    data: {
      news: {
        id: 7,
        client_id: 100_011,
        strategy: 'Steady-hand',
        acc_no: 430_000_001,
        author: 'Early Bird',
        title: 'A calm month',
        text: 'Ten trades were closed.\nNone was held over a weekend.',
        status: 'waiting',
        reason: null,
        written_at: '2026-11-20T09:30:00.000Z',
        decided_at: null,
        decided_by: null,
      },
    },
    errors: [],
    code: 200,
  };
  await answerCalls(page, /\/api\/desk\/strategy-news\/7(\?|$)/, (asked) => asked.fulfill({ json }));
}

async function askToDecline({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('strategyNews.desk.decline') }).click();
  await page.getByRole('dialog').waitFor();
}
