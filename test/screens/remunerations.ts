import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';
import { toldShares } from './investments.ts';

export const screens: readonly Screen[] = [
  { name: 'remunerations', path: 'providers/remunerations', as: 'provider.active', before: remunerated },
  {
    name: 'remunerations-share',
    path: 'providers/remunerations',
    as: 'provider.active',
    before: remunerated,
    open: computed,
    isOver: true,
  },
  { name: 'remunerations-none', path: 'providers/remunerations', as: 'global.active' },
  { name: 'remunerations-followers', path: 'providers/followers/1', as: 'provider.active', before: followed },
  {
    name: 'remunerations-archive',
    path: 'providers/followers/1',
    as: 'provider.active',
    before: followed,
    open: close,
    isOver: true,
  },
  { name: 'remunerations-closed', path: 'providers/followers/1', as: 'provider.active', before: closed },
  { name: 'remunerations-declined', path: 'providers/followers/1', as: 'provider.active', before: declined },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-remunerations-archive', path: 'remunerations/archives/7', at: 'desk', as: 'compliance', before: lookedAt },
  {
    name: 'desk-remunerations-archive-decline',
    path: 'remunerations/archives/7',
    at: 'desk',
    as: 'compliance',
    before: lookedAt,
    open: askToDecline,
    isOver: true,
  },
];

const strategy = { id: 1, acc_no: 430_000_001, name: 'Steady-hand', currency: 'USD', status: 'active' };

async function remunerated({ page }: ScreenHelpers): Promise<void> {
  const direct = {
    remunerations: toldShares.map((share) => ({
      ...share,
      strategy_id: strategy.id,
      strategy_name: strategy.name,
      acc_no: 430_000_090,
    })),
    total_items: 2,
    page: 1,
    page_size: 20,
    totals: [{ currency: 'USD', count: 2, paid: '11.25', under_way: '1.13' }],
    strategies: [strategy],
  };
  const json = { success: true, data: { direct }, errors: [], code: 200 };
  await answerCalls(page, /investment-program\/remunerations(?:\?|$)/, async (asked) => asked.fulfill({ json }));
}

async function computed({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .getByRole('table', { name: say('page.remunerations') })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

const follower = {
  id: 1,
  acc_no: 430_000_090,
  currency: 'USD',
  status: 'active',
  remun_fee: 20,
  invested: '600.00',
  high_water: '700.00',
  equity: '745.00',
  result: '145.00',
  equity_as_of: '2026-10-30T09:30:00.000Z',
  share_now: '9.00',
  paid: '11.25',
  started_at: '2026-10-01T09:30:10.000Z',
  ended_at: null,
};

function followed(helpers: ScreenHelpers): Promise<void> {
  return answering(helpers, {});
}

function closed(helpers: ScreenHelpers): Promise<void> {
  const request = { asked_at: '2026-11-03T09:30:00.000Z', status: 'under_way', reason: null, left: 1 };
  return answering(helpers, { strategy: { ...strategy, status: 'closed' }, archiveRequests: [request] });
}

function declined(helpers: ScreenHelpers): Promise<void> {
  const request = { asked_at: '2026-11-03T09:30:00.000Z', status: 'declined', reason: 'positions_open', left: 1 };
  return answering(helpers, { archiveRequests: [request] });
}

async function lookedAt({ page }: ScreenHelpers): Promise<void> {
  const archive = {
    id: 7,
    client_id: 100_030,
    acc_no: strategy.acc_no,
    strategy: strategy.name,
    provider: 'Naledi M',
    currency: 'USD',
    open: 2,
    requests: 1,
    invested: '1600.00',
    status: 'waiting',
    reason: null,
    asked_at: '2026-11-03T09:30:00.000Z',
    decided_at: null,
    decided_by: null,
  };
  const json = { success: true, data: { archive }, errors: [], code: 200 };
  await answerCalls(page, /api\/desk\/remunerations\/archives\/7/, async (asked) => asked.fulfill({ json }));
}

async function askToDecline({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('remunerations.desk.decline') }).click();
  await page.getByRole('dialog').waitFor();
}

async function answering({ page }: ScreenHelpers, told: object): Promise<void> {
  const direct = {
    strategy,
    investmentAccounts: [follower],
    total_items: 1,
    page: 1,
    page_size: 20,
    open: 1,
    requests: 0,
    invested: '600.00',
    archiveRequests: [],
    ...told,
  };
  const json = { success: true, data: { direct }, errors: [], code: 200 };
  await answerCalls(page, /investment-program\/followers\/1(?:\?|$)/, async (asked) => asked.fulfill({ json }));
}

async function close({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('remunerations.archive.do') }).click();
  await page.getByRole('dialog').waitFor();
}
