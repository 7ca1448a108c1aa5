import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

export const feedbackSettings = declareSettings(
  {
    feedback: z.strictObject({
      /** Whether approved clients are asked what they think of the portal at all. */
      isAsked: z.boolean(),
      /** So many days after the registration, and again so many days after they have answered. */
      afterDays: z.int().min(1).max(3650),
      againAfterDays: z.int().min(30).max(3650),
    }),
  },
  // Readings, "What interposes": the last of the queue. Our own rule: nobody is asked unless the broker wishes it.
  { feedback: { isAsked: false, afterDays: 30, againAfterDays: 365 } },
);
