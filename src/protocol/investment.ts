import { z } from 'zod';
import { toldArchiveReasons } from '../law/strategies.ts';

/* A follow of a strategy, as its investor is shown it. */

const amount = z.string();
const moment = z.iso.datetime();

/** `new`: not active yet; `closing`: copies are closed and what is left goes back. */
const statuses = ['new', 'active', 'paused', 'closing', 'closed'] as const;
export type ShownStatus = (typeof statuses)[number];

export const investment = z.object({
  id: z.int(),
  acc_no: z.int(),
  strategy_id: z.int(),
  strategy_name: z.string(),
  /** The strategy's own account, and its provider. */
  leader_id: z.int(),
  provider_id: z.int(),
  nickname: z.string(),
  currency: z.string(),
  status: z.enum(statuses),
  /** The share of profits that was agreed to, in per cent. */
  remun_fee: z.int(),
  safety_mode: z.boolean(),
  /** In per cent of what was put in, and the equity that it is now. */
  protection: z.int(),
  protected_equity: amount,
  /** What was put in, less what of it was taken out. */
  invested: amount,
  high_water: amount,
  equity: amount,
  /** What it has made: equity less what was put in. */
  result: amount,
  equity_as_of: moment.nullable(),
  /** What the provider would get of it now. */
  share_now: amount,
  asked_at: moment,
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  /** Payments to or from it that have not come through yet. */
  under_way: z.array(z.int()),
});
export type ShownInvestment = z.infer<typeof investment>;

export const investmentSource = z.object({
  number: z.int(),
  kind: z.enum(['trading', 'wallet']),
  name: z.string(),
  type: z.string().nullable(),
  currency: z.string(),
  available: amount,
});
export type InvestmentSource = z.infer<typeof investmentSource>;

export const investmentTrade = z.object({
  ticket: z.string(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  lots: z.string(),
  open_price: z.string().nullable(),
  close_price: z.string(),
  result: amount,
  opened_at: moment.nullable(),
  closed_at: moment,
});
export type StatementTrade = z.infer<typeof investmentTrade>;

/** When a share fell due: 30 days were over, money was taken out, or it ended. */
export const shareOccasions = ['period', 'withdrawal', 'closure'] as const;

/** A provider's share of what a follow has gained, with all that it was computed from. */
export const performanceShare = z.object({
  id: z.int(),
  occasion: z.enum(shareOccasions),
  /** Of a period: the how-manieth 30 days since it began. */
  period: z.int().nullable(),
  /** Of a withdrawal: its payment, and all that was taken out. */
  transfer_id: z.int().nullable(),
  withdrawn: amount.nullable(),
  currency: z.string(),
  due_at: moment,
  decided_at: moment,
  equity: amount,
  high_water: amount,
  /** What the equity was above the mark; nothing where it was not. */
  profit: amount,
  /** In per cent. */
  remun_fee: z.int(),
  amount,
  /** What of it was not there any more when it ended, and is asked of nobody. */
  short: amount,
  high_water_after: amount,
  /** `under_way`: it was computed, and the provider does not have it yet. */
  status: z.enum(['under_way', 'paid', 'nothing']),
  paid_at: moment.nullable(),
});
export type PerformanceShare = z.infer<typeof performanceShare>;

/** How the high-water mark has become what it is: what came and went, and the shares. */
export const markChange = z.object({
  at: moment,
  kind: z.enum(['in', 'out', 'share']),
  amount,
  high_water: amount,
});
export type MarkChange = z.infer<typeof markChange>;

/** A follow as the provider of its strategy is shown it: by its account, and nothing of whose it is. */
export const follower = investment
  .pick({ id: true, acc_no: true, currency: true, status: true, remun_fee: true, invested: true, high_water: true, equity: true })
  .extend({
    result: amount,
    equity_as_of: moment.nullable(),
    share_now: amount,
    /** The provider's shares of it so far. */
    paid: amount,
    started_at: moment.nullable(),
    ended_at: moment.nullable(),
  });
export type ShownFollower = z.infer<typeof follower>;

/**
 * The provider wants a strategy closed. While somebody follows it the desk decides (`waiting`, `declined`); it is done once nobody does
 * any more.
 */
export const archiveRequest = z.object({
  asked_at: moment,
  status: z.enum(['waiting', 'declined', 'under_way', 'done']),
  /** Why the desk has it go on. */
  reason: z.enum(toldArchiveReasons).nullable(),
  /** Follows that have not ended yet. */
  left: z.int(),
});
export type ArchiveRequest = z.infer<typeof archiveRequest>;
