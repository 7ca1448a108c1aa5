import { z } from 'zod';
import { contract } from '../../protocol/call.ts';

const session = z.object({
  /** Its public id, as sign-in answers it. */
  sid: z.string(),
  /** The one that asks. */
  is_current: z.boolean(),
  /** What the browser says it is; null where it says nothing that is known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string(),
  signed_in_at: z.iso.datetime(),
  /** When somebody last did something in it. */
  used_at: z.iso.datetime(),
});

export type OpenSession = z.infer<typeof session>;

export const securityContract = contract({
  area: 'security',
  calls: {
    sessions: {
      method: 'GET',
      path: 'api/sessions',
      summary: 'Where the client is signed in now, the latest used first.',
      who: 'client',
      runs: 'read',
      input: z.object({}),
      output: z.object({ sessions: z.array(session) }),
      errors: {},
      reads: ['sessions'],
    },
    end: {
      method: 'POST',
      path: 'api/sessions/end',
      summary: 'Ends another session of the client at once, with its stream. This one is ended by signing out.',
      who: 'client',
      runs: 'transaction',
      input: z.object({ sid: z.string().min(1).max(64) }),
      output: z.object({}),
      errors: { unknown_session: 404 },
      stale: ['sessions', 'notices'],
    },
    endOthers: {
      method: 'POST',
      path: 'api/sessions/end-others',
      summary: 'Ends every session of the client but this one, and answers how many those were.',
      who: 'client',
      runs: 'transaction',
      input: z.object({}),
      output: z.object({ ended: z.number().int() }),
      errors: {},
      stale: ['sessions', 'notices'],
    },
  },
  pages: {
    security: { path: 'profile/security', title: 'nav.security', gate: 'view_profile' },
  },
});
