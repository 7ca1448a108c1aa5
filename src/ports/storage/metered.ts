import { createHash } from 'node:crypto';
import type { NewObject } from './port.ts';

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

/** The same bytes in pieces of exactly `length`, the last one shorter, perhaps empty. */
export async function* pieces(
  chunks: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size <= length) continue;
    const whole = Buffer.concat(waiting);
    // A piece is given out only when more bytes are known to follow it.
    let start = 0;
    for (; whole.length - start > length; start += length) yield { bytes: whole.subarray(start, start + length), isLast: false };
    waiting = [whole.subarray(start)];
    size = whole.length - start;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}
