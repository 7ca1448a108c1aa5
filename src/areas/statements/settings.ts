import { z } from 'zod';
import { count, declareSettings } from '../../settings/declare.ts';

export const statementsSettings = declareSettings(
  {
    statements: z.strictObject({
      /** A document of pages, and what a browser prints, have at most so many lines. */
      pagedLines: count,
    }),
  },
  // Our own rule: some hundred pages.
  { statements: { pagedLines: 5_000 } },
);
