import { z } from 'zod';
import { amount, day, declareSettings, seconds } from '../../settings/declare.ts';

export const depositSettings = declareSettings(
  {
    deposit: z.strictObject({
      /** Where no method and no account type says otherwise. */
      minimum: amount,
      /** A hosted payment page that nobody finished is looked up, and then cancelled, after so long. */
      abandonedSeconds: seconds,
      /** A transfer from the client's bank is waited for so long; what comes later is credited all the same. */
      transferSeconds: seconds.default(14 * day),
    }),
  },
  // Document 2 §9; how long banks are waited for is our own rule.
  { deposit: { minimum: '100', abandonedSeconds: day, transferSeconds: 14 * day } },
);
