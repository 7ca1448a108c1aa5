import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, {
  errorCodes,
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import Negotiator from 'negotiator';
import { isLanguageKey, type LanguageKey } from '../../law/languages.ts';
import { languageFor, languagesOffered } from '../../law/languageChoice.ts';
import type { RegionProfile } from '../../law/regions/profile.ts';
import type { RefusalStatus } from '../../protocol/call.ts';
import { protocolRefusals, type ProtocolRefusal } from '../../protocol/refusals.ts';
import { traceIdOf } from '../background/traced.ts';
import { trusting } from './address.ts';
import { writeRequestLines } from './requestLine.ts';
import { readJsonStrictly } from './json.ts';
import { isOfTheMoment, retryAfterSeconds, unavailable, whyOf } from '../serve/moment.ts';
import { failed, refused } from '../serve/seal.ts';
import { commonHeaders } from './pages.ts';
import type { ServerWords } from '../serve/words.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes no more than this, whatever the settings allow. */
    readonly mostBodyBytes?: number;
    /** Its body is a form with a file, which serve reads by itself. */
    readonly takesFile?: boolean;
  }
  interface FastifyReply {
    /** Answers that no call stands at this path, in the envelope. */
    callNotFoundEnvelope(request: FastifyRequest): FastifyReply;
  }
}

export interface AppParts {
  readonly log: FastifyBaseLogger;
  readonly words: ServerWords;
  readonly trustedProxies: readonly string[];
  readonly isSecure: boolean;
  /** The settings' bound on a body. */
  readonly maxBodyBytes: () => number;
}

/** The cookie in which a visitor's language is kept (document 3 §9). */
export const languageCookie = 'myLanguage';

/** A request's head, and the whole of any that brings no file. */
const requestTimeoutMs = 30_000;
/** The largest file over a slow line. */
const fileTimeoutMs = 600_000;
const maxParamLength = 200;
/** Longer than any address of ours; what is asked behind it (`?`) is bounded by the head of a request alone. */
const maxPathLength = 2048;

/** What Fastify refuses before a call is reached, in our words. */
const parserRefusals: Readonly<Record<string, ProtocolRefusal>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'unsupported_media_type',
};

/** An empty HTTP server that speaks the envelope for everything that goes wrong before a call. */
export async function openFastify(parts: AppParts): Promise<FastifyInstance> {
  const fastify = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => traceIdOf(request.headers['x-request-id']),
    requestTimeout: fileTimeoutMs,
    http: { headersTimeout: requestTimeoutMs },
    // What is under way when the server closes is answered; see closeApp.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: parts.trustedProxies.length > 0 ? trusting(parts.trustedProxies) : false,
    routerOptions: { maxParamLength, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => decodable(url),
    exposeHeadRoutes: true,
    frameworkErrors: (_error, request, reply) =>
      void refuseWith({
        request: request as FastifyRequest,
        reply: reply as FastifyReply,
        code: 'call_not_found',
        words: parts.words,
      }),
    clientErrorHandler: (error, socket) => refuseSocket(error, socket, parts.words),
  });
  writeRequestLines(fastify);
  await fastify.register(cookie);
  await fastify.register(compress, {
    threshold: 4096,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/json|text\/html|text\/plain)/,
  });
  fastify.removeContentTypeParser('text/plain');
  readJsonStrictly(fastify, ({ routeOptions }) => Math.min(routeOptions.config?.mostBodyBytes ?? Infinity, parts.maxBodyBytes()));

  takeFilesAlone(fastify);

  const headers = commonHeaders(parts.isSecure);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (isTooLong(request.url)) return void refuseWith({ request, reply, code: 'path_too_long', words: parts.words });
    done();
  });
  fastify.decorateReply('callNotFoundEnvelope', function notFound(this: FastifyReply, request: FastifyRequest) {
    return refuseWith({ request, reply: this, code: 'call_not_found', words: parts.words });
  });
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const code = parserRefusals[error.code];
    if (code) return refuseWith({ request, reply, code, words: parts.words });
    if (error.statusCode === 403 || error.statusCode === 404)
      return refuseWith({ request, reply, code: 'call_not_found', words: parts.words });
    if (error.statusCode !== undefined && error.statusCode < 500)
      return refuseWith({ request, reply, code: 'bad_json', words: parts.words });
    return answerFault({ error, request, reply, words: parts.words });
  });
  return fastify;
}

interface Fault {
  readonly error: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly words: ServerWords;
}

/** What fails behind a call or beside all of them: a file before its first byte, a page, a message of a vendor. */
function answerFault({ error, request, reply, words }: Fault): FastifyReply {
  const reference = randomUUID();
  const say = words.in(requestLanguage(request));
  // A file that was about to be sent has said already what it is and how it is called; what goes out in its place is none.
  reply.removeHeader('content-disposition').type('application/json; charset=utf-8').header('cache-control', 'no-store');
  if (isOfTheMoment(error)) {
    request.log.warn({ reference, ...whyOf(error) }, 'an answer could not be given for the moment');
    return reply.code(503).header('retry-after', String(retryAfterSeconds)).send(unavailable(reference, say));
  }
  request.log.error({ err: error, reference }, 'an answer failed outside a call');
  return reply.code(500).send(failed(reference, say));
}

/** A form with a file comes to the calls that take one, which read it by themselves; of any other body the whole is there in time. */
function takeFilesAlone(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('multipart/form-data', (request, _payload, done) =>
    done(request.routeOptions.config?.takesFile ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('multipart/form-data')),
  );
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isSlow(request)) return done();
    const tooLong = setTimeout(() => void (request.raw.complete || request.raw.destroy()), requestTimeoutMs);
    reply.raw.once('close', () => clearTimeout(tooLong));
    done();
  });
}

/** Whether a body is still to come that may not take as long as a file. */
function isSlow({ raw, routeOptions }: FastifyRequest): boolean {
  return raw.method !== 'GET' && raw.method !== 'HEAD' && !routeOptions.config?.takesFile;
}

function isTooLong(url: string): boolean {
  if (url.length <= maxPathLength) return false;
  const query = url.indexOf('?');
  return query < 0 || query > maxPathLength;
}

/** An address whose path cannot be decoded is read as it is written: a page that is not there is one however it is misspelt. */
function decodable(url: string): string {
  const path = /^[^?]*/.exec(url)?.[0] ?? '';
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** What Node refuses before there is a request: the head is no HTTP, too long, or did not come in time. */
function refuseSocket(error: Error & { code?: string }, socket: Socket, words: ServerWords): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const line = headFaults[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify(refused({ code: 'bad_json', status: Number(line.slice(0, 3)), detail: {} }, words.in('en')));
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n` +
      `x-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const headFaults: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

const closeTimeoutMs = 10_000;
const closePollMs = 50;

/** Takes no new connection, answers what is under way for at most ten seconds, and cuts what is left. */
export async function closeFastify(fastify: FastifyInstance): Promise<void> {
  const { server } = fastify;
  const idle = setInterval(() => server.closeIdleConnections(), closePollMs);
  const cut = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
  try {
    await fastify.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}

function refuseWith(refusal: {
  request: FastifyRequest;
  reply: FastifyReply;
  code: ProtocolRefusal;
  words: ServerWords;
}): FastifyReply {
  const { request, reply, code, words } = refusal;
  const status: RefusalStatus = protocolRefusals[code];
  const say = words.in(requestLanguage(request));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send(refused({ code, status, detail: {} }, say));
}

/** The language of an answer: the `lang` parameter, else the cookie, else what the browser accepts; only what the region offers. */
export function requestLanguage(request: FastifyRequest, reading?: RegionProfile): LanguageKey {
  const wanted = (request.query as { lang?: unknown } | null)?.lang;
  if (typeof wanted === 'string' && isLanguageKey(wanted) && languagesOffered(reading).includes(wanted)) return wanted;
  const accepted = acceptedTags(request.headers['accept-language']);
  return languageFor({ cookie: request.cookies?.[languageCookie], accepted, reading });
}

/** More parts of a header than this are not read. */
const maxAcceptedParts = 20;

/** The tags of an Accept-Language header, the most wanted first, without those that are not wanted at all. */
export function acceptedTags(header = ''): readonly string[] {
  const read = header.split(',', maxAcceptedParts).join(',');
  return new Negotiator({ headers: { 'accept-language': read } }).languages();
}
