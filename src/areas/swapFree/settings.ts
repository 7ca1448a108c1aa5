import { z } from 'zod';
import { zoneRuleOf } from '../../base/zone.ts';
import { amount, declareSettings } from '../../settings/declare.ts';

const terms = z.strictObject({
  /** So many nights cost nothing. */
  nights: z.int().min(1).max(90),
  /** After them, in US dollars for a lot and a night. */
  fee: amount,
});

export const swapFreeSettings = declareSettings(
  {
    swapFree: z.strictObject({
      isCharged: z.boolean(),
      /** Whose midnights are counted: as the trading servers' clocks stand. */
      zone: z.string().refine((zone) => zoneRuleOf(zone) !== undefined),
      /** So many days after the right was taken from a client, swap is charged. */
      noticeDays: z.int().min(1).max(60),
      groups: z.strictObject({
        fx_major: terms,
        fx_other: terms,
        metals: terms,
        energies: terms,
        indices: terms,
        shares: terms,
        crypto: terms,
        other: terms,
      }),
    }),
  },
  // Our own rule: the papers name the limit, the fee and the withdrawal, and leave the figures open.
  {
    swapFree: {
      isCharged: true,
      zone: 'UTC',
      noticeDays: 7,
      groups: {
        fx_major: { nights: 7, fee: '4' },
        fx_other: { nights: 5, fee: '8' },
        metals: { nights: 5, fee: '10' },
        energies: { nights: 3, fee: '5' },
        indices: { nights: 3, fee: '1.5' },
        shares: { nights: 3, fee: '0.05' },
        crypto: { nights: 2, fee: '6' },
        other: { nights: 3, fee: '5' },
      },
    },
  },
);
