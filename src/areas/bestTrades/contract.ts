import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits, yesOrNo } from '../../protocol/digits.ts';

const decimal = z.string();
/** The ticket of the deal that closed it. */
const order = z.string().regex(/^[\w-]{1,40}$/);
const account = inDigits(z.int().min(1).max(2_147_483_647));

/** Document 3 §3, "Best trade". */
const bestTrade = z.object({
  order,
  account: z.int(),
  clientId: z.int(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  lots: decimal,
  openPrice: decimal.nullable(),
  closePrice: decimal,
  currency: z.string(),
  /** With swap and commission. */
  profit: decimal,
  /** Seconds since 1970. */
  openTime: z.int().nullable(),
  closeTime: z.int(),
});
export type BestTrade = z.infer<typeof bestTrade>;

const chartPoint = z.object({ at: z.iso.datetime(), price: decimal });
export type ChartPoint = z.infer<typeof chartPoint>;

const asWritten = z.union([z.string().max(60), z.number()]).optional();
/**
 * Document 3 §7: what a browser that draws by itself sends of its drawing. It is taken and nothing of it drawn: the picture is of the
 * broker's own prices and times.
 */
const drawnByBrowsers = {
  open_time_date: asWritten,
  open_time: asWritten,
  closed_time_date: asWritten,
  closed_time: asWritten,
  selling_buying_str: asWritten,
  categories: z
    .array(z.union([z.string().max(60), z.number()]))
    .max(5000)
    .optional(),
  series: z
    .array(z.union([z.string().max(60), z.number()]))
    .max(5000)
    .optional(),
} as const;

/** Document 3 §9: fixed. */
export const pictureSize = { width: 700, height: 400 } as const;

export const bestTradesContract = contract({
  area: 'bestTrades',
  calls: {
    list: {
      method: 'GET',
      path: 'api/direct/best-trades',
      summary: 'The trades of the client’s live accounts that brought the most, the best first.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ trades: z.array(bestTrade) }),
      errors: {},
      reads: ['accounts', 'positions'],
    },
    one: {
      method: 'GET',
      path: 'api/direct/best-trades/{order}',
      summary:
        'One of the client’s trades with the price while it was open; where the platform does not answer, its two ends alone.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ order, account }),
      output: z.object({ trade: bestTrade, chart: z.array(chartPoint), is_chart_whole: z.boolean() }),
      errors: { unknown_trade: 404 },
      reads: ['positions'],
    },
    render: {
      method: 'POST',
      // Document 3 §7.
      path: 'api/direct/fxtm_chart_img/render',
      summary:
        'Draws a trade of the client’s as a picture of 700 × 400 to be shown to others, with nobody’s name on it. The figures are the broker’s own; what is sent of them has to be the same.',
      who: 'client',
      gate: 'view',
      runs: 'saga',
      rate: { count: 30, seconds: 3600 },
      input: z.object({
        order,
        account: account.optional(),
        symbol: z.string().max(40).optional(),
        profit: decimal.max(30).optional(),
        open_price: decimal.max(30).optional(),
        closed_price: decimal.max(30).optional(),
        currency: z.string().max(3).optional(),
        ...drawnByBrowsers,
        save_json: yesOrNo.default(false),
      }),
      output: z.object({
        /** Null where it was not asked for, or nothing was drawn. */
        json_filename: z.string().nullable(),
        image_url: z.string().nullable(),
        /** Why there is no picture. */
        error: z.enum(['render_failed']).nullable(),
        expires_at: z.iso.datetime().nullable(),
      }),
      errors: { unknown_trade: 404, trade_differs: 422, trade_without_gain: 422 },
    },
    picture: {
      method: 'GET',
      path: 'api/trade-pictures/{name}',
      summary: 'A picture of a trade, or its figures, for whoever has the address, until it expires.',
      who: 'anyone',
      runs: 'read',
      input: z.object({ name: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|json)$/) }),
      output: z.object({}),
      errors: { unknown_picture: 404 },
      answersFile: 'image/png',
    },
  },
  pages: {
    // Our own address: the documents name the chart and no page.
    bestTrades: { path: 'best-trades', query: ['order', 'account'], title: 'page.bestTrades', gate: 'view', group: 'tools' },
  },
});
