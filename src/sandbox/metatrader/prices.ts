import { bell, mix, seedOf, share, walk } from './noise.ts';
import { valuesInDollars, type SymbolFacts } from './symbols.ts';

/** A stretch of a price in whole points: where it began, its highest, its lowest, where it ended. */
export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** The longest pause between two trading days that is looked across. */
const longestPauseDays = 7;
const secondsOfDay = 86_400;

/**
 * The price of one symbol at any second, computed and never stored.
 *
 * Each day's close stands on a walk; the day's bar is drawn around it; within the day a bar is halved again and again
 * down to single seconds. The two halves always make up the whole: one begins and the other ends where it does, they
 * meet in the middle, and its high and low are reached in at least one of them. So candles agree across all timeframes
 * by construction, and any stretch costs some two dozen halvings.
 */
export class PriceLine {
  readonly #symbol: SymbolFacts;
  readonly #seed: number;
  readonly #sideSeeds: readonly [number, number];

  constructor(symbol: SymbolFacts, seed: string) {
    this.#symbol = symbol;
    this.#seed = seedOf(`${seed}/${symbol.name}`);
    this.#sideSeeds = [seedOf(`${seed}/value/${symbol.base}`), seedOf(`${seed}/value/${symbol.profit}`)];
  }

  /** Whether the symbol trades on that day (days since 1970). */
  tradesOn(day: number): boolean {
    // 1 January 1970 was a Thursday.
    return this.#symbol.session.days.includes((((day + 4) % 7) + 7) % 7);
  }

  /** The whole trading day's bar, or undefined when the market is closed that day. */
  dayBar(day: number): Bar | undefined {
    if (!this.tradesOn(day)) return undefined;
    const close = this.#closeOf(day);
    const open = this.#openOf(day, close);
    const seed = mix(this.#seed, day);
    const daily = this.#dailyMove() * close;
    const high = Math.max(open, close) + Math.round(share(mix(seed, 11)) ** 1.5 * daily * 0.9);
    const low = Math.min(open, close) - Math.round(share(mix(seed, 12)) ** 1.5 * daily * 0.9);
    return { open, high, low: Math.max(1, low), close };
  }

  /** The bar of a stretch of seconds within one day, or undefined when the market is closed all through it. */
  bar(day: number, fromSecond: number, toSecond: number): Bar | undefined {
    const whole = this.dayBar(day);
    if (!whole) return undefined;
    const { session } = this.#symbol;
    const from = Math.max(fromSecond, session.fromSecond);
    const to = Math.min(toSecond, session.toSecond);
    if (from >= to) return undefined;
    const restless = (this.#dailyMove() * whole.close) / Math.sqrt(session.toSecond - session.fromSecond);
    return stretch(
      { ...whole, from: session.fromSecond, to: session.toSecond, seed: mix(this.#seed, day), restless },
      { from, to },
    );
  }

  /** The last price at an instant (milliseconds since 1970) and the second in which it was made. */
  last(atMs: number): { readonly points: number; readonly atMs: number } {
    const day = Math.floor(atMs / 1000 / secondsOfDay);
    const second = Math.floor(atMs / 1000) - day * secondsOfDay;
    const today = this.bar(day, 0, second + 1);
    if (today) {
      const made = Math.min(second, this.#symbol.session.toSecond - 1);
      return { points: today.close, atMs: (day * secondsOfDay + made) * 1000 };
    }
    const before = this.#tradingDayBefore(day);
    return { points: this.#closeOf(before), atMs: (before * secondsOfDay + this.#symbol.session.toSecond - 1) * 1000 };
  }

  #tradingDayBefore(day: number): number {
    for (let back = 1; back <= longestPauseDays; back++) if (this.tradesOn(day - back)) return day - back;
    throw new Error(`${this.#symbol.name} has no trading day in a week`);
  }

  #closeOf(day: number): number {
    const { own, base, profit, digits } = this.#symbol;
    const value = own
      ? own.price * Math.exp(own.daily * walk(this.#seed, day))
      : this.#side(base, 0, day) / this.#side(profit, 1, day);
    return Math.max(2, Math.round(value * 10 ** digits));
  }

  #side(code: string, side: 0 | 1, day: number): number {
    const value = valuesInDollars[code];
    if (!value) throw new Error(`no value is known for ${code}`);
    return value.price * Math.exp(value.daily * walk(this.#sideSeeds[side], day));
  }

  /** A day begins where the last one ended, with a gap after a weekend or a night without trading. */
  #openOf(day: number, close: number): number {
    const before = this.#tradingDayBefore(day);
    const earlier = this.#closeOf(before);
    const { session } = this.#symbol;
    const isAfterPause = day - before > 1 || session.toSecond - session.fromSecond < 12 * 3600;
    if (!isAfterPause) return earlier;
    return earlier + Math.round((close - earlier) * (share(mix(mix(this.#seed, day), 13)) * 0.6 - 0.1));
  }

  #dailyMove(): number {
    const { own, base, profit } = this.#symbol;
    if (own) return own.daily;
    return Math.hypot(valuesInDollars[base]?.daily ?? 0, valuesInDollars[profit]?.daily ?? 0);
  }
}

interface Node extends Bar {
  readonly from: number;
  readonly to: number;
  readonly seed: number;
  /** How far the price usually moves in one second, in points. */
  readonly restless: number;
}

function stretch(node: Node, wanted: { readonly from: number; readonly to: number }): Bar {
  if (wanted.from <= node.from && node.to <= wanted.to) return node;
  const [left, right] = halves(node);
  if (wanted.to <= left.to) return stretch(left, wanted);
  if (wanted.from >= right.from) return stretch(right, wanted);
  return joined(stretch(left, wanted), stretch(right, wanted));
}

/** Two stretches that follow each other, as one. */
export function joined(first: Bar, second: Bar): Bar {
  return {
    open: first.open,
    high: Math.max(first.high, second.high),
    low: Math.min(first.low, second.low),
    close: second.close,
  };
}

function halves(node: Node): [Node, Node] {
  const { open, high, low, close } = node;
  const seed = mix(mix(node.seed, node.from), node.to);
  const middle = middleOf(node, seed);
  const tops = [Math.max(open, middle), Math.max(middle, close)] as const;
  const feet = [Math.min(open, middle), Math.min(middle, close)] as const;
  const usual = node.restless * Math.sqrt(node.to - node.from);
  // The half that comes nearer to an extreme is the likelier one to reach it; a far one never is, it would have to leap.
  const leftIsHigh = share(mix(seed, 21)) < 0.5 + (2 * (tops[0] - tops[1])) / usual;
  const leftIsLow = share(mix(seed, 22)) < 0.5 + (2 * (feet[1] - feet[0])) / usual;
  const rise = (top: number, lane: number) => top + Math.floor(share(mix(seed, lane)) * Math.min(high - top, usual));
  const fall = (foot: number, lane: number) => foot - Math.floor(share(mix(seed, lane)) * Math.min(foot - low, usual));
  const half = node.from + Math.floor((node.to - node.from) / 2);
  return [
    {
      open,
      close: middle,
      high: leftIsHigh ? high : rise(tops[0], 23),
      low: leftIsLow ? low : fall(feet[0], 24),
      from: node.from,
      to: half,
      seed: node.seed,
      restless: node.restless,
    },
    {
      open: middle,
      close,
      high: leftIsHigh ? rise(tops[1], 25) : high,
      low: leftIsLow ? fall(feet[1], 26) : low,
      from: half,
      to: node.to,
      seed: node.seed,
      restless: node.restless,
    },
  ];
}

/**
 * Where a node's halves meet. An extreme that still lies further off than such a short time usually reaches is gone to
 * at once: left for later it would have to be reached in a single second, as a spike.
 */
function middleOf(node: Node, seed: number): number {
  const { open, high, low, close } = node;
  const [above, below] = [high - Math.max(open, close), Math.min(open, close) - low];
  const usual = node.restless * Math.sqrt(node.to - node.from);
  if (Math.max(above, below) > usual) return above >= below ? high : low;
  const wish = Math.round((open + close) / 2 + bell(seed) * usual * 0.5);
  return Math.min(high, Math.max(low, wish));
}
