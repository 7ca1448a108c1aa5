import { z } from 'zod';
import { forEveryCompany, termsDocuments } from '../../law/regions/profile.ts';
import { declareSettings } from '../../settings/declare.ts';

const termsLinks = z.partialRecord(z.enum(termsDocuments), z.url({ protocol: /^https$/ }));

export const openingSettings = declareSettings(
  {
    /** Where the documents of each company's terms can be read. */
    terms: z.strictObject(forEveryCompany(() => termsLinks)),
  },
  // No link is made up: a document without one is named and can be asked for.
  { terms: forEveryCompany(() => ({})) },
);
