import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';

/** The departments that write (document 3 §3), in the order of their numbers 1 to 5. */
export const inboxGroups = ['account_opening', 'backoffice', 'customer_support', 'trade_enquiry', 'compliance'] as const;
export type InboxGroup = (typeof inboxGroups)[number];

/** How the documents show each group (document 3 §3). */
export const groupCodes = {
  account_opening: 'AV',
  backoffice: 'TrP',
  customer_support: 'CS',
  trade_enquiry: 'TD',
  compliance: 'L&C',
} as const satisfies Record<InboxGroup, string>;

export const inboxActions = ['read', 'unread', 'favorite', 'unfavorite'] as const;
export type InboxAction = (typeof inboxActions)[number];

/** Document 3 §9. */
export const inboxPageSize = 5;
const maxPage = 100_000;
const maxIds = 100;
const maxSearchLength = 200;

export const inboxMessage = z.object({
  id: z.number().int(),
  group: z.enum(inboxGroups),
  status: z.enum(['read', 'unread']),
  is_favorite: z.boolean(),
  /** HTML that the server has cleaned: links open in a new tab, nothing runs. */
  text: z.string(),
  sent_at: z.iso.datetime(),
});
export type InboxMessage = z.infer<typeof inboxMessage>;

const counts = {
  all_messages: z.number().int(),
  unread_messages: z.number().int(),
  favorite_messages: z.number().int(),
};

const yes = new Set(['1', 'true']);

/** One of the five by name or number; anything else means all of them (document 3 §5). */
const askedGroup = z
  .string()
  .max(40)
  .optional()
  .transform((text) => inboxGroups.find((group, index) => group === text || String(index + 1) === text));

export const inboxContract = contract({
  area: 'inbox',
  calls: {
    list: {
      method: 'GET',
      path: 'api/direct/inbox',
      summary: 'A page of five messages, newest first, with the counts. total_items counts what the filter found.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        group: askedGroup,
        page: inDigits(z.int().min(1).max(maxPage)).default(1),
        /** "1" or "true": favourites only. */
        is_favorite: z
          .string()
          .max(5)
          .optional()
          .transform((text) => text !== undefined && yes.has(text)),
        search_text: z.string().trim().max(maxSearchLength).default(''),
      }),
      output: z.object({
        direct: z.object({
          inbox_messages: z.array(inboxMessage),
          ...counts,
          total_items: z.number().int(),
          page: z.number().int(),
          page_size: z.number().int(),
        }),
      }),
      errors: {},
      reads: ['inbox'],
    },
    update: {
      method: 'PATCH',
      path: 'api/direct/inbox',
      summary: 'Marks messages as read, unread, favourite or not. Answers the counts and the messages as they are now.',
      who: 'client',
      gate: 'view',
      runs: 'transaction',
      query: ['action'],
      input: z.object({
        action: z.enum(inboxActions),
        ids: z.array(z.int32().positive()).min(1).max(maxIds),
      }),
      output: z.object({ direct: z.object({ inbox_messages: z.array(inboxMessage), ...counts }) }),
      errors: {},
      stale: ['inbox', 'client_info'],
    },
  },
  pages: {
    inbox: { path: 'inbox', title: 'inbox.title', gate: 'view', group: 'support' },
  },
});
