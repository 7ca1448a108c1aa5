import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import { siteAt } from '../../law/sites.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { passingStatuses, type CallSpec, type Cookie } from '../../protocol/call.ts';
import type { Act } from '../../protocol/staff.ts';
import type { Envelope } from '../../protocol/envelope.ts';
import type { ProtocolRefusal } from '../../protocol/refusals.ts';
import type { ClientId } from '../../base/id.ts';
import { isNewsTopic, staleOf, type Topic } from '../../protocol/topics.ts';
import { staleEvent, tell } from '../background/outbox.ts';
import { paymentIn } from '../background/traced.ts';
import { noteRequest } from '../http/requestLine.ts';
import { addressOf } from '../http/address.ts';
import { whereaboutsOf } from '../http/whereabouts.ts';
import { newsOf } from '../live/session.ts';
import { claim, forget, keepAnswer, onceKey, type OnceKey } from './once.ts';
import { sendFile } from './file.ts';
import { bytesFor, keptText } from './kept.ts';
import type { Running, Sealed } from './parts.ts';
import { refused, sealed } from './seal.ts';
import { takeShares } from './owners.ts';
import { holdUpload, requireFile, spendUpload } from '../uploads/uploads.ts';
import { seenAt } from './site.ts';

/** Runs the handler in what its call declares: a read, serve's one transaction, or a saga. */
export async function run(running: Running): Promise<Sealed> {
  const { runs } = running.exchange.spec;
  const once = readOnceKey(running);
  if (runs === 'read') return runRead(running);
  return runs === 'transaction' ? runInTransaction(running, once) : runSaga(running, once);
}

/** Of what a call has told, or may have told, the workers hear at once. A step of a call that makes nothing stale tells nothing. */
function wakeWorkers({ exchange: { spec }, input, parts }: Running): void {
  if (spec.stale === undefined || staleOf(spec, input).length > 0) parts.telling.wake();
}

async function runRead(running: Running): Promise<Sealed> {
  const { exchange } = running;
  const end = await takeShares(running);
  try {
    // Who has gone meanwhile is answered nothing.
    return exchange.request.raw.socket.destroyed ? { status: 499, text: '' } : await readOnce(running);
  } finally {
    end();
  }
}

async function readOnce(running: Running): Promise<Sealed> {
  const { exchange, parts, session } = running;
  const data = await askHandler(running, { sql: parts.database.sql });
  const { keptTexts } = exchange;
  const hasNews = session !== undefined && newsOf(session) !== 'none';
  if (keptTexts === undefined || hasNews || typeof data !== 'object' || data === null)
    return { status: 200, text: await sealText(running, checked(running, data)) };
  const kept = keptText(keptTexts, data, () => JSON.stringify(sealed(checked(running, data), 200)));
  return { status: 200, text: bytesFor(exchange.request, exchange.reply, kept) };
}

async function runInTransaction(running: Running, once: OnceKey | undefined): Promise<Sealed> {
  const { parts } = running;
  try {
    const inside = await parts.database.transact(async (sql): Promise<Sealed | { data: unknown; sql: Sql }> => {
      if (once) {
        const first = await firstAnswer(sql, once);
        if (first) return first;
      }
      await holdUpload(sql, running.upload);
      const now = parts.clock.now();
      const data = await callHandler(running, { sql, tell: (event: Parameters<typeof tell>[2]) => tell(sql, now, event) });
      await spendUpload(sql, running.upload);
      const stale = staleFor(running);
      if (stale) await tell(sql, now, staleEvent(stale.client, stale.topics));
      if (once) await keepAnswer(sql, once, { status: 200, text: textToKeep(data, running.exchange.spec) });
      return { data, sql };
    });
    wakeWorkers(running);
    return 'text' in inside ? inside : { status: 200, text: await sealText(running, inside.data) };
  } catch (error) {
    if (once) await keepRefusal(running, once, error);
    throw error;
  }
}

async function runSaga(running: Running, once: OnceKey | undefined): Promise<Sealed> {
  const { parts } = running;
  const { sql, transact } = parts.database;
  if (once) {
    const first = await firstAnswerOfSaga(sql, once);
    if (first) return first;
  }
  try {
    requireFile(running.upload);
    const data = await callHandler(running, {
      sql,
      transact,
      tellIn: (inner: Sql, event: Parameters<typeof tell>[2]) => tell(inner, parts.clock.now(), event),
    });
    const stale = staleFor(running);
    if (stale) await parts.telling.stale(stale.client, stale.topics);
    else wakeWorkers(running);
    if (once) await keepAnswer(sql, once, { status: 200, text: textToKeep(data, running.exchange.spec) });
    return { status: 200, text: await sealText(running, data) };
  } catch (error) {
    wakeWorkers(running);
    if (once) await keepRefusal(running, once, error);
    throw error;
  }
}

async function callHandler(running: Running, runs: Runs): Promise<unknown> {
  return checked(running, await askHandler(running, runs));
}

/** What the call runs in, as its context has it. */
type Runs = { readonly sql: Sql } & Readonly<Record<string, unknown>>;

/** In tests and development: what the contract does not say does not go out. */
function checked({ exchange, parts }: Running, data: unknown): unknown {
  return parts.checksAnswers && exchange.spec.answersFile === undefined ? exchange.spec.output.parse(data) : data;
}

async function askHandler(running: Running, runs: Runs): Promise<unknown> {
  const { exchange, parts, session, staff, language, input } = running;
  const { request, reply } = exchange;
  const now = parts.clock.now();
  const acts = staff && actsOf(running, { sql: runs.sql, now });
  const answered = await exchange.handler(input, {
    ...runs,
    now,
    language,
    settings: parts.settings(),
    origin: {
      address: addressOf(request),
      agent: String(request.headers['user-agent'] ?? ''),
      isSecure: parts.isSecure,
      whereabouts: whereaboutsOf(request, parts.settings().signInWhereabouts),
    },
    site: siteAt(parts.settings().sites, request.hostname),
    key: headerText(request, 'idempotency-key'),
    client: session?.identity,
    ...(acts ? { staff, record: acts.record } : {}),
    refuse(code: string, detail?: ConstructorParameters<typeof Refusal>[1]): never {
      throw new Refusal(code, detail);
    },
    readCookie: (name: string) => request.cookies[name],
    cookie: (cookie: Cookie) => setCookie(reply, cookie, parts.isSecure),
  });
  acts?.requireRecorded();
  const payment = paymentIn(answered);
  if (payment !== undefined) noteRequest(request, { payment });
  return answered;
}

/** What a member of staff does is written down by the name that the call declares, or the call fails and nothing is done. */
function actsOf({ exchange, staff, input }: Running, on: { readonly sql: Sql; readonly now: Date }) {
  const { audits, auditsReason = true } = exchange.spec;
  let recorded = 0;
  return {
    async record({ subject, clientId, before, after, detail }: Act, sql: Sql = on.sql): Promise<void> {
      if (audits === undefined || staff === undefined) throw new Error(`${exchange.call} declares no audit event`);
      const { reason } = input;
      recorded += 1;
      await recordAudit(sql, {
        actor: { kind: 'staff', id: staff.actor },
        action: audits,
        subject,
        ...(clientId === undefined ? {} : { clientId }),
        detail: { ...detail, ...(reason === undefined || !auditsReason ? {} : { reason }), ...jsonOf({ before, after }) },
        at: on.now,
      });
    },
    requireRecorded(): void {
      if (audits !== undefined && recorded === 0) throw new Error(`${exchange.call} did not write its audit event ${audits}`);
    },
  };
}

function jsonOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** A call whose handler answers a file. */
export function runFile(running: Running): Promise<unknown> {
  return sendFile(running, () => callHandler(running, { sql: running.parts.database.sql }));
}

/** The first answer of this key, sealed anew, or a refusal; undefined when the work is ours to do. */
async function firstAnswer(sql: Sql, once: OnceKey): Promise<Sealed | undefined> {
  const found = await claim(sql, once);
  if (found.state === 'reused') throw new Refusal<ProtocolRefusal>('idempotency_key_reused');
  if (found.state === 'running') throw new Refusal<ProtocolRefusal>('request_in_progress');
  return found.state === 'answered' ? { status: found.status, text: found.answer } : undefined;
}

const waitsMs = 10_000;
const betweenLooksMs = 50;

/** A saga's key is claimed without a transaction to wait for: whoever comes while it runs looks for its answer for a while. */
async function firstAnswerOfSaga(sql: Sql, once: OnceKey): Promise<Sealed | undefined> {
  for (let left = waitsMs / betweenLooksMs; ; left -= 1) {
    try {
      return await firstAnswer(sql, once);
    } catch (error) {
      if (left === 0 || !(error instanceof Refusal) || error.code !== 'request_in_progress') throw error;
    }
    await pause(betweenLooksMs);
  }
}

/**
 * A refusal is an answer too and is kept. One that says nothing about the order, only about the moment, is not: the key is
 * free again, as it is after a fault of ours.
 */
async function keepRefusal(running: Running, once: OnceKey, error: unknown): Promise<void> {
  const { sql } = running.parts.database;
  if (!(error instanceof Refusal)) return forget(sql, once);
  const status = running.exchange.spec.errors[error.code];
  if (status === undefined) return;
  if (passingStatuses.has(status)) return forget(sql, once);
  const text = JSON.stringify(
    refused({ code: error.code, status, detail: error.detail }, running.parts.words.in(running.language)),
  );
  await keepAnswer(sql, once, { status, text });
}

function readOnceKey(running: Running): OnceKey | undefined {
  const { request, spec, call } = running.exchange;
  const key = headerText(request, 'idempotency-key');
  if (key === undefined || spec.method === 'GET' || spec.keepsAnswer === false) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Refusal<ProtocolRefusal>('idempotency_key_invalid');
  const own = running.staff ? `staff:${running.staff.id}` : running.session && `client:${running.session.identity.id}`;
  const owner = own ?? `address:${addressOf(request)}`;
  const { input, upload } = running;
  const file = upload && { sha256: upload.file?.sha256, uploadId: upload.upload?.id };
  return onceKey({ owner, key, holder: running.parts.processId, call, input, ...(file ? { file } : {}) });
}

/** What the call has made stale in its client's browsers, unless it has told that itself. */
function staleFor({ exchange, input, session }: Running): { client: ClientId; topics: readonly Topic[] } | undefined {
  const topics = exchange.spec.tellsStale ? [] : staleOf(exchange.spec, input);
  return topics.length === 0 || !session ? undefined : { client: session.identity.id, topics };
}

/** The envelope as it is kept for a repeated key: without what rides along, and without secrets that are shown once. */
function textToKeep(data: unknown, { shownOnce = [] }: CallSpec): string {
  const hidden = Object.fromEntries(shownOnce.map((field) => [field, null]));
  return JSON.stringify(sealed({ ...(data as object), ...hidden }, 200));
}

async function sealText(running: Running, data: unknown): Promise<string> {
  const { parts, session, language, exchange } = running;
  const envelope: Envelope<unknown> = sealed(data ?? {}, 200);
  if (!session) return JSON.stringify(envelope);
  const secret = exchange.request.cookies[parts.cookieName] ?? '';
  const current = mayHaveMoved(exchange.spec)
    ? seenAt(await parts.sessions.findFresh(secret), exchange.request, parts.settings())
    : session;
  // A tab that was just opened asks for client_info, and knows nothing of what another tab was told.
  const isAsked = exchange.spec.reads?.includes('client_info') ?? false;
  const wanted = current && (isAsked ? 'all' : newsOf(current));
  if (!current || wanted === undefined || wanted === 'none') return JSON.stringify(envelope);
  const news = await parts.news(current, language, wanted);
  parts.sessions.markTold(current);
  return JSON.stringify({ ...envelope, ...news });
}

/**
 * Whether the call may have ended its session or changed what rides along. Of every other call the session that it began with
 * is good enough: what others change meanwhile is announced, and rides on the next answer.
 */
function mayHaveMoved({ runs, who, stale }: CallSpec): boolean {
  return runs !== 'read' && (who !== 'client' || (stale?.some(isNewsTopic) ?? false));
}

function setCookie(reply: FastifyReply, cookie: Cookie, isSecure: boolean): void {
  const options = { path: '/', sameSite: 'lax', secure: isSecure, httpOnly: cookie.isHttpOnly } as const;
  if (cookie.value === null) reply.clearCookie(cookie.name, options);
  else
    reply.setCookie(cookie.name, cookie.value, { ...options, ...(cookie.maxAgeSeconds ? { maxAge: cookie.maxAgeSeconds } : {}) });
}

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
