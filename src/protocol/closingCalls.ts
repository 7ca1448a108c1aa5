import { z } from 'zod';
import type { CallSpec } from './call.ts';
import { accountNumber, asked, closeFilters, order, orderErrors, orderFacts, positive, ticket } from './order.ts';

/** How positions are closed, and which orders nobody has answered yet. */

/** Of one question. */
export const mostClosed = 100;

const symbolName = z.string().regex(/^[\w.#-]{1,32}$/);

export const closingCalls = {
  close: {
    method: 'POST',
    path: 'api/trading/positions/{id}/close',
    summary: 'Closes a position at market, or a part of it when `lots` is given.',
    who: 'client',
    gate: 'close_position',
    runs: 'saga',
    input: z.object({ ...orderFacts, id: ticket, lots: asked(positive).optional() }),
    output: z.object({ order }),
    errors: orderErrors,
    stale: ['accounts', 'positions', 'dashboard'],
  },
  closeBy: {
    method: 'POST',
    path: 'api/trading/positions/{id}/close-by',
    summary:
      'Closes a position by an opposite one of the same symbol (`by`), as far as both reach: without the market, so that the spread is not paid a second time. What is left of the larger one stays open.',
    who: 'client',
    gate: 'close_position',
    runs: 'saga',
    input: z.object({ account: accountNumber, client_order_id: orderFacts.client_order_id, id: ticket, by: ticket }),
    output: z.object({ order }),
    errors: orderErrors,
    stale: ['accounts', 'positions', 'dashboard'],
  },
  closeManyBy: {
    method: 'POST',
    path: 'api/trading/positions/close-by',
    summary:
      'Closes all opposite positions of a symbol by each other, the oldest first, each pair as an order of its own; `orders` has what became of each. It ends with the first that is not filled, and the same name never closes more.',
    who: 'client',
    gate: 'close_position',
    runs: 'saga',
    input: z.object({
      account: accountNumber,
      symbol: symbolName,
      client_order_id: z.string().regex(/^[\x21-\x7e]{1,40}$/),
    }),
    output: z.object({ orders: z.array(order) }),
    errors: orderErrors,
    stale: ['accounts', 'positions', 'dashboard'],
  },
  closeMany: {
    method: 'POST',
    path: 'api/trading/positions/close',
    summary: `Closes every position that fits, at most ${mostClosed}, each as an order of its own; \`orders\` has what became of each. The same name never closes what was opened since.`,
    who: 'client',
    gate: 'close_position',
    runs: 'saga',
    input: z.object({
      account: accountNumber,
      which: z.enum(closeFilters),
      /** Of this symbol only. */
      symbol: symbolName.optional(),
      client_order_id: z.string().regex(/^[\x21-\x7e]{1,40}$/),
    }),
    output: z.object({ orders: z.array(order) }),
    errors: orderErrors,
    stale: ['accounts', 'positions', 'dashboard'],
  },
  unanswered: {
    method: 'GET',
    path: 'api/trading/orders/unanswered',
    summary:
      'The orders of an account that the platform has not answered yet, whoever asked for them and in whatever window: none of them has to be sent again.',
    who: 'client',
    gate: 'view',
    runs: 'read',
    input: z.object({ account: accountNumber }),
    output: z.object({ orders: z.array(order) }),
    errors: { unknown_account: 422 },
    reads: ['positions'],
  },
} as const satisfies Readonly<Record<string, CallSpec>>;
