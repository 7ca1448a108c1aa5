import { z } from 'zod';
import { amount, declareSettings } from '../../settings/declare.ts';

export const bankSettings = declareSettings(
  {
    bank: z.strictObject({
      /** What is worth more than so much, in US dollars, two persons assign to a client. */
      secondPersonAbove: amount,
      /** The bank's statements are asked for so many days back: what it tells late is found all the same. */
      statementDays: z.int().min(1).max(90),
      /** So many days what the bank and the book know of each other's money is on its way between them. */
      patienceDays: z.int().min(1).max(30),
    }),
  },
  // Our own rules: assigning gives money to somebody whom nothing but a person's word connects with it.
  { bank: { secondPersonAbove: '500', statementDays: 10, patienceDays: 3 } },
);
