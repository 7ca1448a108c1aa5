import type { Position } from '../../../ports/platform/port.ts';
import { mostClosed } from '../contract.ts';
import type { ManyAsked } from './many.ts';
import { carriedOut, lookFor, type OrderHands } from '../orders.ts';
import { pointsOf } from '../rules.ts';
import { ordersOfName, type KeptOrder } from '../store.ts';

type Sized = Pick<Position, 'symbol' | 'side' | 'lots'>;

export function areOpposite(one: Omit<Sized, 'lots'>, other: Omit<Sized, 'lots'>): boolean {
  return one.symbol === other.symbol && one.side !== other.side;
}

/** What closing a position by an opposite one does to it: as much as both have. */
export function tradeOfPair({ symbol, side, lots }: Sized, by: Sized) {
  const isSmaller = pointsOf(lots, lotDigits) <= pointsOf(by.lots, lotDigits);
  return { symbol, side: side === 'buy' ? 'sell' : 'buy', lots: isSmaller ? lots : by.lots } as const;
}

const lotDigits = 8;

/**
 * Closes all opposite positions of a symbol by each other, the oldest pair first, one pair after the other: what is left of the larger
 * one is closed by the next. It ends where no pair is left, or with the first that is not filled. A name that was used closes nothing
 * more; what became of its orders is looked up.
 */
export async function closeManyBy(asked: Omit<ManyAsked, 'which'> & { readonly symbol: string }, hands: OrderHands) {
  const { context, platform, clock, board } = hands;
  const name = `many-by:${asked.name}/`;
  const before = await ordersOfName(context.sql, { clientId: asked.clientId, name });
  if (before.some(({ number, symbol }) => number !== asked.number || symbol !== asked.symbol))
    return context.refuse('order_key_reused', { field: 'client_order_id' });
  const orders: KeptOrder[] = [];
  for (const order of before) orders.push(order.status === 'processing' ? await lookFor(order, hands) : order);
  while (before.length === 0 && orders.length < mostClosed) {
    const open = await platform.positions(asked.number);
    const pair = open.outcome === 'done' ? oldestPair(open.positions, asked.symbol) : undefined;
    // What was closed is told, also where the platform says nothing about the rest.
    if (!pair && orders.length > 0) break;
    if (!pair) return context.refuse(open.outcome === 'done' ? 'not_opposite' : 'platform_unavailable');
    const [position, by] = pair;
    const order = await carriedOut(
      {
        clientId: asked.clientId,
        number: asked.number,
        kind: 'close_by',
        ...tradeOfPair(position, by),
        position: position.position,
        terms: { by: by.position },
        key: `${name}${orders.length}`,
        now: context.now,
        wall: clock.wall(),
      },
      hands,
    );
    orders.push(order);
    if (order.status !== 'filled') break;
  }
  board.forget(asked.number);
  return orders;
}

function oldestPair(positions: readonly Position[], symbol: string): readonly [Position, Position] | undefined {
  const oldest = (side: Position['side']) =>
    positions
      .filter((one) => one.symbol === symbol && one.side === side)
      .toSorted(
        (one, other) => one.openedAt.getTime() - other.openedAt.getTime() || Number(one.position) - Number(other.position),
      )[0];
  const [bought, sold] = [oldest('buy'), oldest('sell')];
  return bought && sold && [bought, sold];
}
