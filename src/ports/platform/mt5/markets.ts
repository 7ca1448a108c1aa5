import type { Answer, Candle, CandleRange, Platform, TradingSymbol } from '../port.ts';
import type { Line } from './line.ts';
import { barOf, candlesOf, candleStart, symbolOf, tickOf, timeframeMinutes, type Bar } from './records.ts';
import { Fields, recordsOf, MessageFault } from './messages.ts';

type MarketCalls = Pick<Platform, 'symbols' | 'symbol' | 'ticks' | 'candles'>;

const candlesMost = 5000;
const ticksMost = 200;
/** A chart is asked for in at most so many pieces (the vendor cuts an answer at 16 megabytes). */
const piecesMost = 24;
const minuteMs = 60_000;

/** What can be traded and at which prices. Symbols are remembered: they change when the broker changes the server's settings. */
export function marketCalls(line: Line): MarketCalls {
  const known = new Map<string, TradingSymbol>();

  const symbol = async (name: string): Promise<Answer<{ readonly symbol: TradingSymbol }>> => {
    const remembered = known.get(name);
    if (remembered) return { outcome: 'done', symbol: remembered };
    const answer = await line.read({ path: '/api/symbol/get', query: { symbol: name } }, (fields) => ({
      symbol: symbolOf(new Fields(fields.value('answer'))),
    }));
    if (answer.outcome === 'done') known.set(name, answer.symbol);
    return answer.outcome === 'refused' && answer.code === 'not_found' ? { ...answer, code: 'unknown_symbol' } : answer;
  };

  return {
    symbol,
    async symbols() {
      const answer = await line.read({ path: '/api/symbol/get', query: { mask: '*' } }, (fields) => ({
        symbols: recordsOf(fields.value('answer') ?? []).map(symbolOf),
      }));
      if (answer.outcome === 'done') for (const one of answer.symbols) known.set(one.name, one);
      return answer;
    },
    async ticks(names) {
      if (names.length > ticksMost) throw new RangeError(`at most ${ticksMost} symbols at once, got ${names.length}`);
      if (names.length === 0) return { outcome: 'done', ticks: [] };
      const query = { symbol: names.join(','), trans_id: 0 };
      const answer = await line.read({ path: '/api/tick/last', query }, (fields) => ({
        ticks: recordsOf(fields.value('answer') ?? []).map(tickOf),
      }));
      return answer.outcome === 'refused' && answer.code === 'not_found' ? { outcome: 'done', ticks: [] } : answer;
    },
    async candles(range) {
      const found = await symbol(range.symbol);
      return found.outcome === 'done' ? readCandles(line, range, found.symbol) : found;
    },
  };
}

/**
 * The vendor's chart knows minutes only. `period` asks servers that understand it for longer bars and is ignored by
 * the others; whatever comes is joined here, so the candles are the same either way.
 */
async function readCandles(
  line: Line,
  range: CandleRange,
  symbol: TradingSymbol,
): Promise<Answer<{ readonly candles: readonly Candle[] }>> {
  const period = timeframeMinutes[range.timeframe];
  const [fromMs, toMs] = [range.from.getTime(), range.to.getTime()];
  const tooWide = { outcome: 'refused', code: 'range_too_wide', message: `more than ${candlesMost} candles` } as const;
  if ((toMs - fromMs) / (period * minuteMs) > candlesMost) return tooWide;
  if (toMs <= fromMs) return { outcome: 'done', candles: [] };
  // The last candle that begins before `to` is wanted whole.
  const endSecond = Math.floor((candleStart(toMs - 1, range.timeframe) + longestMs(period)) / 1000) - 1;
  const bars: Bar[] = [];
  let fromSecond = Math.ceil(fromMs / 1000);
  for (let piece = 0; piece < piecesMost; piece++) {
    const query = { symbol: range.symbol, from: fromSecond, to: endSecond, data: 'dohlct', period };
    const answer = await line.read({ path: '/api/chart/get', query }, (fields) => ({
      rows: rowsOf(fields),
      isCut: fields.text('retcode').startsWith('14'),
    }));
    if (answer.outcome !== 'done') return answer;
    const last = answer.rows.at(-1);
    if (!answer.isCut || !last) {
      bars.push(...answer.rows);
      const candles = candlesOf(bars, range.timeframe, symbol.digits).filter(
        (candle) => candle.at >= range.from && candle.at < range.to,
      );
      return { outcome: 'done', candles };
    }
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
