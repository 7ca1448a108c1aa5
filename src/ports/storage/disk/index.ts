import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { release } from '../../../base/release.ts';
import {
  BodyFailed,
  checkNames,
  metered,
  pieces,
  TooLarge,
  unknown,
  type DeleteAnswer,
  type GetAnswer,
  type NewObject,
  type ObjectStorage,
  type PutAnswer,
} from '../port.ts';
import { magic, maxHeaderLength, pieceLength, plainLength, saltLength, sealer, tagLength } from './messages.ts';

export interface DiskSettings {
  readonly folder: string;
  /** The first one seals; the others still open what they sealed. To rotate, put a new one in front. */
  readonly keys: readonly StorageKey[];
}

interface StorageKey {
  /** At most 32 letters and digits; stands readable in each file. */
  readonly id: string;
  /** At least 32 characters. */
  readonly secret: string;
}

/** Objects as encrypted files below one folder. */
export function openDisk(settings: DiskSettings): ObjectStorage {
  const [current] = settings.keys;
  if (!current) throw new RangeError('the disk storage needs a key');
  for (const { id, secret } of settings.keys) {
    if (!/^[A-Za-z0-9-]{1,32}$/.test(id) || secret.length < 32) throw new RangeError(`the storage key "${id}" is too weak`);
  }
  return {
    put: (key, object) => put({ settings, current, key }, object),
    get: (key) => get(settings, key),
    delete: (key) => remove(settings, key),
  };
}

interface Place {
  readonly settings: DiskSettings;
  readonly current: StorageKey;
  readonly key: string;
}

async function put(place: Place, object: NewObject): Promise<PutAnswer> {
  checkNames(place.key, object.contentType);
  const target = fileOf(place.settings.folder, place.key);
  const draft = `${target}.${randomBytes(8).toString('hex')}.part`;
  const body = metered(object);
  try {
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await write(place, { draft, contentType: object.contentType, chunks: body.chunks });
    await rename(draft, target);
    await syncFolder(path.dirname(target));
    return { outcome: 'stored', ...body.total() };
  } catch (error) {
    await rm(draft, { force: true });
    if (error instanceof TooLarge) return { outcome: 'refused', code: 'too_large' };
    if (error instanceof BodyFailed) throw error;
    return unknown(error);
  }
}

async function write(
  place: Place,
  file: { draft: string; contentType: string; chunks: AsyncIterable<Uint8Array> },
): Promise<void> {
  const { id, secret } = place.current;
  const header = Buffer.from(JSON.stringify({ keyId: id, contentType: file.contentType }), 'utf8');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(header.length);
  const salt = randomBytes(saltLength);
  const seals = sealer({ secret, salt, objectKey: place.key, header });
  const handle = await open(file.draft, 'wx', 0o600);
  try {
    await handle.writeFile(Buffer.concat([magic, length, header, salt]));
    for await (const { bytes, isLast } of pieces(file.chunks, pieceLength)) {
      const sealed = seals.seal(bytes, isLast);
      await handle.writeFile(sealed);
      release(sealed);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name is durable when its folder is on the disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function get(settings: DiskSettings, key: string): Promise<GetAnswer> {
  checkNames(key);
  const file = fileOf(settings.folder, key);
  try {
    const { contentType, size } = await withFile(file, (handle) => readHead(settings, handle));
    return { outcome: 'found', object: { contentType, size, body: readBody(settings, { file, key }) } };
  } catch (error) {
    return isAbsent(error) ? { outcome: 'absent' } : unknown(error);
  }
}

interface Head {
  readonly contentType: string;
  readonly size: number;
  readonly secret: string;
  readonly salt: Buffer;
  readonly header: Buffer;
  readonly start: number;
  readonly end: number;
}

async function readHead(settings: DiskSettings, handle: FileHandle): Promise<Head> {
  const lead = await readExactly(handle, { start: 0, length: magic.length + 2 });
  const length = lead.readUInt16BE(magic.length);
  if (!lead.subarray(0, magic.length).equals(magic) || length > maxHeaderLength) throw new Error('the file is damaged');
  const header = await readExactly(handle, { start: lead.length, length });
  const salt = await readExactly(handle, { start: lead.length + length, length: saltLength });
  const { keyId, contentType } = headerSchema.parse(JSON.parse(header.toString('utf8')));
  const known = settings.keys.find((candidate) => candidate.id === keyId);
  if (!known) throw new Error(`the storage key "${keyId}" is not configured`);
  const start = lead.length + length + saltLength;
  const { size: end } = await handle.stat();
  const size = plainLength(end - start);
  if (size === undefined) throw new Error('the file is damaged');
  return { contentType, size, secret: known.secret, salt, header, start, end };
}

const headerSchema = z.object({ keyId: z.string(), contentType: z.string() });

async function* readBody(settings: DiskSettings, from: { file: string; key: string }): AsyncGenerator<Uint8Array> {
  const handle = await open(from.file, 'r');
  try {
    const head = await readHead(settings, handle);
    const seals = sealer({ secret: head.secret, salt: head.salt, objectKey: from.key, header: head.header });
    for (let start = head.start; start < head.end; start += pieceLength + tagLength) {
      const length = Math.min(pieceLength + tagLength, head.end - start);
      const sealed = await readExactly(handle, { start, length });
      yield seals.open(sealed, start + length === head.end);
    }
  } finally {
    await handle.close();
  }
}

async function remove(settings: DiskSettings, key: string): Promise<DeleteAnswer> {
  checkNames(key);
  try {
    await rm(fileOf(settings.folder, key), { force: true });
    return { outcome: 'deleted' };
  } catch (error) {
    return unknown(error);
  }
}

/** Files are named by the sum of their key: no key can lead out of the folder, and no folder grows too wide. */
function fileOf(folder: string, key: string): string {
  const name = createHash('sha256').update(key).digest('hex');
  return path.join(folder, name.slice(0, 2), name);
}

async function withFile<Result>(file: string, work: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  const handle = await open(file, 'r');
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

async function readExactly(handle: FileHandle, range: { start: number; length: number }): Promise<Buffer> {
  const buffer = Buffer.alloc(range.length);
  const { bytesRead } = await handle.read(buffer, 0, range.length, range.start);
  if (bytesRead !== range.length) throw new Error('the file is damaged');
  return buffer;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
