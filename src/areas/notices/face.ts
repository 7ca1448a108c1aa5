import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Wording } from '../../base/wording.ts';
import type { DeclaredNotice } from '../../protocol/notice.ts';
import { closeByKey, closeByPrefix, growVersion, keepNotice, tellBrowsers, type NoticeMessage } from './store.ts';

export { toldNotices } from './shown.ts';

export interface NoticeOrder {
  readonly clientId: ClientId;
  /** Of `notices.ts` of the caller's area. Its sentences are `notice.<type>.title` and `notice.<type>.text`. */
  readonly notice: DeclaredNotice;
  /** Parameters of the sentences; `{brand}` is always there. */
  readonly values?: Wording;
  /** The fact's name, such as `deposit:512:completed`: the same fact is told once. */
  readonly key: string;
  /** Application time. */
  readonly now: Date;
  /** Which accounts it is about. */
  readonly typeGroup?: 'live' | 'demo';
  readonly accountType?: string;
  /** The past as the seeds tell it: it stands on the screen, and nobody is written to. */
  readonly isPast?: boolean;
}

/**
 * Tells a client something, within the caller's transaction, over the channels that its type declares. Parameters are
 * stored; sentences are made in the reader's language when they are read. Answers false when that fact was told before.
 */
export async function notify(sql: Sql, order: NoticeOrder): Promise<boolean> {
  const { clientId, key, now, values = {} } = order;
  const { type, level, isClosable = true, display = 'always', channels } = order.notice;
  const payload = { type, values };
  const messages: readonly NoticeMessage[] = [
    ...(channels.includes('mail') ? [{ topic: 'post.mail', key: `mail:${clientId}:${key}`, payload } as const] : []),
    ...(channels.includes('push') ? [{ topic: 'post.push', key: `push:${clientId}:${key}`, payload } as const] : []),
    ...(channels.includes('sms') ? [{ topic: 'post.sms', key: `sms:${clientId}:${key}`, payload } as const] : []),
  ];
  const notice = {
    client_id: clientId,
    type,
    level,
    values,
    is_closable: isClosable,
    display,
    type_group: order.typeGroup ?? null,
    account_type: order.accountType ?? null,
    key,
    created_at: now,
  };
  return keepNotice(sql, { notice, messages: order.isPast ? [] : messages });
}

/** Takes a notice away whose reason is gone, within the caller's transaction. */
export async function closeNotice(sql: Sql, notice: { clientId: ClientId; key: string; now: Date }): Promise<void> {
  if (!(await closeByKey(sql, notice))) return;
  await growVersion(sql, notice.clientId);
  await tellBrowsers(sql, notice);
}

/** The same of all whose keys begin so. */
export async function closeNotices(sql: Sql, of: { clientId: ClientId; prefix: string; now: Date }): Promise<void> {
  if ((await closeByPrefix(sql, of)) === 0) return;
  await growVersion(sql, of.clientId);
  await tellBrowsers(sql, of);
}
