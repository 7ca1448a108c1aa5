import { z } from 'zod';
import { day, declareSettings, seconds } from '../../settings/declare.ts';

export const contactsSettings = declareSettings(
  {
    contacts: z.strictObject({
      /** After a change of what identity hangs on, money goes nowhere new for so long. */
      coolingSeconds: seconds,
    }),
  },
  {
    // Our own rule: three days, in which the letter to the address before is read. Readings 24 ask for it after a reset.
    contacts: { coolingSeconds: 3 * day },
  },
);
