import { z } from 'zod';
import { inDigits } from './digits.ts';
import { nextAct } from './payment.ts';

/** An order as calls take and show it, at market or waiting for its price. Prices and lots are as the platform writes them. */

export const accountNumber = inDigits(z.int().min(1).max(2_147_483_647));
export const side = z.enum(['buy', 'sell']);
/** Prices and lots as the platform writes them. */
export const decimal = z.string();
export const positive = z.string().regex(/^\d{1,9}(\.\d{1,8})?$/);
/** The same as callers may write it: in digits, or as a JSON number that is exact. */
export const asked = <Text extends z.ZodString>(text: Text) =>
  z.preprocess((told) => (typeof told === 'number' ? String(told) : told), text);
const instant = z.string();
const mostDeviation = 100_000;
/** The platform's number of an order or a position. */
export const ticket = z.string().regex(/^\d{1,18}$/);

/** `limit` waits for a better price, `stop` for a worse one, `stop_limit` for a worse one and then for `limit_price`. */
export const pendingKinds = ['limit', 'stop', 'stop_limit'] as const;
export const orderKinds = ['open', 'close', 'close_by', 'pending', 'stops', 'change', 'cancel'] as const;

/** At which prices a position is closed by itself. */
export const stops = { stop_loss: asked(positive).optional(), take_profit: asked(positive).optional() };

export const waitingTerms = {
  /** Of a `stop_limit`. */
  limit_price: asked(positive).optional(),
  /** Until it is cancelled, when left out. */
  expires_at: z.iso.datetime().optional(),
};

/** Points are the last digit of the price. */
export const mostTrailingPoints = 1_000_000;

/** An order that waits at the platform. */
export const pendingOrder = z.object({
  order: z.string(),
  symbol: z.string(),
  side,
  lots: decimal,
  type: z.enum(pendingKinds),
  price: decimal,
  limit_price: decimal.nullable(),
  stop_loss: decimal.nullable(),
  take_profit: decimal.nullable(),
  current_price: decimal,
  expires_at: instant.nullable(),
  placed_at: instant,
});
export type Waiting = z.infer<typeof pendingOrder>;

/** Which positions are closed together. */
export const closeFilters = ['all', 'profit', 'loss', 'buy', 'sell'] as const;

/** An order that waits no more. */
export const endedOrder = pendingOrder.omit({ current_price: true, expires_at: true }).extend({
  state: z.enum(['filled', 'cancelled', 'expired', 'rejected']),
  ended_at: instant,
});
export type PastOrder = z.infer<typeof endedOrder>;

/** A deal of the market: what opened a position, or closed one or a part. Money is of the account's currency. */
export const deal = z.object({
  deal: z.string(),
  position: z.string(),
  entry: z.enum(['in', 'out']),
  symbol: z.string(),
  side,
  lots: decimal,
  price: decimal,
  profit: decimal,
  swap: decimal,
  commission: decimal,
  at: instant,
});
export type PastDeal = z.infer<typeof deal>;

/**
 * `processing`: the platform has not said yet what became of it; ask again. `failed`: it never reached the market. `filled` is an
 * order at market, everything else that was done as asked is `done`.
 */
export const orderStatuses = ['processing', 'filled', 'done', 'refused', 'failed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const order = z.object({
  id: z.int(),
  account: z.int(),
  /** `close_by` closes a position by an opposite one; `pending` places an order that waits; `change` and `cancel` are of such a one, `stops` of a position. */
  kind: z.enum(orderKinds),
  symbol: z.string(),
  side,
  /** As asked for. */
  lots: decimal,
  /** The platform's number of the order that waits; null of an order at market, and until it is known. */
  pending: z.string().nullable(),
  status: z.enum(orderStatuses),
  /** What was done, once it is filled. */
  fill: z.object({ deal: z.string(), position: z.string(), price: decimal, lots: decimal }).nullable(),
  /**
   * What it came to in the account's currency, negative where the client pays, with a closed part's share of what opening cost;
   * null until its deal has been read from the platform.
   */
  money: z.object({ currency: z.string(), profit: decimal, swap: decimal, commission: decimal, result: decimal }).nullable(),
  /** Why not, once it is refused. */
  code: z.string().nullable(),
  /** Whose answer it waits for and until when that is known; null once its outcome is. */
  next: nextAct.nullable(),
  created_at: instant,
  settled_at: instant.nullable(),
});
export type Order = z.infer<typeof order>;

export const reached = { unknown_account: 422, platform_unavailable: 503 } as const;

/** Why an order is not filled. Nothing has happened in any of these cases. */
export const orderErrors = {
  ...reached,
  account_not_active: 422,
  leverage_changing: 422,
  unknown_symbol: 422,
  wrong_volume: 422,
  wrong_order_price: 422,
  wrong_stops: 422,
  wrong_expiry: 422,
  order_type_not_offered: 422,
  market_closed: 422,
  not_enough_margin: 422,
  price_changed: 422,
  position_closed: 422,
  not_opposite: 422,
  order_gone: 422,
  too_many_orders: 422,
  too_many_positions: 422,
  trade_disabled: 422,
  only_closing: 422,
  w8ben_lapsed: 422,
  platform_refused: 422,
  order_key_reused: 409,
} as const;
export type OrderError = keyof typeof orderErrors;

/** How an order is known again, and which price the client saw. */
export const orderFacts = {
  account: accountNumber,
  /** The price on the screen and by how many points the fill may be worse; without them any price is taken. */
  price: asked(positive.regex(/[1-9]/)).optional(),
  deviation_points: inDigits(z.int().min(0).max(mostDeviation)).optional(),
  /** The caller's own name of the order: the same name is the same order, as with an Idempotency-Key. */
  client_order_id: z
    .string()
    .regex(/^[\x21-\x7e]{1,64}$/)
    .optional(),
};
