import { z } from 'zod';
import { platformKeys } from '../../law/platforms.ts';
import { account, openPosition } from '../../protocol/account.ts';
import { contract } from '../../protocol/call.ts';
import { form } from '../../protocol/form.ts';
import { inDigits } from '../../protocol/digits.ts';
import { accountMoney, candle, symbol, tick, timeframes } from '../../protocol/market.ts';
import {
  accountNumber,
  asked,
  decimal,
  mostTrailingPoints,
  order,
  orderErrors,
  orderFacts,
  pendingKinds,
  pendingOrder,
  positive,
  reached,
  side,
  stops,
  ticket,
  waitingTerms,
} from '../../protocol/order.ts';
import { gateErrors } from '../../protocol/gateErrors.ts';
import { chartCalls } from '../../protocol/chartCalls.ts';
import { closingCalls } from '../../protocol/closingCalls.ts';
import { terminalCalls } from '../../protocol/terminalCalls.ts';
import { listNameInput, newListInput, watchlistCalls } from '../../protocol/watchlistCalls.ts';

export { mostClosed } from '../../protocol/closingCalls.ts';
export { mostAlerts, pastDays, type PriceAlert, type TrailingStop } from '../../protocol/terminalCalls.ts';
export { mostWatched, mostWatchlists, type Watchlist } from '../../protocol/watchlistCalls.ts';
export type { ChartLayout } from '../../protocol/chartCalls.ts';
export {
  symbolGroups,
  timeframes,
  type SymbolGroup,
  type Tick,
  type Timeframe,
  type TradedSymbol,
} from '../../protocol/market.ts';
export {
  closeFilters,
  orderErrors,
  orderStatuses,
  type Order,
  type OrderError,
  type OrderStatus,
  type PastDeal,
  type PastOrder,
  type Waiting,
} from '../../protocol/order.ts';

/** Bounds of one question. */
export const mostTicks = 100;
/** A tab that does not say so again within this time is taken to look at nothing any more. */
export const watchSeconds = 90;
export const mostCandles = 1000;

const platform = z.enum(platformKeys).default('mt5');
const symbolName = z.string().regex(/^[\w.#-]{1,32}$/);
const instant = z.string();

export const tradingContract = contract({
  area: 'trading',
  calls: {
    ...terminalCalls,
    ...chartCalls,
    ...closingCalls,
    ...watchlistCalls,
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
      /** What kinds of pending orders the platform takes: no other is offered. */
      output: z.object({ symbols: z.array(symbol), pending_kinds: z.array(z.enum(pendingKinds)) }),
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
      summary: 'The open positions of an account, its pending orders and its money, as the platform says them now.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ account: accountNumber }),
      output: z.object({
        account: z.int(),
        currency: z.string(),
        standing: accountMoney,
        positions: z.array(openPosition),
        orders: z.array(pendingOrder),
        as_of: instant,
      }),
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
        'Buys or sells at market, or places an order that waits for its price (`type`). `processing` means that the platform has not said what became of it: ask for the order again, do not send another.',
      who: 'client',
      gate: 'view',
      runs: 'saga',
      input: z
        .object({
          ...orderFacts,
          symbol: symbolName,
          side,
          lots: asked(positive),
          type: z.enum(['market', ...pendingKinds]).default('market'),
          /** The price that it waits for; of every type but `market`. */
          at_price: asked(positive).optional(),
          ...waitingTerms,
          ...stops,
          /** At how many points the stop follows the price from the fill on; of an order that waits. */
          trailing_points: inDigits(z.int().min(1).max(mostTrailingPoints)).optional(),
        })
        // Of a market order a stop follows its position once there is one.
        .refine(({ type, trailing_points: points }) => type !== 'market' || points === undefined, { path: ['trailing_points'] }),
      output: z.object({ order }),
      errors: { ...orderErrors, ...gateErrors },
      stale: ['accounts', 'positions', 'dashboard'],
    },
    change: {
      method: 'POST',
      path: 'api/trading/pending/{id}',
      summary: 'Gives a pending order other prices and another end; what is left out it has not any more.',
      who: 'client',
      gate: 'view',
      runs: 'saga',
      input: z.object({ ...orderFacts, id: ticket, at_price: asked(positive), ...waitingTerms, ...stops }),
      output: z.object({ order }),
      errors: { ...orderErrors, ...gateErrors },
      stale: ['accounts', 'positions', 'dashboard'],
    },
    cancel: {
      method: 'POST',
      path: 'api/trading/pending/{id}/cancel',
      summary: 'Cancels a pending order.',
      who: 'client',
      gate: 'close_position',
      runs: 'saga',
      input: z.object({ ...orderFacts, id: ticket }),
      output: z.object({ order }),
      errors: orderErrors,
      stale: ['accounts', 'positions', 'dashboard'],
    },
    stops: {
      method: 'POST',
      path: 'api/trading/positions/{id}/stops',
      summary: 'Sets stop loss and take profit of a position; what is left out is taken away.',
      who: 'client',
      gate: 'close_position',
      runs: 'saga',
      input: z.object({ ...orderFacts, id: ticket, ...stops }),
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
  forms: {
    newList: form({
      sends: newListInput,
      supplied: ['platform'],
      fields: { name: { kind: 'text', label: 'trading.list.new', autoComplete: 'off' } },
    }),
    listName: form({
      sends: listNameInput,
      supplied: ['id'],
      fields: { name: { kind: 'text', label: 'trading.list.name', autoComplete: 'off' } },
    }),
  },
  pages: {
    webtrader: {
      path: 'webtrader',
      query: ['is_demo', 'login', 'symbol', 'frame'],
      gate: 'view',
      title: 'trading.title',
      group: 'tools',
    },
  },
});
