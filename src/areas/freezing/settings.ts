import { z } from 'zod';
import { day, declareSettings, seconds } from '../../settings/declare.ts';

export const freezingSettings = declareSettings(
  {
    freezing: z.strictObject({
      /** A client who wants their frozen account back waits for so long. */
      liftSeconds: seconds,
    }),
  },
  {
    // Our own rule: a day, in which whoever the account belongs to reads the letter.
    freezing: { liftSeconds: day },
  },
);
