import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';

/** So many decisions of a list at a time. */
export const copiesPage = 20;

/** Why a decision came out as it did, or waits. */
export const copyReasons = [
  'paused',
  'no_equity',
  'no_rate',
  'below_minimum',
  'capped',
  'account_not_active',
  'symbol_not_offered',
  'not_enough_margin',
  'slippage',
  'market_closed',
  'wrong_volume',
  'wrong_stops',
  'too_many_positions',
  'too_late',
  'closed_already',
  'already_smaller',
  'superseded',
  'nothing_open',
  'lost',
  'late',
  'refused_by_platform',
] as const;

/** Why a copy was closed, or ended, where the strategy had not traded. */
export const copyCauses = [
  'paused_by_client',
  'protection',
  'strategy_closed',
  'unsubscribed',
  'emptied',
  'closing',
  'paused',
  'closed_already',
  'rest',
  'stopped_out',
  'stop_loss',
  'take_profit',
  'closed_elsewhere',
  'late',
] as const;

export const decisionStates = ['waiting', 'sent', 'done', 'partly', 'refused', 'lost', 'skipped'] as const;

const moment = z.iso.datetime();

const decision = z.object({
  id: z.int(),
  kind: z.enum(['open', 'close', 'stops', 'ended']),
  /** Null where the strategy's trade is what it follows. */
  cause: z.enum(copyCauses).nullable(),
  /** The strategy was closed by its platform because its margin ran out. */
  is_stop_out: z.boolean(),
  symbol: z.string(),
  /** Of the position. */
  side: z.enum(['buy', 'sell']),
  /** What the strategy traded, at which price; null where it is about no trade of it. */
  strategy_lots: z.string().nullable(),
  strategy_price: z.string().nullable(),
  /** What was to be copied of it, and what was filled. */
  lots: z.string().nullable(),
  filled_lots: z.string().nullable(),
  filled_price: z.string().nullable(),
  /** Points that the price was worse than the strategy's; below zero: better. */
  slippage_points: z.int().nullable(),
  stop_loss: z.string().nullable(),
  take_profit: z.string().nullable(),
  /** What both accounts were worth when it was decided: the proportion of an opening. */
  equity: z.string().nullable(),
  strategy_equity: z.string().nullable(),
  state: z.enum(decisionStates),
  reason: z.enum(copyReasons).nullable(),
  decided_at: moment,
  settled_at: moment.nullable(),
});
export type CopyDecision = z.infer<typeof decision>;

const follow = z.object({
  id: z.int(),
  status: z.string(),
  strategy: z.string(),
  account: z.int(),
  currency: z.string(),
  strategy_currency: z.string(),
  safety_mode: z.boolean(),
  /** Copies that are open now. */
  open_copies: z.int(),
});

export type CopiedFollow = z.infer<typeof follow>;

const ofInvestment = z.object({ id: inDigits(z.int().min(1).max(2_147_483_647)) });

const stale = ['copies', 'strategies', 'accounts'] as const;

export const copyingContract = contract({
  area: 'copying',
  calls: {
    copies: {
      method: 'GET',
      path: 'api/direct/investment-program/copies/{id}',
      summary:
        'What was decided for one investment of each trade of its strategy, with its reason; the newest first, those before `before`.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: ofInvestment.extend({ before: inDigits(z.int().min(1)).optional() }),
      output: z.object({ direct: z.object({ follow, decisions: z.array(decision), next: z.int().nullable() }) }),
      errors: { investment_not_found: 404 },
      reads: ['copies'],
    },
    pause: {
      method: 'POST',
      path: 'api/direct/investment-program/copies/{id}/pause',
      summary: 'Pauses an investment: every copy is closed, and nothing is copied until it is resumed.',
      who: 'client',
      // Closing is open to whoever has an investment.
      gate: 'view',
      runs: 'transaction',
      input: ofInvestment,
      output: z.object({ direct: z.object({ status: z.string() }) }),
      errors: { investment_not_found: 404, investment_not_active: 422 },
      stale,
    },
    resume: {
      method: 'POST',
      path: 'api/direct/investment-program/copies/{id}/resume',
      summary: 'Resumes a paused investment: what its strategy opens from now on is copied.',
      who: 'client',
      gate: 'trade',
      runs: 'saga',
      input: ofInvestment,
      output: z.object({ direct: z.object({ status: z.string() }) }),
      errors: {
        investment_not_found: 404,
        investment_not_paused: 422,
        copies_still_closing: 422,
        manager_margin_low: 422,
        protection_reached: 422,
        platform_unavailable: 503,
      },
      stale,
    },
  },
  pages: {
    copies: { path: 'investors/copies/{id:int}', query: ['before'], gate: 'view', title: 'page.copies' },
  },
});
