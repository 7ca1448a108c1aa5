import { z } from 'zod';

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
