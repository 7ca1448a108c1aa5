import type { Currency } from '../../base/currency.ts';
import type { SendLimit } from '../../base/time.ts';
import type { PlatformRefusal } from './refusals.ts';
import type {
  DealMarket,
  EndedOrder,
  Fill,
  MarginNeed,
  MarketOrder,
  OrderChange,
  OrderEnding,
  PendingKind,
  PendingOrder,
  PendingPlacing,
  Position,
  PositionClosing,
  PositionsClosing,
  PositionStops,
  Side,
  Swap,
  Trade,
} from './trade.ts';

export * from './refusals.ts';
export type * from './trade.ts';
export { pendingKinds } from './trade.ts';

/**
 * A trading platform, in the business's words. It owns the trading accounts: their balance, equity and free margin. Its server
 * may keep any clock; here every time is an instant.
 *
 * No call throws for an expected outcome. `refused` means that nothing happened; `unknown` means that it may or may not
 * have happened (a time-out or a lost connection after sending): look the tag up with `findByTag`, never blindly retry.
 * Amounts are minor units of the account's currency, prices and lots decimal strings.
 */
export interface Platform {
  /** The most leverage that this platform accepts for an account; more is refused with `wrong_leverage`. */
  readonly maxLeverage: number;
  /** The kinds of pending orders that it takes. What it does not is not offered. */
  readonly pendingKinds: readonly PendingKind[];

  /** Opens an account under a login of our choosing, so that `exists` resolves an earlier unknown outcome. */
  openAccount(order: AccountOpening, limit?: SendLimit): Promise<Answer<{ readonly login: number }>>;
  /** The account's money as the platform sees it now. */
  account(login: number): Promise<Answer<{ readonly account: PlatformAccount }>>;
  /** Many accounts in one go (at most 500 logins). Logins that the platform does not know are left out. */
  accounts(logins: readonly number[]): Promise<Answer<{ readonly accounts: readonly PlatformAccount[] }>>;
  /** The groups that are set up there, at most 10 000 of them; `closesOnly`: no position can be opened in it. */
  groups(): Promise<Answer<{ readonly groups: readonly { readonly name: string; readonly closesOnly: boolean }[] }>>;
  changeLeverage(login: number, leverage: number): Promise<Answer>;
  /** An account that may only close stays so in its new group. */
  changeGroup(login: number, group: string): Promise<Answer>;
  /** What the client may do on the platform: archived accounts are `closed`. Asking twice is asking once. */
  changeAccess(login: number, access: Access, limit?: SendLimit): Promise<Answer>;
  changePassword(change: PasswordOf): Promise<Answer>;
  checkPassword(check: PasswordOf): Promise<Answer<{ readonly matches: boolean }>>;

  /** Moves money in or out: sent within 15 s (and within its limit) and given up within 25, or never. Not idempotent: the tag finds it again. */
  balanceOperation(operation: BalanceOperation, limit?: SendLimit): Promise<Answer<{ readonly ticket: string }>>;
  /** The deals of an account that carry this tag and are what was asked for, since a day before that instant: what became of an unknown outcome. */
  findByTag(search: TagSearch): Promise<Answer<{ readonly deals: readonly Deal[] }>>;
  symbols(): Promise<Answer<{ readonly symbols: readonly TradingSymbol[] }>>;
  symbol(name: string): Promise<Answer<{ readonly symbol: TradingSymbol }>>;
  /** The last prices (at most 200 names). Unknown names are left out. */
  ticks(names: readonly string[]): Promise<Answer<{ readonly ticks: readonly Tick[] }>>;
  /** Candles of bid prices, oldest first, at most 5000, from `from` on and before `to`; closed markets have none. Days, weeks (from Monday) and months are the server's own, `at` their first date as midnight UTC. */
  candles(range: CandleRange): Promise<Answer<{ readonly candles: readonly Candle[] }>>;

  positions(login: number): Promise<Answer<{ readonly positions: readonly Position[] }>>;
  /** The positions of many accounts in one go (at most 500 logins), each with its login. */
  positionsOf(logins: readonly number[]): Promise<Answer<{ readonly positions: readonly Position[] }>>;
  /** Pending orders that wait at the platform. */
  orders(login: number): Promise<Answer<{ readonly orders: readonly PendingOrder[] }>>;
  /** Pending orders of many accounts in one go (at most 500 logins), each with its login. */
  ordersOf(logins: readonly number[]): Promise<Answer<{ readonly orders: readonly PendingOrder[] }>>;
  /** One page of an account's orders that wait no more, by when they ended, oldest first. */
  endedOrders(page: DealPage): Promise<Answer<{ readonly orders: readonly EndedOrder[] }>>;
  /** One page of an account's deals, oldest first. Where the server's clock is put back within the span, deals of an hour beside it come too. */
  deals(page: DealPage): Promise<Answer<{ readonly deals: readonly Deal[] }>>;
  /** The deals of every account in a span of time (and, where the server's clock is put back, of an hour beside it), oldest first; `complete` is false when the answer was cut and the rest is to be asked from the last deal's time. */
  dealsOfAll(span: Span): Promise<Answer<{ readonly deals: readonly Deal[]; readonly complete: boolean }>>;
  /** Trades that were closed (wholly or in part) in a span of time, oldest first. */
  closedTrades(page: DealPage): Promise<Answer<{ readonly trades: readonly ClosedTrade[] }>>;

  /** What a market order would ask of the account, at the platform's prices now. Nothing is done. */
  checkMargin(order: Trade): Promise<Answer<MarginNeed>>;
  marketOrder(order: MarketOrder, limit?: SendLimit): Promise<FillAnswer>;
  /** Closes a position, or a part of it when `lots` is given. */
  closePosition(order: PositionClosing, limit?: SendLimit): Promise<FillAnswer>;
  /**
   * Closes a position by an opposite one without the market, at the price at which that was opened: of both the smaller volume. Each is
   * closed by a deal of its own under the tag; told is the deal of `position`.
   */
  closePositionBy(order: PositionsClosing, limit?: SendLimit): Promise<FillAnswer>;
  /** Places an order that waits for its price. Not idempotent: its tag finds it again, among the orders or those that ended. */
  placePending(order: PendingPlacing, limit?: SendLimit): Promise<Answer<{ readonly order: string }>>;
  /** Gives a pending order other prices and another end. */
  changePending(change: OrderChange, limit?: SendLimit): Promise<Answer>;
  cancelPending(ending: OrderEnding, limit?: SendLimit): Promise<Answer>;
  /** Sets the stops of a position; what is left out is taken away. */
  changeStops(change: PositionStops, limit?: SendLimit): Promise<Answer>;
  /** True when a session with the platform can be had. */
  isReachable(): Promise<boolean>;
  /** Ends the sessions. */
  close(): Promise<void>;
}

export type Answer<Fields = object> = ({ readonly outcome: 'done' } & Fields) | Refused | Unknown;
export type FillAnswer = ({ readonly outcome: 'filled' } & Fill) | Refused | Unknown;

export interface Refused {
  readonly outcome: 'refused';
  readonly code: PlatformRefusal;
  /** The vendor's own words, for the log and the desk, not for the client. */
  readonly message: string;
}

export type Unknown = Readonly<{ outcome: 'unknown'; reason: string }>;

export interface AccountOpening {
  readonly login: number;
  /** The platform's group path, such as `global\retail\advantage-mt5-USD`. */
  readonly group: string;
  /** The client's name, at most 127 characters. */
  readonly name: string;
  readonly leverage: number;
  /** As the platform's server asks: on MetaTrader 5 8 to 16 characters of all four classes. Never stored, never logged. */
  readonly passwordMain: string;
  readonly passwordInvestor: string;
  readonly email?: string;
  readonly country?: string;
  readonly comment?: string;
}

export interface PlatformAccount {
  readonly login: number;
  /** As it was asked for, whatever the access. */
  readonly group: string;
  readonly currency: Currency;
  readonly balance: bigint;
  readonly credit: bigint;
  readonly equity: bigint;
  readonly margin: bigint;
  readonly marginFree: bigint;
  /** Profit of open positions with their swaps. */
  readonly floating: bigint;
  /** Equity ÷ margin in per cent as a decimal string; undefined while no margin is used. */
  readonly marginLevel: string | undefined;
  readonly leverage: number;
  readonly access: Access;
  /** When the platform was asked (application time): the age of these numbers counts from here. */
  readonly readAt: Date;
}

/** `full`: trades; `close_only`: closes what is open and opens nothing; `read_only`: signs in and looks; `closed`: cannot sign in. */
export type Access = 'full' | 'close_only' | 'read_only' | 'closed';

export type PasswordKind = 'main' | 'investor';

export interface PasswordOf {
  readonly login: number;
  readonly which: PasswordKind;
  readonly password: string;
}

export type BalanceKind = 'balance' | 'credit' | 'charge' | 'correction' | 'bonus';

export interface BalanceOperation {
  readonly login: number;
  readonly kind: BalanceKind;
  /** Positive pays in, negative takes out. */
  readonly amount: bigint;
  readonly currency: Currency;
  /** Our reconciliation tag: 1 to 31 characters, because the vendor silently cuts a comment there. */
  readonly tag: string;
  /** Whether a withdrawal may not exceed the free margin. Only a correction of a negative balance goes without. */
  readonly checkMargin?: boolean;
}

export interface TagSearch {
  readonly login: number;
  readonly tag: string;
  /** Application time. The connector looks from a day before, so that neither the clocks nor a wrong zone can hide the deal. */
  readonly since: Date;
  /** What was asked for. The tag alone proves nothing: in the vendor's own terminal a client writes any comment on a deal. */
  readonly expected: ExpectedDeal;
}

/** A movement of money to the minor unit and its sign; or a trade (of a position, when it was to be closed), filled in part perhaps. */
export type ExpectedDeal =
  | Pick<BalanceOperation, 'kind' | 'amount'>
  | (Pick<Trade, 'symbol' | 'lots'> & Pick<Deal, 'position'> & { readonly kind: Side; readonly entry: 'in' | 'out' });

export type Span = Readonly<Record<'from' | 'to', Date>>;

export interface DealPage extends Span {
  readonly login: number;
  readonly offset: number;
  /** At most 1000. */
  readonly total: number;
}

/**
 * `dividend` and `tax` are money that a share brings and what is kept back of it. `split`: a symbol was split, or its shares put
 * together; one deal takes out what was held of a position at the old price, the next brings it in again at the new one.
 */
export type DealKind = 'buy' | 'sell' | BalanceKind | 'commission' | 'dividend' | 'tax' | 'split' | 'other';

export interface Deal {
  readonly ticket: string;
  readonly login: number;
  readonly kind: DealKind;
  /** `in` opened a position, `out` closed one (or a part); undefined for movements of money. */
  readonly entry: 'in' | 'out' | undefined;
  /** Of a dividend and its tax the share, where the server tells it. */
  readonly symbol: string | undefined;
  readonly lots: string;
  readonly price: string;
  /** The price at which a closing deal's position was opened. */
  readonly openPrice: string | undefined;
  /** Realised profit, or the amount of a balance operation. */
  readonly profit: bigint;
  readonly swap: bigint;
  readonly commission: bigint;
  readonly position: string | undefined;
  readonly tag: string;
  readonly at: Date;
  /** What a trade's costs are reckoned from; undefined where the server does not tell. */
  readonly market?: DealMarket | undefined;
}

export interface ClosedTrade extends Trade {
  readonly position: string;
  /** The ticket of the deal that closed it. */
  readonly ticket: string;
  readonly openPrice: string | undefined;
  readonly closePrice: string;
  readonly profit: bigint;
  readonly swap: bigint;
  readonly commission: bigint;
  /** Undefined when the opening deal lies further back than the platform was asked. */
  readonly openedAt: Date | undefined;
  readonly closedAt: Date;
}

export interface TradingSymbol {
  readonly name: string;
  /** The platform's folder, such as `Forex\Major`. */
  readonly path: string;
  readonly description: string;
  readonly digits: number;
  readonly currencyBase: string;
  readonly currencyProfit: string;
  readonly contractSize: string;
  readonly lotsMin: string;
  readonly lotsMax: string;
  readonly lotsStep: string;
  /** What holding it over a night costs; undefined when the server does not tell, or counts it in another way. */
  readonly swap: Swap | undefined;
  /** When it trades, in UTC as of now; empty when the server does not tell. */
  readonly sessions: readonly TradingSession[];
}

/** A stretch of one day of the week (0 is Sunday) in which a symbol trades; `toMinute` is not included. */
export type TradingSession = Readonly<Record<'day' | 'fromMinute' | 'toMinute', number>>;

export interface Tick {
  readonly symbol: string;
  readonly digits: number;
  readonly bid: string;
  readonly ask: string;
  readonly at: Date;
}

export const timeframes = ['1min', '5min', '15min', '30min', '1h', '4h', '1d', '1w', '1mon'] as const;
export type Timeframe = (typeof timeframes)[number];

export interface CandleRange extends Span {
  readonly symbol: string;
  readonly timeframe: Timeframe;
}

export interface Candle {
  readonly at: Date;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  /** How many price changes were counted. */
  readonly ticks: number;
}

/** The longest tag that comes back whole. */
export const maxTagLength = 31;
