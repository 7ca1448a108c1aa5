import { z } from 'zod';
import { basisPoints, declareSettings, seconds } from '../../settings/declare.ts';

export const internalTransferSettings = declareSettings(
  {
    transfer: z.strictObject({
      /** A confirmed quote is kept for so long. */
      quoteSeconds: seconds,
      feeBasisPoints: basisPoints,
    }),
  },
  // Trade rules, "Internal transfers": free.
  { transfer: { quoteSeconds: 15 * 60, feeBasisPoints: 0 } },
);
