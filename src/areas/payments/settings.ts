import { z } from 'zod';
import { currencyCodes } from '../../base/currency.ts';
import { parseMinor } from '../../base/money.ts';
import { methodDirections, paymentMethods } from '../../law/methods.ts';
import { regionKeys } from '../../law/regions/profile.ts';
import { amount, basisPoints, declareSettings } from '../../settings/declare.ts';

const methodChange = z
  .strictObject({
    method: z.int().refine((id) => paymentMethods.some((method) => method.id === id)),
    direction: z.enum(methodDirections),
    region: z.enum(regionKeys),
    currency: z.enum(currencyCodes),
    min: amount.optional(),
    minExchanged: amount.optional(),
    max: amount.optional(),
    feeBasisPoints: basisPoints.optional(),
    isClosed: z.boolean().optional(),
  })
  .refine(({ min = '0', minExchanged = '0', max = '0', currency }) =>
    [min, minExchanged, max].every((text) => parseMinor(text, currency) !== undefined),
  );

export const paymentsSettings = declareSettings(
  {
    /** Changes of single cells of the payment methods' table; see law/methods. */
    methods: z.array(methodChange).max(2_000),
  },
  { methods: [] },
);
