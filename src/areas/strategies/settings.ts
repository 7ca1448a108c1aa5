import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

export const strategiesSettings = declareSettings(
  {
    strategies: z.strictObject({
      /** The least that a provider may ask to follow with, and must have on the account, in whole units of its currency. */
      leastAmount: z.int().min(1).max(1_000_000),
      /** So many strategies one provider may have at a time. */
      mostOfProvider: z.int().min(1).max(50),
      /** Who stands among the top: so old at least, in days, and fallen no deeper, in per cent. */
      top: z.strictObject({ leastDays: z.int().min(0).max(3650), mostDrawdown: z.int().min(1).max(100) }),
      /** A request of a provider is decided within so many hours of business. */
      promisedHours: z.int().min(1).max(240),
    }),
  },
  // Minimum 100: trade rules. The rest is our own.
  { strategies: { leastAmount: 100, mostOfProvider: 5, top: { leastDays: 30, mostDrawdown: 50 }, promisedHours: 24 } },
);
