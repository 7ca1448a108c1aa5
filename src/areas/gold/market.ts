import { after, dayMs, type Clock } from '../../base/time.ts';
import type { Settings } from '../../settings/index.ts';
import type { Platform, Tick } from '../../ports/platform/port.ts';
import { marketAt, openPriceBoard, pointsOf, type MarketState, type PriceBoard } from '../trading/face.ts';
import type { OuncePrice } from './rules.ts';

/** The platform's own name for a troy ounce of gold in US dollars. */
const symbolName = 'XAUUSD';
const courseDays = 90;

/** The price that the platform makes now, and whether its market is open. */
export interface GoldMarket extends OuncePrice {
  readonly told: { readonly bid: string; readonly ask: string };
  readonly at: Date;
  readonly state: MarketState;
}

export interface CoursePoint {
  readonly at: Date;
  /** Of a troy ounce, in points. */
  readonly close: bigint;
  readonly digits: number;
}

export interface GoldPrices {
  /** Undefined while the platform does not answer, and while an open market has no price that is young enough. */
  now(settings: Settings): Promise<GoldMarket | undefined>;
  /** The last bid of each day, the oldest first; undefined while the platform does not answer. */
  course(now: Date): Promise<readonly CoursePoint[] | undefined>;
}

export interface MarketNeeds {
  readonly platforms: { readonly mt5: Platform };
  readonly clock: Clock;
}

/** Gold's price through the platform that trades it; everybody who asks at once shares one question. */
export function openGoldPrices({ platforms, clock }: MarketNeeds): GoldPrices {
  const board = openPriceBoard(platforms.mt5, clock);
  return {
    async now({ gold }) {
      const [known, told] = await Promise.all([board.symbol(symbolName), board.ticks([symbolName])]);
      if (known.outcome !== 'done' || told.outcome !== 'done' || !known.symbol) return undefined;
      const state = marketAt(known.symbol.sessions, clock.now());
      const isYoung = ({ at }: Tick): boolean => !state.isOpen || after(at, gold.priceSeconds * 1000) >= clock.now();
      const [remembered] = told.ticks;
      // What others asked for a moment ago may be from before a market opened: then the platform itself is asked.
      const tick = remembered && isYoung(remembered) ? remembered : await tickNow(platforms.mt5);
      if (!tick || !isYoung(tick)) return undefined;
      const { bid, ask, digits, at } = tick;
      return { bid: pointsOf(bid, digits), ask: pointsOf(ask, digits), digits, told: { bid, ask }, at, state };
    },
    course: async (now) => courseUntil(board, now),
  };
}

async function tickNow(platform: Platform): Promise<Tick | undefined> {
  const told = await platform.ticks([symbolName]);
  return told.outcome === 'done' ? told.ticks[0] : undefined;
}

async function courseUntil(board: PriceBoard, now: Date): Promise<readonly CoursePoint[] | undefined> {
  const [known, answer] = await Promise.all([
    board.symbol(symbolName),
    board.candles({
      symbol: symbolName,
      timeframe: '1d',
      from: after(now, -courseDays * dayMs),
      to: after(now, dayMs),
      name: 'gold',
    }),
  ]);
  if (known.outcome !== 'done' || answer.outcome !== 'done' || !known.symbol) return undefined;
  const { digits } = known.symbol;
  return answer.candles.map(({ at, close }) => ({ at, close: pointsOf(close, digits), digits }));
}
