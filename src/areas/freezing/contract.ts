import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { proofErrors, proofFields } from '../../protocol/proof.ts';
import { reason, rowId } from '../../protocol/staff.ts';

const moment = z.iso.datetime();

const state = z.object({
  /** `broker`: the broker has frozen it, and lifts it. */
  frozen_by: z.enum(['client', 'broker']).nullable(),
  since: moment.nullable(),
  /** When it is lifted; null while nobody has asked for that. */
  lifts_at: moment.nullable(),
  may_freeze: z.boolean(),
});
export type FreezeState = z.output<typeof state>;

/** How staff may have known that it is the client who asks. */
export const identityChecks = ['called_back', 'video_call', 'paper_and_face', 'in_person'] as const;
export type IdentityCheck = (typeof identityChecks)[number];

const kept = z.object({
  frozen_at: moment,
  /** Asked by the client; null while nobody has. */
  lifts_at: moment.nullable(),
  lifted_at: moment.nullable(),
  /** Of the staff; null where it ended by itself. */
  lifted_by: z.string().nullable(),
  identity_check: z.enum(identityChecks).nullable(),
});
export type KeptFreeze = z.output<typeof kept>;

/** A client freezes their own account: at once and by one press. Having it back takes the password and a day. */
export const freezingContract = contract({
  area: 'freezing',
  calls: {
    state: {
      method: 'GET',
      path: 'api/security/freeze',
      summary: 'Whether the account is frozen, by whom, and until when.',
      who: 'client',
      gate: 'view_profile',
      runs: 'read',
      input: z.object({}),
      output: state,
      errors: {},
      reads: ['client_info'],
    },
    freeze: {
      method: 'POST',
      path: 'api/security/freeze',
      summary:
        'Freezes the account at once: no money moves, nothing is opened, other sessions end. Of one that is frozen it takes back that it is lifted.',
      who: 'client',
      runs: 'transaction',
      input: z.object({}),
      output: z.object({ ended: z.int() }),
      errors: { cannot_freeze: 409 },
      stale: ['client_info', 'notices', 'sessions'],
    },
    lift: {
      method: 'POST',
      path: 'api/security/freeze/lift',
      summary: 'Asks for the account back: it is lifted after a while, which every address is told.',
      who: 'client',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object(proofFields),
      output: z.object({ lifts_at: moment }),
      errors: { ...proofErrors, not_frozen_by_you: 409 },
      stale: ['client_info', 'notices'],
    },
    ofClient: {
      method: 'GET',
      path: '/api/desk/freezing/{client_id}',
      summary: 'When a client has frozen their own account, and who has given it back.',
      who: 'staff',
      right: 'restrictions',
      audits: 'freezing.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({ is_frozen: z.boolean(), freezes: z.array(kept) }),
      errors: { client_not_found: 404 },
    },
    giveBack: {
      method: 'POST',
      path: '/api/desk/freezing/{client_id}',
      summary:
        'Gives an account back at once that its client has frozen, once staff knows that it is the client who asks. Every proven address is told.',
      who: 'staff',
      right: 'restrictions',
      audits: 'freezing.give_back',
      runs: 'transaction',
      input: z.object({ client_id: rowId, identity_check: z.enum(identityChecks), reason }),
      output: z.object({ is_frozen: z.boolean(), freezes: z.array(kept) }),
      errors: { client_not_found: 404, not_frozen_by_client: 409 },
      stale: ['audit'],
    },
  },
  pages: {
    freeze: { path: 'profile/freeze', title: 'freezing.title', gate: 'view_profile' },
  },
});
