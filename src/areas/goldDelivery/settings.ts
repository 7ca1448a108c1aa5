import { z } from 'zod';
import { amount, basisPoints, declareSettings, seconds } from '../../settings/declare.ts';

/** Grams as a decimal string. */
const grams = z.string().regex(/^\d{1,5}(\.\d{1,7})?$/);

export const goldDeliverySettings = declareSettings(
  {
    goldDelivery: z.strictObject({
      /** The bars that are delivered, and in US dollars what the making of each costs. */
      sizes: z
        .array(z.strictObject({ grams, making: amount }))
        .min(1)
        .max(20),
      mostBars: z.int().min(1).max(100),
      /** The way of one delivery, in US dollars. */
      shipping: amount,
      /** Of what it is worth. */
      insuranceBasisPoints: basisPoints,
      /** What was told holds so long, until it is confirmed. */
      termsSeconds: seconds,
      /** One that is not paid by then is cancelled. */
      payDays: z.int().min(1).max(60),
      /** Within how many hours of business one that is paid is to leave the vault. */
      promisedHours: z.int().min(1).max(500),
    }),
  },
  // Our own rules.
  {
    goldDelivery: {
      sizes: [
        { grams: '1', making: '12' },
        { grams: '5', making: '16' },
        { grams: '10', making: '18' },
        { grams: '20', making: '22' },
        { grams: '50', making: '30' },
        { grams: '100', making: '40' },
        { grams: '250', making: '70' },
        { grams: '1000', making: '120' },
      ],
      mostBars: 10,
      shipping: '35',
      insuranceBasisPoints: 50,
      termsSeconds: 900,
      payDays: 3,
      promisedHours: 28,
    },
  },
);
