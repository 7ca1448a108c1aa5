import { createHash } from 'node:crypto';
import { release } from '../../base/release.ts';

/**
 * What the broker asks of an object store: keep bytes under a key, give them back, forget them. Bytes come and go as
 * streams, so that no object is ever whole in memory.
 */
export interface ObjectStorage {
  /**
   * Keeps an object, replacing what was there, once it is durably stored; a reader sees the old object or the new
   * one, never a part. An error thrown by `body` is thrown on, and nothing is kept.
   */
  put(key: string, object: NewObject): Promise<PutAnswer>;
  get(key: string): Promise<GetAnswer>;
  /** Forgets an object. Forgetting what is not there is done. */
  delete(key: string): Promise<DeleteAnswer>;
}

export interface NewObject {
  /** "image/png" */
  readonly contentType: string;
  /** Each of its pieces is good until the next is asked for: whoever gives them may use their memory again. */
  readonly body: AsyncIterable<Uint8Array>;
  /** One byte more is refused. */
  readonly maxBytes: number;
  /** Nobody replaces or forgets it before, the store's own owner included, where the store can hold to that (S3 object lock). */
  readonly keepUntil?: Date;
}

export interface StoredObject {
  readonly contentType: string;
  readonly size: number;
  /** Throws while it is read when the object turns out to be damaged. */
  readonly body: AsyncIterable<Uint8Array>;
}

export type PutAnswer =
  | { readonly outcome: 'stored'; readonly size: number; /** Hexadecimal, of the bytes as they came. */ readonly sha256: string }
  | { readonly outcome: 'refused'; readonly code: 'too_large' }
  | Unknown;

export type GetAnswer = { readonly outcome: 'found'; readonly object: StoredObject } | { readonly outcome: 'absent' } | Unknown;

export type DeleteAnswer = { readonly outcome: 'deleted' } | Unknown;

/** The store did not say; asking again is safe. */
interface Unknown {
  readonly outcome: 'unknown';
  readonly reason: string;
}

/** Throws RangeError for a key or a content type that no store could keep: both are ours, not a client's. */
export function checkNames(key: string, contentType?: string): void {
  const parts = key.split('/');
  if (key.length > 250 || parts.some((part) => !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(part)))
    throw new RangeError(`"${key}" is no object key`);
  if (contentType !== undefined && !/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(contentType))
    throw new RangeError(`"${contentType}" is no content type`);
}

export function unknown(error: unknown): Unknown {
  return { outcome: 'unknown', reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}

/** The body was larger than its bound. */
export class TooLarge extends Error {}
/** The body itself failed, as when a client breaks an upload off. */
export class BodyFailed extends Error {}

export interface Metered {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Known when the chunks have been read. */
  total(): { readonly size: number; readonly sha256: string };
}

/** The body of an object, counted, summed, and bounded by TooLarge. */
export function metered(object: NewObject): Metered {
  const hash = createHash('sha256');
  let size = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of object.body) {
        size += chunk.length;
        if (size > object.maxBytes) throw new TooLarge(`more than ${object.maxBytes} bytes`);
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      if (error instanceof TooLarge) throw error;
      throw new BodyFailed('the body broke off', { cause: error });
    }
  }
  return { chunks: read(), total: () => ({ size, sha256: hash.digest('hex') }) };
}

/**
 * The same bytes in pieces of exactly `length`, the last one shorter, perhaps empty. Each is good until the next is asked for: all of
 * them are copied into the same memory, and none of what the body gave is held.
 */
export async function* pieces(
  chunks: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  const piece = Buffer.allocUnsafeSlow(length);
  let size = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      // A piece is given out only when more bytes are known to follow it.
      if (size === length) {
        yield { bytes: piece, isLast: false };
        size = 0;
      }
      const part = chunk.subarray(at, at + length - size);
      piece.set(part, size);
      at += part.length;
      size += part.length;
    }
  }
  yield { bytes: piece.subarray(0, size), isLast: true };
  // Only who is through with the last one comes back: what broke off may still be on its way somewhere.
  release(piece);
}
