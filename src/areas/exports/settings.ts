import { z } from 'zod';
import { count, day, declareSettings, seconds } from '../../settings/declare.ts';

export const exportsSettings = declareSettings(
  {
    exports: z.strictObject({
      /** How long its owner can fetch a file. */
      keepSeconds: seconds,
      /** So many of a client's may be waiting or under way at once. */
      underWay: count.max(20),
      /** A document of pages has at most so many rows. */
      pagedRows: count,
      /** What is beyond is left out, and the last row says so. An Excel sheet takes no more than 1 048 576. */
      mostRows: z.int().min(1).max(1_048_574),
    }),
    deskExports: z.strictObject({
      /** How long whoever asked can fetch a list of the desk. */
      keepSeconds: seconds,
      /** So many of one member of staff may be waiting or under way at once. */
      underWay: count.max(20),
    }),
  },
  // Our own rules.
  {
    exports: { keepSeconds: day, underWay: 3, pagedRows: 20_000, mostRows: 1_048_574 },
    deskExports: { keepSeconds: day, underWay: 3 },
  },
);
