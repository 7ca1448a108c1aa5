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

export function filesOfClient(sql: Sql, clientId: ClientId): Promise<StoredFile[]> {
  return sql.many<StoredFile>(
    `select ${columns} from stored_file where client_id = $1 and state = 'kept' order by created_at desc, id limit 100`,
    [clientId],
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
