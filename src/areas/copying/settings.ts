import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

export const copyingSettings = declareSettings(
  {
    copying: z.strictObject({
      /** An opening that has not been sent so many seconds after the strategy's is not copied any more. */
      lateSeconds: z.int().min(5).max(3600),
      /** By so many points a copy may be filled worse than the strategy was. */
      deviationPoints: z.int().min(1).max(100_000),
      /** A closing that the platform refused is asked for again after so many seconds. */
      retrySeconds: z.int().min(1).max(3600),
      /** So many copies are sent at a time to one platform: orders of clients find sessions free beside them. */
      lanes: z.int().min(1).max(16),
    }),
  },
  // All of it is our own.
  { copying: { lateSeconds: 120, deviationPoints: 100, retrySeconds: 15, lanes: 3 } },
);
