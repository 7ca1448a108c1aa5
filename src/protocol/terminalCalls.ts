import { z } from 'zod';
import { platformKeys } from '../law/platforms.ts';
import type { CallSpec } from './call.ts';
import { inDigits } from './digits.ts';
import { symbol } from './market.ts';
import { accountNumber, asked, deal, decimal, endedOrder, mostTrailingPoints, positive, reached, side, ticket } from './order.ts';

/** What the terminal asks beside prices and orders: what has been, and what the server minds for it while nobody looks. */

export const pastDays = 30;
/** So many alerts of a client may wait. */
export const mostAlerts = 50;

const instant = z.string();

/** A client is told once when the bid has come to `price`. */
const priceAlert = z.object({
  id: z.int(),
  platform: z.enum(platformKeys),
  symbol: z.string(),
  price: decimal,
  /** Which way the bid has to come from where it stood when the alert was set. */
  direction: z.enum(['rises', 'falls']),
  /** `reached` once; it then waits no more. */
  status: z.enum(['waiting', 'reached']),
  /** The bid that reached it. */
  reached_price: decimal.nullable(),
  reached_at: instant.nullable(),
  created_at: instant,
});
export type PriceAlert = z.infer<typeof priceAlert>;

/** A stop loss that follows the best price of its position at a distance, and never goes back. */
const trailingStop = z.object({
  position: z.string(),
  symbol: z.string(),
  side,
  /** Points are the last digit of the price. */
  distance_points: z.int(),
  /** Set on an order that waits, whose number is then that of the position: it follows from the fill on. */
  is_waiting: z.boolean(),
  /** The best price that it has seen, from which the distance counts. */
  best: decimal,
  /** When it last moved the stop; null before it first did. */
  moved_at: instant.nullable(),
  created_at: instant,
});
export type TrailingStop = z.infer<typeof trailingStop>;

/** What one lot costs, in points and in money of the symbol's own currency; negative where the client pays. */
const cost = z.object({ points: decimal, money: decimal });
const symbolName = z.string().regex(/^[\w.#-]{1,32}$/);
const platform = z.enum(platformKeys).default('mt5');

const alerts = z.object({ alerts: z.array(priceAlert) });
const trailing = z.object({ trailing: z.array(trailingStop) });

export const terminalCalls = {
  past: {
    method: 'GET',
    path: 'api/trading/history',
    summary: `Orders that wait no more and deals of an account, the newest first, of the ${pastDays} days before \`till\` (now, when left out), or of fewer where there are more than 5000; \`earlier\` is the \`till\` of what was before.`,
    who: 'client',
    gate: 'view',
    runs: 'read',
    input: z.object({ account: accountNumber, till: z.iso.datetime().optional() }),
    output: z.object({
      currency: z.string(),
      orders: z.array(endedOrder),
      deals: z.array(deal),
      earlier: instant.nullable(),
    }),
    errors: reached,
    reads: ['positions'],
  },
  alerts: {
    method: 'GET',
    path: 'api/trading/alerts',
    summary: 'The client’s alerts on prices: those that wait, and those that were reached in the last days.',
    who: 'client',
    gate: 'view',
    runs: 'read',
    input: z.object({}),
    output: alerts,
    errors: {},
    reads: ['positions'],
  },
  setAlert: {
    method: 'POST',
    path: 'api/trading/alerts',
    summary: `Tells the client, on the screen and by mail, once the bid of a symbol has come to a price, from whichever side. The same alert set again is the one that waits; at most ${mostAlerts} wait.`,
    who: 'client',
    gate: 'view',
    runs: 'saga',
    input: z.object({
      platform,
      symbol: symbolName,
      price: asked(positive.regex(/[1-9]/)),
    }),
    output: alerts,
    errors: { platform_unavailable: 503, unknown_symbol: 422, too_many_alerts: 422 },
    stale: ['positions'],
  },
  removeAlert: {
    method: 'POST',
    path: 'api/trading/alerts/{id}/remove',
    summary: 'Takes an alert away. One that is gone already is the same answer.',
    who: 'client',
    gate: 'view',
    runs: 'transaction',
    input: z.object({ id: inDigits(z.int().min(1).max(2_147_483_647)) }),
    output: alerts,
    errors: {},
    stale: ['positions'],
  },
  terms: {
    method: 'GET',
    path: 'api/trading/symbols/{symbol}/terms',
    summary:
      'What a client has to know of a symbol before they trade it on an account: costs and margin of one lot, and when it trades.',
    who: 'client',
    gate: 'view',
    runs: 'read',
    input: z.object({ symbol: symbolName, account: accountNumber }),
    output: z.object({
      symbol,
      /** When it trades, by UTC; 0 is Sunday. Empty where the platform does not tell. */
      sessions: z.array(z.object({ day: z.int(), from: z.string(), to: z.string() })),
      /** Of the money below. */
      currency: z.string(),
      spread: cost.nullable(),
      /** A night's; null where the platform does not tell, or the account has none. The night of `triple_day` counts for three. */
      swap: z.object({ long: cost, short: cost, triple_day: z.int().nullable() }).nullable(),
      is_swap_free: z.boolean(),
      /** On an account without swap: nights that cost nothing, and after them a lot's fee for each. */
      swap_free: z.object({ nights: z.int(), fee: decimal, currency: z.string() }).nullable(),
      leverage: z.int(),
      /** What buying the least volume asks of the account now, in its currency; null where the platform does not say. */
      margin: z.object({ lots: decimal, currency: z.string(), amount: decimal }).nullable(),
      /** When the market last said a price. */
      as_of: instant.nullable(),
    }),
    errors: { ...reached, unknown_symbol: 422 },
    reads: ['accounts'],
  },
  trailing: {
    method: 'GET',
    path: 'api/trading/trailing',
    summary: 'The stops of an account that follow the price.',
    who: 'client',
    gate: 'view',
    runs: 'read',
    input: z.object({ account: accountNumber }),
    output: trailing,
    errors: { unknown_account: 422 },
    reads: ['positions'],
  },
  setTrailing: {
    method: 'POST',
    path: 'api/trading/positions/{id}/trailing',
    summary:
      'Has the stop loss of a position follow its best price at so many points, from now on and whether anybody looks or not; of an order that waits, by its number, from its fill on. 0 points end that, and the stop stays where it is. It never moves a stop to a worse price.',
    who: 'client',
    gate: 'close_position',
    runs: 'saga',
    input: z.object({ account: accountNumber, id: ticket, distance_points: inDigits(z.int().min(0).max(mostTrailingPoints)) }),
    output: trailing,
    errors: { ...reached, position_closed: 422 },
    stale: ['positions'],
  },
} as const satisfies Readonly<Record<string, CallSpec>>;
