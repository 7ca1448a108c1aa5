import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

export const investorsSettings = declareSettings(
  {
    investors: z.strictObject({
      /** A questionnaire is decided within so many hours of business. */
      promisedHours: z.int().min(1).max(240),
    }),
  },
  // Our own rule.
  { investors: { promisedHours: 24 } },
);
