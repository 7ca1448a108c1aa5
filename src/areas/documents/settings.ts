import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

export const documentsSettings = declareSettings(
  {
    documents: z.strictObject({
      /** So many files a client sends as papers within thirty days, and so much of them together. */
      mostFiles: z.int().min(2).max(1000),
      mostMegabytes: z.int().min(25).max(10_000),
      /** A paper is decided within so many hours of business. */
      promisedHours: z.int().min(1).max(240),
      /** A vendor that has not said anything of a paper for so many hours is not waited for any more: the client may send it here. */
      vendorHours: z.int().min(1).max(240),
    }),
  },
  // Our own rules.
  { documents: { mostFiles: 30, mostMegabytes: 250, promisedHours: 24, vendorHours: 24 } },
);
