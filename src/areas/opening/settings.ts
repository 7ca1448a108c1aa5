import { z } from 'zod';
import { forEveryCompany, termsDocuments } from '../../law/regions/profile.ts';
import { count, declareSettings } from '../../settings/declare.ts';

const termsLinks = z.partialRecord(z.enum(termsDocuments), z.url({ protocol: /^https$/ }));

export const openingSettings = declareSettings(
  {
    /** Where the documents of each company's terms can be read. */
    terms: z.strictObject(forEveryCompany(() => termsLinks)),
    /** Which version of each company's terms counts. Whoever has agreed to an older one is asked again after sign-in. */
    termsVersions: z.strictObject(forEveryCompany(() => count)),
  },
  // No link is made up: a document without one is named and can be asked for.
  { terms: forEveryCompany(() => ({})), termsVersions: forEveryCompany(() => 1) },
);
