import { z } from 'zod';
import { declareSettings, seconds } from '../../settings/declare.ts';

const share = z.int().min(100).max(9_900);

export const goldCollateralSettings = declareSettings(
  {
    goldCollateral: z
      .strictObject({
        /** Of what pledged gold would bring, so much is not lent, in basis points; levels count the credit in basis points of all of it. */
        haircutBasisPoints: share,
        warningBasisPoints: share,
        callBasisPoints: share,
        saleBasisPoints: share,
        /** A level that was told is left behind once the credit stands so far below it; so far a price may move from what was shown. */
        restBasisPoints: z.int().min(0).max(1_000),
        /** How often each pledge is valued. */
        valueSeconds: seconds,
      })
      .refine(
        (of) =>
          10_000 - of.haircutBasisPoints + of.restBasisPoints < of.warningBasisPoints &&
          of.warningBasisPoints < of.callBasisPoints &&
          of.callBasisPoints < of.saleBasisPoints,
      ),
  },
  // Our own rules: 70 % is lent, so that a fall by a fifth is told twice before anything is sold.
  {
    goldCollateral: {
      haircutBasisPoints: 3_000,
      warningBasisPoints: 7_700,
      callBasisPoints: 8_300,
      saleBasisPoints: 9_000,
      restBasisPoints: 100,
      valueSeconds: 60,
    },
  },
);
