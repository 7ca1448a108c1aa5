import type { z } from 'zod';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import type { Clock } from '../../base/time.ts';
import { isCopied } from '../../law/accountTypes.ts';
import { requireGate, type GateCode } from '../../law/gates.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { pendingKinds } from '../../protocol/order.ts';
import type { PendingOrder, Platform, TradingSymbol } from '../../ports/platform/port.ts';
import type { ClientIdentity } from '../../protocol/call.ts';
import { accountOf, type TradingAccount } from '../accounts/face.ts';
import { areUsSharesShut } from '../stocks/face.ts';
import type { OrderError, tradingContract } from './contract.ts';
import { closeMany } from './closing/many.ts';
import { areOpposite, closeManyBy, tradeOfPair } from './closing/by.ts';
import { carryOutOrder, detailOf, firstOrder, type AskedAgain, type OrderHands } from './orders.ts';
import { isOffered } from './offered.ts';
import type { PriceBoard } from './prices.ts';
import { checkLots, marketAt } from './rules.ts';
import { shownSymbol } from './shown.ts';
import type { KeptOrder, Terms } from './store.ts';

export type Platforms = Readonly<Record<PlatformKey, Platform>>;
export type Boards = Readonly<Record<PlatformKey, PriceBoard>>;

type Calls = (typeof tradingContract)['calls'];
type PlaceOrderInput = z.output<Calls['place']['input']>;
type CloseInput = z.output<Calls['close']['input']>;

interface Hands<Code extends string> {
  readonly platforms: Platforms;
  readonly boards: Boards;
  readonly clock: Clock;
  readonly context: Omit<OrderHands['context'], 'refuse'> & {
    readonly key: string | undefined;
    readonly client: ClientIdentity;
    readonly refuse: (code: Code, detail?: RefusalDetail) => never;
  };
}

/** Buys or sells at market. Everything that can be said no to without the platform is said before the intention is written. */
export async function placeOrder(input: PlaceOrderInput, hands: Hands<OrderError | GateCode>): Promise<KeptOrder> {
  const { context, clock } = hands;
  const account = await ownAccount(input.account, context);
  const { symbol: name, side, lots } = input;
  const waits = input.type !== 'market';
  const kind = waits ? 'pending' : 'open';
  const asked = { ...askedOf(input, account, context), kind, symbol: name, side, lots, terms: termsOf(input) } as const;
  const orderHands = handsFor(account, hands);
  const first = await firstOrder(asked, orderHands);
  if (first) return first;

  // Trading with money and with play money are gates of their own.
  requireGate(account.isDemo ? 'trade_demo' : 'trade', context.client.profile, context.refuse);
  if (account.status !== 'active') return context.refuse('account_not_active', { field: 'account' });
  const symbol = await tradedSymbol(orderHands.board, name, context);
  await requireForm(symbol, account, context);
  const verdict = checkLots(lots, shownSymbol(symbol, context.now));
  if (!verdict.ok) return context.refuse(verdict.code, verdict);
  if (waits) requireTerms(input, orderHands);
  const market = marketAt(symbol.sessions, context.now);
  // An order that waits may be placed at any hour.
  if (!waits && !market.isOpen) {
    // The platform would say the same; only we know when it opens.
    const data = { opens_at: market.opensAt?.toISOString() ?? null };
    return context.refuse('market_closed', { ...detailOf('market_closed'), data });
  }
  return carryOutOrder({ ...asked, seen: seenOf(input), now: context.now, wall: clock.wall() }, orderHands);
}

/** Closes a position or a part of it. A position that is gone is only an answer where this very order has closed it. */
export async function close(input: CloseInput, hands: Hands<OrderError>): Promise<KeptOrder> {
  const { context, clock } = hands;
  const account = await ownAccount(input.account, context);
  const asked = { ...askedOf(input, account, context), kind: 'close', position: input.id } as const;
  const orderHands = handsFor(account, hands);
  const first = await firstOrder({ ...asked, lots: input.lots }, orderHands);
  if (first) return first;

  const open = await orderHands.platform.positions(account.number);
  if (open.outcome !== 'done') return context.refuse('platform_unavailable');
  const position = open.positions.find((one) => one.position === input.id);
  if (!position) return context.refuse('position_closed', { field: 'id' });
  if (input.lots !== undefined) {
    // A part is whole steps, and not more than there is.
    const limits = shownSymbol(await knownSymbol(orderHands.board, position.symbol, context.refuse), context.now);
    const verdict = checkLots(input.lots, { ...limits, lots_max: position.lots });
    if (!verdict.ok) return context.refuse(verdict.code, verdict);
  }
  const wish = {
    ...asked,
    symbol: position.symbol,
    side: position.side === 'buy' ? 'sell' : 'buy',
    lots: input.lots ?? position.lots,
    seen: seenOf(input),
  } as const;
  return carryOutOrder({ ...wish, now: context.now, wall: clock.wall() }, orderHands);
}

/** Closes a position by an opposite one, as far as both reach. */
export async function closeBy(input: z.output<Calls['closeBy']['input']>, hands: Hands<OrderError>): Promise<KeptOrder> {
  const { context, clock } = hands;
  const account = await ownAccount(input.account, context);
  const asked = { ...askedOf(input, account, context), kind: 'close_by', position: input.id, terms: { by: input.by } } as const;
  const orderHands = handsFor(account, hands);
  const first = await firstOrder(asked, orderHands);
  if (first) return first;

  const open = await orderHands.platform.positions(account.number);
  if (open.outcome !== 'done') return context.refuse('platform_unavailable');
  const [position, by] = [input.id, input.by].map((id) => open.positions.find((one) => one.position === id));
  if (!position || !by) return context.refuse('position_closed', { field: position ? 'by' : 'id' });
  if (!areOpposite(position, by)) return context.refuse('not_opposite', { field: 'by' });
  return carryOutOrder({ ...asked, ...tradeOfPair(position, by), now: context.now, wall: clock.wall() }, orderHands);
}

/** Closes all opposite positions of a symbol by each other. */
export async function closeAllBy(input: z.output<Calls['closeManyBy']['input']>, hands: Hands<OrderError>): Promise<KeptOrder[]> {
  const { context } = hands;
  const account = await ownAccount(input.account, context);
  const { symbol, client_order_id: name } = input;
  return closeManyBy({ symbol, name, clientId: context.client.id, number: account.number }, handsFor(account, hands));
}

/** Gives a pending order other terms. */
export async function change(input: z.output<Calls['change']['input']>, hands: Hands<OrderError | GateCode>): Promise<KeptOrder> {
  const { context } = hands;
  const account = await ownAccount(input.account, context);
  const terms = termsOf(input);
  const asked = { ...askedOf(input, account, context), kind: 'change', ticket: input.id, terms } as const;
  const orderHands = handsFor(account, hands);
  const first = await firstOrder(asked, orderHands);
  if (first) return first;

  requireGate(account.isDemo ? 'trade_demo' : 'trade', context.client.profile, context.refuse);
  const waiting = await waitingOrder(input, orderHands);
  await requireForm(await knownSymbol(orderHands.board, waiting.symbol, context.refuse), account, context);
  requireTerms({ ...input, type: waiting.kind }, orderHands);
  return carryOutOrder({ ...asked, ...tradeOf(waiting), now: context.now, wall: hands.clock.wall() }, orderHands);
}

export async function cancel(input: z.output<Calls['cancel']['input']>, hands: Hands<OrderError>): Promise<KeptOrder> {
  const { context } = hands;
  const account = await ownAccount(input.account, context);
  const asked = { ...askedOf(input, account, context), kind: 'cancel', ticket: input.id } as const;
  const orderHands = handsFor(account, hands);
  const first = await firstOrder(asked, orderHands);
  if (first) return first;
  const waiting = await waitingOrder(input, orderHands);
  return carryOutOrder({ ...asked, ...tradeOf(waiting), now: context.now, wall: hands.clock.wall() }, orderHands);
}

/** Sets the prices at which a position is closed by itself. */
export async function setStops(input: z.output<Calls['stops']['input']>, hands: Hands<OrderError>): Promise<KeptOrder> {
  const { context } = hands;
  const account = await ownAccount(input.account, context);
  const asked = { ...askedOf(input, account, context), kind: 'stops', position: input.id, terms: termsOf(input) } as const;
  const orderHands = handsFor(account, hands);
  const first = await firstOrder(asked, orderHands);
  if (first) return first;
  const open = await orderHands.platform.positions(account.number);
  if (open.outcome !== 'done') return context.refuse('platform_unavailable');
  const position = open.positions.find((one) => one.position === input.id);
  if (!position) return context.refuse('position_closed', { field: 'id' });
  return carryOutOrder({ ...asked, ...tradeOf(position), now: context.now, wall: hands.clock.wall() }, orderHands);
}

/** Closes all positions that fit. */
export async function closeAll(input: z.output<Calls['closeMany']['input']>, hands: Hands<OrderError>): Promise<KeptOrder[]> {
  const { context } = hands;
  const account = await ownAccount(input.account, context);
  const { which, symbol, client_order_id: name } = input;
  return closeMany({ which, symbol, name, clientId: context.client.id, number: account.number }, handsFor(account, hands));
}

function tradeOf({ symbol, side, lots }: Pick<PendingOrder, 'symbol' | 'side' | 'lots'>) {
  return { symbol, side, lots };
}

async function waitingOrder(
  { account, id }: { readonly account: number; readonly id: string },
  { platform, context }: OrderHands,
): Promise<PendingOrder> {
  const waiting = await platform.orders(account);
  if (waiting.outcome !== 'done') return context.refuse('platform_unavailable');
  return waiting.orders.find(({ order }) => order === id) ?? context.refuse('order_gone', { field: 'id' });
}

type AskedTerms = Partial<
  Pick<PlaceOrderInput, 'type' | 'at_price' | 'limit_price' | 'stop_loss' | 'take_profit' | 'expires_at' | 'trailing_points'>
>;

function termsOf(input: AskedTerms): Terms {
  const {
    type,
    at_price: price,
    limit_price: limitPrice,
    stop_loss: stopLoss,
    take_profit: takeProfit,
    expires_at: expiresAt,
    trailing_points: trailingPoints,
  } = input;
  const all = { type: type === 'market' ? undefined : type, price, limitPrice, stopLoss, takeProfit, expiresAt, trailingPoints };
  // As the database gives them back: what was not said is not there.
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Shares of the United States are bought only while a W-8BEN counts; closing is never asked for it. */
async function requireForm(
  { path }: Pick<TradingSymbol, 'path'>,
  account: TradingAccount,
  { sql, now, refuse }: OrderHands['context'],
): Promise<void> {
  if (await areUsSharesShut(sql, { account, path, now })) return refuse('w8ben_lapsed', detailOf('w8ben_lapsed'));
}

/** What can be said no to without the platform. Which side of the price is right it says itself, by its price of then. */
function requireTerms(input: AskedTerms, { platform, context }: OrderHands): void {
  const kind = pendingKinds.find((each) => each === input.type);
  if (!kind || !platform.pendingKinds.includes(kind)) return context.refuse('order_type_not_offered', { field: 'type' });
  if (input.at_price === undefined) return context.refuse('wrong_order_price', { field: 'at_price' });
  if ((kind === 'stop_limit') !== (input.limit_price !== undefined))
    return context.refuse('wrong_order_price', { field: 'limit_price' });
  if (input.expires_at !== undefined && new Date(input.expires_at) <= context.now)
    return context.refuse('wrong_expiry', { field: 'expires_at' });
}

function handsFor(account: TradingAccount, hands: Hands<OrderError>): OrderHands {
  const { platforms, boards, clock, context } = hands;
  return { platform: platforms[account.platform], board: boards[account.platform], account, clock, context };
}

type OrderFacts = Pick<PlaceOrderInput, 'price' | 'deviation_points' | 'client_order_id'>;

function askedOf(
  { client_order_id: own }: OrderFacts,
  account: TradingAccount,
  { key, client }: { readonly key: string | undefined; readonly client: ClientIdentity },
): Pick<AskedAgain, 'clientId' | 'number' | 'key'> {
  const name = own === undefined ? undefined : `order:${own}`;
  return { clientId: client.id, number: account.number, key: name ?? (key === undefined ? undefined : `call:${key}`) };
}

function seenOf({ price, deviation_points: deviationPoints = 0 }: OrderFacts) {
  return price === undefined ? undefined : { price, deviationPoints };
}

/** An account of somebody else answers exactly like one that does not exist, as does one on which a strategy is copied. */
export async function ownAccount(
  number: number,
  context: {
    readonly sql: Sql;
    readonly client: ClientIdentity;
    readonly refuse: (code: 'unknown_account', detail?: RefusalDetail) => never;
  },
): Promise<TradingAccount> {
  const account = await accountOf(context.sql, number);
  const isOwn = account?.clientId === context.client.id && account.status !== 'failed' && account.status !== 'opening';
  return isOwn && !isCopied(account.type) ? account : context.refuse('unknown_account', { field: 'account' });
}

/** The symbol for its prices: one that may not be offered to the client is to them like one that does not exist. */
export async function offeredSymbol(
  board: PriceBoard,
  name: string,
  of: { readonly client: ClientIdentity; readonly refuse: RefuseSymbol },
): Promise<TradingSymbol> {
  const symbol = await knownSymbol(board, name, of.refuse);
  return isOffered(symbol.path, of.client.profile) ? symbol : of.refuse('unknown_symbol', { field: 'symbol' });
}

/** The symbol for an order that opens something. What is open already can always be closed. */
export async function tradedSymbol(
  board: PriceBoard,
  name: string,
  of: {
    readonly client: ClientIdentity;
    readonly refuse: (code: 'trade_disabled' | 'unknown_symbol' | 'platform_unavailable', detail?: RefusalDetail) => never;
  },
): Promise<TradingSymbol> {
  const symbol = await knownSymbol(board, name, of.refuse);
  return isOffered(symbol.path, of.client.profile) ? symbol : of.refuse('trade_disabled', detailOf('trade_disabled'));
}

type RefuseSymbol = (code: 'unknown_symbol' | 'platform_unavailable', detail?: RefusalDetail) => never;

async function knownSymbol(board: PriceBoard, name: string, refuse: RefuseSymbol): Promise<TradingSymbol> {
  const answer = await board.symbol(name);
  if (answer.outcome !== 'done') return refuse('platform_unavailable');
  return answer.symbol ?? refuse('unknown_symbol', { field: 'symbol' });
}
