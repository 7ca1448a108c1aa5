import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';

/**
 * Reads JSON bodies more strictly than Fastify does by itself: no longer than `mostBytes` says, no deeper than any call
 * needs, as UTF-8 that is whole (RFC 8259 §8.1), and with each name once in an object (§4). A body that two readers would
 * take for two different orders is no order.
 */
export function readJsonStrictly(fastify: FastifyInstance, mostBytes: (request: FastifyRequest) => number): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('application/json');
  fastify.addContentTypeParser('application/json', (request, payload, done) => {
    readWhole({ payload, told: Number(request.headers['content-length'] ?? 0), most: mostBytes(request) }, (fault, body) => {
      if (fault) return done(fault);
      if (!isUtf8(body)) return done(badJson('the body is not UTF-8'));
      if (isTooDeep(body)) return done(badJson('the body is too deep'));
      const text = body.toString('utf8');
      // Only what is JSON can be searched for names.
      void parse(request, text, (error, value: unknown) => {
        if (error) return done(error);
        const twice = nameTwice(text);
        return twice === undefined ? done(null, value) : done(badJson(`the body names ${twice} twice`));
      });
    });
  });
}

interface Coming {
  readonly payload: Readable;
  /** What the caller says it is long: zipped, where it is zipped. */
  readonly told: number;
  readonly most: number;
}

/**
 * The body whole. Fastify's own reader takes its bound when the route is made, and this one follows the settings. What is too
 * long is left unread, and not cut off before the refusal could be heard.
 */
function readWhole({ payload, told, most }: Coming, done: (fault: Error | null, body: Buffer) => void): void {
  const pieces: Buffer[] = [];
  let size = 0;
  const end = (fault: Error | null): void => {
    payload.off('data', onData).off('end', onEnd).off('error', onError);
    done(fault, fault ? Buffer.alloc(0) : Buffer.concat(pieces, size));
  };
  const onData = (piece: Buffer): void => {
    size += piece.length;
    if (size <= most) return void pieces.push(piece);
    // Nothing more of it is unzipped.
    payload.pause();
    end(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  };
  const onEnd = (): void => end(null);
  // Cut off, or not zipped as it says.
  const onError = (error: Error): void => end('statusCode' in error ? error : badJson(error.message));
  if (told > most) return end(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  // What unzips it has not begun to flow by itself.
  payload.on('data', onData).on('end', onEnd).on('error', onError).resume();
}

function badJson(why: string): Error {
  return Object.assign(new Error(why), { statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY' });
}

const mostDepth = 128;

/** The bytes that count in JSON: no other character of UTF-8 has them in it. */
const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\[]{}');

/** Whether more brackets stand within each other than any call needs: told in one pass, before anything costly is done. */
function isTooDeep(json: Buffer): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) isText = !isText;
    else if (isText) at += byte === backslash ? 1 : 0;
    else if (byte === openBracket || byte === openBrace) depth += 1;
    else if (byte === closeBracket || byte === closeBrace) depth -= 1;
    if (depth > mostDepth) return true;
  }
  return false;
}

/** A name that stands twice in one object of this JSON, as it is written there; undefined when there is none. */
function nameTwice(json: string): string | undefined {
  /** The names so far of each object that is open; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (const [token] of json.matchAll(marks)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const written = token.slice(0, -1).trimEnd();
      const name = String(JSON.parse(written));
      const names = open.at(-1);
      if (names?.has(name)) return written;
      names?.add(name);
    }
  }
  return undefined;
}

/** Brackets, and texts whole; a text with a colon behind it is a name. */
const marks = /[{}[\]]|"(?:[^"\\]|\\.)*(?:"(?:\s*:)?)?/g;
