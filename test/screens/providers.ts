import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'providers-approval', path: 'providers/approval', as: 'global.active' },
  { name: 'providers-approval-wrong', path: 'providers/approval', as: 'global.active', open: sendEmpty },
  { name: 'providers-approval-waiting', path: 'providers/approval', as: 'global.active', before: waiting },
  { name: 'providers-approval-declined', path: 'providers/approval', as: 'global.active', before: declined },
  { name: 'providers-approval-elsewhere', path: 'providers/approval', as: 'eu.active' },
  { name: 'providers-request', path: 'providers/account-request', as: 'provider.new' },
  { name: 'providers-request-none', path: 'providers/account-request?add=1', as: 'provider.active' },
  { name: 'providers-strategies', path: 'providers/strategies', as: 'provider.active' },
  { name: 'providers-strategy', path: 'providers/strategies', as: 'provider.active', open: ofFirst },
  { name: 'providers-strategy-none', path: 'providers/strategies/999999', as: 'provider.active' },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-providers', path: 'providers/7', at: 'desk', as: 'compliance', before: lookedAt },
  {
    name: 'desk-providers-decline',
    path: 'providers/7',
    at: 'desk',
    as: 'compliance',
    before: lookedAt,
    open: askToDecline,
    isOver: true,
  },
];

const request = {
  status: 'waiting',
  asked_at: '2026-11-20T09:30:00.000Z',
  nickname: 'Early Bird',
  account_number: null,
  external_account: 'Somewhere 1234567',
  reason: null,
};

async function sendEmpty({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('providers.approval.send') }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

function waiting(helpers: ScreenHelpers): Promise<void> {
  return answering(helpers, { request });
}

function declined(helpers: ScreenHelpers): Promise<void> {
  return answering(helpers, { request: { ...request, status: 'declined', reason: 'too_little_trading' } });
}

async function answering({ page }: ScreenHelpers, told: object): Promise<void> {
  await answerCalls(page, /investment-program\/clients\//, async (asked) => {
    const answer = await asked.fetch();
    const body = (await answer.json()) as { data: { direct: { provider: object } } };
    const data = { direct: { provider: { ...body.data.direct.provider, ...told } } };
    await asked.fulfill({ response: answer, json: { ...body, data } });
  });
}

async function ofFirst({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('button', { name: say('providers.offer.send') }).waitFor();
}

async function lookedAt({ page }: ScreenHelpers): Promise<void> {
  const own = {
    number: 700_001,
    title: 'ECN MT4',
    currency: 'USD',
    balance: '2288.40',
    opened_at: '2026-07-20T09:30:00.000Z',
    trades: 74,
    result: '288.40',
  };
  const json = {
    success: true,
    data: {
      request: {
        id: 7,
        client_id: 100_011,
        nickname: 'Early Bird',
        own,
        external_account: null,
        status: 'waiting',
        reason: null,
        asked_at: '2026-11-20T09:30:00.000Z',
        decided_at: null,
        decided_by: null,
      },
    },
    errors: [],
    code: 200,
  };
  await answerCalls(page, /\/api\/desk\/providers\/7(\?|$)/, (asked) => asked.fulfill({ json }));
}

async function askToDecline({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('providers.desk.decline') }).click();
  await page.getByRole('dialog').waitFor();
}
