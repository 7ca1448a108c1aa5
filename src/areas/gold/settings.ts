import { z } from 'zod';
import { basisPoints, declareSettings, seconds } from '../../settings/declare.ts';

/** Grams as a decimal string. */
const grams = z.string().regex(/^\d{1,9}(\.\d{1,7})?$/);

export const goldSettings = declareSettings(
  {
    gold: z.strictObject({
      /** What the broker takes beside the platform's own spread, on each side. */
      spreadBasisPoints: basisPoints,
      /** A quote is held for so long. */
      quoteSeconds: seconds,
      /** A price of an open market that is older quotes nothing. */
      priceSeconds: seconds,
      leastGrams: grams,
      /** Of one purchase or sale. */
      mostGrams: grams,
    }),
  },
  // Our own rules.
  { gold: { spreadBasisPoints: 40, quoteSeconds: 15, priceSeconds: 60, leastGrams: '0.01', mostGrams: '1000' } },
);
