import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../base/network.ts';
import { Refusal, type RefusalDetail } from '../../base/refusal.ts';
import { requireGate, type GateCode } from '../../law/gates.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { BookFull } from '../../ledger/book.ts';
import { operationId, type CallSpec } from '../../protocol/call.ts';
import type { Topic } from '../../protocol/topics.ts';
import { protocolRefusals, type ProtocolRefusal } from '../../protocol/refusals.ts';
import { isDatabaseAway } from '../database/reach.ts';
import { countExactly } from './limits.ts';
import type { KeptTexts } from './kept.ts';
import type { Exchange, ServedArea, ServeParts } from './parts.ts';
import { run, stream } from './run.ts';
import { failed, invalid, refused } from './seal.ts';
import { seenAt } from './site.ts';
import { issuesOf, unwritableTexts, withoutEmpty, withoutNull } from './validate.ts';
import type { LiveSession, Sessions } from '../live/session.ts';

const jsonType = 'application/json; charset=utf-8';

/** What a stranger may send: an address, a password, a captcha's answer. */
const strangerBodyBytes = 16 * 1024;

/** Puts every call of the areas on the server, under the paths of interfaces §1. */
export function serveAreas(fastify: FastifyInstance, areas: readonly ServedArea[], parts: ServeParts): void {
  for (const { contract, handlers } of areas) {
    for (const [name, spec] of Object.entries(contract.calls)) {
      const handler = handlers[name];
      const call = operationId(contract, name);
      if (!handler) throw new Error(`${call} has no handler`);
      const keptTexts: KeptTexts | undefined = spec.keepsText ? new WeakMap() : undefined;
      const exchange = { spec, handler, call, keptTexts };
      for (const url of urlsOf(spec.path)) {
        fastify.route({
          method: spec.method,
          url,
          config: spec.who === 'anyone' ? { mostBodyBytes: strangerBodyBytes } : {},
          onRequest: (request, reply, done) => limitAddress({ exchange: { ...exchange, request, reply }, parts, done }),
          handler: (request, reply) => answer({ ...exchange, request, reply }, parts),
        });
      }
    }
  }
}

/** `api/accounts` answers under /api/js; `/api/client/login` is absolute and also answers under /api/js. */
export function urlsOf(path: string): string[] {
  const pattern = path.replace(/\{(\w+)\}/g, ':$1');
  return pattern.startsWith('/') ? [pattern, `/api/js${pattern}`] : [`/api/js/${pattern}`];
}

/** Before the body is read, so that whoever floods us costs no parsing. */
function limitAddress({ exchange, parts, done }: { exchange: Exchange; parts: ServeParts; done: () => void }): void {
  const { request } = exchange;
  const verdict = parts.flood.check(`address:${networkOf(request.ip)}`, parts.settings().calls.perAddress);
  if (verdict.allowed) return done();
  const error = new Refusal<ProtocolRefusal>('too_many_requests', { values: { seconds: verdict.retryAfterSeconds } });
  void sendFault({ exchange, error, language: parts.language(request, undefined), parts });
}

/** The order of a call: rate, size, parse, session, token, gate, validate, begin, once, handler, outbox, commit, seal. */
async function answer(exchange: Exchange, parts: ServeParts): Promise<unknown> {
  const { request, reply, spec } = exchange;
  const secret = request.cookies[parts.cookieName];
  let session: LiveSession | undefined;
  try {
    const found = secret ? await (tellsNews(spec) ? parts.sessions.findFresh(secret) : parts.sessions.find(secret)) : undefined;
    session = seenAt(found, request, parts.settings());
    if (session && asksToken(spec)) requireToken(request, secret ?? '', parts.sessions);
    if (spec.who === 'client') {
      if (!session) throw new Refusal<ProtocolRefusal>('no_session');
      if (spec.gate) requireGate(spec.gate, session.identity.profile, refuseGate);
    }
    await limitIdentity(exchange, session, parts);
    const language = parts.language(request, session);
    const told = toldIn(spec, request);
    const input = spec.input.safeParse(told);
    const issues = input.success ? unwritableTexts(input.data) : issuesOf(input.error, told);
    if (!input.success || issues.length > 0) return send(reply, 422, JSON.stringify(invalid(issues, parts.words.in(language))));
    if (spec.answersFile !== undefined) return await stream({ exchange, parts, session, language, input: input.data });
    const answered = await run({ exchange, parts, session, language, input: input.data });
    return send(reply, answered.status, answered.text);
  } catch (error) {
    return sendFault({ exchange, error, language: parts.language(request, session), parts });
  }
}

async function sendFault(fault: {
  exchange: Exchange;
  error: unknown;
  language: LanguageKey;
  parts: ServeParts;
}): Promise<unknown> {
  const { exchange, error, language, parts } = fault;
  const { request, reply, spec } = exchange;
  const say = parts.words.in(language);
  if (error instanceof Refusal) {
    const status = spec.errors[error.code] ?? gateStatus(error) ?? (protocolRefusals as Record<string, number>)[error.code];
    if (status !== undefined) {
      const retry = error.detail.values?.['seconds'];
      if (status === 429 && retry !== undefined) reply.header('retry-after', String(retry));
      return send(reply, status, JSON.stringify(refused({ code: error.code, status, detail: error.detail }, say)));
    }
  }
  const reference = randomUUID();
  // A write may then have happened or not: the same Idempotency-Key, or the same remittance, tells.
  if (isDatabaseAway(error) || error instanceof BookFull) {
    // Why, the application's own rounds tell once: here only whom it struck.
    request.log.warn({ reference, call: exchange.call, reason: error.message }, 'a call could not be served for the moment');
    const detail = { data: { reference } };
    reply.header('retry-after', String(retryAfterSeconds));
    return send(reply, 503, JSON.stringify(refused({ code: 'service_unavailable', status: 503, detail }, say)));
  }
  request.log.error({ err: error, reference, call: exchange.call }, 'a call failed');
  return send(reply, 500, JSON.stringify(failed(reference, say)));
}

/** How soon a caller may try again: an embedded database is back within seconds, and a full book is through with its line. */
const retryAfterSeconds = 3;

function send(reply: FastifyReply, status: number, text: string | Buffer): FastifyReply {
  return reply.code(status).header('content-type', jsonType).header('cache-control', 'no-store').send(text);
}

/** Query and body as one object; what belongs to the transport (`lang`, `hit`, `token`) is not input. */
function toldIn(spec: CallSpec, request: FastifyRequest): Readonly<Record<string, unknown>> {
  const params = request.params as Record<string, unknown>;
  const query = withoutEmpty(request.query as Record<string, unknown>);
  if (spec.method === 'GET') return { ...query, ...params };
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal<ProtocolRefusal>('bad_json');
  const named = Object.fromEntries((spec.query ?? []).map((name) => [name, query[name]]));
  return { ...withoutNull(body), ...named, ...params };
}

async function limitIdentity(exchange: Exchange, session: LiveSession | undefined, parts: ServeParts): Promise<void> {
  const who = session ? `client:${session.identity.id}` : `address:${networkOf(exchange.request.ip)}`;
  if (session) {
    const { perClient, writesPerClient } = parts.settings().calls;
    const isWrite = exchange.spec.method !== 'GET';
    const verdict = isWrite ? parts.flood.check(`${who}:writes`, writesPerClient) : parts.flood.check(who, perClient);
    if (!verdict.allowed)
      throw new Refusal<ProtocolRefusal>('too_many_requests', { values: { seconds: verdict.retryAfterSeconds } });
  }
  if (!exchange.spec.rate) return;
  const verdict = await countExactly(parts.database.sql, `${exchange.call}:${who}`, exchange.spec.rate);
  if (!verdict.allowed)
    throw new Refusal<ProtocolRefusal>('too_many_requests', { values: { seconds: verdict.retryAfterSeconds } });
}

/** Whoever asks for these was told that they changed, so a session that is believed for some seconds is too old. */
const newsTopics: ReadonlySet<Topic> = new Set(['client_info', 'notices', 'inbox']);

function tellsNews(spec: CallSpec): boolean {
  return spec.reads?.some((topic) => newsTopics.has(topic)) ?? false;
}

/** Whether a caller with a session must show its token too. */
export function asksToken(spec: CallSpec): boolean {
  return spec.method !== 'GET' && (spec.needsToken ?? spec.who === 'client');
}

/** A write with the cookie alone is refused, whoever's page sent it (interfaces §3). */
function requireToken(request: FastifyRequest, secret: string, sessions: Sessions): void {
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const body = (request.body as { token?: unknown } | null)?.token;
  const token = header ?? (typeof body === 'string' ? body : '');
  if (!sessions.isToken(secret, token)) throw new Refusal<ProtocolRefusal>('invalid_auth_token');
}

class GateRefusal extends Refusal {}

function gateStatus(error: Refusal): number | undefined {
  return error instanceof GateRefusal ? 403 : undefined;
}

function refuseGate(code: GateCode, detail: RefusalDetail): never {
  throw new GateRefusal(code, detail);
}
