import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { cleanHtml, plainWords } from './clean.ts';
import type { InboxGroup } from './contract.ts';
import { countUnread, growVersion, keepMessage, tellBrowsers } from './store.ts';

/** How many messages the client has not read. One statement. */
export function inboxCount(sql: Sql, clientId: ClientId): Promise<number> {
  return countUnread(sql, clientId);
}

export interface MessageOrder {
  readonly clientId: ClientId;
  readonly group: InboxGroup;
  /** HTML of the department's own writing; it is cleaned before it is kept. */
  readonly text: string;
  /** Application time. */
  readonly now: Date;
  /** The fact's name: a second message with it is not put. */
  readonly key?: string;
  readonly isRead?: boolean;
}

/** Puts a message into a client's inbox, within the caller's transaction. Answers its id; undefined when it was there. */
export async function putMessage(sql: Sql, order: MessageOrder): Promise<number | undefined> {
  const text = cleanHtml(order.text);
  const id = await keepMessage(sql, {
    clientId: order.clientId,
    group: order.group,
    text,
    plain: plainWords(text),
    sentAt: order.now,
    key: order.key ?? null,
    isRead: order.isRead ?? false,
  });
  if (id === undefined) return undefined;
  await growVersion(sql, order.clientId);
  await tellBrowsers(sql, order);
  return id;
}
