import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { inboxPageSize, type InboxAction, type InboxGroup } from './contract.ts';

export interface MessageRow {
  id: number;
  message_group: InboxGroup;
  is_read: boolean;
  is_favorite: boolean;
  text: string;
  sent_at: Date;
}

const columns = 'id, message_group, is_read, is_favorite, text, sent_at';

export interface Filter {
  readonly clientId: ClientId;
  readonly group: InboxGroup | undefined;
  readonly isFavorite: boolean;
  readonly search: string;
}

const filtered = `client_id = $1 and ($2::text is null or message_group = $2) and (not $3::boolean or is_favorite)
  and ($4 = '' or position($4 in plain) > 0)`;

function filterValues(filter: Filter): unknown[] {
  return [filter.clientId, filter.group ?? null, filter.isFavorite, filter.search.toLowerCase()];
}

interface MessagePage {
  readonly rows: MessageRow[];
  /** How many the filter finds in all. */
  readonly total: number;
  readonly page: number;
}

/** A page of messages, newest first; what lies behind the last page is the last page (readings §32). */
export async function messagePage(sql: Sql, filter: Filter, asked: number): Promise<MessagePage> {
  const values = filterValues(filter);
  const { total } = await sql.one<{ total: number }>(
    `select count(*)::integer as total from inbox_message where ${filtered}`,
    values,
  );
  const page = Math.max(1, Math.min(asked, Math.ceil(total / inboxPageSize)));
  const rows = await sql.many<MessageRow>(
    `select ${columns} from inbox_message where ${filtered} order by sent_at desc, id desc limit ${inboxPageSize} offset $5`,
    [...values, (page - 1) * inboxPageSize],
  );
  return { rows, total, page };
}

export interface Counts {
  all_messages: number;
  unread_messages: number;
  favorite_messages: number;
}

export function countMessages(sql: Sql, clientId: ClientId): Promise<Counts> {
  return sql.one(
    `select count(*)::integer as all_messages, count(*) filter (where not is_read)::integer as unread_messages,
            count(*) filter (where is_favorite)::integer as favorite_messages
       from inbox_message where client_id = $1`,
    [clientId],
  );
}

export async function countUnread(sql: Sql, clientId: ClientId): Promise<number> {
  const { count } = await sql.one<{ count: number }>(
    'select count(*)::integer as count from inbox_message where client_id = $1 and not is_read',
    [clientId],
  );
  return count;
}

const changes = {
  read: 'is_read = true',
  unread: 'is_read = false',
  favorite: 'is_favorite = true',
  unfavorite: 'is_favorite = false',
} as const satisfies Record<InboxAction, string>;

/** Changes the client's own messages among those, and answers them as they are now. */
export async function changeMessages(
  sql: Sql,
  of: { clientId: ClientId; ids: readonly number[]; action: InboxAction },
): Promise<MessageRow[]> {
  const rows = await sql.many<MessageRow>(
    `update inbox_message set ${changes[of.action]} where client_id = $1 and id = any($2::integer[]) returning ${columns}`,
    [of.clientId, of.ids],
  );
  await growVersion(sql, of.clientId);
  return rows;
}

export interface NewMessage {
  readonly clientId: ClientId;
  readonly group: InboxGroup;
  readonly text: string;
  readonly plain: string;
  readonly sentAt: Date;
  readonly key: string | null;
  readonly isRead: boolean;
}

/** Keeps a message; undefined when that fact's message is there already. */
export async function keepMessage(sql: Sql, message: NewMessage): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into inbox_message (client_id, message_group, text, plain, sent_at, key, is_read) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (client_id, key) do nothing returning id`,
    [message.clientId, message.group, message.text, message.plain, message.sentAt, message.key, message.isRead],
  );
  return row?.id;
}

/** The count that rides on answers has changed. */
export async function growVersion(sql: Sql, clientId: ClientId): Promise<void> {
  await sql.run('update client set version = version + 1, inbox_version = inbox_version + 1 where id = $1', [clientId]);
}

/** Browsers that stand open hear of it, when the caller's transaction has committed. */
export async function tellBrowsers(sql: Sql, of: { clientId: ClientId; now: Date }): Promise<void> {
  await sql.run(
    `insert into outbox (topic, client_id, payload, due_at, created_at) values ('live', $1, '{"topics":["inbox","client_info"]}', $2, $2)`,
    [of.clientId, of.now],
  );
}
