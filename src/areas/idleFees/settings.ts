import { z } from 'zod';
import { amount, declareSettings } from '../../settings/declare.ts';

export const idleFeesSettings = declareSettings(
  {
    idleFees: z.strictObject({
      isCharged: z.boolean(),
      /** In US dollars, for each month. */
      amount,
      /** After so many months in which nothing was done. */
      months: z.int().min(1).max(60),
      /** Told so many days before. */
      noticeDays: z.int().min(1).max(60),
    }),
  },
  // Trade rules, "Withdrawals": 10 a month after three idle months; told seven days before.
  { idleFees: { isCharged: true, amount: '10', months: 3, noticeDays: 7 } },
);
