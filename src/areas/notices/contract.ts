import { z } from 'zod';
import { contract } from '../../wire/call.ts';
import { notification } from '../../wire/envelope.ts';

const list = z.object({ notifications: z.array(notification) });

export const noticesContract = contract({
  area: 'notices',
  calls: {
    list: {
      method: 'GET',
      path: 'api/notifications',
      summary: 'The open notices of the client, newest first, at most fifty.',
      who: 'client',
      runs: 'read',
      input: z.object({}),
      output: list,
      errors: {},
      reads: ['notices'],
    },
    remove: {
      method: 'POST',
      path: 'api/notifications',
      summary: 'Closes a notice. Closing it again answers alike.',
      who: 'client',
      runs: 'transaction',
      input: z.object({
        /** The notice's id (document 1 §7). */
        remove: z.union([z.string().regex(/^\d{1,18}$/), z.number().int().positive()]),
      }),
      output: list,
      errors: { notice_not_found: 404, notice_not_closable: 422 },
      stale: ['notices'],
    },
  },
});
