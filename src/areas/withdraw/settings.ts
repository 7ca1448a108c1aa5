import { z } from 'zod';
import { amount, basisPoints, day, declareSettings, seconds } from '../../settings/declare.ts';

export const withdrawSettings = declareSettings(
  {
    withdraw: z.strictObject({
      /** Taken where the client has not traded at all; 0: nothing. */
      noTradingBasisPoints: basisPoints,
      /** Taken of what is worth less than `smallUnder`; both in US dollars. */
      smallUnder: amount,
      smallFee: amount,
      /** What stays on an account with open positions is at least so many per cent of the margin that they use. */
      minMarginLevelPercent: z.int().min(100).max(10_000),
      /** What is worth more than so much, in US dollars, two persons approve. */
      secondPersonAbove: amount,
      /** What goes somewhere for the first time waits for so long. */
      coolingSeconds: seconds,
      /** A client's withdrawal is decided within so many hours of business. */
      promisedHours: z.int().min(1).max(240),
      /** What nobody has taken waits so many hours of business for staff before it goes into the wallet; 0: it goes there at once. */
      refusedHours: z.int().min(0).max(240),
    }),
  },
  {
    withdraw: {
      // Trade rules, "Withdrawals": 3 % when no trading took place; USD 3 under USD 30; within 24 business hours.
      noTradingBasisPoints: 300,
      smallUnder: '30',
      smallFee: '3',
      promisedHours: 24,
      // Our own rules: what stays keeps a distance from the margin call, and larger sums are looked at by two.
      minMarginLevelPercent: 120,
      secondPersonAbove: '10000',
      coolingSeconds: day,
      refusedHours: 8,
    },
  },
);
