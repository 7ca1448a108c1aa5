import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'investments', path: 'investors/investments', as: 'investor.active' },
  { name: 'investments-follow', path: 'accounts/open/investor', as: 'investor.active', open: choose },
  { name: 'investments-follow-confirm', path: 'accounts/open/investor', as: 'investor.active', open: confirm, isOver: true },
  { name: 'investments-follow-none', path: 'accounts/open/investor', as: 'investor.active' },
  { name: 'investments-closed', path: 'accounts/closed', as: 'investor.active', before: ended },
  { name: 'investments-details', path: 'investors/investments/1', as: 'investor.active', before: followed },
  { name: 'investments-end', path: 'investors/investments/1', as: 'investor.active', before: followed, open: end, isOver: true },
  { name: 'investments-withdrawal', path: 'investors/withdrawal/1', as: 'investor.active', before: followed, open: typed },
  { name: 'investments-shares', path: 'investors/shares/1', as: 'investor.active', before: shared },
  { name: 'investments-share', path: 'investors/shares/1', as: 'investor.active', before: shared, open: computed, isOver: true },
  { name: 'investments-withdrawal-old', path: 'accounts/investor/1/withdrawal', as: 'investor.active', before: followed },
  { name: 'investments-statement', path: 'pamm/investment-statement/1/strategy/1', as: 'investor.active', provokes: [404] },
];

const days = Array.from({ length: 30 }, (_none, index) => ({
  date: `2026-10-${String(index + 1).padStart(2, '0')}`,
  equity: (600 + 5 * index).toFixed(2),
}));
const one = {
  id: 1,
  acc_no: 430_000_090,
  strategy_id: 1,
  strategy_name: 'Steady-hand',
  leader_id: 430_000_001,
  provider_id: 100_030,
  nickname: 'Naledi M',
  currency: 'USD',
  status: 'active',
  remun_fee: 20,
  safety_mode: false,
  protection: 50,
  protected_equity: '300.00',
  invested: '600.00',
  high_water: '700.00',
  equity: '745.00',
  result: '145.00',
  equity_as_of: '2026-10-30T09:30:00.000Z',
  share_now: '9.00',
  asked_at: '2026-10-01T09:30:00.000Z',
  started_at: '2026-10-01T09:30:10.000Z',
  ended_at: null,
  under_way: [],
  reports: [
    { month: '2026-10-01', trades: 24, result: '155.40' },
    { month: '2026-09-01', trades: 9, result: '-10.40' },
  ],
  sharesByInstrument: [
    { symbol: 'USDJPY', share: '99.9950' },
    { symbol: 'US500', share: '0.0050' },
  ],
  daily_equity_stats: days,
};

/** From the list to a strategy, and on to following it. */
async function choose({ page, say }: ScreenHelpers): Promise<void> {
  const [, language] = new URL(page.url()).pathname.split('/');
  await page.goto(new URL(`/${language}/strategies?list=all`, page.url()).href);
  // Another one is followed already.
  await page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'Steady-hand' }).click();
  await page.getByRole('link', { name: say('strategies.follow') }).click();
  await page.getByRole('button', { name: say('investments.follow.do') }).waitFor();
}

/** The form filled in, up to the question whether all of it is meant. */
async function confirm(helpers: ScreenHelpers): Promise<void> {
  await choose(helpers);
  const { page, say } = helpers;
  await page.getByLabel(say('investments.amount'), { exact: true }).fill('300');
  await page.getByLabel(say('investments.agree.terms')).check();
  await page.getByLabel(say('investments.agree.referral')).check();
  await page.getByRole('button', { name: say('investments.follow.do') }).click();
  await page.getByRole('button', { name: say('investments.confirm.do') }).waitFor();
}

async function end({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('investments.unsubscribe') }).click();
  await page.getByRole('dialog').waitFor();
}

/** An amount, of which the provider’s share is shown. */
async function typed({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByLabel(say('investments.amount')).fill('100');
  await page.getByText(say('investments.withdraw.arrives'), { exact: true }).waitFor();
}

async function computed({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .getByRole('table', { name: say('investments.shares.list') })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

/** What is told of shares of profits: to who follows and to who is followed. */
export const toldShares = [
  {
    id: 2,
    occasion: 'withdrawal',
    period: null,
    transfer_id: 12,
    withdrawn: '100.00',
    currency: 'USD',
    due_at: '2026-11-03T09:30:00.000Z',
    decided_at: '2026-11-03T09:30:10.000Z',
    equity: '790.00',
    high_water: '745.00',
    profit: '45.00',
    remun_fee: 20,
    amount: '1.13',
    short: '0.00',
    high_water_after: '650.70',
    status: 'under_way',
    paid_at: null,
  },
  {
    id: 1,
    occasion: 'period',
    period: 1,
    transfer_id: null,
    withdrawn: null,
    currency: 'USD',
    due_at: '2026-10-31T09:30:10.000Z',
    decided_at: '2026-10-31T09:30:20.000Z',
    equity: '756.25',
    high_water: '700.00',
    profit: '56.25',
    remun_fee: 20,
    amount: '11.25',
    short: '0.00',
    high_water_after: '745.00',
    status: 'paid',
    paid_at: '2026-10-31T09:30:21.000Z',
  },
];

async function shared({ page }: ScreenHelpers): Promise<void> {
  const marks = [
    { at: '2026-10-31T09:30:20.000Z', kind: 'share', amount: '11.25', high_water: '745.00' },
    { at: '2026-10-01T09:30:10.000Z', kind: 'in', amount: '700.00', high_water: '700.00' },
  ];
  const direct = {
    investment_account: one,
    shares: toldShares,
    next: null,
    next_due_at: '2026-11-30T09:30:10.000Z',
    marks,
  };
  const json = { success: true, data: { direct }, errors: [], code: 200 };
  await answerCalls(page, /investment-accounts\/1\/shares(?:\?|$)/, async (asked) => asked.fulfill({ json }));
}

async function ended({ page }: ScreenHelpers): Promise<void> {
  const over = { ...one, status: 'closed', ended_at: '2026-10-30T09:30:00.000Z' };
  const direct = { status: 'active', investment_accounts: [over], total_items: 1, page: 1, page_size: 20, totals: [] };
  const json = { success: true, data: { direct }, errors: [], code: 200 };
  await answerCalls(page, /investment-accounts\?/, async (asked) => asked.fulfill({ json }));
}

async function followed({ page }: ScreenHelpers): Promise<void> {
  const json = {
    success: true,
    data: { direct: { status: 'active', investment_account: one, sources: [] } },
    errors: [],
    code: 200,
  };
  await answerCalls(page, /investment-accounts\/1(?:\?|$)/, async (asked) => asked.fulfill({ json }));
}
