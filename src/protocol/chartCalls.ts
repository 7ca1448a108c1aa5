import { z } from 'zod';
import { platformKeys } from '../law/platforms.ts';
import type { CallSpec } from './call.ts';
import {
  chartCounts,
  figureKinds,
  figurePoints,
  indicatorNames,
  indicators,
  longestParam,
  mostFigures,
  mostIndicators,
} from './chartFigures.ts';
import { timeframes } from './market.ts';
import { decimal, positive } from './order.ts';

/** How a client has set up the terminal's charts, and what they have drawn: kept on the server, so that it is there wherever they sign in. */

const platform = z.enum(platformKeys).default('mt5');
const symbolName = z.string().regex(/^[\w.#-]{1,32}$/);

const indicator = z
  .object({
    name: z.enum(indicatorNames),
    params: z.array(z.int().min(1).max(longestParam)).max(4),
  })
  .refine(({ name, params }) => params.length === indicators[name].params.length, { path: ['params'] });

const chartLayout = z.object({
  /** How many charts stand beside each other where there is room. The first is the one of the terminal's address. */
  charts: z.literal(chartCounts),
  /** The others. One whose symbol is not offered any more is not drawn. */
  others: z.array(z.object({ symbol: symbolName, timeframe: z.enum(timeframes) })).max(Math.max(...chartCounts) - 1),
  /** Of all charts, each once. */
  indicators: z
    .array(indicator)
    .max(mostIndicators)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
});
export type ChartLayout = z.infer<typeof chartLayout>;

const figureId = z.uuid();
const figureOf = (price: typeof decimal) =>
  z.object({
    id: figureId,
    kind: z.enum(figureKinds),
    points: z.array(z.object({ at: z.iso.datetime(), price })).max(Math.max(...Object.values(figurePoints))),
  });
const askedFigure = figureOf(positive).refine(({ kind, points }) => points.length === figurePoints[kind], { path: ['points'] });
const figures = z.object({ figures: z.array(figureOf(decimal)) });

export const chartCalls = {
  chartLayout: {
    method: 'GET',
    path: 'api/trading/charts',
    summary: 'How the client has set up the charts of the terminal.',
    who: 'client',
    gate: 'view',
    runs: 'read',
    input: z.object({}),
    output: z.object({ layout: chartLayout }),
    errors: {},
    reads: ['charts'],
  },
  keepChartLayout: {
    method: 'POST',
    path: 'api/trading/charts',
    summary: 'Sets up the charts of the terminal anew, as a whole; what was sent last stands.',
    who: 'client',
    gate: 'view',
    runs: 'transaction',
    input: z.object({ layout: chartLayout }),
    output: z.object({ layout: chartLayout }),
    errors: {},
    stale: ['charts'],
  },
  figures: {
    method: 'GET',
    path: 'api/trading/figures',
    summary: 'What the client has drawn over the candles of a symbol, in the order of drawing.',
    who: 'client',
    gate: 'view',
    runs: 'read',
    input: z.object({ platform, symbol: symbolName }),
    output: figures,
    errors: {},
    reads: ['charts'],
  },
  keepFigure: {
    method: 'POST',
    path: 'api/trading/figures',
    summary: `Keeps a figure over the candles of a symbol, or moves the one of that id; at most ${mostFigures} a symbol.`,
    who: 'client',
    gate: 'view',
    runs: 'saga',
    input: z.object({ platform, symbol: symbolName, figure: askedFigure }),
    output: figures,
    errors: { platform_unavailable: 503, unknown_symbol: 422, too_many_figures: 422 },
    stale: ['charts'],
  },
  removeFigure: {
    method: 'POST',
    path: 'api/trading/figures/{id}/remove',
    summary: 'Takes a figure away. One that is gone already is the same answer.',
    who: 'client',
    gate: 'view',
    runs: 'transaction',
    input: z.object({ id: figureId }),
    output: z.object({}),
    errors: {},
    stale: ['charts'],
  },
} as const satisfies Readonly<Record<string, CallSpec>>;
