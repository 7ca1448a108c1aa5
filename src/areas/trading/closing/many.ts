import type { Position } from '../../../ports/platform/port.ts';
import { mostClosed } from '../contract.ts';
import { carriedOut, lookFor, type OrderHands } from '../orders.ts';
import { ordersOfName, type KeptOrder, type OrderWish } from '../store.ts';

export interface ManyAsked {
  readonly which: 'all' | 'profit' | 'loss' | 'buy' | 'sell';
  readonly symbol?: string | undefined;
  /** The caller's name for all of it. */
  readonly name: string;
  readonly clientId: OrderWish['clientId'];
  readonly number: OrderWish['number'];
}

/** As many at once as the platform has sessions for, and one left for everybody else. */
const atOnce = 3;

/**
 * Closes every position that fits, each as an order of its own under the name given: one that is refused or not answered keeps none of
 * the others. A name that was used closes nothing more, whatever fits by then; what became of its orders is looked up.
 */
export async function closeMany(asked: ManyAsked, hands: OrderHands): Promise<KeptOrder[]> {
  const { context, platform, clock, board } = hands;
  const name = `many:${asked.name}/`;
  const before = await ordersOfName(context.sql, { clientId: asked.clientId, name });
  if (before.some(({ number }) => number !== asked.number))
    return context.refuse('order_key_reused', { field: 'client_order_id' });
  if (before.length > 0) return oneByOne(before, (order) => (order.status === 'processing' ? lookFor(order, hands) : order));
  const open = await platform.positions(asked.number);
  if (open.outcome !== 'done') return context.refuse('platform_unavailable');
  const fitting = open.positions.filter((position) => fits(position, asked)).slice(0, mostClosed);
  if (fitting.length === 0) return context.refuse('position_closed', { field: 'which' });
  const orders = await oneByOne(fitting, ({ position, symbol, side, lots }) =>
    carriedOut(
      {
        clientId: asked.clientId,
        number: asked.number,
        kind: 'close',
        symbol,
        side: side === 'buy' ? 'sell' : 'buy',
        lots,
        position,
        key: `${name}${position}`,
        now: context.now,
        wall: clock.wall(),
      },
      hands,
    ),
  );
  board.forget(asked.number);
  // As they stand when the name is said again: which of them was written first nobody decides.
  return orders.toSorted((one, other) => one.id - other.id);
}

function fits({ side, symbol, profit, swap }: Position, asked: ManyAsked): boolean {
  if (asked.symbol !== undefined && asked.symbol !== symbol) return false;
  const result = profit + swap;
  switch (asked.which) {
    case 'all':
      return true;
    case 'profit':
      return result > 0n;
    case 'loss':
      return result < 0n;
    default:
      return side === asked.which;
  }
}

async function oneByOne<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result> | Result): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(act))));
  return results;
}
