import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf, wideNetworkOf } from '../../base/network.ts';
import { Refusal } from '../../base/refusal.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { operationId, type CallSpec, type RateLimit } from '../../protocol/call.ts';
import { protocolRefusals, type ProtocolRefusal } from '../../protocol/refusals.ts';
import { paymentIn, runTraced } from '../background/traced.ts';
import { addressOf } from '../http/address.ts';
import { noteRequest } from '../http/requestLine.ts';
import { countExactly } from './limits.ts';
import {
  callerOf,
  gateStatus,
  isOfDesk,
  doneCode,
  isUse,
  nobody,
  requireCaller,
  traceClient,
  traceGate,
  traceRefusal,
  type Caller,
} from './caller.ts';
import type { KeptTexts } from './kept.ts';
import { isOfTheMoment, retryAfterSeconds, unavailable, whyOf } from './moment.ts';
import type { Exchange, ServedArea, ServeParts } from './parts.ts';
import { run, runFile } from './run.ts';
import { failed, invalid, refused } from './seal.ts';
import type { TakenFile } from '../../protocol/fileKinds.ts';
import type { Upload } from '../uploads/uploads.ts';
import { issuesOf, unwritableTexts, withoutEmpty, withoutNull } from './validate.ts';

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
          config: {
            ...(spec.who === 'anyone' ? { mostBodyBytes: strangerBodyBytes } : {}),
            ...(spec.takesFile ? { takesFile: true } : {}),
          },
          handler: (request, reply) => runTraced(request.id, () => answer({ ...exchange, request, reply }, parts)),
        });
      }
    }
  }
}

/**
 * `api/accounts` answers under /api/js; `/api/client/login` is absolute and also answers under /api/js, which the desk's calls
 * do not.
 */
export function urlsOf(path: string): string[] {
  const pattern = path.replace(/\{(\w+)\}/g, ':$1');
  if (isOfDesk({ path })) return [pattern];
  return pattern.startsWith('/') ? [pattern, `/api/js${pattern}`] : [`/api/js/${pattern}`];
}

/** The order of a call behind the gate against floods (`http/gate.ts`): size, parse, session, token, gate or right, validate, begin, once, handler, outbox, commit, seal. */
async function answer(exchange: Exchange, parts: ServeParts): Promise<unknown> {
  const { request, reply, spec } = exchange;
  let caller: Caller = nobody;
  let upload: Upload | undefined;
  try {
    caller = await callerOf(exchange, parts);
    noteRequest(request, { call: exchange.call, ...whoOf(caller) });
    await admit(exchange, caller, parts);
    await limitIdentity(exchange, caller, parts);
    if (caller.session && isUse(exchange)) await parts.sessions.markUsed(caller.session);
    const language = parts.language(request, caller.session);
    upload = await uploadOf(exchange, caller, parts);
    const told = toldIn(spec, request, upload);
    const input = spec.input.safeParse(told);
    const issues = input.success ? unwritableTexts(input.data) : issuesOf(input.error, told);
    if (!input.success || issues.length > 0) {
      if (issues.some(({ field }) => field === 'reason')) await traceRefusal(exchange, { caller, code: 'reason_missing', parts });
      return send(reply, 422, JSON.stringify(invalid(issues, parts.words.in(language))));
    }
    const running = { exchange, parts, ...caller, language, input: input.data, upload };
    noteRequest(request, { payment: paymentIn(input.data) });
    if (spec.answersFile !== undefined) {
      traceClient(exchange, { caller, code: doneCode, parts });
      return await runFile(running);
    }
    const answered = await run(running).catch(async (error: unknown) => {
      // Whoever asked for something and would approve it is barred by the call itself.
      if (error instanceof Refusal && spec.errors[error.code] === 403)
        await traceRefusal(exchange, { caller, code: error.code, parts });
      throw error;
    });
    traceClient(exchange, { caller, code: doneCode, parts });
    return send(reply, answered.status, answered.text);
  } catch (error) {
    if (error instanceof Refusal) {
      if (gateStatus(error) === undefined) traceClient(exchange, { caller, code: error.code, parts });
      else traceGate(exchange, { caller, code: error.code, parts });
    }
    return sendFault({ exchange, error, language: parts.language(request, caller.session), parts });
  } finally {
    if (upload) await endUpload(exchange, upload, parts);
  }
}

function whoOf({ session, staff }: Caller): { readonly client?: number; readonly staff?: number } {
  if (staff) return { staff: staff.id };
  return session ? { client: session.identity.id } : {};
}

/** The file that the call takes, in the store; undefined where it takes none. */
async function uploadOf({ request, spec, call }: Exchange, { session, staff }: Caller, { uploads }: ServeParts) {
  if (!spec.takesFile) return undefined;
  const sender = { clientId: session?.identity.id ?? null, staffId: staff?.id ?? null, call };
  return uploads.take(request.raw, spec.takesFile, sender);
}

/** What was not kept is forgotten; where that fails the sweep does it. */
async function endUpload({ request, call }: Exchange, upload: Upload, { uploads }: ServeParts): Promise<void> {
  await uploads.end(upload).catch((error: unknown) => request.log.warn({ err: error, call }, 'a file was not forgotten'));
}

async function admit(exchange: Exchange, caller: Caller, parts: ServeParts): Promise<void> {
  try {
    requireCaller(exchange, caller, parts);
  } catch (error) {
    if (error instanceof Refusal) await traceRefusal(exchange, { caller, code: error.code, parts });
    throw error;
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
  // A file that was not heard to its end stands in the way of whatever would come next over this line.
  if (spec.takesFile && !request.raw.complete) reply.header('connection', 'close');
  const say = parts.words.in(language);
  if (error instanceof Refusal) {
    const status = spec.errors[error.code] ?? gateStatus(error) ?? (protocolRefusals as Record<string, number>)[error.code];
    if (status !== undefined) {
      const retry = error.detail.values?.['seconds'];
      if (status === 429 && retry !== undefined) reply.header('retry-after', String(retry));
      const detail = withSilence(error, parts.silentSince);
      return send(reply, status, JSON.stringify(refused({ code: error.code, status, detail }, say)));
    }
  }
  const reference = randomUUID();
  // A write may then have happened or not: the same Idempotency-Key, or the same remittance, tells.
  if (isOfTheMoment(error)) {
    parts.reach.refused(error);
    request.log.warn({ reference, call: exchange.call, ...whyOf(error) }, 'a call could not be served for the moment');
    reply.header('retry-after', String(retryAfterSeconds));
    return send(reply, 503, JSON.stringify(unavailable(reference, say)));
  }
  request.log.error({ err: error, reference, call: exchange.call }, 'a call failed');
  return send(reply, 500, JSON.stringify(failed(reference, say)));
}

/** Whose silence a refusal is about: it says since when, where it does not by itself. */
const silent: Readonly<Record<string, readonly string[]>> = { platform_unavailable: ['mt5', 'mt4'] };

function withSilence({ code, detail }: Refusal, silentSince: ServeParts['silentSince']): Refusal['detail'] {
  const since = silent[code] && silentSince(silent[code]);
  return since ? { ...detail, data: { since: since.toISOString(), ...detail.data } } : detail;
}

function send(reply: FastifyReply, status: number, text: string | Buffer): FastifyReply {
  return reply.code(status).header('content-type', jsonType).header('cache-control', 'no-store').send(text);
}

/** Query and body as one object; what belongs to the transport (`lang`, `hit`, `token`) is not input. */
function toldIn(spec: CallSpec, request: FastifyRequest, upload?: Upload): Readonly<Record<string, unknown>> {
  const params = request.params as Record<string, unknown>;
  const query = withoutEmpty(request.query as Record<string, unknown>);
  if (spec.method === 'GET') return { ...query, ...params };
  // What was left empty in a form with a file was not given.
  const body = upload ? { ...withoutEmpty(upload.fields), file: upload.file ?? noFile } : (request.body ?? {});
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal<ProtocolRefusal>('bad_json');
  const named = Object.fromEntries((spec.query ?? []).map((name) => [name, query[name]]));
  return { ...withoutNull(body), ...named, ...params };
}

/** Stands for a file that is not there: what was typed beside it is read all the same, to know whether the call is a repeated one. */
const noFile: TakenFile = { id: '', kind: 'part', bytes: 0, sha256: '', name: '' };

async function limitIdentity(exchange: Exchange, { session, staff }: Caller, parts: ServeParts): Promise<void> {
  const own = staff ? `staff:${staff.id}` : session && `client:${session.identity.id}`;
  if (own !== undefined) {
    const { perClient, writesPerClient } = parts.settings().calls;
    const isWrite = exchange.spec.method !== 'GET';
    const verdict = isWrite ? parts.flood.check(`${own}:writes`, writesPerClient) : parts.flood.check(own, perClient);
    if (!verdict.allowed)
      throw new Refusal<ProtocolRefusal>('too_many_requests', { values: { seconds: verdict.retryAfterSeconds } });
  }
  const { rate } = exchange.spec;
  if (!rate) return;
  const counted = own === undefined ? strangersAt(addressOf(exchange.request), rate) : ([[own, rate]] as const);
  for (const [who, limit] of counted) {
    const verdict = await countExactly(parts.database.sql, `${exchange.call}:${who}`, limit);
    if (!verdict.allowed)
      throw new Refusal<ProtocolRefusal>('too_many_requests', { values: { seconds: verdict.retryAfterSeconds } });
  }
}

/** All the networks together that one site is given have so many times what one of them has, as of all calls together. */
const networksOfSite = 4;

function strangersAt(address: string, rate: RateLimit): readonly (readonly [who: string, limit: RateLimit])[] {
  const wide = wideNetworkOf(address);
  const near = [`address:${networkOf(address)}`, rate] as const;
  return wide === undefined ? [near] : [near, [`address:${wide}`, { ...rate, count: rate.count * networksOfSite }]];
}
