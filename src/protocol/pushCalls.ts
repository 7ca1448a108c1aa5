import { z } from 'zod';
import type { CallSpec } from './call.ts';

/** Browsers that a client has let the broker push to, while the portal is closed in them. */
export const mostPushed = 10;

const endpoint = z.url({ protocol: /^https?$/ }).max(1000);
const pushed = z.object({
  /** What a browser subscribes with (VAPID, RFC 8292); null where the broker pushes nothing. */
  key: z.string().nullable(),
  /** Where the client's browsers are reached: a browser finds its own among them. */
  endpoints: z.array(z.string()),
});

export const pushCalls = {
  push: {
    method: 'GET',
    path: 'api/notifications/push',
    summary:
      'What a browser subscribes with to be told while the portal is closed, and where the browsers of the client are reached.',
    who: 'client',
    runs: 'read',
    input: z.object({}),
    output: pushed,
    errors: {},
    reads: ['notices'],
  },
  savePush: {
    method: 'POST',
    path: 'api/notifications/push',
    summary:
      'Lets the broker push to this browser, by the subscription that its push service gave it, until the session is ended. The same browser again is the same.',
    who: 'client',
    runs: 'transaction',
    input: z.object({
      endpoint,
      /** Of the browser, base64url (RFC 8291). */
      keys: z.object({
        p256dh: z.string().regex(/^[\w-]{87,88}=?$/),
        auth: z.string().regex(/^[\w-]{22}={0,2}$/),
      }),
    }),
    output: pushed,
    errors: { push_not_offered: 422, push_service_unknown: 422 },
    stale: ['notices'],
    rate: { count: 30, seconds: 60 },
  },
  removePush: {
    method: 'POST',
    path: 'api/notifications/push/remove',
    summary: 'Pushes nothing to this browser any more; one that is none of the client’s changes nothing.',
    who: 'client',
    runs: 'transaction',
    input: z.object({ endpoint }),
    output: pushed,
    errors: {},
    stale: ['notices'],
  },
} as const satisfies Readonly<Record<string, CallSpec>>;
