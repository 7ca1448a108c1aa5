import type { Handlers } from '../../protocol/call.ts';
import { inboxPageSize, type inboxContract, type InboxMessage } from './contract.ts';
import { changeMessages, countMessages, messagePage, type MessageRow } from './store.ts';

export const calls = () =>
  ({
    async list(input, ctx) {
      const clientId = ctx.client.id;
      const filter = { clientId, group: input.group, isFavorite: input.is_favorite, search: input.search_text };
      const { rows, total, page } = await messagePage(ctx.sql, filter, input.page);
      return {
        direct: {
          inbox_messages: rows.map(messageOf),
          ...(await countMessages(ctx.sql, clientId)),
          total_items: total,
          page,
          page_size: inboxPageSize,
        },
      };
    },

    async update(input, ctx) {
      const clientId = ctx.client.id;
      const rows = await changeMessages(ctx.sql, { clientId, ids: input.ids, action: input.action });
      return { direct: { inbox_messages: rows.map(messageOf), ...(await countMessages(ctx.sql, clientId)) } };
    },
  }) satisfies Handlers<typeof inboxContract>;

function messageOf(row: MessageRow): InboxMessage {
  return {
    id: row.id,
    group: row.message_group,
    status: row.is_read ? 'read' : 'unread',
    is_favorite: row.is_favorite,
    text: row.text,
    sent_at: row.sent_at.toISOString(),
  };
}
