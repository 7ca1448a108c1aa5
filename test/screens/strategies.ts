import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'strategies', path: 'strategies?list=all', as: 'investor.form' },
  { name: 'strategies-more', path: 'strategies?list=all', as: 'investor.form', before: many },
  { name: 'strategies-filters', path: 'strategies?filters=fee<30', as: 'investor.form', open: unfold, isPhoneOnly: true },
  { name: 'strategies-none', path: 'strategies?search=nobody-at-all', as: 'investor.form' },
  { name: 'strategies-details', path: 'accounts/strategy/{account}', as: 'provider.active' },
  { name: 'strategies-how', path: 'accounts/strategy/{account}', as: 'provider.active', open: how },
  { name: 'strategies-review', path: 'accounts/strategy/{account}?tab=review', as: 'provider.active' },
  { name: 'strategies-manager', path: 'strategies/manager/1', as: 'investor.active', before: known },
  { name: 'strategies-manager-closed', path: 'strategies/manager/1?list=inactive', as: 'investor.active', before: knownClosed },
];

const told = {
  acc_no: 430_000_001,
  acc_name: 'Steady-hand',
  acc_curr: 'USD',
  remun_fee: 20,
  min_amount: '200.00',
  ts: '2026-10-30T09:30:00.000Z',
  owner_id: 1,
  leader_id: 1,
  nickname: 'Naledi M',
  avatar: 2,
  country: 'ZA',
  profit: '41.20',
  month_profit: '-1.10',
  drawdown: '8.40',
  risk: 4,
  age: 320,
  is_estimated: false,
};

/** A manager with another strategy, and with news. */
async function known({ page }: ScreenHelpers): Promise<void> {
  const answered = (direct: object) => ({ json: { success: true, data: { direct }, errors: [], code: 200 } });
  const news = {
    id: 1,
    author: 'Naledi M',
    title: 'Smaller positions before the holidays',
    text: 'Markets are thin at the end of the year.',
    reviewed_at: '2026-10-29T09:30:00.000Z',
    acc_no: 430_000_001,
    acc_name: 'Steady-hand',
  };
  const { owner_id, nickname, country, avatar, acc_name, acc_no } = told;
  const profile = {
    owner_id,
    nickname,
    country,
    avatar,
    since: '2025-12-14T09:30:00.000Z',
    strategies: 2,
    acc_name,
    acc_no,
    news: [news],
  };
  await answerCalls(page, /manager-profile\/1(?:\?|$)/, async (asked) => asked.fulfill(answered({ profile })));
  const other = { ...told, acc_no: 430_000_002, acc_name: 'Quiet-river', avatar: 3 };
  const others = { active: [other], inactive: [], total_active: 1, total_inactive: 0, page_size: 20, page: 1 };
  await answerCalls(page, /manager-other-accounts\?/, async (asked) => asked.fulfill(answered(others)));
}

/** A manager who has closed more than a page shows. */
async function knownClosed(helpers: ScreenHelpers): Promise<void> {
  await known(helpers);
  const inactive = Array.from({ length: 3 }, (_each, index) => ({
    ...told,
    acc_no: told.acc_no + index,
    acc_name: `Old-river-${index}`,
  }));
  const others = { active: [], inactive, total_active: 0, total_inactive: 43, page_size: 20, page: 2 };
  const answer = { json: { success: true, data: { direct: others }, errors: [], code: 200 } };
  await answerCalls(helpers.page, /manager-other-accounts\?/, async (asked) => asked.fulfill(answer));
}

/** More than a page shows. */
async function many({ page }: ScreenHelpers): Promise<void> {
  await answerCalls(page, /manager-accounts\?/, async (asked) => {
    const response = await asked.fetch();
    const envelope = await response.json();
    envelope.data.direct.total_items = 43;
    await asked.fulfill({ response, json: envelope });
  });
}

async function how({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('strategies.how.show') }).click();
  await page.getByRole('table', { name: say('strategies.how.days') }).waitFor();
}

async function unfold({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('strategies.filters.count', { count: 1 }) }).click();
}
