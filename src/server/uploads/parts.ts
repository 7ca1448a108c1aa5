import type { Sql } from '../../base/sql.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { ComingFile } from './reading.ts';

/* A file that came in parts, read as one. How the parts come is `areas/files`. */

interface Kept {
  readonly sql: Sql;
  readonly storage: ObjectStorage;
}

/** What a call has taken in parts: they are the files of these numbers. */
export interface TakenUpload {
  readonly id: string;
  readonly files: readonly string[];
}

/** All parts of it, and what was announced. */
export interface WholeUpload extends ComingFile, TakenUpload {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Another call has taken the file while this one read it. */
export class PartGone extends Error {}

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Undefined where it is not the client's, or something of it is still to come. */
export async function wholeUpload(
  { sql, storage }: Kept,
  { id, clientId }: { readonly id: string; readonly clientId: number },
): Promise<WholeUpload | undefined> {
  if (!isUuid.test(id)) return undefined;
  const found = await sql.maybe<{ name: string; bytes: number; sha256: string; received: number; files: string[] }>(
    `select u.name, u.bytes, u.sha256, coalesce(sum(p.bytes), 0)::integer as received,
            coalesce(array_agg(p.file_id::text order by p.begins_at), '{}') as files
       from partial_upload u join upload_part p on p.upload_id = u.id
      where u.id = $1 and u.client_id = $2 group by u.id`,
    [id, clientId],
  );
  if (!found || found.received !== found.bytes) return undefined;
  const { name, bytes, sha256, files } = found;
  return { id, files, name, bytes, sha256, stream: piecesOf({ sql, storage }, { id, files }) };
}

async function* piecesOf({ sql, storage }: Kept, { id: upload, files }: TakenUpload): AsyncGenerator<Buffer> {
  for (const id of files) {
    const answer = await storage.get(keyOf(id));
    if (answer.outcome === 'absent' && !(await isThere(sql, upload))) throw new PartGone();
    if (answer.outcome !== 'found') throw new Error(`the store did not give a part of a file: ${answer.outcome}`);
    for await (const piece of answer.object.body) yield Buffer.from(piece);
  }
}

async function isThere(sql: Sql, id: string): Promise<boolean> {
  return (await sql.maybe('select 1 as one from partial_upload where id = $1', [id])) !== undefined;
}

/**
 * Of two calls that take one upload the second waits here until the first is through; false where nothing is left for it. A lock of
 * its own: whoever begins an upload holds their client before they end an older one.
 */
export async function lockUpload(sql: Sql, id: string): Promise<boolean> {
  await sql.one(`select pg_advisory_xact_lock(hashtextextended('upload:' || $1::text, 0))::text as locked`, [id]);
  return isThere(sql, id);
}

/** Nobody goes on with it: its parts are gone, at once or with the next sweep. */
export async function dropUpload(kept: Kept, id: string): Promise<void> {
  await dropParts(kept, await endUpload(kept.sql, id));
}

/** Its parts belong to nothing any more; these are their numbers. */
export async function endUpload(sql: Sql, id: string): Promise<string[]> {
  const rows = await sql.many<{ id: string }>(
    `with gone as (delete from partial_upload where id = $1 returning id),
     freed as (
       update stored_file s set state = 'arriving', about = null from upload_part p
        where p.upload_id = $1 and s.id = p.file_id and s.state = 'part' returning s.id)
     select freed.id from freed, gone`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Forgets what belongs to nothing any more, and keeps what still does. */
export async function dropParts({ sql, storage }: Kept, files: readonly string[]): Promise<void> {
  for (const id of files) {
    const left = await sql.maybe(`select 1 as one from stored_file where id = $1 and state = 'arriving'`, [id]);
    if (!left) continue;
    const answer = await storage.delete(keyOf(id));
    if (answer.outcome === 'deleted') await sql.run(`delete from stored_file where id = $1 and state = 'arriving'`, [id]);
  }
}

/** The object of a file in the store. */
export function keyOf(id: string): string {
  return `files/${id}`;
}
