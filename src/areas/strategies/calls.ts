import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, utcDay, type Clock } from '../../base/time.ts';
import { offeredShares, readFilters, strategyFilters, strategySorts } from '../../law/strategies.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { newsOfManager, newsOfStrategy } from '../strategyNews/face.ts';
import { strategyPage, type strategiesContract } from './contract.ts';
import { openCounting, type CountOnce } from './counting.ts';
import {
  countOthers,
  followOf,
  listedByNumber,
  listStrategies,
  managerOf,
  othersOf,
  similarTo,
  type ListedRow,
  type OthersOf,
} from './listed.ts';
import { activityOf, dealsBetween, pairsOf, spreadOf, type Span } from './reviewed.ts';
import { shownPercent, shownPrice } from './rules.ts';
import { avatarOf, shownReturns, shownListed, shownReview } from './shown.ts';
import { daysBefore, daysSince, strategyNamed, type DayRow } from './store.ts';

export interface Needs {
  readonly clock: Clock;
}

type Specs = (typeof strategiesContract)['calls'];
type Calls = Handlers<typeof strategiesContract>;

const mostSimilar = 3;
const mostNews = 20;
/** As many days of a computation as a month has. */
const daysAtOnce = 31;
const mostDealsOfDay = 500;

export const calls = (app: Needs) =>
  ({ ...listing(openCounting(() => app.clock.wall().getTime())), ...lists, ...oneStrategy, ...computed }) satisfies Calls;

const listing = (countOnce: CountOnce) =>
  ({
    list: async (input, { sql, now, settings, refuse }) => {
      const filters = readFilters(input.filters);
      if (!filters) return refuse('bad_filter', { field: 'filters' });
      // Document 2 §4: a search or any filter looks through all of them.
      const isTop = input.list === 'top' && filters.length === 0 && input.search === '';
      const query = {
        now,
        search: input.search,
        filters,
        top: isTop ? settings.strategies.top : undefined,
        sort: input.sort ?? input.order_by ?? 'profit',
        direction: input.sort_dir ?? input.order_dir,
        page: input.page,
        size: strategyPage.size,
      };
      const { rows, total, page } = await listStrategies(sql, query, countOnce);
      const shown = rows.map((row) => shownListed(row, now));
      return { direct: { manager_accounts: shown, total_items: total, page_size: strategyPage.size, page } };
    },
  }) satisfies Partial<Calls>;

const lists = {
  registry: async (_input, { settings }) => ({
    direct: {
      page_size: strategyPage.size,
      search_debounce_ms: strategyPage.debounceMs,
      filters: Object.fromEntries(Object.entries(strategyFilters).map(([name, choices]) => [name, [...choices]])),
      sorts: [...strategySorts],
      min_amount: String(settings.strategies.leastAmount),
      remunerations: [...offeredShares],
    },
  }),

  profile: async ({ client_id: client }, { sql, refuse }) => {
    const manager = await managerOf(sql, client);
    if (!manager) return refuse('manager_not_found');
    const { nickname, country, since, strategies, name, number } = manager;
    const news = await newsOfManager(sql, client, mostNews);
    return {
      direct: {
        profile: {
          owner_id: client,
          nickname,
          country,
          avatar: avatarOf(client),
          since: since.toISOString(),
          strategies,
          acc_name: name,
          acc_no: number,
          news,
        },
      },
    };
  },

  others: async ({ acc_name: name, list, page: asked, per_page: size }, { sql, now, refuse }) => {
    const strategy = await strategyNamed(sql, name);
    if (!strategy) return refuse('strategy_not_found');
    const of = { clientId: strategy.clientId, except: strategy.id };
    const [active, inactive] = [
      { ...of, isActive: true },
      { ...of, isActive: false },
    ];
    const [totalActive, totalInactive] = [await countOthers(sql, active), await countOthers(sql, inactive)];
    const most = Math.max(list === 'inactive' ? 0 : totalActive, list === 'active' ? 0 : totalInactive);
    const page = Math.min(asked, Math.max(1, Math.ceil(most / size)));
    const shown = async (others: OthersOf) => (await othersOf(sql, others, { page, size })).map((row) => shownListed(row, now));
    return {
      direct: {
        active: list === 'inactive' ? [] : await shown(active),
        inactive: list === 'active' ? [] : await shown(inactive),
        total_active: totalActive,
        total_inactive: totalInactive,
        page_size: size,
        page,
      },
    };
  },
} satisfies Partial<Calls>;

const oneStrategy = {
  details: async ({ acc_no: number }, ctx) => {
    const { sql, now, client } = ctx;
    const row = await found(sql, number, ctx);
    const days = await daysSince(sql, row.id);
    const activity = await activityOf(sql, { number, from: row.since, to: now });
    const similar = await similarTo(sql, row, mostSimilar);
    const news = await newsOfStrategy(sql, row.id, mostNews);
    return {
      direct: {
        strategy: {
          ...shownListed(row, now),
          acc_descr: row.description,
          equity: formatMinor(row.equity, row.currency),
          since: row.since.toISOString(),
          is_own: row.clientId === client.id,
          investment_id: (await followOf(sql, { client: client.id, strategy: row.id })) ?? null,
          unit_price: shownPrice(row.price),
          daily_move: row.dailyMove === null ? null : shownPercent(row.dailyMove),
          ...shownReturns(days),
          monthly_statistic_by_trades: activity.months,
          trading_days: activity.days,
          similar_accounts: similar.map((each) => shownListed(each, now)),
          news: news.map(({ id, author, title, text, reviewed_at }) => ({ id, author, title, text, reviewed_at })),
        },
      },
    };
  },

  tradingReview: async ({ acc_no: number, date }, ctx) => {
    const row = await found(ctx.sql, number, ctx);
    const span = spanOf(row, ctx.now, date);
    const [pairs, spread] = [await pairsOf(ctx.sql, span), await spreadOf(ctx.sql, span)];
    return { direct: shownReview(row.currency, pairs, spread) };
  },
} satisfies Partial<Calls>;

const computed = {
  computation: async ({ acc_no: number, before }, ctx) => {
    const row = await found(ctx.sql, number, ctx);
    const days = await daysBefore(ctx.sql, row.id, { before: before ?? '9999-12-31', limit: daysAtOnce + 1 });
    const page = days.slice(0, daysAtOnce);
    return {
      direct: {
        currency: row.currency,
        days: page.map((day) => shownDay(day, row)),
        next: days.length > daysAtOnce ? (page.at(-1)?.day ?? null) : null,
      },
    };
  },

  deals: async ({ acc_no: number, day }, ctx) => {
    const row = await found(ctx.sql, number, ctx);
    // What a manager does now is told to those who follow, and to nobody for nothing (our own rule).
    if (day >= utcDay(ctx.now)) return ctx.refuse('day_not_over', { field: 'day' });
    const start = new Date(`${day}T00:00:00Z`);
    const from = start > row.since ? start : row.since;
    const deals = await dealsBetween(ctx.sql, { number, from, to: after(start, dayMs) }, mostDealsOfDay + 1);
    return {
      direct: {
        currency: row.currency,
        deals: deals.slice(0, mostDealsOfDay).map(({ at, amount, ...deal }) => ({
          ...deal,
          at: at.toISOString(),
          amount: formatMinor(amount, row.currency),
        })),
        is_cut: deals.length > mostDealsOfDay,
      },
    };
  },
} satisfies Partial<Calls>;

async function found(sql: Sql, number: number, { refuse }: Pick<ContextOf<Specs['details']>, 'refuse'>): Promise<ListedRow> {
  return (await listedByNumber(sql, number)) ?? refuse('strategy_not_found');
}

/** The month of that date, or all of it. */
function spanOf({ number, since }: ListedRow, now: Date, date: string | undefined): Span {
  if (date === undefined) return { number, from: since, to: now };
  const start = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  return { number, from: start > since ? start : since, to: end };
}

function shownDay({ day, price, equity, flow, result, isEstimated }: DayRow, { currency }: ListedRow) {
  return {
    day,
    unit_price: shownPrice(price),
    equity: formatMinor(equity, currency),
    flow: formatMinor(flow, currency),
    result: formatMinor(result, currency),
    is_estimated: isEstimated,
  };
}
