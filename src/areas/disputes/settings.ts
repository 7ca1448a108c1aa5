import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

export const disputesSettings = declareSettings(
  {
    disputes: z.strictObject({
      /** Within so many days after a dispute has arrived the evidence goes to the provider; after that it is lost. */
      evidenceDays: z.int().min(1).max(60),
    }),
  },
  // Our own rule: the card schemes leave the merchant twenty to forty-five days, and a provider takes its share of them.
  { disputes: { evidenceDays: 10 } },
);
