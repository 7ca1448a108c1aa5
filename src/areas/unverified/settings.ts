import { z } from 'zod';
import { currencyCodes } from '../../base/currency.ts';
import { parseMinor } from '../../base/money.ts';
import { companyIds } from '../../law/regions/profile.ts';
import { amount, declareSettings } from '../../settings/declare.ts';

const companyTerms = z
  .strictObject({
    company: z.int().refine((id) => companyIds.some((known) => known === id)),
    /** All that a client may pay in before the papers are approved; 0: nothing. */
    cap: amount,
    currency: z.enum(currencyCodes),
    /** From the first of it on; then it goes back. */
    days: z.int().min(1).max(90),
  })
  .refine(({ cap, currency }) => parseMinor(cap, currency) !== undefined);

export const unverifiedSettings = declareSettings(
  {
    unverified: z.strictObject({
      /** Where a region's law lets in deposits before the papers; a company that is not named takes none. */
      companies: z.array(companyTerms).max(companyIds.length),
      /** Told so many days before money goes back. */
      noticeDays: z.array(z.int().min(1).max(60)).max(5),
    }),
  },
  // EUR 2 000 and 15 days: CySEC, circular C142. When clients are told is our own rule.
  { unverified: { companies: [{ company: 1, cap: '2000', currency: 'EUR', days: 15 }], noticeDays: [7, 1] } },
);
