import { z } from 'zod';
import { forEveryCompany } from '../../law/regions/profile.ts';
import { count, declareSettings } from '../../settings/declare.ts';

export const interposingSettings = declareSettings(
  {
    personalDataNotice: z.strictObject({
      /** Which version of each company's notice counts. Whoever has agreed to an older one is asked once after sign-in. */
      versions: z.strictObject(forEveryCompany(() => count)),
      /** Whether new clients are asked before anything else; otherwise they agree with the second step of the registration. */
      asksNewcomers: z.boolean(),
    }),
  },
  // Document 2 §3 asks it in the second step; our own rule: nobody is asked twice for the same.
  { personalDataNotice: { versions: forEveryCompany(() => 1), asksNewcomers: false } },
);
