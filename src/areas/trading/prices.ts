import { after, dayMs, utcDay, type Clock } from '../../base/time.ts';
import type { Answer, Candle, Platform, Tick, TradingSymbol } from '../../ports/platform/port.ts';
import type { Timeframe } from './contract.ts';
import { percentChange, pointsOf } from './rules.ts';

/** How long an answer of the platform is good for everybody who asks the same. Wall time. */
const tickMs = 500;
const candlesMs = 1000;
const symbolsMs = 60_000;
const positionsMs = 500;
/** A day's reference price that could not be had is asked for again after so long. */
const missingReferenceMs = 30_000;
/** More questions than this are forgotten, the oldest first. */
const mostKept = 2000;
const mostTicksAtOnce = 200;
/** The day before may lie behind a weekend and holidays. */
const referenceSpanMs = 10 * dayMs;

/** What one platform says of its markets, asked once for all browsers that want the same at the same time. */
export interface PriceBoard {
  symbols(): Promise<Answer<{ readonly symbols: readonly TradingSymbol[] }>>;
  /** The last list that came, however old, by names; asked for only where none ever came. Undefined while there is none. */
  knownSymbols(): Promise<ReadonlyMap<string, TradingSymbol> | undefined>;
  /** Undefined for a name that the platform does not have. */
  symbol(name: string): Promise<Answer<{ readonly symbol: TradingSymbol | undefined }>>;
  /** Names that the platform does not have are left out. */
  ticks(names: readonly string[]): Promise<Answer<{ readonly ticks: readonly Tick[] }>>;
  /** Change against the close of the trading day before, in per cent. */
  change(tick: Tick): Promise<string | undefined>;
  /** The same without waiting: undefined while the day before is still being asked for. */
  changeKnown(tick: Tick): string | undefined;
  candles(range: CandleWish): Promise<Answer<{ readonly candles: readonly Candle[] }>>;
  positions(login: number): ReturnType<Platform['positions']>;
  orders(login: number): ReturnType<Platform['orders']>;
  account(login: number): ReturnType<Platform['account']>;
  /** The account has just traded: what was known of it is old. */
  forget(login: number): void;
}

export interface CandleWish {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly from: Date;
  readonly to: Date;
  /** What this question is, for whoever asks the same: the last candles, or this very span. */
  readonly name: string;
}

export function openPriceBoard(platform: Platform, clock: Clock): PriceBoard {
  const memory = openMemory(() => clock.wall().getTime());
  const references = openReferences(platform, clock);
  let lastSymbols: ReadonlyMap<string, TradingSymbol> | undefined;

  const symbols: PriceBoard['symbols'] = () =>
    memory.once('symbols', symbolsMs, async () => {
      const answer = await platform.symbols();
      if (answer.outcome === 'done') lastSymbols = new Map(answer.symbols.map((one) => [one.name, one]));
      return answer;
    });
  const symbol: PriceBoard['symbol'] = async (name) => {
    const all = await symbols();
    return all.outcome === 'done' ? { outcome: 'done', symbol: all.symbols.find((one) => one.name === name) } : all;
  };

  return {
    symbols,
    symbol,
    async knownSymbols() {
      const asked = symbols();
      if (lastSymbols === undefined) await asked;
      return lastSymbols;
    },
    async ticks(names) {
      // Only known names are asked for and remembered, so that made-up ones fill nothing.
      const all = await symbols();
      if (all.outcome !== 'done') return all;
      const known = new Set(all.symbols.map((one) => one.name));
      return askTicks(
        platform,
        memory,
        [...new Set(names)].filter((name) => known.has(name)),
      );
    },
    async change(tick) {
      const before = await references.of(tick).close;
      return changeSince(before, tick);
    },
    changeKnown: (tick) => changeSince(references.of(tick).known, tick),
    candles: ({ name, ...range }) => memory.once(`candles/${name}`, candlesMs, () => platform.candles(range)),
    positions: (login) => memory.once(`positions/${login}`, positionsMs, () => platform.positions(login)),
    account: (login) => memory.once(`account/${login}`, positionsMs, () => platform.account(login)),
    orders: (login) => memory.once(`orders/${login}`, positionsMs, () => platform.orders(login)),
    forget(login) {
      memory.forget(`positions/${login}`);
      memory.forget(`orders/${login}`);
      memory.forget(`account/${login}`);
    },
  };
}

function changeSince(before: string | undefined, tick: Tick): string | undefined {
  return before === undefined ? undefined : percentChange(pointsOf(tick.bid, tick.digits), pointsOf(before, tick.digits));
}

interface Reference {
  readonly close: Promise<string | undefined>;
  /** The same once it has come. */
  known: string | undefined;
  untilMs: number;
}

/** The closes that changes are counted from: asked for once a symbol and day. */
function openReferences(platform: Platform, clock: Clock) {
  const references = new Map<string, Reference>();
  return {
    of(tick: Tick): Reference {
      const key = `${tick.symbol}/${utcDay(tick.at)}`;
      const nowMs = clock.wall().getTime();
      const before = references.get(key);
      if (before && before.untilMs > nowMs) return before;
      const reference: Reference = { close: askReference(platform, tick), known: undefined, untilMs: Infinity };
      keep(references, key, reference);
      void reference.close.then((found) => {
        reference.known = found;
        if (found === undefined) reference.untilMs = nowMs + missingReferenceMs;
      });
      return reference;
    },
  };
}

/** Those that are fresh or on their way are waited for; all others go in one call. */
async function askTicks(platform: Platform, memory: Memory, names: readonly string[]): ReturnType<PriceBoard['ticks']> {
  const missing = names.filter((name) => !memory.has(`tick/${name}`));
  for (let start = 0; start < missing.length; start += mostTicksAtOnce) {
    const part = missing.slice(start, start + mostTicksAtOnce);
    const answer = platform.ticks(part);
    for (const name of part) void memory.once(`tick/${name}`, tickMs, () => answer);
  }
  const answers = await Promise.all(names.map((name) => memory.once(`tick/${name}`, tickMs, () => platform.ticks([name]))));
  const ticks = new Map<string, Tick>();
  const wanted = new Set(names);
  for (const answer of answers) {
    if (answer.outcome !== 'done') return answer;
    for (const tick of answer.ticks) if (wanted.has(tick.symbol)) ticks.set(tick.symbol, tick);
  }
  return { outcome: 'done', ticks: names.flatMap((name) => ticks.get(name) ?? []) };
}

/** The close of the last day that traded before the tick's own. */
async function askReference(platform: Platform, tick: Tick): Promise<string | undefined> {
  const day = new Date(`${utcDay(tick.at)}T00:00:00Z`);
  const answer = await platform.candles({
    symbol: tick.symbol,
    timeframe: '1d',
    from: after(day, -referenceSpanMs),
    to: day,
  });
  return answer.outcome === 'done' ? answer.candles.at(-1)?.close : undefined;
}

interface Memory {
  /** The answer to that question, asked at most once in so many milliseconds; an answer that is no answer is not kept. */
  once<Result extends { readonly outcome: string }>(key: string, ms: number, ask: () => Promise<Result>): Promise<Result>;
  has(key: string): boolean;
  forget(key: string): void;
}

interface Remembered {
  readonly untilMs: number;
  readonly answer: Promise<unknown>;
}

function openMemory(nowMs: () => number): Memory {
  const kept = new Map<string, Remembered>();
  return {
    once<Result extends { readonly outcome: string }>(key: string, ms: number, ask: () => Promise<Result>): Promise<Result> {
      const known = kept.get(key);
      // A question that is on its way is good for as long as it takes; its age counts from its answer.
      if (known && known.untilMs > nowMs()) return known.answer as Promise<Result>;
      const answer = ask();
      const onWay = { untilMs: Infinity, answer };
      keep(kept, key, onWay);
      const settle = (isGood: boolean): void => {
        if (kept.get(key) !== onWay) return;
        if (isGood) kept.set(key, { untilMs: nowMs() + ms, answer });
        else kept.delete(key);
      };
      answer.then(
        (result) => settle(result.outcome === 'done'),
        () => settle(false),
      );
      return answer;
    },
    has(key) {
      const known = kept.get(key);
      return known !== undefined && known.untilMs > nowMs();
    },
    forget(key) {
      kept.delete(key);
    },
  };
}

function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size <= mostKept) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}
