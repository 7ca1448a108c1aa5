import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { notification } from '../../protocol/envelope.ts';
import { pushCalls } from '../../protocol/pushCalls.ts';

export type { NoticeLevel, NoticeType } from '../../protocol/notice.ts';
export { mostPushed } from '../../protocol/pushCalls.ts';

/** The newest of them ride along on answers too. */
export const noticesPage = 50;

const list = z.object({
  notifications: z.array(notification),
  /** Where the next page begins; null at the end. */
  next: z.string().nullable(),
});

export const noticesContract = contract({
  area: 'notices',
  calls: {
    list: {
      method: 'GET',
      path: 'api/notifications',
      summary: 'The open notices of the client, newest first, a page of fifty unless `limit` says otherwise.',
      who: 'client',
      runs: 'read',
      input: z.object({
        /** `next` of the page before. */
        after: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
        limit: inDigits(z.int().min(1).max(100)).default(noticesPage),
      }),
      output: list,
      errors: {},
      reads: ['notices'],
    },
    remove: {
      method: 'POST',
      path: 'api/notifications',
      summary: 'Closes a notice, and answers the first page of what is left. Closing it again answers alike.',
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
    read: {
      method: 'POST',
      path: 'api/notifications/read',
      summary: 'Marks open notices read, all of them when none are named, and answers the first page. They stay open.',
      who: 'client',
      runs: 'transaction',
      input: z.object({
        ids: z
          .array(z.string().regex(/^\d{1,18}$/))
          .max(100)
          .optional(),
      }),
      output: list,
      errors: {},
      stale: ['notices'],
    },
    ...pushCalls,
  },
});
