import { secondMs, type Clock } from '../../base/time.ts';
import { dealActions, userRights } from './groups.ts';
import type { Market } from './market.ts';
import { priceText, retcodes, type DealResult } from './messages.ts';
import type { Position, User } from './rows.ts';
import type { State } from './state.ts';
import { symbolByName, type SymbolFacts } from './symbols.ts';
import { orderStates, waitingTypes, type WaitingOrder } from './waitingRows.ts';
import { factsOf, isVolume } from './worth.ts';

/** What waits for a price: pending orders, and the stops of positions. What was touched between two looks is found all the same. */

export type OrderAsked = Pick<
  WaitingOrder,
  'login' | 'symbol' | 'type' | 'volume' | 'price' | 'trigger' | 'stopLoss' | 'takeProfit' | 'expiresMs' | 'comment'
>;

interface Dealing {
  /** Whether the account's group lets positions be closed and none be opened. */
  readonly isCloseOnly: (user: User) => boolean;
  /** Opens a position for an order whose price was touched. */
  readonly open: (order: WaitingOrder, user: User, price: number) => DealResult;
  readonly close: (position: Position, user: User, closing: { price: number; volume: number; comment: string }) => void;
}

interface Parts {
  readonly state: State;
  readonly market: Market;
  readonly clock: Clock;
  /** MetaTrader 4 has no stop limit orders. */
  readonly takesStopLimit: boolean;
}

/** How many orders of an account may wait. */
const mostOrders = 200;
const none: Pick<DealResult, 'deal' | 'order' | 'price' | 'volume'> = { deal: 0, order: 0, price: 0, volume: 0 };

export class Waiting {
  readonly #parts: Parts;
  readonly #dealing: Dealing;
  /** Up to when an account's prices have been looked at; after a restart since each of its orders was placed. */
  readonly #looked = new Map<number, number>();

  constructor(parts: Parts, dealing: Dealing) {
    this.#parts = parts;
    this.#dealing = dealing;
  }

  place(user: User, asked: OrderAsked): DealResult {
    const { state } = this.#parts;
    const symbol = symbolByName.get(asked.symbol);
    if (!symbol) return refusal(retcodes.invalidRequest);
    if (!(user.rights & userRights.enabled) || user.rights & userRights.tradeDisabled) return refusal(retcodes.tradeDisabled);
    if (this.#dealing.isCloseOnly(user)) return refusal(retcodes.closeOnly);
    if (!isVolume(asked.volume, symbol)) return refusal(retcodes.invalidVolume);
    const wrong = this.#wrongWith(asked, symbol);
    if (wrong !== undefined) return refusal(wrong);
    if (state.waiting.placed(user.login).length >= mostOrders) return refusal(retcodes.tooManyOrders);
    const nowMs = this.#nowMs();
    const order = state.transact(() => {
      const ticket = state.freshTicket();
      const facts = { order: ticket, state: orderStates.placed, timeMs: nowMs, sinceMs: nowMs, doneMs: 0 };
      state.waiting.add({ ...asked, ...facts });
      return ticket;
    });
    return { ...none, retcode: retcodes.placed, order, volume: asked.volume };
  }

  change(
    user: User,
    order: number,
    to: Pick<OrderAsked, 'price' | 'trigger' | 'stopLoss' | 'takeProfit' | 'expiresMs'>,
  ): DealResult {
    const { state } = this.#parts;
    const before = state.waiting.order(order);
    if (before?.login !== user.login) return refusal(retcodes.orderGone);
    if (before.state !== orderStates.placed) return refusal(retcodes.orderGone);
    const wrong = this.#wrongWith({ ...before, ...to }, factsOf(before.symbol));
    if (wrong !== undefined) return refusal(wrong);
    state.waiting.change({ ...before, ...to, sinceMs: this.#nowMs() });
    return { ...none, retcode: retcodes.filled, order };
  }

  remove(user: User, order: number): DealResult {
    const before = this.#parts.state.waiting.order(order);
    if (before?.login !== user.login || before.state !== orderStates.placed) return refusal(retcodes.orderGone);
    this.#end(before, orderStates.cancelled);
    return { ...none, retcode: retcodes.filled, order };
  }

  /** Cancels every order of a symbol that waits on an account. */
  endAll(login: number, symbol: string): void {
    for (const order of this.#parts.state.waiting.placed(login))
      if (order.symbol === symbol) this.#end(order, orderStates.cancelled);
  }

  setStops(user: User, number: number, stops: { readonly stopLoss: number; readonly takeProfit: number }): DealResult {
    const { state, market } = this.#parts;
    const position = state.position(number);
    if (position?.login !== user.login) return refusal(retcodes.positionClosed);
    const quote = market.quote(factsOf(position.symbol), this.#nowMs());
    const from = position.action === dealActions.buy ? quote.bid : quote.ask;
    if (!areStops(stops, position.action === dealActions.buy, from)) return refusal(retcodes.invalidStops);
    state.waiting.setStops(number, { ...stops, sinceMs: this.#nowMs() });
    return { ...none, retcode: retcodes.filled, order: number };
  }

  /** What was touched since the last look is done, again until nothing is: an order that was filled has stops of its own. */
  look(login: number): void {
    const { state } = this.#parts;
    const nowMs = this.#nowMs();
    const lookedMs = this.#looked.get(login) ?? 0;
    for (const order of state.waiting.placed(login)) this.#lookAtOrder(order, { lookedMs, nowMs });
    for (const position of state.positions(login)) this.#lookAtStops(position, { lookedMs, nowMs });
    this.#looked.set(login, nowMs);
  }

  #lookAtOrder(order: WaitingOrder, { lookedMs, nowMs }: Looked): void {
    const isOver = order.expiresMs > 0 && order.expiresMs <= nowMs;
    const span = { fromMs: Math.max(lookedMs, order.sinceMs), toMs: isOver ? order.expiresMs : nowMs };
    const touched = this.#touched(factsOf(order.symbol), triggerOf(order), span);
    if (!touched) return isOver ? this.#end(order, orderStates.expired) : undefined;
    if (order.type >= waitingTypes.buyStopLimit) {
      const type = order.type === waitingTypes.buyStopLimit ? waitingTypes.buyLimit : waitingTypes.sellLimit;
      const limit = { ...order, type, price: order.trigger, trigger: 0, sinceMs: touched.atMs };
      this.#parts.state.waiting.change(limit);
      return this.#lookAtOrder(limit, { lookedMs: touched.atMs, nowMs });
    }
    const user = this.#parts.state.user(order.login);
    if (!user) return;
    const result = this.#dealing.open(order, user, touched.price);
    if (result.retcode !== retcodes.filled) return this.#end(order, orderStates.rejected);
    const { stopLoss, takeProfit } = order;
    this.#parts.state.waiting.setStops(order.order, { stopLoss, takeProfit, sinceMs: touched.atMs });
    this.#end(order, orderStates.filled);
  }

  #lookAtStops(position: Position, { lookedMs, nowMs }: Looked): void {
    const symbol = factsOf(position.symbol);
    const isBuy = position.action === dealActions.buy;
    const span = { fromMs: Math.max(lookedMs, position.stopsSinceMs), toMs: nowMs };
    const found = (['sl', 'tp'] as const).flatMap((name) => {
      const level = name === 'sl' ? position.stopLoss : position.takeProfit;
      if (level === 0) return [];
      // A buyer sells at the bid: the loss lies below. A seller buys at the ask: it lies above.
      const direction = isBuy === (name === 'sl') ? 'falls' : 'rises';
      const touched = this.#touched(symbol, { of: isBuy ? 'bid' : 'ask', direction, level }, span);
      return touched ? [{ name, level, ...touched }] : [];
    });
    const [first] = found.toSorted((one, other) => one.atMs - other.atMs);
    const user = this.#parts.state.user(position.login);
    if (!first || !user) return;
    const comment = `[${first.name} ${priceText(first.level, symbol.digits)}]`;
    this.#dealing.close(position, user, { price: first.price, volume: position.volume, comment });
  }

  /** When a price was touched first in a span of time, and what it was then. */
  #touched(
    symbol: SymbolFacts,
    trigger: Trigger,
    span: { fromMs: number; toMs: number },
  ): { price: number; atMs: number } | undefined {
    const { market } = this.#parts;
    const isTouched = (toMs: number): boolean => {
      const range = market.range(symbol, span.fromMs, toMs);
      return range !== undefined && reaches(trigger, range, symbol.spreadPoints);
    };
    if (span.toMs < span.fromMs || !isTouched(span.toMs)) return undefined;
    let [before, after] = [span.fromMs - secondMs, span.toMs];
    while (after - before > secondMs) {
      const middle = before + Math.floor((after - before) / 2);
      if (middle >= span.fromMs && isTouched(middle)) after = middle;
      else before = middle;
    }
    const quote = market.quote(symbol, after);
    const price = trigger.of === 'ask' ? quote.ask : quote.bid;
    const { level, direction } = trigger;
    // Never better than the level for a stop, never worse for a limit: in both cases as far in the direction as the price went.
    return { price: direction === 'falls' ? Math.min(level, price) : Math.max(level, price), atMs: after };
  }

  #wrongWith(asked: Omit<OrderAsked, 'comment'>, symbol: SymbolFacts): string | undefined {
    const isStopLimit = asked.type >= waitingTypes.buyStopLimit;
    if (asked.type > waitingTypes.sellStopLimit || asked.type < waitingTypes.buyLimit) return retcodes.invalidType;
    if (isStopLimit && !this.#parts.takesStopLimit) return retcodes.invalidType;
    const { bid, ask } = this.#parts.market.quote(symbol, this.#nowMs());
    const { of, direction, level } = triggerOf(asked);
    const now = of === 'ask' ? ask : bid;
    if (level <= 0 || (direction === 'falls' ? level >= now : level <= now)) return retcodes.invalidPrice;
    const isBuy = asked.type % 2 === 0;
    if (isStopLimit && (asked.trigger <= 0 || (isBuy ? asked.trigger >= level : asked.trigger <= level)))
      return retcodes.invalidPrice;
    if (asked.expiresMs !== 0 && asked.expiresMs <= this.#nowMs()) return retcodes.invalidExpiration;
    return areStops(asked, isBuy, isStopLimit ? asked.trigger : level) ? undefined : retcodes.invalidStops;
  }

  #end(order: WaitingOrder, state: number): void {
    this.#parts.state.waiting.change({ ...order, state, doneMs: this.#nowMs() });
  }

  #nowMs(): number {
    return this.#parts.clock.now().getTime();
  }
}

type Looked = Readonly<Record<'lookedMs' | 'nowMs', number>>;

/** Which price has to go where. */
interface Trigger {
  readonly of: 'bid' | 'ask';
  readonly direction: 'falls' | 'rises';
  readonly level: number;
}

function triggerOf({ type, price }: Pick<WaitingOrder, 'type' | 'price'>): Trigger {
  const isBuy = type % 2 === 0;
  const isLimit = type === waitingTypes.buyLimit || type === waitingTypes.sellLimit;
  return { of: isBuy ? 'ask' : 'bid', direction: isBuy === isLimit ? 'falls' : 'rises', level: price };
}

/** The spread breathes between its usual and half as much again: an ask is touched where it is at any breath. */
function reaches({ of, direction, level }: Trigger, range: { low: number; high: number }, spread: number): boolean {
  if (of === 'bid') return direction === 'falls' ? range.low <= level : range.high >= level;
  return direction === 'falls' ? range.low + Math.round(spread * 1.5) <= level : range.high + Math.max(1, spread) >= level;
}

/** A loss lies on the losing side of the price, a profit on the other. */
export function areStops(
  { stopLoss, takeProfit }: { stopLoss: number; takeProfit: number },
  isBuy: boolean,
  from: number,
): boolean {
  const isLoss = stopLoss === 0 || (isBuy ? stopLoss < from : stopLoss > from);
  const isProfit = takeProfit === 0 || (isBuy ? takeProfit > from : takeProfit < from);
  return isLoss && isProfit;
}

function refusal(retcode: string): DealResult {
  return { ...none, retcode };
}
