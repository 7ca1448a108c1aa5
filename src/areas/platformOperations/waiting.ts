import type {
  EndedOrder,
  OrderChange,
  OrderEnding,
  PendingOrder,
  PendingPlacing,
  Platform,
  PositionStops,
  Stops,
} from '../../ports/platform/port.ts';

/** Whether what waits for a price is as it was asked for, when the answer was lost. */
export type Found =
  | { readonly outcome: 'found'; readonly ticket: string }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unknown'; readonly reason: string };

const pageSize = 1000;
const pagesMost = 20;
/** Later than any clock of application time. */
const endOfTime = new Date('2100-01-01T00:00:00Z');

/** An order of that tag, waiting or not any more. Tag, symbol and side: the tag alone anybody could write. */
export async function foundPlacing(platform: Platform, wish: PendingPlacing & { readonly since: Date }): Promise<Found> {
  const isIt = (order: Pick<PendingOrder, 'tag' | 'symbol' | 'side'>): boolean =>
    order.tag === wish.tag && order.symbol === wish.symbol && order.side === wish.side;
  const waiting = await platform.orders(wish.login);
  if (waiting.outcome !== 'done') return unknown(waiting);
  const found = waiting.orders.find(isIt);
  return found ? { outcome: 'found', ticket: found.order } : endedAs(platform, wish, isIt);
}

/** Cancelled, or ended by itself: nothing waits any more, and nothing was filled. */
export async function foundEnding(platform: Platform, ending: OrderEnding & { readonly since: Date }): Promise<Found> {
  return endedAs(platform, ending, ({ order, state }) => order === ending.order && state !== 'filled');
}

export async function foundChange(platform: Platform, change: OrderChange): Promise<Found> {
  const waiting = await platform.orders(change.login);
  if (waiting.outcome !== 'done') return unknown(waiting);
  const order = waiting.orders.find((one) => one.order === change.order);
  const isSame =
    order !== undefined &&
    areSameStops(order, change) &&
    isSamePrice(order.price, change.price) &&
    isSamePrice(order.limitPrice, change.limitPrice) &&
    seconds(order.expiresAt) === seconds(change.expiresAt);
  return isSame ? { outcome: 'found', ticket: change.order } : { outcome: 'absent' };
}

export async function foundStops(platform: Platform, stops: PositionStops): Promise<Found> {
  const open = await platform.positions(stops.login);
  if (open.outcome !== 'done') return unknown(open);
  const position = open.positions.find((one) => one.position === stops.position);
  return position && areSameStops(position, stops) ? { outcome: 'found', ticket: stops.position } : { outcome: 'absent' };
}

async function endedAs(
  platform: Platform,
  { login, since }: { readonly login: number; readonly since: Date },
  isIt: (order: EndedOrder) => boolean,
): Promise<Found> {
  for (let page = 0; page < pagesMost; page++) {
    const ended = await platform.endedOrders({ login, from: since, to: endOfTime, offset: page * pageSize, total: pageSize });
    if (ended.outcome !== 'done') return unknown(ended);
    const found = ended.orders.find(isIt);
    if (found) return { outcome: 'found', ticket: found.order };
    if (ended.orders.length < pageSize) return { outcome: 'absent' };
  }
  return { outcome: 'unknown', reason: `more than ${pageSize * pagesMost} orders` };
}

function unknown(
  answer: { readonly outcome: 'refused'; readonly code: string } | { readonly outcome: 'unknown'; readonly reason: string },
): Found {
  return { outcome: 'unknown', reason: answer.outcome === 'refused' ? answer.code : answer.reason };
}

function areSameStops(one: Stops, other: Stops): boolean {
  return isSamePrice(one.stopLoss, other.stopLoss) && isSamePrice(one.takeProfit, other.takeProfit);
}

/** Prices that a platform writes with all its digits and a client without. */
function isSamePrice(one: string | undefined, other: string | undefined): boolean {
  return (one === undefined) === (other === undefined) && Number(one ?? 0) === Number(other ?? 0);
}

function seconds(instant: Date | undefined): number {
  return instant === undefined ? 0 : Math.floor(instant.getTime() / 1000);
}
