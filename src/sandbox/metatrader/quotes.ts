import { currencies } from '../../base/currency.ts';
import { marginLevels, tradeModes, type GroupFacts } from './groups.ts';
import { periods, type Period, type TimedBar } from './market.ts';
import { symbolByName, symbols, type SymbolFacts } from './symbols.ts';
import { wholeNumber, type Answering, type Call, type Vendor } from './vendor.ts';
import { done, priceText, refused, retcodes, secondsText, type Reply } from './messages.ts';
import { volumeLimits } from './worth.ts';
import { minutesAhead } from './zone.ts';

/** The calls that tell what can be traded, at which price now and at which before. */
export const quoteCalls: Readonly<Record<string, Answering>> = {
  '/api/group/get': (vendor, call) => groupRecord(vendor.groups.get(call.parameters.get('group') ?? '')),
  '/api/group/total': (vendor) => done({ answer: { total: String(vendor.groups.size) } }),
  '/api/group/next': (vendor, call) => groupRecord([...vendor.groups.values()][Number(call.parameters.get('index'))]),
  '/api/symbol/list': () => done({ answer: symbols.map((symbol) => symbol.name) }),
  '/api/symbol/get': (vendor, call) => {
    const mask = call.parameters.get('mask');
    if (mask === '*') return done({ answer: symbols.map((symbol) => symbolRecord(vendor, symbol)) });
    const symbol = symbolByName.get(call.parameters.get('symbol') ?? '');
    return symbol ? done({ answer: symbolRecord(vendor, symbol) }) : refused(retcodes.notFound);
  },
  '/api/tick/last': lastTicks,
  '/api/chart/get': chart,
};

function groupRecord(group: GroupFacts | undefined): Reply {
  if (!group) return refused(retcodes.notFound);
  const levels = marginLevels(group);
  return done({
    answer: {
      Group: group.name,
      Currency: group.currency,
      CurrencyDigits: String(currencies[group.currency].decimals),
      MarginCall: String(levels.call),
      MarginStopOut: String(levels.stopOut),
      DemoLeverage: String(group.leverageMax),
      Symbols: [{ Path: '*', TradeMode: String(group.isCloseOnly ? tradeModes.closeOnly : tradeModes.full) }],
    },
  });
}

function symbolRecord(vendor: Vendor, symbol: SymbolFacts) {
  const { min, max, step } = volumeLimits(symbol);
  return {
    Symbol: symbol.name,
    Path: symbol.path,
    Description: symbol.description,
    CurrencyBase: symbol.base,
    CurrencyProfit: symbol.profit,
    CurrencyMargin: symbol.own ? symbol.profit : symbol.base,
    Digits: String(symbol.digits),
    Spread: String(symbol.spreadPoints),
    ContractSize: symbol.contractSize.toFixed(2),
    VolumeMin: String(min),
    VolumeMax: String(max),
    VolumeStep: String(step),
    // Yearly interest of the price of now; Wednesday's night counts for the weekend where there is one.
    SwapMode: '5',
    SwapLong: (symbol.swapBuyBasisPoints / 100).toFixed(2),
    SwapShort: (symbol.swapSellBasisPoints / 100).toFixed(2),
    ...(symbol.session.days.length === 7 ? {} : { Swap3Day: '3' }),
    SessionsTrades: week.map((day) => sessionsOn(day, symbol, minutesAhead(vendor.zone, vendor.clock))),
  };
}

const week = [0, 1, 2, 3, 4, 5, 6];
const dayMinutes = 1440;

/** What of a symbol's hours falls on a day of the server's week, in minutes of that day. */
function sessionsOn(day: number, { session }: SymbolFacts, ahead: number) {
  return [-1, 0, 1].flatMap((beside) => {
    if (!session.days.includes((day + beside + 7) % 7)) return [];
    const shift = beside * dayMinutes + ahead;
    const open = Math.max(0, session.fromSecond / 60 + shift);
    const close = Math.min(dayMinutes, session.toSecond / 60 + shift);
    return open < close ? [{ Open: String(open), Close: String(close) }] : [];
  });
}

const ticksMost = 200;

function lastTicks(vendor: Vendor, call: Call): Reply {
  const nowMs = vendor.clock.now().getTime();
  const names = (call.parameters.get('symbol') ?? '').split(',').slice(0, ticksMost);
  const found = names.flatMap((name) => symbolByName.get(name) ?? []);
  if (found.length === 0) return refused(retcodes.notFound);
  const answer = found.map((symbol) => {
    const quote = vendor.market.quote(symbol, nowMs);
    return {
      Symbol: symbol.name,
      Digits: String(symbol.digits),
      Datetime: secondsText(vendor.zone.shows(quote.atMs)),
      DatetimeMsc: String(vendor.zone.shows(quote.atMs)),
      Bid: priceText(quote.bid, symbol.digits),
      Ask: priceText(quote.ask, symbol.digits),
      Last: priceText(0, symbol.digits),
      Volume: '0',
      VolumeReal: '0.00',
    };
  });
  return done({ trans_id: secondsText(nowMs), answer });
}

/** The vendor cuts an answer at 16 megabytes and says so with return code 14; here it is cut at this many bars. */
const barsMost = 50_000;

/**
 * Bars that begin from `from` to `to` of the server's clock, both included, each an array in the order of the letters in `data`.
 * The vendor documents minute bars only; `period` (in minutes) is the addition that some servers understand.
 */
function chart(vendor: Vendor, call: Call): Reply {
  const symbol = symbolByName.get(call.parameters.get('symbol') ?? '');
  const [from, to] = [wholeNumber(call, 'from'), wholeNumber(call, 'to')];
  const minutes = vendor.drawsPeriods ? (wholeNumber(call, 'period') ?? 1) : 1;
  const period = periods.find((one): one is Period => one === minutes);
  if (!symbol) return refused(retcodes.notFound);
  if (from === undefined || to === undefined || !period) return refused(retcodes.parameters);
  const letters = [...(call.parameters.get('data') ?? 'dohlc')];
  const span = { fromMs: from * 1000, toMs: to * 1000 + 1, nowMs: vendor.clock.now().getTime() };
  const bars = vendor.market.bars(symbol, span, { period, limit: barsMost, zone: vendor.zone });
  const answer = bars.map((bar) => letters.map((letter) => barField(bar, letter, symbol)));
  return bars.length < barsMost ? done({ answer }) : { retcode: retcodes.incomplete, answer };
}

function barField(bar: TimedBar, letter: string, symbol: SymbolFacts): number {
  const price = (points: number) => Number(priceText(points, symbol.digits));
  const fields: Readonly<Record<string, number>> = {
    d: bar.atMs / 1000,
    o: price(bar.open),
    h: price(bar.high),
    l: price(bar.low),
    c: price(bar.close),
    t: bar.ticks,
    v: 0,
    s: symbol.spreadPoints,
  };
  return fields[letter] ?? 0;
}
