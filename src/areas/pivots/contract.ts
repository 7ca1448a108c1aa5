import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { yesOrNo } from '../../protocol/digits.ts';
import { candle } from '../../protocol/market.ts';

/** Document 3 §9. */
export const pivotMethods = ['standard', 'fibonacci', 'camarilla', 'woodies', 'demark'] as const;
export type PivotMethod = (typeof pivotMethods)[number];
export const pivotTimeframes = ['5min', '15min', '30min', '1h', '4h', '1d', '1w', '1mon'] as const;
export type PivotTimeframe = (typeof pivotTimeframes)[number];
export const usualSymbol = 'EURUSD';
export const usualTimeframe: PivotTimeframe = '1d';

/** Readings 18: 1 majors and metals, 2 minors, 3 exotics, 4 indices and energies, 5 shares. */
export const pivotGroups = [1, 2, 3, 4, 5] as const;
export type PivotGroup = (typeof pivotGroups)[number];

const levelNumbers = [1, 2, 3, 4, 5] as const;
export type LevelName = `${'resistance' | 'support'}${(typeof levelNumbers)[number]}`;
/** From the highest to the lowest, the pivot point between them. */
export const levelNames: readonly (LevelName | 'pivot_point')[] = [
  ...levelNumbers.toReversed().map((number) => `resistance${number}` as const),
  'pivot_point',
  ...levelNumbers.map((number) => `support${number}` as const),
];

const decimal = z.string();
const instant = z.string();
const name = z.string().regex(/^[\w.#-]{1,32}$/);
const level = decimal.nullable();

const indicator = z.object({ value: decimal, is_bullish: z.boolean() });
const levels = {
  symbol: z.string(),
  /** The one that was reckoned with: where the symbol's group has not the one asked for it is 1d. */
  timeframe: z.enum(pivotTimeframes),
  method: z.enum(pivotMethods),
  /** The bid of now. */
  current_price: decimal,
  /** When the market last said a price. */
  last_tick_time: instant,
  pivot_point: decimal,
  /** Null where the method has no such level: demark has one, fibonacci three. */
  resistance1: level,
  resistance2: level,
  resistance3: level,
  resistance4: level,
  resistance5: level,
  support1: level,
  support2: level,
  support3: level,
  support4: level,
  support5: level,
};

const asked = {
  calc_method: z.enum(pivotMethods),
  symbol: name.default(usualSymbol),
  timeframe: z.enum(pivotTimeframes).default(usualTimeframe),
};
const errors = { '10032': 422, platform_unavailable: 503, unknown_symbol: 422, too_few_candles: 422 } as const;

export const pivotsContract = contract({
  area: 'pivots',
  calls: {
    symbols: {
      method: 'GET',
      path: 'api/direct/symbols',
      summary: 'The symbols of the pivot tool with their groups; those of shares only where they are asked for.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ 'include-shares': yesOrNo.default(false) }),
      output: z.object({
        direct: z.object({
          symbols: z.array(
            z.object({
              symbol: z.string(),
              description: z.string(),
              group: z.literal(pivotGroups),
              digits: z.int(),
            }),
          ),
          /** Where the levels with their distances are asked for; `{method}` is the place of the method. */
          price_levels: z.string(),
        }),
      }),
      errors: { platform_unavailable: 503 },
    },
    levels: {
      method: 'GET',
      path: 'api/direct/pivot-points/{calc_method}',
      summary:
        'Pivot point, supports and resistances of the last complete candle, and three indicators. Anything but the usual symbol asks for a complete registration (10032).',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object(asked),
      output: z.object({
        ...levels,
        /** When the candle began that the levels come from. */
        candle_time: instant,
        /** Of the candles up to now: above its average, above its signal, above its price of then. */
        indicators: z.object({ lwma: indicator, macd: indicator, momentum: indicator }),
      }),
      errors,
      // Whoever completes the registration meanwhile is told.
      reads: ['client_info'],
    },
    priceLevels: {
      method: 'GET',
      path: 'api/direct/price-levels/{calc_method}',
      summary:
        'The same levels with how far the price is from each, in points and per cent of the price, and the candles to draw them on.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object(asked),
      output: z.object({
        ...levels,
        digits: z.int(),
        /** By the level's name; positive above the price. Levels that the method has not are left out. */
        distances: z.record(z.string(), z.object({ points: z.int(), percent: decimal })),
        chart: z.array(candle),
      }),
      errors,
      // Whoever completes the registration meanwhile is told.
      reads: ['client_info'],
    },
  },
  pages: {
    pivotPoints: {
      path: 'pivot-points',
      query: ['symbol', 'timeframe', 'method'],
      gate: 'view',
      title: 'pivots.title',
      group: 'tools',
    },
  },
});
