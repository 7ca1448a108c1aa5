import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

export const dormancySettings = declareSettings(
  {
    dormancy: z.strictObject({
      /** Whether approved clients become dormant at all. */
      isOn: z.boolean(),
      /** After so many months in which nothing was done. */
      months: z.int().min(1).max(120),
      /** Told so many days before. */
      noticeDays: z.int().min(1).max(90),
    }),
  },
  // Readings, 7: a job sets 11. A year, and the month before it in which one is told, are our own rule.
  { dormancy: { isOn: true, months: 12, noticeDays: 30 } },
);
