import { z } from 'zod';
import { newsReasons, toldNewsReasons } from '../../law/strategies.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { form } from '../../protocol/form.ts';
import { reason, rowId } from '../../protocol/staff.ts';

/** Document 2 §9: so many on a page. */
export const newsPage = { size: 20, most: 100 } as const;
/** So many of a strategy wait for the desk at most (our own rule). */
export const mostWaitingNews = 3;

const moment = z.iso.datetime();
const number = inDigits(z.int().min(1).max(2_147_483_647));
const states = z.enum(['waiting', 'approved', 'declined']);
/** No characters that steer, and none that turn the direction of what stands behind them. */
const steering = /^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u;
const steeringLines = /^(?:[^\p{Cc}\u202A-\u202E\u2066-\u2069]|[\r\n\t])*$/u;

const shown = z.object({
  id: z.int(),
  acc_no: z.int(),
  acc_name: z.string(),
  /** What investors know the manager by. */
  author: z.string(),
  title: z.string(),
  text: z.string(),
  reviewed_at: moment,
});
export type ShownNews = z.infer<typeof shown>;

const own = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  status: states,
  /** Why it is not shown. */
  reason: z.enum(toldNewsReasons).nullable(),
  written_at: moment,
  reviewed_at: moment.nullable(),
});
export type OwnNews = z.infer<typeof own>;

const writeInput = z.object({
  strategy_id: number,
  title: z.string().trim().min(3).max(80).regex(steering),
  text: z.string().trim().min(10).max(2000).regex(steeringLines),
});
const ofStrategy = z.object({ direct: z.object({ strategy: z.object({ id: z.int(), name: z.string() }), news: z.array(own) }) });

const deskNews = z.object({
  id: z.int(),
  client_id: z.int(),
  strategy: z.string(),
  acc_no: z.int(),
  author: z.string(),
  title: z.string(),
  text: z.string(),
  status: states,
  reason: z.enum(newsReasons).nullable(),
  written_at: moment,
  decided_at: moment.nullable(),
  decided_by: z.string().nullable(),
});
export type DeskNews = z.infer<typeof deskNews>;

export const strategyNewsContract = contract({
  area: 'strategyNews',
  calls: {
    feed: {
      method: 'GET',
      path: 'api/direct/investment-program/manager-news-feed',
      summary: 'What managers tell of their strategies, the newest first; `my`: of those that the client follows.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        type: z.enum(['all', 'my']).default('all'),
        page: inDigits(z.int().min(1).max(1_000_000)).default(1),
        per_page: inDigits(z.int().min(1).max(newsPage.most)).default(newsPage.size),
      }),
      output: z.object({
        direct: z.object({ manager_news_feed: z.array(shown), total_items: z.int(), page_size: z.int(), page: z.int() }),
      }),
      errors: {},
      reads: ['strategies'],
    },
    ofStrategy: {
      method: 'GET',
      path: 'api/direct/investment-program/strategy-news',
      summary: 'What the client has written of a strategy of theirs, with what the desk has said of it.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ strategy_id: number }),
      output: ofStrategy,
      errors: { strategy_not_found: 404 },
      reads: ['strategies'],
    },
    write: {
      method: 'POST',
      path: 'api/direct/investment-program/strategy-news',
      summary: 'Writes news of a strategy; it is shown once the desk has approved it.',
      who: 'client',
      gate: 'open_live_account',
      runs: 'transaction',
      rate: { count: 20, seconds: 3600 },
      input: writeInput,
      output: ofStrategy,
      errors: { strategy_not_found: 404, news_too_many: 422 },
      stale: ['strategies'],
    },
    look: {
      method: 'GET',
      path: '/api/desk/strategy-news/{id}',
      summary: 'News of a strategy, as its manager wrote it.',
      who: 'staff',
      right: 'papers',
      audits: 'strategy_news.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({ news: deskNews }),
      errors: { news_not_found: 404 },
      reads: ['cases'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/strategy-news/{id}',
      summary: 'Has news of a strategy shown, or declines it for a listed reason; what is shown can be declined afterwards.',
      who: 'staff',
      right: 'papers',
      audits: 'strategy_news.decide',
      runs: 'transaction',
      input: z.object({
        id: rowId,
        decision: z.enum(['approved', 'declined']),
        /** Of what is declined. */
        reason_code: z.enum(newsReasons).optional(),
        reason,
      }),
      output: z.object({ news: deskNews }),
      errors: { news_not_found: 404, not_waiting: 409, case_claimed: 409, field_required: 422 },
      stale: ['cases', 'audit'],
    },
  },
  forms: {
    write: form({
      sends: writeInput,
      supplied: ['strategy_id'],
      fields: {
        title: {
          kind: 'text',
          label: 'strategyNews.title',
          help: 'strategyNews.title.help',
          wrong: 'strategyNews.title.wrong',
          maxLength: 80,
          autoComplete: 'off',
        },
        text: {
          kind: 'lines',
          label: 'strategyNews.text',
          help: 'strategyNews.text.help',
          wrong: 'strategyNews.text.wrong',
          maxLength: 2000,
          autoComplete: 'off',
        },
      },
    }),
  },
  pages: {
    feed: { path: 'strategies/news', query: ['type'], gate: 'view', title: 'page.strategyNews.feed' },
    own: { path: 'providers/news/{id:int}', gate: 'view', title: 'page.strategyNews.own' },
  },
  deskPages: {
    news: { path: 'strategy-news/{id:int}', title: 'strategyNews.desk.page', right: 'papers' },
  },
});
