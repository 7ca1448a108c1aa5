import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { after, minuteMs, secondMs, type Clock } from '../../base/time.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { isPassing, type FillAnswer, type Platform, type PlatformRefusal } from '../../ports/platform/port.ts';
import type { Event } from '../../protocol/call.ts';
import { holdForOrder, keepSnapshot } from '../accounts/face.ts';
import type { OrderError } from './contract.ts';
import type { PriceBoard } from './prices.ts';
import {
  insertOrder,
  orderOf,
  orderOfKey,
  concludeOrder,
  type KeptFill,
  type KeptOrder,
  type OrderWish,
  type Settlement,
} from './store.ts';

/** The outbox topic of orders whose call died or was left without an answer. */
export const orderTopic = 'trading.order';
/** The call itself comes first; the job only where it did not come through. */
const jobDelayMs = 15 * secondMs;
/** The clocks of both sides may differ by so much. */
const clockSpanMs = 2 * minuteMs;
/** An order that is nowhere so long after it was sent has not reached the market: longer than any call to the platform takes. */
const givenUpMs = 90 * secondMs;
/** How often the job looks until then. */
const lookEveryMs = 15 * secondMs;
/** So long after it was sent an order's outcome is known, as long as the platform answers. */
export const knownAfterMs = givenUpMs + lookEveryMs;

/** What finding out and settling takes: a call's or a job's. */
export interface ConcludeParts {
  readonly platform: Platform;
  readonly clock: Clock;
  readonly context: {
    readonly now: Date;
    readonly sql: Sql;
    readonly transact: Transact;
    readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
  };
}

export interface OrderHands extends ConcludeParts {
  readonly board: PriceBoard;
  readonly context: ConcludeParts['context'] & { readonly refuse: (code: OrderError, detail?: RefusalDetail) => never };
}

/**
 * Commits the intention, acts once, commits what came of it. The same key is the same order: it is never sent again, and
 * an order without an outcome is looked for among the account's deals.
 */
export async function carryOut(wish: OrderWish, hands: OrderHands): Promise<KeptOrder> {
  const { context, platform } = hands;
  const order = await context.transact(async (sql) => intend(wish, hands, sql));
  if (!order) {
    const first = await firstOrder(wish, hands);
    if (!first) throw new Error('an order was neither written nor there before');
    return first;
  }
  const answer = await act(order, platform);
  if (answer.outcome === 'unknown') return answerFor(await lookFor(order, hands), hands);
  if (answer.outcome === 'filled') return answerFor(await settle(order, { status: 'filled', fill: answer }, hands), hands);
  // A platform that failed may have failed after it had filled the order.
  const fill = answer.code === 'server_fault' ? await fillOf(order, platform) : 'none';
  if (fill === 'unknown') return answerFor(order, hands);
  const refused = { status: 'refused', code: codeOf(answer.code), keepsKey: !isPassing(answer.code) } as const;
  return answerFor(await settle(order, fill === 'none' ? refused : { status: 'filled', fill }, hands), hands);
}

/** As much of a wish as must be the same when its key comes again. */
export type AskedAgain = Pick<OrderWish, 'clientId' | 'number' | 'kind' | 'key'> &
  Readonly<Partial<Record<'symbol' | 'side' | 'lots' | 'position', string | undefined>>>;

/** The order that this key gave before, with its outcome; undefined when the key is new. */
export async function firstOrder(wish: AskedAgain, hands: OrderHands): Promise<KeptOrder | undefined> {
  const { context } = hands;
  if (wish.key === undefined) return undefined;
  const first = await orderOfKey(context.sql, { clientId: wish.clientId, key: wish.key });
  if (!first) return undefined;
  if (!isSame(first, wish)) return context.refuse('order_key_reused', { field: 'client_order_id' });
  return answerFor(first.status === 'processing' ? await lookFor(first, hands) : first, hands);
}

async function intend(wish: OrderWish, { context }: OrderHands, sql: Sql): Promise<KeptOrder | undefined> {
  // What is closed is closed at any leverage.
  const hold = wish.kind === 'close' ? 'free' : await holdForOrder(sql, wish.number);
  if (hold !== 'free') return context.refuse(hold, { field: 'account' });
  const order = await insertOrder(sql, wish);
  if (!order) return undefined;
  await context.tellIn(sql, {
    topic: orderTopic,
    key: `trading:${order.tag}`,
    clientId: wish.clientId,
    payload: { order: order.id },
    dueAt: after(wish.now, jobDelayMs),
  });
  return order;
}

function isSame(order: KeptOrder, wish: AskedAgain): boolean {
  const named = ['symbol', 'side', 'lots', 'position'] as const;
  const isAsNamed = named.every((name) => wish[name] === undefined || wish[name] === order[name]);
  return isAsNamed && order.number === wish.number && order.kind === wish.kind;
}

function act(order: KeptOrder, platform: Platform): Promise<FillAnswer> {
  const { number: login, symbol, side, lots, position, tag } = order;
  const seen = order.seen ? { seen: order.seen } : {};
  return position === undefined
    ? platform.marketOrder({ login, symbol, side, lots, tag, ...seen })
    : platform.closePosition({ login, position, lots, tag, ...seen });
}

/** Looks among the account's deals for what became of an order; it stays as it is while nothing is found. */
export async function lookFor(order: KeptOrder, hands: ConcludeParts): Promise<KeptOrder> {
  const fill = await fillOf(order, hands.platform);
  if (fill === 'unknown') return order;
  if (fill !== 'none') return settle(order, { status: 'filled', fill }, hands);
  return isOverdue(order, hands.clock) ? settle(order, { status: 'failed' }, hands) : order;
}

async function fillOf(order: KeptOrder, platform: Platform): Promise<KeptFill | 'none' | 'unknown'> {
  const { number: login, tag, symbol, side, lots, position } = order;
  const entry = order.kind === 'open' ? 'in' : 'out';
  const expected = { kind: side, entry, symbol, lots, position } as const;
  const found = await platform.findByTag({ login, tag, since: after(order.createdAt, -clockSpanMs), expected });
  if (found.outcome !== 'done') return 'unknown';
  const [deal] = found.deals;
  return deal ? { deal: deal.ticket, position: deal.position ?? '', price: deal.price, lots: deal.lots } : 'none';
}

function isOverdue(order: KeptOrder, clock: Clock): boolean {
  return clock.wall().getTime() - order.sentAt.getTime() > givenUpMs;
}

/** Has the job look again soon; false where it is past the time in which the platform ought to have told. */
export async function lookAgainSoon(order: KeptOrder, look: number, { context, clock }: ConcludeParts): Promise<boolean> {
  if (isOverdue(order, clock)) return false;
  await context.tellIn(context.sql, {
    topic: orderTopic,
    key: `trading:${order.tag}:${look}`,
    clientId: order.clientId,
    payload: { order: order.id, look },
    dueAt: after(context.now, lookEveryMs),
  });
  return true;
}

/** Commits what came of an order, once; then the account's money is asked for anew. */
async function settle(order: KeptOrder, settled: Settlement, hands: ConcludeParts): Promise<KeptOrder> {
  const { context, platform } = hands;
  await context.transact(async (sql) => {
    if (!(await concludeOrder(sql, order.id, { ...settled, at: context.now }))) return;
    await recordAudit(sql, {
      actor: { kind: 'client', id: String(order.clientId) },
      action: `trading.${order.kind}`,
      subject: `account:${order.number}`,
      clientId: order.clientId,
      detail: { order: order.id, symbol: order.symbol, side: order.side, lots: order.lots, ...settled },
      at: context.now,
    });
  });
  if (settled.status === 'filled') {
    const told = await platform.account(order.number);
    if (told.outcome === 'done') await keepSnapshot(context.sql, told.account);
  }
  return (await orderOf(context.sql, order.id)) ?? order;
}

/** A refused order ends the call with its reason, also when it is asked for again. */
function answerFor(order: KeptOrder, { context, board }: OrderHands): KeptOrder {
  board.forget(order.number);
  if (order.status !== 'refused' || order.code === undefined) return order;
  return context.refuse(order.code, detailOf(order.code));
}

/** Which field of the order a reason is about. */
const fields: Readonly<Partial<Record<OrderError, string>>> = {
  unknown_symbol: 'symbol',
  market_closed: 'symbol',
  trade_disabled: 'symbol',
  wrong_volume: 'lots',
  not_enough_margin: 'lots',
  price_changed: 'price',
};

export function detailOf(code: OrderError): RefusalDetail {
  const field = fields[code];
  return field === undefined ? {} : { field };
}

/** The platform's reasons in the words of the calls; what a client can do nothing about is refused for the moment or for good. */
const codes: Readonly<Partial<Record<PlatformRefusal, OrderError>>> = {
  market_closed: 'market_closed',
  not_enough_money: 'not_enough_margin',
  wrong_volume: 'wrong_volume',
  unknown_symbol: 'unknown_symbol',
  price_changed: 'price_changed',
  wrong_price: 'price_changed',
  position_closed: 'position_closed',
  too_many_positions: 'too_many_positions',
  trade_disabled: 'trade_disabled',
  account_disabled: 'account_not_active',
};

export function codeOf(code: PlatformRefusal): OrderError {
  return isPassing(code) ? 'platform_unavailable' : (codes[code] ?? 'platform_refused');
}
