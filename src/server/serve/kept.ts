import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** The text of an answer that is given again and again. */
export interface KeptText {
  readonly plain: string;
  /** Compressed once, at a quality that no single answer could afford; undefined where it would gain nothing. */
  readonly compressed: Readonly<Record<'br' | 'gzip', Buffer>> | undefined;
}

/** The texts of one call, by the object that its handler answers, for as long as somebody holds on to the object. */
export type KeptTexts = WeakMap<object, KeptText>;

/** The text of this very object, made by `write` at its first answer. */
export function keptText(texts: KeptTexts, data: object, write: () => string): KeptText {
  const known = texts.get(data);
  if (known) return known;
  const plain = write();
  const bytes = Buffer.from(plain);
  const isWorth = plain.length >= worthCompressing;
  const compressed = isWorth ? { br: brotliCompressSync(bytes, brotliBest(bytes)), gzip: gzipSync(bytes, gzipBest) } : undefined;
  const made = { plain, compressed };
  texts.set(data, made);
  return made;
}

/** A long text that never changes: written at its first answer, and compressed beside everything else that is done meanwhile. */
export function keptOnce(write: () => string): () => Promise<KeptText> {
  let made: Promise<KeptText> | undefined;
  return () => (made ??= compress(write()));
}

async function compress(plain: string): Promise<KeptText> {
  const bytes = Buffer.from(plain);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(bytes, brotliBest(bytes)), promisify(gzip)(bytes, gzipBest)]);
  return { plain, compressed: { br, gzip: zipped } };
}

const worthCompressing = 1024;
const gzipBest = { level: 9 };
const brotliBest = ({ length }: Buffer) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});

/** The bytes for this browser; says in the answer's headers how they are written. */
export function bytesFor(request: FastifyRequest, reply: FastifyReply, { plain, compressed }: KeptText): string | Buffer {
  if (!compressed) return plain;
  reply.raw.setHeader('vary', 'accept-encoding');
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === undefined) return plain;
  // Through Fastify, so that the compressing hook sees that there is nothing left to do.
  reply.header('content-encoding', encoding);
  return compressed[encoding];
}

/** More parts of a header than this are not read. */
const mostParts = 20;

/** Weights and all, so that nobody has it compressed anew by writing their wish otherwise than browsers do. */
function encodingFor(accepted: FastifyRequest['headers'][string]): 'br' | 'gzip' | undefined {
  const read = String(accepted ?? '')
    .split(',', mostParts)
    .join(',');
  const taken = new Negotiator({ headers: { 'accept-encoding': read } }).encodings(['br', 'gzip']);
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
}
