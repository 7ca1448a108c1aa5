import { divideRounded } from '../../base/money.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import { after, dayMs, type Clock } from '../../base/time.ts';
import { hasToEnrol } from '../../law/enrolment.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { Candle, Platform, Tick, TradingSymbol } from '../../ports/platform/port.ts';
import type { ClientIdentity, Handlers } from '../../protocol/call.ts';
import {
  groupOfPath,
  isOffered,
  openPriceBoard,
  pointsOf,
  priceOfPoints,
  timeframeMs,
  type PriceBoard,
} from '../trading/face.ts';
import {
  levelNames,
  usualSymbol,
  type PivotGroup,
  type PivotMethod,
  type pivotsContract,
  type PivotTimeframe,
} from './contract.ts';
import { candlesNeeded, lastComplete, levelsOf, readingsOf, timeframeFor, type Levels } from './rules.ts';

export interface Needs {
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
  readonly clock: Clock;
}

/** Readings 18; what stands in none of them the tool has not. */
const groups: Readonly<Partial<Record<ReturnType<typeof groupOfPath>, PivotGroup>>> = {
  major: 1,
  metals: 1,
  minor: 2,
  exotic: 3,
  indices: 4,
  energies: 4,
  shares: 5,
};

const candlesShown = 60;
/** Weekends and holidays, of which there are no candles. */
const closedMs = 5 * dayMs;

/** The prices are those of MetaTrader 5: the tool is about markets and not about an account. */
export function calls(app: Needs) {
  const board = openPriceBoard(app.platforms.mt5, app.clock);
  return {
    symbols: async ({ 'include-shares': withShares }, { client, settings, refuse }) => {
      const answer = await board.symbols();
      if (answer.outcome !== 'done') return refuse('platform_unavailable');
      const symbols = answer.symbols.flatMap(({ name: symbol, path, description, digits }) => {
        const group = groups[groupOfPath(path)];
        const isHere = group !== undefined && isOffered(path, client.profile) && (withShares || group !== 5);
        return isHere ? [{ symbol, description, group, digits }] : [];
      });
      const inOrder = symbols.toSorted((one, other) => one.group - other.group);
      return { direct: { symbols: inOrder, price_levels: settings.pivots.priceLevels } };
    },
    levels: async (input, context) => {
      const market = await marketOf(board, input, { ...context, now: app.clock.now() });
      const { candles, digits, bar } = market;
      const closes = candles.map(({ close }) => Number(pointsOf(close, digits)));
      const { lwma, macd, momentum } = readingsOf([...closes.slice(0, -1), Number(pointsOf(market.tick.bid, digits))]);
      const inPrice = (value: number): string => priced(BigInt(Math.round(value)), digits);
      return {
        ...shownLevels(market),
        candle_time: bar.at.toISOString(),
        indicators: {
          lwma: { value: inPrice(lwma.value), is_bullish: lwma.isBullish },
          macd: { value: inPrice(macd.value), is_bullish: macd.isBullish },
          momentum: { value: priced(BigInt(Math.round(momentum.value * 100)), 2), is_bullish: momentum.isBullish },
        },
      };
    },
    priceLevels: async (input, context) => {
      const market = await marketOf(board, input, { ...context, now: app.clock.now() });
      const { levels, digits, candles } = market;
      const now = pointsOf(market.tick.bid, digits);
      const distances = levelNames.flatMap((name) => {
        const level = levels[name];
        return level === undefined
          ? []
          : [[name, { points: Number(level - now), percent: percentOf(level - now, now) }] as const];
      });
      const chart = candles
        .slice(-candlesShown)
        .map(({ at, open, high, low, close }) => ({ at: at.toISOString(), open, high, low, close }));
      return { ...shownLevels(market), digits, distances: Object.fromEntries(distances), chart };
    },
  } satisfies Handlers<typeof pivotsContract>;
}

interface Asked {
  readonly calc_method: PivotMethod;
  readonly symbol: string;
  readonly timeframe: PivotTimeframe;
}

interface Of {
  readonly client: ClientIdentity;
  readonly now: Date;
  readonly refuse: (
    code: '10032' | 'platform_unavailable' | 'unknown_symbol' | 'too_few_candles',
    detail?: RefusalDetail,
  ) => never;
}

interface Market {
  readonly symbol: string;
  readonly digits: number;
  readonly method: PivotMethod;
  readonly timeframe: PivotTimeframe;
  readonly candles: readonly Candle[];
  /** The last that is complete. */
  readonly bar: Candle;
  readonly tick: Tick;
  readonly levels: Levels;
}

async function marketOf(board: PriceBoard, asked: Asked, of: Of): Promise<Market> {
  const { calc_method: method, symbol: name } = asked;
  const found = await board.symbol(name);
  if (found.outcome !== 'done') return of.refuse('platform_unavailable');
  const group = found.symbol && groupFor(found.symbol, of.client);
  if (!found.symbol || group === undefined) return of.refuse('unknown_symbol', { field: 'symbol' });
  // Document 3 §8: the second step opens, and who dismisses it has the symbol of before. The usual one everybody sees (our own rule).
  if (name !== usualSymbol && hasToEnrol(of.client.profile.status))
    return of.refuse('10032', { field: 'symbol', values: { symbol: usualSymbol } });
  const timeframe = timeframeFor(group, asked.timeframe);
  const stepMs = timeframeMs(timeframe);
  const [from, to] = [after(of.now, -2 * (candlesNeeded + candlesShown) * stepMs - closedMs), after(of.now, stepMs)];
  const [drawn, ticks] = await Promise.all([
    board.candles({ symbol: name, timeframe, from, to, name: `pivots/${name}/${timeframe}` }),
    board.ticks([name]),
  ]);
  if (drawn.outcome !== 'done' || ticks.outcome !== 'done') return of.refuse('platform_unavailable');
  const [tick] = ticks.ticks;
  const bar = lastComplete(drawn.candles, { timeframe, stepMs, now: of.now });
  if (!tick || !bar || drawn.candles.length < candlesNeeded) return of.refuse('too_few_candles', { field: 'timeframe' });
  const { digits } = found.symbol;
  const inPoints = (price: string): bigint => pointsOf(price, digits);
  const levels = levelsOf(method, {
    open: inPoints(bar.open),
    high: inPoints(bar.high),
    low: inPoints(bar.low),
    close: inPoints(bar.close),
  });
  return { symbol: name, digits, method, timeframe, candles: drawn.candles, bar, tick, levels };
}

function groupFor({ path }: TradingSymbol, { profile }: ClientIdentity): PivotGroup | undefined {
  return isOffered(path, profile) ? groups[groupOfPath(path)] : undefined;
}

function shownLevels({ symbol, timeframe, method, tick, levels, digits }: Market) {
  const level = (name: keyof Levels): string | null => {
    const points = levels[name];
    return points === undefined ? null : priced(points, digits);
  };
  return {
    symbol,
    timeframe,
    method,
    current_price: tick.bid,
    last_tick_time: tick.at.toISOString(),
    pivot_point: priced(levels.pivot_point, digits),
    resistance1: level('resistance1'),
    resistance2: level('resistance2'),
    resistance3: level('resistance3'),
    resistance4: level('resistance4'),
    resistance5: level('resistance5'),
    support1: level('support1'),
    support2: level('support2'),
    support3: level('support3'),
    support4: level('support4'),
    support5: level('support5'),
  };
}

/** Supports of a wild candle may lie below zero. */
function priced(points: bigint, digits: number): string {
  return points < 0n ? `-${priceOfPoints(-points, digits)}` : priceOfPoints(points, digits);
}

/** In hundredths of a per cent, rounded. */
function percentOf(difference: bigint, of: bigint): string {
  return of === 0n ? '0.00' : priced(divideRounded(difference * 10_000n, of), 2);
}
