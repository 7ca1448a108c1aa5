import { z } from 'zod';
import { amount, basisPoints, count, declareSettings } from '../../settings/declare.ts';

export const ratesSettings = declareSettings(
  {
    rates: z.strictObject({
      markups: z.strictObject({
        original: z.literal(0),
        deposit: basisPoints,
        withdraw: basisPoints,
        transfer: basisPoints,
      }),
      /** From when the day's rates are made until they are read here, no purpose has a lesser markup. */
      awaitedMarkup: basisPoints,
      /** A rate of the broker's own that is older moves no money. */
      houseRateDays: count.max(36_500),
      /** The most that a client exchanges between own accounts in a day (UTC), in US dollars. */
      dailyExchange: amount,
    }),
  },
  {
    // Why each is so much: docs/decisions/0008.
    rates: {
      // Trade rules, "Internal transfers": free, at the day's rate.
      markups: { original: 0, deposit: 50, withdraw: 50, transfer: 0 },
      awaitedMarkup: 100,
      houseRateDays: 7,
      dailyExchange: '50000',
    },
  },
);
