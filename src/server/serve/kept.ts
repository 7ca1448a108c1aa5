import { brotliCompressSync, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The text of an answer that is given again and again. */
export interface KeptText {
  readonly plain: string;
  /** Compressed once, at a quality that no single answer could afford; undefined where it would gain nothing. */
  readonly brotli: Buffer | undefined;
}

/** The texts of one call, by the object that its handler answers, for as long as somebody holds on to the object. */
export type KeptTexts = WeakMap<object, KeptText>;

/** The text of this very object, made by `write` at its first answer. */
export function keptText(texts: KeptTexts, data: object, write: () => string): KeptText {
  const known = texts.get(data);
  if (known) return known;
  const plain = write();
  const brotli = plain.length < worthCompressing ? undefined : compressed(Buffer.from(plain));
  const made = { plain, brotli };
  texts.set(data, made);
  return made;
}

const worthCompressing = 1024;

function compressed(plain: Buffer): Buffer {
  return brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** The bytes for this browser; says in the answer's headers how they are written. */
export function bytesFor(request: FastifyRequest, reply: FastifyReply, { plain, brotli }: KeptText): string | Buffer {
  if (!brotli) return plain;
  reply.raw.setHeader('vary', 'accept-encoding');
  const accepted = request.headers['accept-encoding'];
  if (accepted === undefined || !plainlyBrotli.test(accepted)) return plain;
  // Through Fastify, so that the compressing hook sees that there is nothing left to do.
  reply.header('content-encoding', 'br');
  return brotli;
}

/** Named without a weight, as every browser does; whatever is subtler is left to the compressing hook. */
const plainlyBrotli = /(?:^|[\s,])br(?:\s*,|\s*$)/;
