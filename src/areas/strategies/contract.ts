import { z } from 'zod';
import { strategySorts } from '../../law/strategies.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { review } from '../../protocol/strategyReview.ts';

/** Document 2 §9. */
export const strategyPage = { size: 20, debounceMs: 500 } as const;
/** Document 2 §9: so many pictures stand for managers who have none of their own. */
export const avatars = 3;

const amount = z.string();
const percent = z.string();
const moment = z.iso.datetime();
const number = inDigits(z.int().min(1).max(2_147_483_647));
const pageNumber = inDigits(z.int().min(1).max(1_000_000)).default(1);
const date = z.iso.date();

const figures = {
  /** Since the strategy began, and of the last thirty days, in per cent; weighted by time. */
  profit: percent,
  month_profit: percent,
  /** The deepest fall from a peak, in per cent. */
  drawdown: percent,
  /** 1 to 10; null while there were too few days of trading. */
  risk: z.int().nullable(),
  /** Whole days since it began. */
  age: z.int(),
  /** Some of it rests on an equity that nobody read at the moment. */
  is_estimated: z.boolean(),
};

const listed = z.object({
  acc_no: z.int(),
  acc_name: z.string(),
  acc_curr: z.string(),
  /** The share of profits, in per cent. */
  remun_fee: z.int(),
  /** The least to follow with. */
  min_amount: amount,
  /** When the figures were reckoned. */
  ts: moment,
  owner_id: z.int(),
  leader_id: z.int(),
  nickname: z.string(),
  /** One of the pictures that stand for managers. */
  avatar: z.int(),
  country: z.string(),
  ...figures,
});
export type ListedStrategy = z.infer<typeof listed>;

const priceAt = z.object({ date_time: z.string(), unit_price: z.string() });

const newsItem = z.object({ id: z.int(), author: z.string(), title: z.string(), text: z.string(), reviewed_at: moment });

const details = listed.extend({
  acc_descr: z.string(),
  equity: amount,
  since: moment,
  /** The client asks about a strategy of their own. */
  is_own: z.boolean(),
  /** What the client follows of it; null where nothing. */
  investment_id: z.int().nullable(),
  unit_price: z.string(),
  /** The average of the days' absolute returns, in per cent; null with the risk. */
  daily_move: percent.nullable(),
  /** What a unit of the beginning has cost at the end of each day; percent = (unit price − 1) × 100. */
  total_profit_history: z.array(priceAt),
  /** Of each month, its unit begun anew with it. */
  monthly_profit_history: z.array(priceAt),
  /** Of the last thirty days, likewise. */
  last_month_profit_history: z.array(priceAt),
  /** How many trades were closed in each month. */
  monthly_statistic_by_trades: z.array(z.object({ date, quantity: z.int() })),
  /** On how many days something was closed. */
  trading_days: z.int(),
  similar_accounts: z.array(listed),
  /** What its manager tells of it, the newest first, as the desk approved it. */
  news: z.array(newsItem),
});
export type StrategyDetails = z.infer<typeof details>;

const computedDay = z.object({
  day: date,
  unit_price: z.string(),
  equity: amount,
  /** What came (or went) that day: no profit and no loss. */
  flow: amount,
  /** What trading made. */
  result: amount,
  is_estimated: z.boolean(),
});
export type ComputedDay = z.infer<typeof computedDay>;

const dealOfDay = z.object({
  ticket: z.string(),
  at: moment,
  kind: z.string(),
  entry: z.enum(['in', 'out']).nullable(),
  symbol: z.string().nullable(),
  lots: z.string(),
  price: z.string(),
  amount,
});
export type DealOfDay = z.infer<typeof dealOfDay>;

const ofAccount = z.object({ acc_no: number });
const notFound = { strategy_not_found: 404 } as const;
const reads = ['strategies'] as const;

export const strategiesContract = contract({
  area: 'strategies',
  calls: {
    registry: {
      method: 'GET',
      path: 'api/direct/investment-program/settings-registry',
      summary: 'What strategies can be chosen and offered by: filters, orders, the page and the least amounts.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        direct: z.object({
          page_size: z.int(),
          search_debounce_ms: z.int(),
          filters: z.record(z.string(), z.array(z.string())),
          sorts: z.array(z.enum(strategySorts)),
          min_amount: amount,
          remunerations: z.array(z.int()),
        }),
      }),
      errors: {},
    },
    list: {
      method: 'GET',
      path: 'api/direct/investment-program/manager-accounts',
      summary:
        'Strategies that can be followed: the top ones, or all. `filters` is such as `risk<=2,profit>=10`; a page behind the last is the last.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        list: z.enum(['all', 'top']).default('top'),
        page: pageNumber,
        sort: z.enum(strategySorts).optional(),
        sort_dir: z.enum(['asc', 'desc']).optional(),
        /** As `sort` and `sort_dir`. */
        order_by: z.enum(strategySorts).optional(),
        order_dir: z.enum(['asc', 'desc']).optional(),
        filters: z.string().max(120).default(''),
        /** A part of a strategy's or a manager's name. */
        search: z.string().trim().max(40).default(''),
      }),
      output: z.object({
        direct: z.object({ manager_accounts: z.array(listed), total_items: z.int(), page_size: z.int(), page: z.int() }),
      }),
      errors: { bad_filter: 422 },
      reads,
    },
    details: {
      method: 'GET',
      path: 'api/direct/investment-program/manager-accounts/{acc_no}',
      summary: 'A strategy with its history and those like it.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: ofAccount,
      output: z.object({ direct: z.object({ strategy: details }) }),
      errors: notFound,
      reads,
    },
    profile: {
      method: 'GET',
      path: 'api/direct/investment-program/manager-profile/{client_id}',
      summary: 'A manager as investors know them.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ client_id: number }),
      output: z.object({
        direct: z.object({
          profile: z.object({
            owner_id: z.int(),
            nickname: z.string(),
            country: z.string(),
            avatar: z.int(),
            since: moment,
            strategies: z.int(),
            /** The strategy that began first. */
            acc_name: z.string(),
            acc_no: z.int(),
            /** Of all their strategies, the newest first, as the desk approved it. */
            news: z.array(newsItem.extend({ acc_no: z.int(), acc_name: z.string() })),
          }),
        }),
      }),
      errors: { manager_not_found: 404 },
      reads,
    },
    others: {
      method: 'GET',
      path: 'api/direct/investment-program/manager-other-accounts',
      summary: 'The other strategies of the manager whose strategy is named.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        acc_name: z.string().max(15),
        list: z.enum(['all', 'active', 'inactive']).default('all'),
        page: pageNumber,
        per_page: inDigits(z.int().min(1).max(100)).default(strategyPage.size),
      }),
      output: z.object({
        direct: z.object({
          active: z.array(listed),
          inactive: z.array(listed),
          total_active: z.int(),
          total_inactive: z.int(),
          page_size: z.int(),
          page: z.int(),
        }),
      }),
      errors: notFound,
      reads,
    },
    tradingReview: {
      method: 'GET',
      path: 'api/direct/investment-program/manager-account-statistic/tradingReview',
      summary: 'What a strategy has traded, by instrument, hour and day of the week; of one month where a date of it is named.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: ofAccount.extend({ date: date.optional() }),
      output: z.object({ direct: review }),
      errors: notFound,
      reads,
    },
    computation: {
      method: 'GET',
      path: 'api/direct/investment-program/manager-account-statistic/computation',
      summary: 'How the return is reckoned: a strategy’s days, the latest first, thirty-one at a time, those before `before`.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: ofAccount.extend({ before: date.optional() }),
      output: z.object({
        direct: z.object({ currency: z.string(), days: z.array(computedDay), next: date.nullable() }),
      }),
      errors: notFound,
      reads,
    },
    deals: {
      method: 'GET',
      path: 'api/direct/investment-program/manager-account-statistic/deals',
      summary: 'The deals of one day that is over, which its figures are made of.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: ofAccount.extend({ day: date }),
      output: z.object({ direct: z.object({ currency: z.string(), deals: z.array(dealOfDay), is_cut: z.boolean() }) }),
      errors: { ...notFound, day_not_over: 422 },
    },
  },
  pages: {
    list: {
      path: 'strategies',
      query: ['list', 'sort', 'sort_dir', 'filters', 'search', 'pages'],
      gate: 'view',
      title: 'page.strategies',
      group: 'invest',
    },
    manager: {
      path: 'strategies/manager/{id:int}',
      query: ['name', 'list', 'page'],
      gate: 'view',
      title: 'page.strategies.manager',
    },
    details: { path: 'accounts/strategy/{id:int}', query: ['tab'], gate: 'view', title: 'page.strategies.details' },
  },
});
