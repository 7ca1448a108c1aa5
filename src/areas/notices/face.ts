import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Wording } from '../../base/wording.ts';
import { displayOf, type NoticeLevel, type NoticeType } from './rules.ts';
import { closeByKey, growVersion, keepNotice, writeOutbox } from './store.ts';

export type { NoticeLevel, NoticeType } from './rules.ts';

export interface NoticeOrder {
  readonly clientId: ClientId;
  /** Its sentences are `notice.<type>.title` and `notice.<type>.text`. */
  readonly type: NoticeType;
  readonly level: NoticeLevel;
  /** Parameters of the sentences; `{brand}` is always there. */
  readonly values?: Wording;
  /** The fact's name, such as `deposit:512:completed`: the same fact is told once. */
  readonly key: string;
  /** Application time. */
  readonly now: Date;
  /** False for what goes away only when its reason does (`closeNotice`). */
  readonly isClosable?: boolean;
  /** Which accounts it is about. */
  readonly typeGroup?: 'live' | 'demo';
  readonly accountType?: string;
  /** Also by e-mail, in words of its own where the rules list it, else in the notice's. */
  readonly mail?: boolean;
  /** Also by SMS, likewise. */
  readonly sms?: boolean;
}

/**
 * Tells a client something, within the caller's transaction: on the screen, and by mail or SMS if asked for. Parameters
 * are stored; sentences are made in the reader's language when they are read. Answers false when that fact was told before.
 */
export async function notify(sql: Sql, order: NoticeOrder): Promise<boolean> {
  const { clientId, type, key, now, values = {} } = order;
  const isNew = await keepNotice(sql, {
    client_id: clientId,
    type,
    level: order.level,
    values,
    is_closable: order.isClosable ?? true,
    display: displayOf(type),
    type_group: order.typeGroup ?? null,
    account_type: order.accountType ?? null,
    key,
    created_at: now,
  });
  if (!isNew) return false;
  await tellChange(sql, clientId, now);
  const post = { clientId, now, payload: { type, values } };
  if (order.mail) await writeOutbox(sql, { ...post, topic: 'post.mail', key: `mail:${clientId}:${key}` });
  if (order.sms) await writeOutbox(sql, { ...post, topic: 'post.sms', key: `sms:${clientId}:${key}` });
  return true;
}

/** Takes a notice away whose reason is gone, within the caller's transaction. */
export async function closeNotice(sql: Sql, notice: { clientId: ClientId; key: string; now: Date }): Promise<void> {
  if (await closeByKey(sql, notice)) await tellChange(sql, notice.clientId, notice.now);
}

async function tellChange(sql: Sql, clientId: ClientId, now: Date): Promise<void> {
  await growVersion(sql, clientId);
  await writeOutbox(sql, { topic: 'live', key: null, clientId, payload: { topics: ['notices'] }, now });
}
