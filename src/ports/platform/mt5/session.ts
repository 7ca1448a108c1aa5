import { randomBytes } from 'node:crypto';
import { Client } from 'undici';
import type { Deadline } from '../../../base/time.ts';
import { answerTo, Fields, isAuthorisation, passwordHash, pathWith, retcodeOf } from './messages.ts';

export interface SessionSettings {
  /** `https://…` of the access server or the bridge. */
  readonly address: string;
  readonly managerLogin: number;
  readonly managerPassword: string;
  /** The build that we claim to be: at least 484. */
  readonly build: number;
  /** Our name on the server, without spaces. */
  readonly agent: string;
  readonly timeoutMs: number;
  /** Called after each sign-in. */
  readonly onSignIn?: () => void;
}

export interface Request {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, string | number>>;
  /** When it is over, it is not sent any more. A clock is read: a timer's word comes late to a process that stood still. */
  readonly deadline?: Deadline | undefined;
}

/** `not_sent`: the server certainly did nothing. `lost`: it may have. */
export type Reply =
  | { readonly kind: 'answered'; readonly retcode: number; readonly words: string; readonly fields: Fields }
  | { readonly kind: 'not_sent'; readonly reason: string; readonly isDenied: boolean }
  | { readonly kind: 'lost'; readonly reason: string };

/**
 * One manager's session. The vendor binds it to one kept-alive connection, so it owns a client with exactly one,
 * and signs in again whenever that connection is a new one. One call at a time; the pool sees to that.
 */
export class Session {
  readonly #settings: SessionSettings;
  readonly #client: Client;
  #isAuthorised = false;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.#client = new Client(settings.address, {
      maxResponseSize: longestAnswerBytes,
      pipelining: 1,
      keepAliveTimeout: 60_000,
      connect: { timeout: settings.timeoutMs },
    });
    this.#client.on('disconnect', () => {
      this.#isAuthorised = false;
    });
  }

  get isAuthorised(): boolean {
    return this.#isAuthorised;
  }

  /** Sends one call, signing in first where needed. An answer "not authorised" certainly did nothing, so it is tried once more. */
  async call(request: Request): Promise<Reply> {
    for (let attempt = 0; ; attempt++) {
      const denied = await this.#authorise();
      if (denied) return denied;
      if (request.deadline && request.deadline.leftMs() <= 0)
        return { kind: 'not_sent', reason: 'it could not be sent in time', isDenied: false };
      const reply = await this.#exchange(request);
      const isStale = reply.kind === 'answered' && isAuthorisation(reply.retcode);
      if (!isStale) return reply;
      this.#isAuthorised = false;
      if (attempt > 0) return { kind: 'not_sent', reason: reply.words, isDenied: true };
    }
  }

  /** Keeps the session alive; the vendor asks for a sign of life about every twenty seconds. */
  async ping(): Promise<boolean> {
    const reply = await this.call({ path: '/api/test/access' });
    return reply.kind === 'answered' && reply.retcode === 0;
  }

  async close(): Promise<void> {
    await this.#client.destroy();
  }

  async #authorise(): Promise<Reply | undefined> {
    if (this.#isAuthorised) return undefined;
    const { managerLogin, managerPassword, build, agent } = this.#settings;
    const secret = passwordHash(managerPassword);
    const start = await this.#exchange({
      path: '/api/auth/start',
      query: { version: build, agent, login: managerLogin, type: 'manager' },
    });
    if (start.kind !== 'answered') return { kind: 'not_sent', reason: start.reason, isDenied: false };
    if (start.retcode !== 0) return { kind: 'not_sent', reason: start.words, isDenied: true };
    const challenge = randomBytes(16).toString('hex');
    const answer = await this.#exchange({
      path: '/api/auth/answer',
      query: { srv_rand_answer: answerTo(secret, String(start.fields.value('srv_rand'))), cli_rand: challenge },
    });
    if (answer.kind !== 'answered') return { kind: 'not_sent', reason: answer.reason, isDenied: false };
    if (answer.retcode !== 0) return { kind: 'not_sent', reason: answer.words, isDenied: true };
    if (answer.fields.value('cli_rand_answer') !== answerTo(secret, challenge)) {
      return { kind: 'not_sent', reason: 'the server does not know the password either', isDenied: true };
    }
    this.#isAuthorised = true;
    this.#settings.onSignIn?.();
    return undefined;
  }

  async #exchange(request: Request): Promise<Reply> {
    const path = pathWith(request.path, request.query ?? {});
    try {
      const response = await this.#client.request({
        path,
        // What acts is sent as POST, so that nothing on the way thinks it may be repeated.
        method: request.body || !readOnly.test(request.path) ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
        body: request.body ? JSON.stringify(request.body) : null,
        idempotent: false,
        signal: AbortSignal.timeout(this.#settings.timeoutMs),
      });
      return readReply(await response.body.text());
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      return neverLeft(fault) ? { kind: 'not_sent', reason, isDenied: false } : { kind: 'lost', reason };
    }
  }
}

/** The vendor ends an answer at 16 megabytes; as much again for what stands around it. */
const longestAnswerBytes = 32 * 1024 * 1024;

/** Calls that change nothing. */
const readOnly = /\/(get|get_page|get_batch|list|last|access|start|answer|get_request_result)$/;

function readReply(body: string): Reply {
  const fields = new Fields(JSON.parse(body));
  const retcode = retcodeOf(fields.value('retcode'));
  if (retcode === undefined) return { kind: 'lost', reason: 'an answer without a return code' };
  return { kind: 'answered', retcode, words: String(fields.value('retcode')), fields };
}

const beforeSending: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function neverLeft(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' && beforeSending.has(fault.code);
}
