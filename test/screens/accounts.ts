import { answerAtPortal, fail, press } from '../acting.ts';
import { answerCalls } from '../answers.ts';
import type { Screen } from '../screen.ts';

const shares = {
  currency: 'USD',
  dividends: [
    { day: '2026-11-12', symbol: 'AAPL', gross: '0.52', tax: '-0.08', net: '0.44', tax_percent: '15.38' },
    { day: '2026-08-13', symbol: 'MSFT', gross: '-12.40', tax: '0.00', net: '-12.40', tax_percent: null },
  ],
  next: '2026-08-13',
  splits: [
    {
      at: '2026-10-01T13:30:00.000Z',
      symbol: 'AAPL',
      position: '71',
      lots_before: '2',
      lots_after: '8',
      price_before: '246.84',
      price_after: '61.71',
    },
  ],
};
const ended = {
  symbol: 'EURUSD',
  side: 'buy',
  lots: '0.10',
  type: 'limit',
  price: '1.05000',
  limit_price: null,
  stop_loss: null,
  take_profit: null,
  placed_at: '2026-11-12T09:30:00.000Z',
};
const orders = {
  waiting: [{ ...ended, order: '91', current_price: '1.08300', expires_at: null }],
  orders: (['filled', 'cancelled', 'expired', 'rejected'] as const).map((state, at) => ({
    ...ended,
    order: String(90 - at),
    state,
    ended_at: '2026-11-12T10:00:00.000Z',
  })),
  next: '2026-10-13T00:00:00.000Z',
};

export const screens: readonly Screen[] = [
  { name: 'accounts', path: 'accounts', as: 'global.active' },
  { name: 'accounts-empty', path: 'accounts', as: 'global.my' },
  {
    name: 'accounts-fault',
    path: 'accounts',
    as: 'global.active',
    before: async ({ page }) => fail(page, 'api/accounts'),
    provokes: [500],
  },
  { name: 'accounts-details', path: 'accounts/{account}', as: 'global.active' },
  { name: 'accounts-details-demo', path: 'accounts/{demo}', as: 'global.active' },
  {
    name: 'accounts-details-shares',
    path: 'accounts/{account}',
    as: 'global.active',
    before: async ({ page }) => {
      await answerAtPortal(page, 'api/accounts/*/shares', shares);
      await answerAtPortal(page, 'api/accounts/*/orders', orders);
    },
  },
  {
    name: 'accounts-details-review',
    path: 'accounts/{account}',
    as: 'global.active',
    before: async ({ page }) =>
      answerCalls(page, /\/api\/js\/api\/accounts\/\d+\?/, async (asked) => {
        const response = await asked.fetch();
        const envelope = await response.json();
        await asked.fulfill({ response, json: { ...envelope, data: { ...envelope.data, is_under_review: true } } });
      }),
  },
  {
    name: 'accounts-details-silent',
    path: 'accounts/{account}',
    as: 'global.active',
    before: async ({ page }) => {
      const silent = {
        code: 'platform_unavailable',
        errttl: '',
        errmsg: 'The trading platform does not answer.',
        validation_messages: {},
      };
      const json = {
        success: false,
        code: 503,
        data: { since: '2026-11-12T09:30:00.000Z' },
        errors: [silent],
        notifications: [],
      };
      await answerCalls(page, /\/api\/accounts\/\d+\/(positions|orders)\?/, async (asked) =>
        asked.fulfill({ status: 503, json }),
      );
    },
    provokes: [503],
  },
  { name: 'accounts-details-missing', path: 'accounts/999', as: 'global.active', provokes: [404] },
  {
    name: 'accounts-leverage',
    path: 'accounts/{demo}',
    as: 'global.active',
    open: async (stage) => press(stage, 'accounts.leverage.change'),
    isOver: true,
  },
  {
    name: 'accounts-rename',
    path: 'accounts/{account}',
    as: 'global.active',
    open: async (stage) => press(stage, 'accounts.rename'),
    isOver: true,
  },
  {
    name: 'accounts-archive-ask',
    path: 'accounts/{account}',
    as: 'global.active',
    open: async (stage) => press(stage, 'accounts.archive.do'),
    isOver: true,
  },
  { name: 'accounts-archive', path: 'accounts/archive', as: 'global.active' },
];
