import { z } from 'zod';
import { platformKeys } from '../../law/platforms.ts';
import { account, openPosition } from '../../protocol/account.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { gateErrors, nextAct } from '../../protocol/payment.ts';

/** The eight lengths of candles, as the platform port names them. */
export const timeframes = ['5min', '15min', '30min', '1h', '4h', '1d', '1w', '1mon'] as const;
export type Timeframe = (typeof timeframes)[number];

/** Where the terminal keeps symbols apart, by the platform's folders; what stands elsewhere is `other`. */
export const symbolGroups = ['major', 'minor', 'exotic', 'metals', 'energies', 'indices', 'shares', 'crypto', 'other'] as const;
export type SymbolGroup = (typeof symbolGroups)[number];

/** Bounds of one question. */
export const mostTicks = 100;
/** A tab that does not say so again within this time is taken to look at nothing any more. */
export const watchSeconds = 90;
export const mostCandles = 1000;
const mostDeviation = 100_000;

const platform = z.enum(platformKeys).default('mt5');
const accountNumber = inDigits(z.int().min(1).max(2_147_483_647));
const symbolName = z.string().regex(/^[\w.#-]{1,32}$/);
const side = z.enum(['buy', 'sell']);
/** Prices and lots as the platform writes them. */
const decimal = z.string();
const positive = z.string().regex(/^\d{1,9}(\.\d{1,8})?$/);
/** The same as callers may write it: in digits, or as a JSON number that is exact. */
const asked = <Text extends z.ZodString>(text: Text) =>
  z.preprocess((told) => (typeof told === 'number' ? String(told) : told), text);
const instant = z.string();

const symbol = z.object({
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
});
export type TradedSymbol = z.infer<typeof symbol>;

const tick = z.object({
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

const candle = z.object({ at: instant, open: decimal, high: decimal, low: decimal, close: decimal });

/** The account's money as the platform says it now. */
const standing = z.object({
  balance: decimal,
  equity: decimal,
  margin: decimal,
  margin_free: decimal,
  floating: decimal,
  /** Equity ÷ margin in per cent; null while no margin is used. */
  margin_level: decimal.nullable(),
});

/** `processing`: the platform has not said yet what became of it; ask again. `failed`: it never reached the market. */
export const orderStatuses = ['processing', 'filled', 'refused', 'failed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

const order = z.object({
  id: z.int(),
  account: z.int(),
  kind: z.enum(['open', 'close']),
  symbol: z.string(),
  side,
  /** As asked for. */
  lots: decimal,
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

const reached = { unknown_account: 422, platform_unavailable: 503 } as const;

/** Why an order is not filled. Nothing has happened in any of these cases. */
export const orderErrors = {
  ...reached,
  account_not_active: 422,
  leverage_changing: 422,
  unknown_symbol: 422,
  wrong_volume: 422,
  market_closed: 422,
  not_enough_margin: 422,
  price_changed: 422,
  position_closed: 422,
  too_many_positions: 422,
  trade_disabled: 422,
  platform_refused: 422,
  order_key_reused: 409,
} as const;
export type OrderError = keyof typeof orderErrors;

/** How an order is known again, and which price the client saw. */
const orderFacts = {
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

export const tradingContract = contract({
  area: 'trading',
  calls: {
    accounts: {
      method: 'GET',
      path: 'api/trading/accounts',
      summary: 'The accounts that can be traded here, and the leverages that the terminal proposes for a demo account.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ live: z.array(account), demo: z.array(account), demo_leverages: z.array(z.int()) }),
      errors: {},
      reads: ['accounts'],
    },
    symbols: {
      method: 'GET',
      path: 'api/trading/symbols',
      summary: 'What can be traded on a platform, in the order of its groups.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ platform }),
      output: z.object({ symbols: z.array(symbol) }),
      errors: { platform_unavailable: 503 },
    },
    symbol: {
      method: 'GET',
      path: 'api/trading/symbols/{symbol}',
      summary: 'One symbol with its last price.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ symbol: symbolName, platform }),
      output: z.object({ symbol, tick: tick.nullable() }),
      errors: { platform_unavailable: 503, unknown_symbol: 422 },
    },
    ticks: {
      method: 'GET',
      path: 'api/trading/ticks',
      summary: `The last prices of at most ${mostTicks} symbols (names with commas between them); unknown names are left out.`,
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        symbols: z
          .string()
          .max(mostTicks * 33)
          .transform((text) => text.split(',').filter((name) => name !== ''))
          .pipe(z.array(symbolName).min(1).max(mostTicks)),
        platform,
      }),
      output: z.object({ ticks: z.array(tick) }),
      errors: { platform_unavailable: 503 },
    },
    candles: {
      method: 'GET',
      path: 'api/trading/candles',
      summary: `Candles of bid prices, oldest first: from \`from\` (included) to \`to\`, at most ${mostCandles}; the last 300 when no span is given. More is asked for by the next span.`,
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        symbol: symbolName,
        timeframe: z.enum(timeframes).default('1h'),
        from: z.iso.datetime().optional(),
        to: z.iso.datetime().optional(),
        platform,
      }),
      output: z.object({ symbol: z.string(), timeframe: z.enum(timeframes), digits: z.int(), candles: z.array(candle) }),
      errors: { platform_unavailable: 503, unknown_symbol: 422, candle_range: 422 },
    },
    positions: {
      method: 'GET',
      path: 'api/trading/positions',
      summary: 'The open positions of an account and its money, as the platform says them now.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ account: accountNumber }),
      output: z.object({ account: z.int(), currency: z.string(), standing, positions: z.array(openPosition), as_of: instant }),
      errors: reached,
      reads: ['positions'],
    },
    margin: {
      method: 'GET',
      path: 'api/trading/margin',
      summary: 'What an order would ask of the account at the prices now; nothing is done.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ account: accountNumber, symbol: symbolName, side, lots: positive }),
      output: z.object({
        currency: z.string(),
        /** The margin that the order adds. */
        margin: decimal,
        margin_free: decimal,
        margin_free_after: decimal,
        is_enough: z.boolean(),
      }),
      errors: orderErrors,
      reads: ['positions'],
    },
    watch: {
      method: 'POST',
      path: 'api/trading/watch',
      summary: `Has the prices of some symbols, and the positions and the money of an account, written to the caller's own event stream as they change: events \`ticks\`, \`positions\`, \`margin\` and \`still\`. It stands in place of what the same tab asked for before and ends with the stream, the session, or ${watchSeconds} seconds later unless it is asked for again; without symbols and account it ends at once. Nothing of it is stored.`,
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        /** The stream's name, as its event `stream` tells it. */
        stream: z.string().regex(/^[\w-]{20}$/),
        /** The caller's own name for one of the pages that share the stream. */
        tab: z.string().regex(/^[\w-]{1,64}$/),
        platform,
        /** Names that cannot be traded on the platform, or not by the client, are left out. */
        symbols: z.array(symbolName).max(mostTicks).default([]),
        /** Must be on that platform. */
        account: accountNumber.optional(),
        /** An order that is being thought of: what it would ask of the account comes as `margin`. */
        order: z.object({ symbol: symbolName, side, lots: positive }).optional(),
      }),
      output: z.object({ seconds: z.int() }),
      errors: { ...reached, unknown_symbol: 422, wrong_volume: 422 },
    },
    place: {
      method: 'POST',
      path: 'api/trading/orders',
      summary:
        'Buys or sells at market. `processing` means that the platform has not said what became of it: ask for the order again, do not send another.',
      who: 'client',
      gate: 'view',
      runs: 'saga',
      input: z.object({ ...orderFacts, symbol: symbolName, side, lots: asked(positive) }),
      output: z.object({ order }),
      errors: { ...orderErrors, ...gateErrors },
      stale: ['accounts', 'positions', 'dashboard'],
    },
    close: {
      method: 'POST',
      path: 'api/trading/positions/{id}/close',
      summary: 'Closes a position at market, or a part of it when `lots` is given.',
      who: 'client',
      gate: 'close_position',
      runs: 'saga',
      input: z.object({ ...orderFacts, id: z.string().regex(/^\d{1,18}$/), lots: asked(positive).optional() }),
      output: z.object({ order }),
      errors: orderErrors,
      stale: ['accounts', 'positions', 'dashboard'],
    },
    order: {
      method: 'GET',
      path: 'api/trading/orders/{id}',
      summary: 'What became of an order.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ id: inDigits(z.int().min(1).max(2_147_483_647)) }),
      output: z.object({ order }),
      errors: { order_unknown: 422 },
      reads: ['positions'],
    },
  },
  pages: {
    webtrader: { path: 'webtrader', query: ['is_demo', 'login'], gate: 'view', title: 'trading.title', group: 'tools' },
  },
});
