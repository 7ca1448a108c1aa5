import { z } from 'zod';
import { count, day, declareSettings, seconds } from '../../settings/declare.ts';

export const bestTradesSettings = declareSettings(
  {
    bestTrades: z.strictObject({
      /** How far back the best are looked for. */
      days: count.max(3_700),
      /** How long whoever has the address of a picture sees it. */
      pictureSeconds: seconds,
    }),
  },
  // Our own rules.
  { bestTrades: { days: 365, pictureSeconds: 30 * day } },
);
