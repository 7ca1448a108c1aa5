import { z } from 'zod';
import { count, declareSettings } from '../../settings/declare.ts';

export const tradeReportsSettings = declareSettings(
  {
    tradeReports: z.strictObject({
      /** Document 2 §8 has both as alerts and names no figures: a report of fewer deals is none, of more it is asked for in parts. */
      leastOrders: count,
      mostOrders: z.int().min(1).max(1_048_000),
      /** The longest period, in days. */
      mostDays: count.max(3_700),
    }),
  },
  // Our own rules. An Excel sheet takes no more rows than 1 048 576.
  { tradeReports: { leastOrders: 1, mostOrders: 1_048_000, mostDays: 1_100 } },
);
