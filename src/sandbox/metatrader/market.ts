import type { Rate } from '../../base/money.ts';
import { dayMs, minuteMs } from '../../base/time.ts';
import { mix, seedOf, share, walk } from './noise.ts';
import { joined, PriceLine, type Bar } from './prices.ts';
import type { Split } from './corporateRows.ts';
import type { ServerClock } from './zone.ts';
import { symbolByName, symbols, valuesInDollars, type SymbolFacts } from './symbols.ts';

/** Prices in whole points of the symbol. */
export interface Quote {
  readonly bid: number;
  readonly ask: number;
  readonly atMs: number;
}

export interface TimedBar extends Bar {
  readonly atMs: number;
  readonly ticks: number;
}

/** Candle lengths in minutes: a minute, and the eight that charts offer. A week begins on Monday, a month on its first. */
export const periods = [1, 5, 15, 30, 60, 240, 1440, 10_080, 43_200] as const;
export type Period = (typeof periods)[number];

/** All markets of one seed. The same seed and instant always answer the same. */
export class Market {
  readonly #lines: ReadonlyMap<string, PriceLine>;
  readonly #seed: string;
  readonly #splits: Split[] = [];

  constructor(seed: string) {
    this.#seed = seed;
    this.#lines = new Map(symbols.map((symbol) => [symbol.name, new PriceLine(symbol, seed)]));
  }

  /** From its time on the share costs so much less (or more); charts show what was before as if it had always been so. */
  tellSplit(split: Split): void {
    this.#splits.push(split);
  }

  forgetSplits(): void {
    this.#splits.length = 0;
  }

  isOpen(symbol: SymbolFacts, atMs: number): boolean {
    const day = Math.floor(atMs / dayMs);
    const second = (atMs - day * dayMs) / 1000;
    return this.#line(symbol).tradesOn(day) && second >= symbol.session.fromSecond && second < symbol.session.toSecond;
  }

  /** The bid is the price; the ask stands the spread above it, which breathes by up to half from minute to minute. */
  quote(symbol: SymbolFacts, atMs: number): Quote {
    const last = this.#line(symbol).last(atMs);
    const breath = share(mix(seedOf(`${this.#seed}/${symbol.name}/spread`), Math.floor(last.atMs / minuteMs)));
    const spread = Math.max(1, Math.round(symbol.spreadPoints * (1 + breath / 2)));
    const bid = this.#splitPrice(symbol, last.points, atMs);
    return { bid, ask: bid + spread, atMs: last.atMs };
  }

  /**
   * The bars of a period that begin in [from, to) of a server's clock (UTC unless said otherwise), up to the present instant
   * `nowMs` and to `limit` of them, oldest first. Days, weeks and months are those of that clock.
   */
  bars(
    symbol: SymbolFacts,
    span: { readonly fromMs: number; readonly toMs: number; readonly nowMs: number },
    shape: { readonly period: Period; readonly limit: number; readonly zone?: Pick<ServerClock, 'shows' | 'firstAt'> },
  ): TimedBar[] {
    const { period, zone = inUtc } = shape;
    const line = this.#line(symbol);
    const bars: TimedBar[] = [];
    const nowEnd = Math.floor(span.nowMs / 1000) * 1000 + 1000;
    const end = Math.min(span.toMs, zone.shows(span.nowMs) + 1000);
    let start = startOf(span.fromMs, period);
    if (start < span.fromMs) start = nextStart(start, period);
    while (start < end && bars.length < shape.limit) {
      const next = nextStart(start, period);
      const nextMs = zone.firstAt(next);
      const startMs = zone.firstAt(start);
      // Nothing begins in the hour that spring leaves out.
      const bar = zone.shows(startMs) === start ? barBetween(line, startMs, Math.min(nextMs, nowEnd)) : undefined;
      if (bar) bars.push({ ...bar, atMs: start, ticks: tickCount(bar, period) });
      const skipped = bar || period >= 1440 ? next : startOf(zone.shows(skipClosed(line, symbol, nextMs)), period);
      start = Math.max(next, skipped);
    }
    return bars.map((bar) => ({ ...bar, ...this.#splitBar(symbol, bar, span.nowMs) }));
  }

  /** The lowest and the highest bid of a stretch of time, as far as there was trade in it. */
  range(symbol: SymbolFacts, fromMs: number, toMs: number): Pick<Bar, 'low' | 'high'> | undefined {
    const [from, to] = [Math.floor(fromMs / 1000) * 1000, Math.floor(toMs / 1000) * 1000 + 1000];
    const bar = barBetween(this.#line(symbol), from, to);
    return bar && this.#splitBar(symbol, bar, toMs);
  }

  #splitBar(symbol: SymbolFacts, { open, high, low, close }: Bar, asOfMs: number): Bar {
    const split = (points: number): number => this.#splitPrice(symbol, points, asOfMs);
    return { open: split(open), high: split(high), low: split(low), close: split(close) };
  }

  #splitPrice({ name }: SymbolFacts, points: number, asOfMs: number): number {
    return this.#splits
      .filter(({ symbol, timeMs }) => symbol === name && timeMs <= asOfMs)
      .reduce((price, { to, from }) => Math.max(1, Math.round((price * from) / to)), points);
  }

  /** Units of `to` for one unit of `from`, times ten to the tenth, at mid prices. Cent currencies are a hundredth of their main one. */
  rate(from: string, to: string, atMs: number): Rate {
    if (from === to) return 10n ** 10n;
    return BigInt(Math.max(1, Math.round((this.#dollars(from, atMs) / this.#dollars(to, atMs)) * 1e10)));
  }

  #dollars(code: string, atMs: number): number {
    const main = centMains[code];
    if (main) return this.#dollars(main, atMs) / 100;
    const [direct, inverse] = [symbolByName.get(`${code}USD`), symbolByName.get(`USD${code}`)];
    if (direct) return this.#middle(direct, atMs);
    if (inverse) return 1 / this.#middle(inverse, atMs);
    const value = valuesInDollars[code];
    if (!value) throw new Error(`no price is known for ${code}`);
    return value.price * Math.exp(value.daily * walk(seedOf(`${this.#seed}/value/${code}`), Math.floor(atMs / dayMs)));
  }

  #middle(symbol: SymbolFacts, atMs: number): number {
    const { bid, ask } = this.quote(symbol, atMs);
    return (bid + ask) / 2 / 10 ** symbol.digits;
  }

  #line(symbol: SymbolFacts): PriceLine {
    const line = this.#lines.get(symbol.name);
    if (!line) throw new Error(`no price line for ${symbol.name}`);
    return line;
  }
}

const inUtc = { shows: (utcMs: number) => utcMs, firstAt: (wallMs: number) => wallMs };

const centMains: Readonly<Record<string, string>> = { USC: 'USD', EUC: 'EUR', GBC: 'GBP', NGC: 'NGN' };

/** The instant at which the period that holds this instant began. */
export function startOf(atMs: number, period: Period): number {
  if (period === 43_200) {
    const at = new Date(atMs);
    return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
  }
  // The first Monday of all was 5 January 1970.
  const origin = period === 10_080 ? 4 * dayMs : 0;
  const length = period * minuteMs;
  return Math.floor((atMs - origin) / length) * length + origin;
}

function nextStart(startMs: number, period: Period): number {
  if (period !== 43_200) return startMs + period * minuteMs;
  const at = new Date(startMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

function barBetween(line: PriceLine, fromMs: number, toMs: number): Bar | undefined {
  let whole: Bar | undefined;
  for (let day = Math.floor(fromMs / dayMs); day * dayMs < toMs; day++) {
    const from = Math.max(0, (fromMs - day * dayMs) / 1000);
    const to = Math.min(dayMs, toMs - day * dayMs) / 1000;
    const bar = line.bar(day, from, to);
    if (bar) whole = whole ? joined(whole, bar) : bar;
  }
  return whole;
}

/** From a closed minute straight to the next opening, so that a weekend is not walked minute by minute. */
function skipClosed(line: PriceLine, symbol: SymbolFacts, atMs: number): number {
  const day = Math.floor(atMs / dayMs);
  const opening = day * dayMs + symbol.session.fromSecond * 1000;
  const closing = day * dayMs + symbol.session.toSecond * 1000;
  if (line.tradesOn(day) && atMs < opening) return opening;
  if (line.tradesOn(day) && atMs < closing) return atMs;
  return (day + 1) * dayMs;
}

/** A bar that moved more had more price changes; the number only has to look alive and be repeatable. */
function tickCount(bar: Bar, period: Period): number {
  return Math.max(1, Math.min(period * 60, bar.high - bar.low + period));
}
