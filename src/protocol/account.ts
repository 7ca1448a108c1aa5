import { z } from 'zod';
import { accountFamilies } from '../law/accountFamilies.ts';
import { platformKeys } from '../law/platforms.ts';

export const accountStatuses = ['opening', 'active', 'archived', 'disabled', 'failed'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** What a client may call an account: no line breaks, and no signs that turn the direction of what stands after it. */
export const accountName = z
  .string()
  .trim()
  .max(40)
  .regex(/^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u);

/** A trading account as every call shows it (interfaces §4). Amounts are decimal strings in its currency. */
export const account = z.object({
  number: z.int(),
  /** The type's name, as account opening takes it. */
  type: z.string(),
  type_id: z.int(),
  /** The type as screens name it. */
  title: z.string(),
  /** Which icon it has (document 1 §3). */
  family: z.enum(accountFamilies),
  platform: z.enum(platformKeys),
  /** The server that a client types into the terminal. */
  server: z.string(),
  currency: z.string(),
  is_demo: z.boolean(),
  /** The client's own name for it; empty when it has none. */
  name: z.string(),
  balance: z.string(),
  equity: z.string(),
  margin: z.string(),
  margin_free: z.string(),
  credit: z.string(),
  /** Profit and swaps of the open positions. */
  floating: z.string(),
  leverage: z.int(),
  /** A leverage that was asked for and that the platform has not confirmed yet. */
  leverage_pending: z.int().nullable(),
  swap_free: z.boolean(),
  status: z.enum(accountStatuses),
  is_promo: z.boolean(),
  /** Which promotion its bonus is from; null where nobody said. */
  promotion_id: z.int().nullable(),
  opened_at: z.string(),
  /** When the platform said these amounts; null before it first did. */
  as_of: z.string().nullable(),
  /** The amounts are older than they should be, because the platform does not answer. */
  is_stale: z.boolean(),
});
export type Account = z.infer<typeof account>;

/** A position that is open, as every call shows it. Prices and lots as the platform writes them. */
export const openPosition = z.object({
  position: z.string(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  lots: z.string(),
  open_price: z.string(),
  current_price: z.string(),
  /** At which prices it is closed by itself. */
  stop_loss: z.string().nullable(),
  take_profit: z.string().nullable(),
  /** In the account's currency, as swap is. */
  profit: z.string(),
  swap: z.string(),
  opened_at: z.string(),
});
export type OpenPosition = z.infer<typeof openPosition>;

/** What a share brought an account on a day: before tax, what was kept back (negative), and both together. Amounts of its currency. */
export const dividend = z.object({
  /** yyyy-MM-dd, UTC. */
  day: z.string(),
  /** Empty where the platform does not name it. */
  symbol: z.string(),
  gross: z.string(),
  tax: z.string(),
  net: z.string(),
  /** What the tax is of the gross, in per cent with two decimals; null where there is nothing to tax. */
  tax_percent: z.string().nullable(),
});
export type Dividend = z.infer<typeof dividend>;

/** Shares that were held became more of them, or fewer; what they are worth stayed the same. */
export const shareSplit = z.object({
  at: z.string(),
  symbol: z.string(),
  position: z.string(),
  lots_before: z.string(),
  lots_after: z.string(),
  price_before: z.string(),
  price_after: z.string(),
});
export type ShareSplit = z.infer<typeof shareSplit>;

/** A position, or a part of one, that was closed. Prices and lots as the platform writes them. */
export const closedTrade = z.object({
  /** The ticket of the deal that closed it. */
  ticket: z.string(),
  position: z.string(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  lots: z.string(),
  /** Null when the position was opened before the account came to us. */
  open_price: z.string().nullable(),
  close_price: z.string(),
  profit: z.string(),
  swap: z.string(),
  commission: z.string(),
  /** Profit, swap and commission together. */
  result: z.string(),
  opened_at: z.string().nullable(),
  closed_at: z.string(),
});
export type ClosedTrade = z.infer<typeof closedTrade>;
