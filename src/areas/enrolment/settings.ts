import { z } from 'zod';
import { count, declareSettings } from '../../settings/declare.ts';

export const enrolmentSettings = declareSettings(
  {
    yearlyConfirmation: z.strictObject({
      /** After the registration was completed, or confirmed last. */
      days: count.min(1).max(1000),
      /** So long it only asks; then the client has to repeat it before anything new is begun (status 66). */
      graceDays: count.max(365),
    }),
  },
  // Readings: a year after the last. The days of grace are our own rule.
  { yearlyConfirmation: { days: 365, graceDays: 30 } },
);
