import { formatMinor } from '../../base/money.ts';
import { after } from '../../base/time.ts';
import type { Say } from '../../base/wording.ts';
import type { Currency } from '../../base/currency.ts';
import type {
  Candle,
  Deal,
  MarginNeed,
  PendingOrder,
  PlatformAccount,
  Position,
  Tick as PortTick,
  TradingSymbol,
} from '../../ports/platform/port.ts';
import type { Settings } from '../../settings/index.ts';
import { shownPending, shownPosition } from '../accounts/face.ts';
import type { DealMoney } from '../deals/face.ts';
import type { Order, PastDeal, Tick, TradedSymbol } from './contract.ts';
import { isAtMarket } from './operations.ts';
import { knownAfterMs } from './orders.ts';
import { groupOfPath, marketAt, pointsOf } from './rules.ts';
import type { KeptOrder } from './store.ts';

/** What the calls answer, made of what the platform and the database say. */

export function shownSymbol(symbol: TradingSymbol, now: Date): TradedSymbol {
  return {
    name: symbol.name,
    group: groupOfPath(symbol.path),
    description: symbol.description,
    digits: symbol.digits,
    currency_base: symbol.currencyBase,
    currency_profit: symbol.currencyProfit,
    contract_size: symbol.contractSize,
    lots_min: symbol.lotsMin,
    lots_max: symbol.lotsMax,
    lots_step: symbol.lotsStep,
    is_open: marketAt(symbol.sessions, now).isOpen,
  };
}

/** `now` is application time: the platform's markets follow it. */
export function shownTick(
  tick: PortTick,
  of: { symbol: TradingSymbol | undefined; change: string | undefined; now: Date },
): Tick {
  const market = marketAt(of.symbol?.sessions ?? [], of.now);
  return {
    symbol: tick.symbol,
    bid: tick.bid,
    ask: tick.ask,
    // A spread is some points, far from where a number would lose any.
    spread: Number(pointsOf(tick.ask, tick.digits) - pointsOf(tick.bid, tick.digits)),
    change: of.change ?? null,
    at: tick.at.toISOString(),
    is_open: market.isOpen,
    opens_at: market.isOpen ? null : (market.opensAt?.toISOString() ?? null),
  };
}

export function shownCandle(candle: Candle) {
  const { at, open, high, low, close } = candle;
  return { at: at.toISOString(), open, high, low, close };
}

export function shownAccountState(account: PlatformAccount) {
  const amount = (minor: bigint) => formatMinor(minor, account.currency);
  return {
    balance: amount(account.balance),
    equity: amount(account.equity),
    margin: amount(account.margin),
    margin_free: amount(account.marginFree),
    floating: amount(account.floating),
    margin_level: account.marginLevel ?? null,
  };
}

export interface OwnAccount {
  readonly number: number;
  readonly currency: Currency;
}

/** The open positions of an account, its pending orders and its money, all of it the platform's own figures. */
export function shownHoldings(
  { number, currency }: OwnAccount,
  told: PlatformAccount,
  { positions, orders }: { readonly positions: readonly Position[]; readonly orders: readonly PendingOrder[] },
) {
  return {
    account: number,
    currency,
    standing: shownAccountState(told),
    positions: positions.map((position) => shownPosition(position, currency)),
    orders: orders.map(shownPending),
    as_of: told.readAt.toISOString(),
  };
}

/** Undefined for what is no deal of the market: movements of money stand in the account's own lists. */
export function shownDeal(deal: Deal, currency: Currency): PastDeal | undefined {
  const { kind, entry, symbol, position } = deal;
  if ((kind !== 'buy' && kind !== 'sell') || entry === undefined || symbol === undefined) return undefined;
  const amount = (minor: bigint) => formatMinor(minor, currency);
  return {
    deal: deal.ticket,
    position: position ?? '',
    entry,
    symbol,
    side: kind,
    lots: deal.lots,
    price: deal.price,
    profit: amount(deal.profit),
    swap: amount(deal.swap),
    commission: amount(deal.commission),
    at: deal.at.toISOString(),
  };
}

export function shownNeed(need: MarginNeed, currency: Currency) {
  const amount = (minor: bigint) => formatMinor(minor, currency);
  return {
    currency,
    margin: amount(need.margin),
    margin_free: amount(need.marginFree),
    margin_free_after: amount(need.marginFreeAfter),
    is_enough: need.marginFreeAfter >= 0n,
  };
}

interface OrderReader {
  /** What its deal came to; undefined while that has not been read. */
  readonly money: DealMoney | undefined;
  readonly say: Say;
  /** Application time. */
  readonly now: Date;
  readonly settings: Settings;
}

export function shownOrder(order: KeptOrder, reader: OrderReader): Order {
  return {
    id: order.id,
    account: order.number,
    kind: order.kind,
    symbol: order.symbol,
    side: order.side,
    lots: order.lots,
    pending: order.ticket ?? null,
    status: order.status,
    fill: order.fill ?? null,
    money: reader.money === undefined ? null : shownMoney(reader.money),
    code: order.code ?? null,
    next: order.status === 'processing' ? nextOf(order, reader) : null,
    created_at: order.createdAt.toISOString(),
    settled_at: order.settledAt?.toISOString() ?? null,
  };
}

function shownMoney({ currency, profit, swap, commission }: DealMoney): Order['money'] {
  const amount = (minor: bigint) => formatMinor(minor, currency);
  return {
    currency,
    profit: amount(profit),
    swap: amount(swap),
    commission: amount(commission),
    result: amount(profit + swap + commission),
  };
}

function nextOf({ kind, lots, createdAt }: KeptOrder, { say, now, settings }: Omit<OrderReader, 'money'>): Order['next'] {
  const until = after(createdAt, knownAfterMs(settings));
  return {
    who: 'platform',
    text: isAtMarket({ kind }) ? say('trading.outcome.processing.text', { lots }) : say('trading.outcome.processingChange.text'),
    until: until.toISOString(),
    late: until < now ? say('trading.outcome.processing.late') : null,
  };
}
