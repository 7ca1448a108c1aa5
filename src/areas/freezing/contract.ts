import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { proofErrors, proofFields } from '../../protocol/proof.ts';

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
  },
  pages: {
    freeze: { path: 'profile/freeze', title: 'freezing.title', gate: 'view_profile' },
  },
});
