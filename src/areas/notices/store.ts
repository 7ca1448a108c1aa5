import type { ClientId } from '../../base/id.ts';
import { gathered } from '../../base/gather.ts';
import type { Sql } from '../../base/sql.ts';
import type { Wording } from '../../base/wording.ts';
import { mostPushed, type NoticeLevel, type NoticeType } from './contract.ts';

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
  return openNoticesOf(sql, { clientId, ...page });
}

const openNoticesOf = gathered<NoticesPage & { readonly clientId: ClientId }, NoticeRow[]>(async (sql, pages) => {
  const rows = await sql.many<NoticeRow & { readonly place: number }>(
    `select a.place::integer as place, n.* from unnest($1::integer[], $2::bigint[], $3::integer[]) with ordinality a (client, after, most, place),
       lateral (select id, type, level, values, is_closable, display, type_group, account_type, created_at, read_at
         from notice where client_id = a.client and closed_at is null and (a.after is null or id < a.after)
         order by id desc limit a.most) n
      order by a.place, n.id desc`,
    [pages.map(({ clientId }) => clientId), pages.map(({ after }) => after ?? null), pages.map(({ limit }) => limit)],
  );
  const answers: NoticeRow[][] = pages.map(() => []);
  for (const { place, ...row } of rows) answers[place - 1]?.push(row);
  return answers;
});

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

/** A notice with its letters and text messages. */
export interface ToldNotice {
  readonly notice: NewNotice;
  readonly messages: readonly NoticeMessage[];
}

/**
 * Keeps a notice with all that tells of it, in one statement: the client's version grows, browsers hear of it, and its messages
 * go to the outbox. False when that fact was told before; then nothing else is done either.
 */
export const keepNotice = gathered<ToldNotice, boolean>(async (sql, told) => {
  const messages = told.flatMap(({ notice, messages: own }) =>
    own.map((message) => ({ ...message, client_id: notice.client_id, of: notice.key })),
  );
  const rows = await sql.many<{ client_id: number; key: string }>(
    `with kept as (
       insert into notice (client_id, type, level, values, is_closable, display, type_group, account_type, key, created_at)
       select client_id, type, level, values, is_closable, display, type_group, account_type, key, created_at
         from jsonb_to_recordset($1) as n (client_id integer, type text, level text, values jsonb, is_closable boolean, display text,
           type_group text, account_type text, key text, created_at timestamptz)
       on conflict (client_id, key) do nothing
       returning client_id, key, created_at
     ), growing as (
       select id from client where id in (select client_id from kept) order by id for no key update
     ), grown as (
       update client set ${growth} from growing where client.id = growing.id
     ), told as (
       insert into outbox (topic, key, client_id, payload, due_at, created_at)
       select 'live', null, client_id, ${staleNotices}, created_at, created_at from kept
       union all
       select m.topic, m.key, kept.client_id, m.payload, kept.created_at, kept.created_at
         from kept join jsonb_to_recordset($2) as m (client_id integer, of text, topic text, key text, payload jsonb)
           on m.client_id = kept.client_id and m.of = kept.key
       on conflict do nothing
     )
     select client_id, key from kept`,
    [JSON.stringify(told.map(({ notice }) => notice)), JSON.stringify(messages)],
  );
  const kept = new Set(rows.map((row) => factOf(row)));
  // Of the same fact twice the second is not told any more.
  return told.map(({ notice }) => kept.delete(factOf(notice)));
});

const factOf = (notice: { readonly client_id: number; readonly key: string }): string => `${notice.client_id} ${notice.key}`;

/** A letter, a text message or a push about a notice. */
export interface NoticeMessage {
  readonly topic: 'post.mail' | 'post.sms' | 'post.push';
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

/** How many were open. */
export async function closeByPrefix(sql: Sql, of: { clientId: ClientId; prefix: string; now: Date }): Promise<number> {
  return sql.run('update notice set closed_at = $3 where client_id = $1 and starts_with(key, $2) and closed_at is null', [
    of.clientId,
    of.prefix,
    of.now,
  ]);
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

export const addresseeOf = gathered<ClientId, Addressee | undefined>(async (sql, clientIds) => {
  const rows = await sql.many<Addressee & { readonly id: number }>(
    'select id, email, mobile_phone, language, company_id, country from client where id = any($1::integer[])',
    [clientIds],
  );
  const found = new Map<number, Addressee>(rows.map((row) => [row.id, row]));
  return clientIds.map((clientId) => found.get(clientId));
});

/** A browser that is pushed to. */
export interface PushRow {
  readonly id: bigint;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Those that a client allowed in sessions that nobody has ended, newest first. That nobody was there for a while ends none. */
export function pushesOf(sql: Sql, clientId: ClientId): Promise<PushRow[]> {
  return sql.many(`select ${pushColumns} where p.client_id = $1 order by p.id desc limit ${mostPushed}`, [clientId]);
}

const pushColumns = `p.id, p.endpoint, p.p256dh, p.auth from push_subscription p join session s on s.id = p.session_id and s.ended_at is null`;

export function pushById(sql: Sql, of: { readonly clientId: ClientId; readonly id: bigint }): Promise<PushRow | undefined> {
  return sql.maybe(`select ${pushColumns} where p.client_id = $1 and p.id = $2`, [of.clientId, of.id]);
}

/** A browser is whose it was allowed by last. With it go the client's that count no more, and the oldest beyond the bound. */
export async function keepPush(
  sql: Sql,
  of: Omit<PushRow, 'id'> & { readonly clientId: ClientId; readonly sid: string; readonly now: Date },
): Promise<void> {
  await sql.run(
    `insert into push_subscription (endpoint, client_id, session_id, p256dh, auth, created_at)
     select $1, $2, s.id, $4, $5, $6 from session s where s.sid = $3 and s.client_id = $2
     on conflict (endpoint) do update set client_id = $2, session_id = excluded.session_id, p256dh = $4, auth = $5, created_at = $6`,
    [of.endpoint, of.clientId, of.sid, of.p256dh, of.auth, of.now],
  );
  await sql.run(
    `delete from push_subscription where client_id = $1 and id <> all(array(select p.id from push_subscription p
       join session s on s.id = p.session_id and s.ended_at is null where p.client_id = $1 order by p.created_at desc limit ${mostPushed}))`,
    [of.clientId],
  );
}

export async function dropPush(sql: Sql, of: { readonly clientId: ClientId; readonly endpoint: string }): Promise<void> {
  await sql.run('delete from push_subscription where client_id = $1 and endpoint = $2', [of.clientId, of.endpoint]);
}

export async function dropPushById(sql: Sql, id: bigint): Promise<void> {
  await sql.run('delete from push_subscription where id = $1', [id]);
}
