import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { pageViewCall } from '../../protocol/tracking.ts';

/** Counting how the portal is used, by consent alone. What is counted stands in `law/tracking.ts`. */
export const trackingContract = contract({
  area: 'tracking',
  calls: {
    consent: {
      method: 'GET',
      path: 'api/tracking/consent',
      summary: 'Whether the client is asked if how they use the portal may be counted, and what they have said.',
      who: 'client',
      gate: 'view_profile',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        is_asked: z.boolean(),
        /** Null while they have said neither. */
        choice: z.enum(['given', 'refused']).nullable(),
      }),
      errors: {},
      reads: ['client_info'],
    },
    choose: {
      method: 'POST',
      path: 'api/tracking/consent',
      summary: 'Says yes or no to it; a no takes the name away under which it was counted.',
      who: 'client',
      gate: 'view_profile',
      runs: 'transaction',
      input: z.object({ is_given: z.boolean() }),
      output: z.object({}),
      errors: { tracking_not_asked: 409 },
      stale: ['client_info', 'dashboard'],
    },
    view: pageViewCall,
  },
  pages: {
    privacy: { path: 'profile/privacy', title: 'tracking.title', gate: 'view_profile' },
  },
});
