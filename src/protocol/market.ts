import { z } from 'zod';

/** The lengths of candles, as the platform port names them. */
export const timeframes = ['1min', '5min', '15min', '30min', '1h', '4h', '1d', '1w', '1mon'] as const;
export type Timeframe = (typeof timeframes)[number];

/** What can be traded, at which prices, and what an account holds of it, as calls show it. Prices and lots are as the platform writes them. */

/** Where the terminal keeps symbols apart, by the platform's folders; what stands elsewhere is `other`. */
export const symbolGroups = ['major', 'minor', 'exotic', 'metals', 'energies', 'indices', 'shares', 'crypto', 'other'] as const;
export type SymbolGroup = (typeof symbolGroups)[number];

const decimal = z.string();
const instant = z.string();

export const symbol = z.object({
  name: z.string(),
  group: z.enum(symbolGroups),
  description: z.string(),
  digits: z.int(),
  currency_base: z.string(),
  currency_profit: z.string(),
  contract_size: decimal,
  lots_min: decimal,
  lots_max: decimal,
  lots_step: decimal,
  /** Whether its market is open as the list is read. */
  is_open: z.boolean(),
});
export type TradedSymbol = z.infer<typeof symbol>;

export const tick = z.object({
  symbol: z.string(),
  bid: decimal,
  ask: decimal,
  /** Ask less bid, in points (the last digit of the price). */
  spread: z.int(),
  /** Against the close of the trading day before, in per cent with two decimals and its sign; null when that is not known. */
  change: decimal.nullable(),
  at: instant,
  is_open: z.boolean(),
  /** When trading goes on; null while it is open, and where the platform does not tell. */
  opens_at: instant.nullable(),
});
export type Tick = z.infer<typeof tick>;

export const candle = z.object({ at: instant, open: decimal, high: decimal, low: decimal, close: decimal });

/** The account's money as the platform says it now. */
export const accountMoney = z.object({
  balance: decimal,
  equity: decimal,
  margin: decimal,
  margin_free: decimal,
  floating: decimal,
  /** Equity ÷ margin in per cent; null while no margin is used. */
  margin_level: decimal.nullable(),
});
