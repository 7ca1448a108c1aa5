import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { FileAnswer } from '../../protocol/call.ts';
import type { FileRow } from './store.ts';
import { objectOf } from './writing.ts';

/** A file as it is given to its owner; one that is not written and one whose time is over are as if there were none. */
export async function writtenFile(storage: ObjectStorage, row: FileRow, now: Date): Promise<FileAnswer | undefined> {
  if (row.state !== 'ready' || row.expiresAt <= now || row.fileName === null) return undefined;
  const kept = await storage.get(objectOf(row.id));
  if (kept.outcome === 'unknown') throw new Error(`the store did not give a file: ${kept.reason}`);
  if (kept.outcome === 'absent') return undefined;
  return { fileName: row.fileName, mediaType: kept.object.contentType, body: kept.object.body };
}

/** What every list of files shows of one. */
export function shownFile(row: FileRow) {
  return {
    id: row.id,
    format: row.format,
    state: row.state,
    rows_done: row.rowsDone,
    rows_whole: row.rowsWhole,
    bytes: row.bytes === null ? null : Number(row.bytes),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}
