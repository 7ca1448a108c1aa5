import { isCurrency, type Currency } from '../../../base/currency.ts';
import type {
  BalanceKind,
  Candle,
  Deal,
  DealKind,
  DealMarket,
  PlatformAccount,
  Position,
  Stops,
  Swap,
  Tick,
  Timeframe,
  TradingSession,
  TradingSymbol,
} from '../port.ts';
import { accessOf, usualGroup } from './access.ts';
import type { InstantAt } from './serverTime.ts';
import { decimalOf, Fields, lotsOf, recordsOf, MessageFault } from './messages.ts';

/** The server's records in the port's words. */

export interface GroupMoney {
  readonly currency: Currency;
  readonly digits: number;
}

export function groupMoney(record: Fields): GroupMoney {
  const currency = record.text('Currency');
  if (!isCurrency(currency))
    throw new MessageFault(`the group ${record.text('Group')} is counted in ${currency}, which the broker does not keep`);
  return { currency, digits: record.whole('CurrencyDigits') };
}

/** An account out of the user's record, the trading state and the money of its group. */
export function accountOf(
  user: Fields,
  state: Fields,
  of: { readonly money: GroupMoney; readonly readAt: Date },
): PlatformAccount {
  const { currency, digits } = of.money;
  const margin = state.minor('Margin', digits);
  return {
    login: user.whole('Login'),
    group: usualGroup(user.text('Group')),
    currency,
    balance: state.minor('Balance', digits),
    credit: state.minor('Credit', digits),
    equity: state.minor('Equity', digits),
    margin,
    marginFree: state.minor('MarginFree', digits),
    floating: state.minor('Floating', digits),
    marginLevel: margin === 0n ? undefined : state.text('MarginLevel'),
    leverage: user.whole('Leverage'),
    access: accessOf(user.whole('Rights'), user.text('Group')),
    readAt: of.readAt,
  };
}

/** EnDealAction. */
export const dealTypes: Readonly<Record<BalanceKind, number>> = { balance: 2, credit: 3, charge: 4, correction: 5, bonus: 6 };
const dealKinds: Readonly<Record<number, DealKind>> = {
  0: 'buy',
  1: 'sell',
  2: 'balance',
  3: 'credit',
  4: 'charge',
  5: 'correction',
  6: 'bonus',
  7: 'commission',
  15: 'dividend',
  // Franked: its tax was paid by the company.
  16: 'dividend',
  17: 'tax',
};
/** EnDealReason: the deal is part of a split of its symbol. */
const reasonSplit = 18;

export const dealOf =
  (instant: InstantAt) =>
  (record: Fields): Deal => {
    const digits = record.whole('DigitsCurrency');
    const action = dealKinds[record.whole('Action')] ?? 'other';
    const isTrade = action === 'buy' || action === 'sell';
    const isSplit = isTrade && record.has('Reason') && record.whole('Reason') === reasonSplit;
    const kind = isSplit ? 'split' : action;
    // EnEntryFlags: 0 in, 1 out, 2 in and out (netting only), 3 out by an opposite position.
    const entry = record.whole('Entry') === 0 ? 'in' : 'out';
    return {
      ticket: record.text('Deal'),
      login: record.whole('Login'),
      kind,
      entry: isTrade ? entry : undefined,
      symbol: isTrade || kind === 'dividend' || kind === 'tax' ? symbolTold(record) : undefined,
      lots: lotsOf(record.text('Volume')),
      price: record.text('Price'),
      openPrice: isTrade && !isSplit && entry === 'out' && record.has('PricePosition') ? record.text('PricePosition') : undefined,
      profit: record.minor('Profit', digits),
      swap: record.minor('Storage', digits),
      commission: record.minor('Commission', digits),
      position: isTrade ? record.text('PositionID') : undefined,
      tag: record.text('Comment'),
      at: instant(record.wallMs('Time')),
      market: isTrade && !isSplit ? marketOf(record) : undefined,
    };
  };

function symbolTold(record: Fields): string | undefined {
  return record.has('Symbol') && record.text('Symbol') !== '' ? record.text('Symbol') : undefined;
}

/** Servers before build 2000 leave these out, and zero where they did not know. */
function marketOf(record: Fields): DealMarket | undefined {
  const told = (name: string): string => (record.has(name) ? record.text(name) : '');
  const market = {
    bid: told('MarketBid'),
    ask: told('MarketAsk'),
    contractSize: told('ContractSize'),
    rateProfit: told('RateProfit'),
  };
  return Object.values(market).every((value) => /^\d{1,12}(\.\d{1,12})?$/.test(value) && isPrice(value)) ? market : undefined;
}

/** Zero is none. */
export function stopsOf(record: Fields): Stops {
  const price = (name: string): string | undefined =>
    record.has(name) && isPrice(record.text(name)) ? record.text(name) : undefined;
  return { stopLoss: price('PriceSL'), takeProfit: price('PriceTP') };
}

export function isPrice(text: string): boolean {
  return /[1-9]/.test(text);
}

export const positionOf =
  (instant: InstantAt) =>
  (record: Fields): Position => {
    const digits = record.has('DigitsCurrency') ? record.whole('DigitsCurrency') : 2;
    return {
      position: record.text('Position'),
      login: record.whole('Login'),
      symbol: record.text('Symbol'),
      side: record.whole('Action') === 0 ? 'buy' : 'sell',
      lots: lotsOf(record.text('Volume')),
      openPrice: record.text('PriceOpen'),
      currentPrice: record.text('PriceCurrent'),
      ...stopsOf(record),
      profit: record.minor('Profit', digits),
      swap: record.minor('Storage', digits),
      openedAt: instant(record.wallMs('TimeCreate')),
    };
  };

/** Its sessions are in the server's own time. */
export function symbolOf(record: Fields): TradingSymbol {
  return {
    name: record.text('Symbol'),
    path: record.text('Path'),
    description: record.text('Description'),
    digits: record.whole('Digits'),
    currencyBase: record.text('CurrencyBase'),
    currencyProfit: record.text('CurrencyProfit'),
    contractSize: decimalOf(record.text('ContractSize')),
    lotsMin: lotsOf(record.text('VolumeMin')),
    lotsMax: lotsOf(record.text('VolumeMax')),
    lotsStep: lotsOf(record.text('VolumeStep')),
    swap: swapOf(record),
    sessions: record.has('SessionsTrades') ? sessionsOf(record.value('SessionsTrades')) : [],
  };
}

/** EnSwapMode, as far as it says what a night costs without another price: 0 none, 1 points, 5 and 6 yearly interest. */
const swapWays: Readonly<Record<string, Swap['by']>> = { 0: 'points', 1: 'points', 5: 'interest', 6: 'interest' };

function swapOf(record: Fields): Swap | undefined {
  const mode = record.has('SwapMode') ? record.text('SwapMode') : '';
  const by = swapWays[mode];
  if (!by) return undefined;
  const rate = (name: string): string => (mode === '0' ? '0' : record.text(name));
  const tripleDay = record.has('Swap3Day') ? record.whole('Swap3Day') : undefined;
  return { by, long: rate('SwapLong'), short: rate('SwapShort'), tripleDay };
}

/** Seven lists of sessions, Sunday first; times in minutes of the day. */
function sessionsOf(week: unknown): TradingSession[] {
  if (!Array.isArray(week)) throw new MessageFault('a week of sessions was expected');
  return week.flatMap((sessions, day) =>
    recordsOf(sessions).map((session) => ({ day, fromMinute: session.whole('Open'), toMinute: session.whole('Close') })),
  );
}

export const tickOf =
  (instant: InstantAt) =>
  (record: Fields): Tick => {
    return {
      symbol: record.text('Symbol'),
      digits: record.whole('Digits'),
      bid: record.text('Bid'),
      ask: record.text('Ask'),
      at: instant(record.wallMs('Datetime')),
    };
  };

const dayMinutes = 1440;
const weekMinutes = 7 * dayMinutes;

/** Sessions of the server's week as sessions of a UTC week, when its clock is so far ahead: cut at midnight, and whole days whole. */
export function sessionsInUtc(sessions: readonly TradingSession[], aheadMinutes: number): TradingSession[] {
  const cut = sessions.flatMap(({ day, fromMinute, toMinute }) => {
    const start = (((day * dayMinutes + fromMinute - aheadMinutes) % weekMinutes) + weekMinutes) % weekMinutes;
    const end = start + toMinute - fromMinute;
    const midnight = (Math.floor(start / dayMinutes) + 1) * dayMinutes;
    return end <= midnight
      ? [[start, end] as const]
      : [[start, midnight] as const, [midnight % weekMinutes, (midnight % weekMinutes) + end - midnight] as const];
  });
  const joined: TradingSession[] = [];
  for (const [start, end] of cut.toSorted(([one], [other]) => one - other)) {
    const day = Math.floor(start / dayMinutes);
    const session = { day, fromMinute: start - day * dayMinutes, toMinute: end - day * dayMinutes };
    const last = joined.at(-1);
    if (last?.day === day && last.toMinute === session.fromMinute)
      joined[joined.length - 1] = { ...last, toMinute: session.toMinute };
    else joined.push(session);
  }
  return joined;
}

/** A candle in the making: prices as numbers of the chart, which are never money. */
export interface Bar {
  readonly atMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly ticks: number;
}

/** One row of /api/chart/get with `data=dohlct`. */
export function barOf(row: unknown): Bar {
  if (!Array.isArray(row) || row.length < 6 || row.some((cell) => typeof cell !== 'number'))
    throw new MessageFault('a bar of six numbers was expected');
  const [seconds, open, high, low, close, ticks] = row as [number, number, number, number, number, number];
  return { atMs: seconds * 1000, open, high, low, close, ticks };
}

/** Joins bars of any shorter length into candles of the timeframe. */
export function candlesOf(bars: readonly Bar[], timeframe: Timeframe, digits: number): Candle[] {
  const joined: Bar[] = [];
  for (const bar of bars) {
    const startMs = candleStart(bar.atMs, timeframe);
    const last = joined.at(-1);
    if (last?.atMs !== startMs) joined.push({ ...bar, atMs: startMs });
    else
      joined[joined.length - 1] = {
        ...last,
        high: Math.max(last.high, bar.high),
        low: Math.min(last.low, bar.low),
        close: bar.close,
        ticks: last.ticks + bar.ticks,
      };
  }
  return joined.map((bar) => ({
    at: new Date(bar.atMs),
    open: decimal(bar.open, digits),
    high: decimal(bar.high, digits),
    low: decimal(bar.low, digits),
    close: decimal(bar.close, digits),
    ticks: bar.ticks,
  }));
}

const minuteMs = 60_000;
export const timeframeMinutes: Readonly<Record<Timeframe, number>> = {
  '1min': 1,
  '5min': 5,
  '15min': 15,
  '30min': 30,
  '1h': 60,
  '4h': 240,
  '1d': 1440,
  '1w': 10_080,
  '1mon': 43_200,
};

/** Weeks begin on Monday, months on their first day, in whatever clock the milliseconds are of. */
export function candleStart(atMs: number, timeframe: Timeframe): number {
  if (timeframe === '1mon') {
    const at = new Date(atMs);
    return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
  }
  const lengthMs = timeframeMinutes[timeframe] * minuteMs;
  // 5 January 1970 was a Monday.
  const originMs = timeframe === '1w' ? 4 * 1440 * minuteMs : 0;
  return Math.floor((atMs - originMs) / lengthMs) * lengthMs + originMs;
}

/** A chart's number as a price with the symbol's digits, by way of whole points so that no float is printed. */
function decimal(price: number, digits: number): string {
  const points = String(Math.round(price * 10 ** digits)).padStart(digits + 1, '0');
  return digits === 0 ? points : `${points.slice(0, -digits)}.${points.slice(-digits)}`;
}
