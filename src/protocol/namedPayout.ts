import { z } from 'zod';
import { destinationKinds, methodKeys } from '../law/methods.ts';

/* What staff has paid to a destination in the client's own name that the client has not named: at the desk alone. */

const told = z.string().trim().max(100).optional();

/** By what, and where to, as each kind of destination is told. */
export const namedDestination = {
  pm_id: z.int().optional(),
  wallet_email: z.email().max(100).optional(),
  bank: told,
  bank_account: told,
  wire_bank: told,
  wire_account: told,
  wire_bic: told,
};

/** What pays to such a destination. */
export const namedMethod = z.object({
  pm_id: z.int(),
  key: z.enum(methodKeys),
  kind: z.enum(destinationKinds),
  banks: z.array(z.string()),
});
