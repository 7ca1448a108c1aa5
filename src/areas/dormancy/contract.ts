import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { proofErrors, proofFields } from '../../protocol/proof.ts';

/** What a client is once they are back: as before; where that is not known, asked for papers or waiting for them if they are not approved. */
export const wakingStates = ['as_before', 'papers_missing', 'papers_under_review'] as const;
export type WakingState = (typeof wakingStates)[number];

const state = z.object({
  is_dormant: z.boolean(),
  /** Since when; null where that is not known, or they are not. */
  since: z.iso.datetime().nullable(),
  /** Null where they are not dormant. */
  becomes: z.enum(wakingStates).nullable(),
});
export type DormancyState = z.output<typeof state>;

/** Clients who have done nothing for long are dormant, and come back by themselves. */
export const dormancyContract = contract({
  area: 'dormancy',
  calls: {
    state: {
      method: 'GET',
      path: 'api/profile/wake',
      summary: 'Whether the account is dormant, since when, and what it is once its client is back.',
      who: 'client',
      gate: 'view_profile',
      runs: 'read',
      input: z.object({}),
      output: state,
      errors: {},
      reads: ['client_info', 'documents'],
    },
    wake: {
      method: 'POST',
      path: 'api/profile/wake',
      summary:
        'Comes back from dormant, by the password and the second factor. Every proven address is told, and money goes nowhere new for a while.',
      who: 'client',
      gate: 'change_profile',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object(proofFields),
      output: z.object({ becomes: z.enum(wakingStates) }),
      errors: { ...proofErrors, not_asleep: 409 },
      stale: ['client_info', 'notices', 'dashboard'],
    },
  },
  pages: {
    wake: { path: 'profile/wake', title: 'page.wake', gate: 'view_profile' },
  },
});
