import { z } from 'zod';
import { count, declareSettings } from '../../settings/declare.ts';

export const appropriatenessSettings = declareSettings(
  {
    appropriateness: z.strictObject({
      /** After a test that was failed. */
      retakeDays: count.max(365),
    }),
  },
  // Document 2 §4 and the trade rules: two weeks.
  { appropriateness: { retakeDays: 14 } },
);
