import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';

/**
 * Reads JSON bodies more strictly than Fastify does by itself: as UTF-8 that is whole (RFC 8259 §8.1), and with each name
 * once in an object (§4). A body that two readers would take for two different orders is no order.
 */
export function readJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8(body)) return done(badJson('the body is not UTF-8'));
    const text = body.toString('utf8');
    // Only what is JSON can be searched for names.
    void parse(request, text, (error, value: unknown) => {
      if (error) return done(error);
      const twice = nameTwice(text);
      return twice === undefined ? done(null, value) : done(badJson(`the body names ${twice} twice`));
    });
  });
}

function badJson(why: string): Error {
  return Object.assign(new Error(why), { statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY' });
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
const marks = /[{}[\]]|"(?:[^"\\]|\\.)*"(?:\s*:)?/g;
