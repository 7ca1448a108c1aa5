import type { Clock } from '../../../base/time.ts';
import type { Zone } from '../../../base/zone.ts';
import type { Answer, Candle, CandleRange, Platform, TradingSymbol } from '../port.ts';
import type { Line } from './line.ts';
import { barOf, candlesOf, candleStart, sessionsInUtc, symbolOf, tickOf, timeframeMinutes, type Bar } from './records.ts';
import { readableSymbols } from './symbols.ts';
import { instantAt, wallSpan, type ServerTime, type WallSpan } from './serverTime.ts';
import { Fields, recordsOf, MessageFault } from './messages.ts';

type MarketCalls = Pick<Platform, 'symbols' | 'symbol' | 'ticks' | 'candles'>;

const candlesMost = 5000;
const ticksMost = 200;
/** A chart is asked for in at most so many pieces (the vendor cuts an answer at 16 megabytes). */
const piecesMost = 24;
const minuteMs = 60_000;
const dayMinutes = 1440;

interface MarketFacts {
  readonly time: ServerTime;
  readonly clock: Clock;
  readonly note: (text: string) => void;
}

export interface Markets {
  readonly calls: MarketCalls;
  /** A symbol as the server describes it, its sessions in the server's time: what orders need, who are no business of any clock. */
  readonly symbolRecord: Platform['symbol'];
}

/** What can be traded and at which prices. Symbols are remembered: they change when the broker changes the server's settings. */
export function marketCalls(line: Line, { time, clock, note }: MarketFacts): Markets {
  const known = new Map<string, TradingSymbol>();
  const readable = readableSymbols(note);

  const symbolRecord: Platform['symbol'] = async (name) => {
    const remembered = known.get(name);
    if (remembered) return { outcome: 'done', symbol: remembered };
    const answer = await line.read({ path: '/api/symbol/get', query: { symbol: name } }, (fields) => ({
      symbol: symbolOf(new Fields(fields.value('answer'))),
    }));
    if (answer.outcome === 'done') known.set(name, answer.symbol);
    return answer.outcome === 'refused' && answer.code === 'not_found' ? { ...answer, code: 'unknown_symbol' } : answer;
  };
  const shown = (symbol: TradingSymbol, zone: Zone): TradingSymbol => ({
    ...symbol,
    sessions: sessionsInUtc(symbol.sessions, zone.offsetMs(clock.now().getTime()) / minuteMs),
  });

  const calls: MarketCalls = {
    symbol: (name) =>
      time.read(async (zone) => {
        const answer = await symbolRecord(name);
        return answer.outcome === 'done' ? { ...answer, symbol: shown(answer.symbol, zone) } : answer;
      }),
    symbols: () =>
      time.read(async (zone) => {
        const answer = await line.read({ path: '/api/symbol/get', query: { mask: '*' } }, (fields) => ({
          symbols: readable(recordsOf(fields.value('answer') ?? [])),
        }));
        if (answer.outcome !== 'done') return answer;
        for (const one of answer.symbols) known.set(one.name, one);
        return { ...answer, symbols: answer.symbols.map((one) => shown(one, zone)) };
      }),
    async ticks(names) {
      if (names.length > ticksMost) throw new RangeError(`at most ${ticksMost} symbols at once, got ${names.length}`);
      if (names.length === 0) return { outcome: 'done', ticks: [] };
      const query = { symbol: names.join(','), trans_id: 0 };
      const answer = await time.read((zone) =>
        line.read({ path: '/api/tick/last', query }, (fields) => ({
          ticks: recordsOf(fields.value('answer') ?? []).map(tickOf(instantAt(zone, clock))),
        })),
      );
      return answer.outcome === 'refused' && answer.code === 'not_found' ? { outcome: 'done', ticks: [] } : answer;
    },
    async candles(range) {
      const found = await symbolRecord(range.symbol);
      return found.outcome === 'done' ? time.read((zone) => readCandles(line, range, { symbol: found.symbol, zone })) : found;
    },
  };
  return { calls, symbolRecord };
}

/**
 * Candles of a day or longer are the server's own days, weeks and months, each known by its date; shorter ones are known by the
 * instant at which they begin, counted in UTC.
 */
async function readCandles(
  line: Line,
  range: CandleRange,
  of: { readonly symbol: TradingSymbol; readonly zone: Zone },
): Promise<Answer<{ readonly candles: readonly Candle[] }>> {
  const period = timeframeMinutes[range.timeframe];
  const [fromMs, toMs] = [range.from.getTime(), range.to.getTime()];
  if ((toMs - fromMs) / (period * minuteMs) > candlesMost) return tooWide;
  if (toMs <= fromMs) return { outcome: 'done', candles: [] };
  // The last candle that begins before `to` is wanted whole.
  const endMs = candleStart(toMs - 1, range.timeframe) + longestMs(period) - 1;
  const isOfDays = period >= dayMinutes;
  const span: WallSpan = isOfDays
    ? { fromSecond: Math.ceil(fromMs / 1000), toSecond: Math.floor(endMs / 1000) }
    : wallSpan(of.zone, { from: range.from, to: new Date(endMs) });
  const drawn = await readBars(line, {
    symbol: range.symbol,
    ...span,
    period: isOfDays ? period : periodFor(period, of.zone, range),
  });
  if (drawn.outcome !== 'done') return drawn;
  const bars = isOfDays ? drawn.bars : drawn.bars.map((bar) => ({ ...bar, atMs: of.zone.toUtc(bar.atMs) }));
  const candles = candlesOf(bars, range.timeframe, of.symbol.digits).filter(
    (candle) => candle.at >= range.from && candle.at < range.to,
  );
  return { outcome: 'done', candles };
}

const tooWide = { outcome: 'refused', code: 'range_too_wide', message: `more than ${candlesMost} candles` } as const;

/** The longest bars that the server counts from the same minutes as UTC: a clock that is ahead by two hours begins its four in between. */
function periodFor(period: number, zone: Zone, { from, to }: CandleRange): number {
  const offsets = [from, to].map((instant) => zone.offsetMs(instant.getTime()) / minuteMs);
  const fits = (minutes: number): boolean => period % minutes === 0 && offsets.every((offset) => offset % minutes === 0);
  return [period, 60, 30, 15, 5].find(fits) ?? 1;
}

/**
 * The vendor's chart knows minutes only. `period` asks servers that understand it for longer bars and is ignored by
 * the others; whatever comes is joined afterwards, so the candles are the same either way. Times are the server's own.
 */
async function readBars(
  line: Line,
  asked: WallSpan & { readonly symbol: string; readonly period: number },
): Promise<Answer<{ readonly bars: readonly Bar[] }>> {
  const bars: Bar[] = [];
  let { fromSecond } = asked;
  for (let piece = 0; piece < piecesMost; piece++) {
    const query = { symbol: asked.symbol, from: fromSecond, to: asked.toSecond, data: 'dohlct', period: asked.period };
    const answer = await line.read({ path: '/api/chart/get', query }, (fields) => ({
      rows: rowsOf(fields),
      isCut: fields.text('retcode').startsWith('14'),
    }));
    if (answer.outcome !== 'done') return answer;
    const last = answer.rows.at(-1);
    if (!answer.isCut || !last) return { outcome: 'done', bars: [...bars, ...answer.rows] };
    // A cut answer is continued from its last row, which comes again.
    bars.push(...answer.rows.slice(0, -1));
    fromSecond = last.atMs / 1000;
  }
  return tooWide;
}

/** Months have up to 31 days. */
function longestMs(period: number): number {
  return (period === timeframeMinutes['1mon'] ? 31 * 1440 : period) * minuteMs;
}

function rowsOf(fields: Fields): Bar[] {
  const rows = fields.value('answer') ?? [];
  if (!Array.isArray(rows)) throw new MessageFault('a list of bars was expected');
  return rows.map(barOf);
}
