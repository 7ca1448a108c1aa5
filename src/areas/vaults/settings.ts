import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

export const vaultsSettings = declareSettings(
  {
    vaults: z.strictObject({
      /** The check of each night begins at this hour (UTC): what a supplier says of the evening before is there by then. */
      checkHour: z.int().min(0).max(23),
      /** A supplier's statement that is older says nothing of what lies there now. */
      statementHours: z.int().min(1).max(240),
    }),
  },
  // Our own rules.
  { vaults: { checkHour: 3, statementHours: 36 } },
);
