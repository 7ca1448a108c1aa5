import { z } from 'zod';
import { restrictionReasons } from '../../law/restrictions.ts';
import { contract } from '../../protocol/call.ts';
import { reason, rowId } from '../../protocol/staff.ts';

const moment = z.iso.datetime();
export const accesses = ['full', 'close_only', 'read_only', 'closed'] as const;

const heldAccount = z.object({
  number: z.int(),
  platform: z.string(),
  /** What may be done on it at the platform: what we want there. */
  wanted: z.enum(['full', 'close_only']),
  because: z.enum(restrictionReasons).nullable(),
  /** The platform has it so; false while it is being asked. */
  is_set: z.boolean(),
  wanted_at: moment,
  /** What stands there instead, changed by somebody at the platform; null: as we want it. */
  found: z.enum(accesses).nullable(),
  found_at: moment.nullable(),
  /** Staff has let it stand so. */
  is_let_stand: z.boolean(),
});
export type HeldAccount = z.output<typeof heldAccount>;

const restricted = z.object({
  begun_at: moment,
  begun_by: z.string(),
  lifted_at: moment.nullable(),
  lifted_by: z.string().nullable(),
});

const state = z.object({
  client_id: z.int(),
  /** Why the client opens no positions; null: nothing keeps them from it. */
  because: z.enum(restrictionReasons).nullable(),
  /** What the desk has done, the newest first. */
  restrictions: z.array(restricted),
  /** Accounts that were ever restricted, or stand at their platform as we do not want it. */
  accounts: z.array(heldAccount),
});
export type Restrictions = z.output<typeof state>;

const ofClient = z.object({ client_id: rowId });

/** Clients who may close positions and open none, at the portal and at the platforms alike. */
export const restrictionsContract = contract({
  area: 'restrictions',
  calls: {
    ofClient: {
      method: 'GET',
      path: '/api/desk/restrictions/{client_id}',
      summary: 'Whether and why a client opens no positions, and how each account stands at its platform.',
      who: 'staff',
      right: 'restrictions',
      audits: 'restrictions.read',
      runs: 'read',
      input: ofClient,
      output: state,
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    change: {
      method: 'POST',
      path: '/api/desk/restrictions/{client_id}',
      summary:
        'Keeps a client from opening positions, in the portal and at the platforms, or takes that back. The client is told, without the reason.',
      who: 'staff',
      right: 'restrictions',
      audits: 'restrictions.change',
      runs: 'transaction',
      input: ofClient.extend({ action: z.enum(['restrict', 'lift']), reason }),
      output: state,
      errors: { client_not_found: 404, already_restricted: 409, not_restricted: 409 },
      stale: ['cases', 'audit'],
    },
    settle: {
      method: 'POST',
      path: '/api/desk/restrictions/accounts/{number}',
      summary: 'Of an account that somebody has changed at its platform: sets it there as we want it, or lets it stand.',
      who: 'staff',
      right: 'restrictions',
      audits: 'restrictions.settle',
      runs: 'transaction',
      input: z.object({ number: rowId, action: z.enum(['set', 'let_stand']), reason }),
      output: z.object({}),
      errors: { account_not_found: 404, access_as_wanted: 409, case_claimed: 409 },
      stale: ['cases', 'audit'],
    },
  },
});
