import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

export const trackingSettings = declareSettings(
  {
    tracking: z.strictObject({
      /** As whoever counts numbers each goal. */
      goals: z.strictObject({ regfullCompleted: z.int().min(1).max(1_000_000) }),
      /** So many wait at most; beyond, the oldest are forgotten. */
      mostWaiting: z.int().min(100).max(1_000_000),
    }),
  },
  // Matomo numbers the first goal of a site 1; how many may wait is our own rule.
  { tracking: { goals: { regfullCompleted: 1 }, mostWaiting: 10_000 } },
);
