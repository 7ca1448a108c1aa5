import type { Sql } from '../../base/sql.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { ShownFile } from '../../protocol/file.ts';
import { fileKinds, type FileKind, type TakenFile } from '../../protocol/fileKinds.ts';
import * as store from './store.ts';

/** Keeps a file that came with a call, and what it is about (`thing:id`), together with what the caller's transaction does besides. Throws where it is gone. */
export async function keepFile(sql: Sql, { id }: TakenFile, about: string): Promise<void> {
  if (!(await store.keep(sql, { id, about }))) throw new Error(`the file ${id} is not there to be kept`);
}

/**
 * Nobody needs it any more: it is gone for everybody from the caller's commit on, and its bytes with the next round. Nothing may name it
 * any more.
 */
export async function forgetFile(sql: Sql, id: string): Promise<void> {
  await store.unkeep(sql, id);
}

/** What was sent about a thing, `thing:id`, the first first. */
export async function shownFilesAbout(sql: Sql, about: string): Promise<ShownFile[]> {
  return (await store.filesAbout(sql, about)).map(shownFileOf);
}

/** A file that was sent about something, with what staff need to know before they open it. */
export type FileAbout = ShownFile & { readonly media_type: string; readonly scan: store.FileScan };

export async function filesAbout(sql: Sql, about: string): Promise<FileAbout[]> {
  return (await store.filesAbout(sql, about)).map((file) => ({
    ...shownFileOf(file),
    media_type: mediaTypeOf(file.kind),
    scan: file.scan,
  }));
}

/** What the scanner has said of a kept file; undefined where there is none. */
export async function scanOf(sql: Sql, id: string): Promise<store.FileScan | undefined> {
  return (await store.keptFile(sql, id))?.scan;
}

export function shownFileOf({ id, name, bytes, createdAt }: store.StoredFile): ShownFile {
  return { id, name, bytes, sent_at: createdAt.toISOString() };
}

/** A kept file as it goes out: its bytes, its kind, its own name. Undefined for one that is not there. */
export async function openFile(
  { sql, storage }: { readonly sql: Sql; readonly storage: ObjectStorage },
  id: string,
): Promise<
  { readonly file: store.StoredFile; readonly body: AsyncIterable<Uint8Array>; readonly mediaType: string } | undefined
> {
  const file = await store.keptFile(sql, id);
  // What is infected is never given to anybody, whether or not its bytes are gone by now.
  if (!file || file.scan === 'infected') return undefined;
  const body = await bytesOf(storage, id);
  return body && { file, body, mediaType: mediaTypeOf(file.kind) };
}

/** The bytes of a file; undefined where they are gone. */
async function bytesOf(storage: ObjectStorage, id: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const answer = await storage.get(objectOf(id));
  if (answer.outcome === 'unknown') throw new Error(`the store did not give a file: ${answer.reason}`);
  return answer.outcome === 'found' ? answer.object.body : undefined;
}

/** Where the server puts what comes in (`server/uploads/uploads.ts`). */
export function objectOf(id: string): string {
  return `files/${id}`;
}

function mediaTypeOf(kind: string): string {
  return isKind(kind) ? fileKinds[kind].mediaType : 'application/octet-stream';
}

function isKind(kind: string): kind is FileKind {
  return Object.hasOwn(fileKinds, kind);
}
