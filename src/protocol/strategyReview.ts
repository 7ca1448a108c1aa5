import { z } from 'zod';

/* What a strategy has traded, by instrument, hour and day of the week (document 2 §3). */

const amount = z.string();
const percent = z.string();

const reviewedPair = z.object({
  symbol: z.string(),
  buy: z.int(),
  sell: z.int(),
  /** Trades that lost, and that won. */
  loss: z.int(),
  profit: z.int(),
  avg_loss: amount,
  avg_profit: amount,
  avg_pips: z.string(),
  /** How many the platform closed at a stop loss and at a take profit, and how many pips these were worth on the average; null without any. */
  stop_loss: z.int(),
  take_profit: z.int(),
  avg_sl: z.string().nullable(),
  avg_tp: z.string().nullable(),
  /** Seconds. */
  avg_duration: z.int(),
});
export type ReviewedPair = z.infer<typeof reviewedPair>;

/** By hour of the day `h0` … `h23` and by day of the week `d0` (Monday) … `d6`, in UTC. */
const spread = z.record(z.string(), z.int());

export const review = z.object({
  currency: z.string(),
  review_symbol: z.object({
    pairs: z.array(reviewedPair),
    totals_and_stats: z.object({
      total_sell_perc: percent,
      total_buy_perc: percent,
      total_profit_perc: percent,
      total_loss_perc: percent,
      total_stop_loss_perc: percent,
      total_take_profit_perc: percent,
      biggest_profit: amount,
      biggest_loss: amount,
      total_trades: z.int(),
      avg_duration: z.int(),
    }),
  }),
  trading_review: z.object({ buy: spread, sell: spread, profitable: spread, unprofitable: spread }),
});
export type Review = z.infer<typeof review>;
