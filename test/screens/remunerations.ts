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
  await page.route(/investment-program\/remunerations(?:\?|$)/, async (route) => route.fulfill({ json }));
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
  const request = { asked_at: '2026-11-03T09:30:00.000Z', status: 'under_way', left: 1 };
  return answering(helpers, { strategy: { ...strategy, status: 'closed' }, archiveRequests: [request] });
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
  await page.route(/investment-program\/followers\/1(?:\?|$)/, async (route) => route.fulfill({ json }));
}

async function close({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('remunerations.archive.do') }).click();
  await page.getByRole('dialog').waitFor();
}
