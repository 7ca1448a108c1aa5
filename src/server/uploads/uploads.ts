import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../base/refusal.ts';
import { release } from '../../base/release.ts';
import type { Sql } from '../../base/sql.ts';
import { fileKinds, type FileFault, type TakenFile, type TakesFile } from '../../protocol/fileKinds.ts';
import type { ProtocolRefusal } from '../../protocol/refusals.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import { headLength, inspectAs, kindOf } from './inspect.ts';
import { uploadField } from '../../protocol/uploadPaths.ts';
import {
  dropParts,
  dropUpload,
  endUpload,
  keyOf,
  lockUpload,
  PartGone,
  wholeUpload,
  type TakenUpload,
  type WholeUpload,
} from './parts.ts';
import { besidesBytes, readMultipart, type ComingFile } from './reading.ts';

/** So many files come in at once: what each holds in memory is bounded, so that all of them are. */
const mostAtOnce = 24;
const mostAtOnceOfOne = 3;
const retryAfterSeconds = 5;
const longestName = 100;

export interface UploadParts {
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  /** Wall time. */
  readonly wall: () => Date;
}

/** Who sends a file, and to which call. */
export interface Sender {
  readonly clientId: number | null;
  readonly staffId: number | null;
  readonly call: string;
}

/** What came with a call that takes a file. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined: nothing is there of the upload that was named. */
  readonly file: TakenFile | undefined;
  /** It came in parts. */
  readonly upload?: TakenUpload;
}

export interface Uploads {
  /**
   * Takes the file of a call into the store and answers it with the fields beside it. What is none of the kinds, too large or cut
   * off leaves nothing behind. A file that was sent in parts is named by `upload_id` in its place; the call decides whether one that
   * is not there is refused, or was taken by that very call.
   */
  readonly take: (raw: IncomingMessage, takes: TakesFile, sender: Sender) => Promise<Upload>;
  /** Ends the call: a file that its handler did not keep is forgotten, and the parts of one that it kept are (`spendUpload`). */
  readonly end: (taken: Pick<Upload, 'file' | 'upload'>) => Promise<void>;
}

export function openUploads(parts: UploadParts): Uploads {
  const coming = new Map<string, number>();
  let inAll = 0;
  const begin = (who: string): (() => void) => {
    const own = coming.get(who) ?? 0;
    if (inAll >= mostAtOnce || own >= mostAtOnceOfOne)
      throw new Refusal<ProtocolRefusal>('too_many_requests', { values: { seconds: retryAfterSeconds } });
    inAll += 1;
    coming.set(who, own + 1);
    return () => {
      inAll -= 1;
      const left = (coming.get(who) ?? 1) - 1;
      if (left === 0) coming.delete(who);
      else coming.set(who, left);
    };
  };
  return {
    async take(raw, takes, sender) {
      if (!isMultipart(raw)) throw atFile('no_file_selected');
      if (raw.headers['content-encoding'] !== undefined) throw new Refusal<ProtocolRefusal>('unsupported_media_type');
      // Whoever says beforehand that it is too long need not send it.
      if (Number(raw.headers['content-length'] ?? 0) > takes.mostBytes + besidesBytes) throw tooLarge(takes);
      const done = begin(sender.staffId === null ? `client:${sender.clientId}` : `staff:${sender.staffId}`);
      try {
        const takeFile = (file: ComingFile) => takeOne(parts, { takes, sender }, file);
        const { fields, file } = await readMultipart(raw, { mostBytes: takes.mostBytes, takeFile });
        if (file) return { fields, file };
        return await takeWhole(parts, { takes, sender }, fields);
      } finally {
        done();
      }
    },
    async end({ file, upload }) {
      const isKept = file !== undefined && !(await forget(parts, file.id));
      if (!upload || !isKept) return;
      await dropUpload(parts, upload.id);
      await dropParts(parts, upload.files);
    },
  };
}

function isMultipart({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

/** Of the field `file`. */
function atFile(code: ProtocolRefusal, values?: Readonly<Record<string, string | number>>): Refusal<ProtocolRefusal> {
  return new Refusal(code, { field: 'file', ...(values ? { values } : {}) });
}

function tooLarge({ mostBytes }: TakesFile): Refusal<ProtocolRefusal> {
  return atFile('max_file_size', { megabytes: Math.floor(mostBytes / 1_000_000) });
}

function notTaken({ kinds }: TakesFile, why: FileFault): Refusal<ProtocolRefusal> {
  return atFile('wrong_file_type', { why, kinds: kinds.map((kind) => kind.toUpperCase()).join(', ') });
}

interface Coming {
  readonly takes: TakesFile;
  readonly sender: Sender;
}

/** The file that a client has sent in parts, inspected as one that came whole is: nothing was said of its parts. */
async function takeWhole(parts: UploadParts, coming: Coming, fields: Readonly<Record<string, string>>): Promise<Upload> {
  const { [uploadField]: uploadId, ...rest } = fields;
  const { clientId } = coming.sender;
  if (uploadId === undefined || clientId === null) throw atFile('no_file_selected');
  const whole = await wholeUpload(parts, { id: uploadId, clientId });
  const gone: Upload = { fields: rest, file: undefined, upload: { id: uploadId, files: [] } };
  if (!whole) return gone;
  if (whole.bytes > coming.takes.mostBytes) throw tooLarge(coming.takes);
  const file = await takeOne(parts, coming, whole).catch((error: unknown) => {
    if (error instanceof PartGone) return undefined;
    throw error;
  });
  if (!file) return gone;
  await requireAnnounced(parts, { whole, file });
  return { fields: rest, file, upload: { id: uploadId, files: whole.files } };
}

/** In the call's transaction: what was named in the place of a file is there, for this call alone. */
export async function holdUpload(sql: Sql, taken: Upload | undefined): Promise<void> {
  requireFile(taken);
  if (taken?.upload && !(await lockUpload(sql, taken.upload.id))) throw atFile('upload_incomplete');
}

export function requireFile(taken: Upload | undefined): void {
  if (taken && !taken.file) throw atFile('upload_incomplete');
}

/** In the same transaction: nobody takes it again once its file was kept. */
export async function spendUpload(sql: Sql, taken: Upload | undefined): Promise<void> {
  if (!taken?.upload || !taken.file) return;
  const kept = await sql.maybe(`select 1 as one from stored_file where id = $1 and state = 'kept'`, [taken.file.id]);
  if (kept) await endUpload(sql, taken.upload.id);
}

/** What is another file than was announced is begun anew: one of its parts was. */
async function requireAnnounced(
  parts: UploadParts,
  { whole, file }: { readonly whole: WholeUpload; readonly file: TakenFile },
): Promise<void> {
  if (file.sha256 === whole.sha256) return;
  await forget(parts, file.id);
  await dropUpload(parts, whole.id);
  throw atFile('upload_incomplete');
}

/** The store is away, or has no room: the file is as good as before, and may be sent again. */
export class NotStored extends Error {}

/** The file into the store, with its row: both, or neither. */
async function takeOne(parts: UploadParts, { takes, sender }: Coming, file: ComingFile): Promise<TakenFile> {
  const pieces = file.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head = await readHead(pieces);
  if (head.length === 0) throw atFile('no_file_selected');
  const kind = await kindOf(head, takes.kinds);
  if (kind === undefined) throw notTaken(takes, 'other');
  const id = randomUUID();
  const name = nameOf(file.name);
  await begin(parts, { id, sender });
  try {
    const body = inspected({ head, pieces, stream: file.stream, takes, kind });
    const put = await parts.storage.put(keyOf(id), {
      contentType: fileKinds[kind].mediaType,
      body,
      maxBytes: takes.mostBytes,
    });
    if (put.outcome === 'refused') throw tooLarge(takes);
    if (put.outcome === 'unknown') throw new NotStored(`the store did not take a file: ${put.reason}`);
    const taken: TakenFile = { id, kind, bytes: put.size, sha256: put.sha256, name };
    await describe(parts.sql, taken);
    return taken;
  } catch (error) {
    await forget(parts, id);
    const { cause } = error as { cause?: unknown };
    throw cause instanceof Refusal || cause instanceof PartGone ? cause : error;
  }
}

async function readHead(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  const head: Buffer[] = [];
  for (let size = 0; size < headLength;) {
    const next = await pieces.next();
    if (next.done) break;
    head.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(head);
}

interface Inspected {
  readonly head: Buffer;
  readonly pieces: AsyncIterator<Buffer>;
  readonly stream: ComingFile['stream'];
  readonly takes: TakesFile;
  readonly kind: TakenFile['kind'];
}

/** The file's pieces, each looked at before it is kept. */
async function* inspected({ head, pieces, stream, takes, kind }: Inspected): AsyncGenerator<Buffer> {
  const inspector = inspectAs(kind);
  const looked = (piece: Buffer): Buffer => {
    const fault = inspector.push(piece);
    if (fault) throw notTaken(takes, fault);
    return piece;
  };
  yield looked(head);
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    yield looked(next.value);
    release(next.value);
  }
  if (stream.truncated) throw tooLarge(takes);
  const fault = inspector.end();
  if (fault) throw notTaken(takes, fault);
}

/** For people to read: the last part of a path, without what no screen shows. */
function nameOf(sent: string): string {
  const [last = ''] = sent.split(/[/\\]/).slice(-1);
  return (
    [
      ...last
        .toWellFormed()
        .replaceAll(/[\p{C}"<>|:*?]/gu, '')
        .trim(),
    ]
      .slice(0, longestName)
      .join('') || 'file'
  );
}

async function begin(
  { sql, wall }: UploadParts,
  { id, sender }: { readonly id: string; readonly sender: Sender },
): Promise<void> {
  await sql.run(
    `insert into stored_file (id, client_id, staff_id, call, state, created_at) values ($1, $2, $3, $4, 'arriving', $5)`,
    [id, sender.clientId, sender.staffId, sender.call, wall()],
  );
}

async function describe(sql: Sql, { id, kind, bytes, sha256, name }: TakenFile): Promise<void> {
  await sql.run(`update stored_file set kind = $2, bytes = $3, sha256 = $4, name = $5 where id = $1 and state = 'arriving'`, [
    id,
    kind,
    bytes,
    sha256,
    name,
  ]);
}

/** A file that nobody has kept: its object first, so that no object is left without a row. False where it was kept. */
async function forget({ sql, storage }: UploadParts, id: string): Promise<boolean> {
  const row = await sql.maybe(`select 1 as one from stored_file where id = $1 and state = 'arriving'`, [id]);
  if (!row) return false;
  const answer = await storage.delete(keyOf(id));
  // What the store cannot forget now, the sweep forgets later.
  if (answer.outcome === 'deleted') await sql.run(`delete from stored_file where id = $1 and state = 'arriving'`, [id]);
  return true;
}
