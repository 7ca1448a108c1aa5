import { isDeepStrictEqual } from 'node:util';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { after, secondMs, type Clock } from '../../base/time.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Settings } from '../../settings/index.ts';
import { isPassing, type Platform, type PlatformRefusal } from '../../ports/platform/port.ts';
import type { Event } from '../../protocol/call.ts';
import { holdForOrder, keepSnapshot, type TradingAccount } from '../accounts/face.ts';
import {
  carryOn,
  carryOut,
  claim,
  finishOperation,
  giveUpIdle,
  operationTagged,
  type Claimed,
  type Finished,
  type Outcome,
} from '../platformOperations/face.ts';
import type { OrderError } from './contract.ts';
import { isAtMarket, operationFor } from './operations.ts';
import type { PriceBoard } from './prices.ts';
import {
  insertOrder,
  orderOf,
  orderOfKey,
  concludeOrder,
  keepWaitingTrailing,
  type KeptOrder,
  type OrderWish,
  type Conclusion,
} from './store.ts';

/** The outbox topic of orders whose call died or was left without an answer. */
export const orderTopic = 'trading.order';
/** The call itself comes first; the job only where it did not come through. */
const jobDelayMs = 15 * secondMs;
/** How often the job looks until then. */
const lookEveryMs = 15 * secondMs;
/** So long after it was sent an order's outcome is known, as long as the platform answers. */
export function knownAfterMs({ platform }: Pick<Settings, 'platform'>): number {
  return platform.patienceSeconds * secondMs + lookEveryMs;
}

/** What finding out and settling takes: a call's or a job's. */
export interface ConcludeParts {
  readonly platform: Platform;
  readonly account: Pick<TradingAccount, 'platform' | 'companyId'>;
  readonly clock: Clock;
  readonly context: {
    readonly now: Date;
    readonly settings: Settings;
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
export async function carryOutOrder(wish: OrderWish, hands: OrderHands): Promise<KeptOrder> {
  return answerFor(await carriedOut(wish, hands), hands);
}

/** The same where one of many that is refused stops none of the others. */
export async function carriedOut(wish: OrderWish, hands: OrderHands): Promise<KeptOrder> {
  const { context } = hands;
  const begun = await context.transact(async (sql) => intend(wish, hands, sql));
  if (!begun) {
    const first = await firstOrder(wish, hands);
    if (!first) throw new Error('an order was neither written nor there before');
    return first;
  }
  const { order, claimed } = begun;
  const outcome = await carryOn({ ...context, platform: hands.platform }, operationFor(order, hands.account), claimed);
  return concludeBy(order, outcome, hands);
}

/** The same for an order that no client waits for: under its key it is asked for once, and looked up from then on. */
export async function carryOutUnasked(wish: OrderWish & { readonly key: string }, hands: ConcludeParts): Promise<KeptOrder> {
  const { context } = hands;
  const begun = await context.transact(async (sql) => begin(wish, hands, sql));
  if (begun) {
    const outcome = await carryOn(
      { ...context, platform: hands.platform },
      operationFor(begun.order, hands.account),
      begun.claimed,
    );
    return concludeBy(begun.order, outcome, hands);
  }
  const before = await orderOfKey(context.sql, wish);
  if (!before) throw new Error('an order was neither written nor there before');
  return before.status === 'processing' ? lookFor(before, hands) : before;
}

/** Writes down what came of it; an order that nobody knows of yet stays as it is. */
async function concludeBy(order: KeptOrder, outcome: Outcome, hands: ConcludeParts): Promise<KeptOrder> {
  const { context } = hands;
  if (outcome.outcome === 'done') {
    const { fill, finished, ticket } = outcome;
    if (!isAtMarket(order))
      return conclude(order, { status: 'done', ticket: order.kind === 'stops' ? undefined : ticket, finished }, hands);
    return fill ? conclude(order, { status: 'filled', fill, finished }, hands) : orderNow(order, hands);
  }
  if (outcome.outcome === 'refused')
    return conclude(order, outcome.code === 'lost' ? { status: 'failed' } : refusedFor(order, outcome.code), hands);
  // The way to the platform is not open and nothing has happened: the client is told so instead of waiting.
  if (!(await giveUpIdle(context.sql, order.tag))) return order;
  const given = await operationTagged(context.sql, order.tag);
  return conclude(order, refusedFor(order, given?.code ?? 'not_connected'), hands);
}

function refusedFor(order: KeptOrder, code: string) {
  // At market the price is what has moved; of an order that waits it is the one that was named.
  const told = code === 'wrong_price' && !isAtMarket(order) ? 'wrong_order_price' : codeOf(code);
  return { status: 'refused', code: told, keepsKey: !isPassing(code) } as const;
}

/** As much of a wish as must be the same when its key comes again. */
export type AskedAgain = Pick<OrderWish, 'clientId' | 'number' | 'kind' | 'key' | 'terms'> &
  Readonly<Partial<Record<'symbol' | 'side' | 'lots' | 'position' | 'ticket', string | undefined>>>;

/** The order that this key gave before, with its outcome; undefined when the key is new. */
export async function firstOrder(wish: AskedAgain, hands: OrderHands): Promise<KeptOrder | undefined> {
  const { context } = hands;
  if (wish.key === undefined) return undefined;
  const first = await orderOfKey(context.sql, { clientId: wish.clientId, key: wish.key });
  if (!first) return undefined;
  if (!isSame(first, wish)) return context.refuse('order_key_reused', { field: 'client_order_id' });
  return answerFor(first.status === 'processing' ? await lookFor(first, hands) : first, hands);
}

async function intend(
  wish: OrderWish,
  hands: OrderHands,
  sql: Sql,
): Promise<{ readonly order: KeptOrder; readonly claimed: Claimed } | undefined> {
  const { context } = hands;
  // What is closed is closed at any leverage, and what stands may be changed at any.
  const opens = wish.kind === 'open' || wish.kind === 'pending';
  const hold = opens ? await holdForOrder(sql, wish.number) : 'free';
  if (hold !== 'free') return context.refuse(hold, { field: 'account' });
  return begin(wish, hands, sql);
}

async function begin(wish: OrderWish, hands: ConcludeParts, sql: Sql): ReturnType<typeof intend> {
  const { context } = hands;
  const order = await insertOrder(sql, wish);
  if (!order) return undefined;
  const claimed = await claim(context, operationFor(order, hands.account), sql);
  if (!claimed) throw new Error(`order ${order.id} was just written, and its operation was there before`);
  await context.tellIn(sql, {
    topic: orderTopic,
    key: `trading:${order.tag}`,
    clientId: wish.clientId,
    payload: { order: order.id },
    dueAt: after(wish.now, jobDelayMs),
  });
  return { order, claimed };
}

function isSame(order: KeptOrder, wish: AskedAgain): boolean {
  const named = ['symbol', 'side', 'lots', 'position', 'ticket'] as const;
  const isAsNamed = named.every((name) => wish[name] === undefined || wish[name] === order[name]);
  const isAsTermed = order.kind === 'open' || order.kind === 'close' || isDeepStrictEqual(order.terms, wish.terms ?? {});
  return isAsNamed && isAsTermed && order.number === wish.number && order.kind === wish.kind;
}

/** Looks among the account's deals for what became of an order, and never sends it; it stays as it is while nobody knows. */
export async function lookFor(order: KeptOrder, hands: ConcludeParts): Promise<KeptOrder> {
  const mayNot = async () => 'lost';
  const outcome = await carryOut({ ...hands.context, platform: hands.platform }, operationFor(order, hands.account), { mayNot });
  return concludeBy(order, outcome, hands);
}

function isOverdue(order: KeptOrder, { clock, context }: ConcludeParts): boolean {
  return clock.wall().getTime() - order.sentAt.getTime() > knownAfterMs(context.settings);
}

/** Has the job look again soon; false where it is past the time in which the platform ought to have told. */
export async function lookAgainSoon(order: KeptOrder, look: number, hands: ConcludeParts): Promise<boolean> {
  const { context } = hands;
  if (isOverdue(order, hands)) return false;
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
async function conclude(
  order: KeptOrder,
  { finished, ...concluded }: Conclusion & { readonly finished?: Finished | undefined },
  hands: ConcludeParts,
): Promise<KeptOrder> {
  const { context, platform } = hands;
  await context.transact(async (sql) => {
    if (finished) await finishOperation(sql, finished);
    if (!(await concludeOrder(sql, order.id, { ...concluded, at: context.now }))) return;
    const { price = '', trailingPoints: distancePoints } = order.terms;
    if (concluded.status === 'done' && concluded.ticket !== undefined && order.kind === 'pending' && distancePoints !== undefined)
      await keepWaitingTrailing(sql, { ...order, ticket: concluded.ticket, price, distancePoints, now: context.now });
    await recordAudit(sql, {
      actor: isUnasked(order) ? { kind: 'system', id: 'trading.trailing' } : { kind: 'client', id: String(order.clientId) },
      action: `trading.${order.kind}`,
      subject: `account:${order.number}`,
      clientId: order.clientId,
      detail: { order: order.id, symbol: order.symbol, side: order.side, lots: order.lots, ...concluded },
      at: context.now,
    });
  });
  if (concluded.status === 'filled') {
    const told = await platform.account(order.number);
    if (told.outcome === 'done') await keepSnapshot(context.sql, told.account);
  }
  return orderNow(order, hands);
}

/** Moved by a stop that follows the price, and not by the client. */
export function isUnasked({ terms }: KeptOrder): boolean {
  return terms.trailing !== undefined;
}

async function orderNow(order: KeptOrder, { context }: ConcludeParts): Promise<KeptOrder> {
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
  w8ben_lapsed: 'symbol',
  wrong_volume: 'lots',
  not_enough_margin: 'lots',
  price_changed: 'price',
  wrong_order_price: 'at_price',
  wrong_stops: 'stop_loss',
  wrong_expiry: 'expires_at',
  order_type_not_offered: 'type',
  order_gone: 'id',
};

export function detailOf(code: OrderError): RefusalDetail {
  const field = fields[code];
  return field === undefined ? {} : { field };
}

/** The platform's reasons in the words of the calls; what a client can do nothing about is refused for the moment or for good. */
const codes: Readonly<Partial<Record<string, OrderError>>> = {
  market_closed: 'market_closed',
  not_enough_money: 'not_enough_margin',
  wrong_volume: 'wrong_volume',
  unknown_symbol: 'unknown_symbol',
  price_changed: 'price_changed',
  wrong_price: 'price_changed',
  position_closed: 'position_closed',
  not_opposite: 'not_opposite',
  too_many_positions: 'too_many_positions',
  trade_disabled: 'trade_disabled',
  close_only: 'only_closing',
  account_disabled: 'account_not_active',
  wrong_stops: 'wrong_stops',
  wrong_expiry: 'wrong_expiry',
  wrong_kind: 'order_type_not_offered',
  order_gone: 'order_gone',
  too_many_orders: 'too_many_orders',
} satisfies Partial<Record<PlatformRefusal, OrderError>>;

export function codeOf(code: string): OrderError {
  return isPassing(code) ? 'platform_unavailable' : (codes[code] ?? 'platform_refused');
}
