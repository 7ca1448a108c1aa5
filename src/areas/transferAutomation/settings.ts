import { z } from 'zod';
import { count, declareSettings } from '../../settings/declare.ts';

export const transferAutomationSettings = declareSettings(
  {
    transferAutomation: z.strictObject({
      /** The hour of the day (UTC) at which dates are due and profit is looked at. */
      hour: z.int().min(0).max(23),
      /** So many of one client's at a time. */
      most: count,
      /** What nobody could answer is tried again for so long; then the run is skipped. */
      retryHours: z.int().min(1).max(168),
    }),
  },
  // Our own rules.
  { transferAutomation: { hour: 6, most: 10, retryHours: 24 } },
);
