import { z } from 'zod';
import { amount, day, declareSettings, seconds } from '../../settings/declare.ts';

export const depositSettings = declareSettings(
  {
    deposit: z.strictObject({
      /** Where no method and no account type says otherwise. */
      minimum: amount,
      /** A hosted payment page that nobody finished is looked up, and then cancelled, after so long. */
      abandonedSeconds: seconds,
    }),
  },
  // Document 2 §9.
  { deposit: { minimum: '100', abandonedSeconds: day } },
);
