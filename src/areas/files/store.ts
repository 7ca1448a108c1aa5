import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** A file that was kept. */
export interface StoredFile {
  readonly id: string;
  /** Null: staff have sent it. */
  readonly clientId: ClientId | null;
  readonly kind: string;
  readonly bytes: number;
  readonly name: string;
  readonly about: string;
  readonly createdAt: Date;
  readonly scan: FileScan;
}

/** What the virus scanner has said: nothing yet, that it is clean, that it is not, or that it cannot say. */
export type FileScan = 'waiting' | 'clean' | 'infected' | 'refused';

const columns = `id, client_id as "clientId", kind, bytes::integer as bytes, name, about, created_at as "createdAt", scan`;

/** Keeps a file with whatever the caller's transaction does besides, and has it scanned; false where it is not there to be kept. */
export async function keep(sql: Sql, { id, about }: { readonly id: string; readonly about: string }): Promise<boolean> {
  const row = await sql.maybe(
    `with kept as (
       update stored_file set state = 'kept', about = $2 where id = $1 and state = 'arriving' and name is not null
       returning id, client_id
     ), told as (
       insert into outbox (topic, key, client_id, payload, due_at, created_at)
         select 'file.scan', 'file:' || id || ':scan', client_id, jsonb_build_object('id', id), now(), now() from kept
     )
     select id from kept`,
    [id, about],
  );
  return row !== undefined;
}

/** As if it had never been kept: what was on its way and is old enough is forgotten, row and bytes (`forgotten`). */
export async function unkeep(sql: Sql, id: string): Promise<void> {
  await sql.run(`update stored_file set state = 'arriving', about = null where id = $1 and state = 'kept'`, [id]);
}

/** Of one thing, the first first. */
export function filesAbout(sql: Sql, about: string): Promise<StoredFile[]> {
  return sql.many<StoredFile>(
    `select ${columns} from stored_file where about = $1 and state = 'kept' order by created_at, id limit 100`,
    [about],
  );
}

/** The latest first, behind the one of that id. */
export function filesOfClient(
  sql: Sql,
  of: { readonly client: ClientId; readonly after: string | undefined; readonly limit: number },
): Promise<StoredFile[]> {
  return sql.many<StoredFile>(
    `select ${columns} from stored_file where client_id = $1 and state = 'kept'
        and ($2::uuid is null or (created_at, id) < (select l.created_at, l.id from stored_file l where l.id = $2 and l.client_id = $1))
      order by created_at desc, id desc limit $3`,
    [of.client, of.after ?? null, of.limit],
  );
}

export async function keptFile(sql: Sql, id: string): Promise<StoredFile | undefined> {
  return sql.maybe<StoredFile>(`select ${columns} from stored_file where id = $1 and state = 'kept'`, [id]);
}

/** What was on its way before then and was never kept, at most so many. */
export async function forgotten(sql: Sql, before: Date, limit: number): Promise<string[]> {
  const rows = await sql.many<{ id: string }>(
    `select id from stored_file where state = 'arriving' and created_at < $1 order by created_at limit $2`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

export async function drop(sql: Sql, id: string): Promise<void> {
  await sql.run(`delete from stored_file where id = $1 and state = 'arriving'`, [id]);
}

/** Takes down what was found, and tells whoever waits for it; false where it is known already. */
export async function noteScan(
  sql: Sql,
  of: { readonly id: string; readonly scan: Exclude<FileScan, 'waiting'>; readonly found: string | null },
): Promise<boolean> {
  const row = await sql.maybe(
    `with noted as (
       update stored_file set scan = $2, scan_found = $3 where id = $1 and state = 'kept' and scan = 'waiting'
       returning id, client_id, about
     ), told as (
       insert into outbox (topic, key, client_id, payload, due_at, created_at)
         select 'file.scanned', 'file:' || id || ':scanned', client_id, jsonb_build_object('id', id, 'about', about), now(), now()
           from noted
     )
     select id from noted`,
    [of.id, of.scan, of.found],
  );
  return row !== undefined;
}

/** Our own rule: so many files of a client are on their way in parts; whoever begins one more goes on with the oldest no longer. */
const mostUploads = 3;

interface BegunUpload {
  readonly id: string;
  readonly client: ClientId;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Wall time. */
  readonly at: Date;
}

/** A file that is to come in parts, or the one of the same name, size and digest that was cut off. */
export async function beginUpload(sql: Sql, of: BegunUpload): Promise<{ readonly id: string; readonly received: number }> {
  await sql.one('select id from client where id = $1 for no key update', [of.client]);
  const open = await sql.maybe<{ id: string; received: number }>(
    `select u.id, coalesce((select sum(p.bytes) from upload_part p where p.upload_id = u.id), 0)::integer as received
       from partial_upload u where u.client_id = $1 and u.name = $2 and u.bytes = $3 and u.sha256 = $4
      order by u.created_at desc limit 1`,
    [of.client, of.name, of.bytes, of.sha256],
  );
  if (open) return open;
  const older = await sql.many<{ id: string }>(
    'select id from partial_upload where client_id = $1 order by created_at desc, id offset $2',
    [of.client, mostUploads - 1],
  );
  await endUploads(
    sql,
    older.map(({ id }) => id),
  );
  await sql.run('insert into partial_upload (id, client_id, name, bytes, sha256, created_at) values ($1, $2, $3, $4, $5, $6)', [
    of.id,
    of.client,
    of.name,
    of.bytes,
    of.sha256,
    of.at,
  ]);
  return { id: of.id, received: 0 };
}

/** Locked: of two parts that come at once one is the next. */
export async function lockUpload(
  sql: Sql,
  { id, client }: { readonly id: string; readonly client: ClientId },
): Promise<{ readonly bytes: number; readonly received: number } | undefined> {
  const found = await sql.maybe<{ bytes: number }>(
    'select bytes from partial_upload where id = $1 and client_id = $2 for update',
    [id, client],
  );
  if (!found) return undefined;
  const { received } = await sql.one<{ received: number }>(
    'select coalesce(sum(bytes), 0)::integer as received from upload_part where upload_id = $1',
    [id],
  );
  return { ...found, received };
}

export async function addPart(
  sql: Sql,
  { upload, from, file }: { readonly upload: string; readonly from: number; readonly file: Pick<StoredFile, 'id' | 'bytes'> },
): Promise<void> {
  await sql.run(`update stored_file set state = 'part', about = 'upload:' || $2 where id = $1 and state = 'arriving'`, [
    file.id,
    upload,
  ]);
  await sql.run('insert into upload_part (upload_id, begins_at, bytes, file_id) values ($1, $2, $3, $4)', [
    upload,
    from,
    file.bytes,
    file.id,
  ]);
}

/**
 * Nobody goes on with them: their parts are forgotten with the next sweep. Within the caller's transaction: whoever adds a part at this
 * moment is waited for, so that it is freed with the others.
 */
export async function endUploads(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.many('select id from partial_upload where id = any($1::uuid[]) order by id for update', [ids]);
  await sql.run(
    `with freed as (
       update stored_file s set state = 'arriving', about = null from upload_part p
        where p.upload_id = any($1::uuid[]) and s.id = p.file_id and s.state = 'part')
     delete from partial_upload where id = any($1::uuid[])`,
    [ids],
  );
}

/** Begun before then, at most so many. */
export async function oldUploads(sql: Sql, before: Date, limit: number): Promise<string[]> {
  const rows = await sql.many<{ id: string }>(
    'select id from partial_upload where created_at < $1 order by created_at limit $2',
    [before, limit],
  );
  return rows.map(({ id }) => id);
}
