import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Wording } from '../../base/wording.ts';
import type { NoticeLevel, NoticeType } from './contract.ts';

export interface NoticeRow {
  id: bigint;
  type: NoticeType;
  level: NoticeLevel;
  values: Wording;
  is_closable: boolean;
  display: 'once' | 'always';
  type_group: 'live' | 'demo' | null;
  account_type: string | null;
  created_at: Date;
  read_at: Date | null;
}

export interface NoticesPage {
  /** The page begins behind this notice. */
  readonly after?: bigint | undefined;
  readonly limit: number;
}

/** The open notices, newest first. */
export function openNotices(sql: Sql, clientId: ClientId, page: NoticesPage): Promise<NoticeRow[]> {
  return sql.many(
    `select id, type, level, values, is_closable, display, type_group, account_type, created_at, read_at
       from notice where client_id = $1 and closed_at is null and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [clientId, page.after ?? null, page.limit],
  );
}

/** Notices with those that were closed, newest first. */
export function allNotices(
  sql: Sql,
  clientId: ClientId,
  page: NoticesPage,
): Promise<(NoticeRow & { readonly closed_at: Date | null })[]> {
  return sql.many(
    `select id, type, level, values, is_closable, display, type_group, account_type, created_at, read_at, closed_at
       from notice where client_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [clientId, page.after ?? null, page.limit],
  );
}

export interface NewNotice extends Omit<NoticeRow, 'id' | 'read_at'> {
  readonly client_id: ClientId;
  readonly key: string;
}

/**
 * Keeps a notice with all that tells of it, in one statement: the client's version grows, browsers hear of it, and its messages
 * go to the outbox. False when that fact was told before; then nothing else is done either.
 */
export async function keepNotice(sql: Sql, notice: NewNotice, messages: readonly NoticeMessage[]): Promise<boolean> {
  const { count } = await sql.one<{ count: number }>(
    `with kept as (
       insert into notice (client_id, type, level, values, is_closable, display, type_group, account_type, key, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (client_id, key) do nothing
       returning client_id, created_at
     ), grown as (
       update client set ${growth} from kept where client.id = kept.client_id
     ), told as (
       insert into outbox (topic, key, client_id, payload, due_at, created_at)
       select 'live', null, client_id, ${staleNotices}, created_at, created_at from kept
       union all
       select m.topic, m.key, kept.client_id, m.payload, kept.created_at, kept.created_at
         from kept, jsonb_to_recordset($11) as m (topic text, key text, payload jsonb)
       on conflict do nothing
     )
     select count(*)::integer as count from kept`,
    [
      notice.client_id,
      notice.type,
      notice.level,
      JSON.stringify(notice.values),
      notice.is_closable,
      notice.display,
      notice.type_group,
      notice.account_type,
      notice.key,
      notice.created_at,
      JSON.stringify(messages),
    ],
  );
  return count === 1;
}

/** A letter or a text message about a notice. */
export interface NoticeMessage {
  readonly topic: 'post.mail' | 'post.sms';
  readonly key: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What rides on answers has changed: every session of the client is told with its next answer. */
const growth = 'version = version + 1, notices_version = notices_version + 1';
const staleNotices = `'{"topics":["notices"]}'::jsonb`;

export function noticeById(
  sql: Sql,
  notice: { clientId: ClientId; id: bigint },
): Promise<{ is_closable: boolean; closed_at: Date | null } | undefined> {
  return sql.maybe('select is_closable, closed_at from notice where client_id = $1 and id = $2', [notice.clientId, notice.id]);
}

/** Marks open notices read; all of them where none are named. Answers how many were not before. */
export function markRead(
  sql: Sql,
  of: { readonly clientId: ClientId; readonly ids: readonly bigint[] | undefined; readonly now: Date },
): Promise<number> {
  return sql.run(
    `update notice set read_at = $3
      where client_id = $1 and closed_at is null and read_at is null and ($2::bigint[] is null or id = any($2))`,
    [of.clientId, of.ids ?? null, of.now],
  );
}

export async function closeById(sql: Sql, notice: { clientId: ClientId; id: bigint; now: Date }): Promise<boolean> {
  const closed = await sql.run('update notice set closed_at = $3 where client_id = $1 and id = $2 and closed_at is null', [
    notice.clientId,
    notice.id,
    notice.now,
  ]);
  return closed === 1;
}

export async function closeByKey(sql: Sql, notice: { clientId: ClientId; key: string; now: Date }): Promise<boolean> {
  const closed = await sql.run('update notice set closed_at = $3 where client_id = $1 and key = $2 and closed_at is null', [
    notice.clientId,
    notice.key,
    notice.now,
  ]);
  return closed === 1;
}

export async function growVersion(sql: Sql, clientId: ClientId): Promise<void> {
  await sql.run(`update client set ${growth} where id = $1`, [clientId]);
}

/** Browsers that stand open hear that the client's notices have changed, when the caller's transaction has committed. */
export async function tellBrowsers(sql: Sql, of: { clientId: ClientId; now: Date }): Promise<void> {
  await sql.run(
    `insert into outbox (topic, client_id, payload, due_at, created_at) values ('live', $1, ${staleNotices}, $2, $2)`,
    [of.clientId, of.now],
  );
}

/** Takes a sent secret out of the outbox, where the row itself stays for some days. */
export async function forgetSecret(sql: Sql, outboxId: bigint): Promise<void> {
  await sql.run(`update outbox set payload = payload - array['values', 'path'] where id = $1`, [outboxId]);
}

/** Where a client is reached, and in which words. */
export interface Addressee {
  email: string;
  mobile_phone: string | null;
  language: string;
  company_id: number;
  country: string;
}

export function addresseeOf(sql: Sql, clientId: ClientId): Promise<Addressee | undefined> {
  return sql.maybe('select email, mobile_phone, language, company_id, country from client where id = $1', [clientId]);
}
