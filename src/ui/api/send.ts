import type { z } from 'zod';
import type { CallSpec } from '../../protocol/call.ts';
import type { Envelope } from '../../protocol/envelope.ts';
import { backgroundHeader } from '../../protocol/background.ts';
import { liveLineHeader } from '../../protocol/liveLine.ts';
import { partBytes, uploadField } from '../../protocol/uploadPaths.ts';
import { CallFailure } from './failure.ts';
import type { Hand } from './hand.ts';
import { readToken } from './token.ts';
import type { UploadLine } from './uploadLine.ts';

/** The part of a call's declaration that asking needs: a contract's call is one, and so is a lean literal of it. */
export type Asked = Pick<CallSpec, 'method' | 'path' | 'query'> & Partial<Pick<CallSpec, 'runs'>>;

export type InputOf<Spec> = Spec extends { readonly input: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : Readonly<Record<string, unknown>>;
export type AnswerOf<Spec> = Spec extends { readonly output: infer Schema extends z.ZodType } ? z.output<Schema> : unknown;

export interface ApiSettings {
  readonly language: string;
  /** What every envelope brings beside its data: client info, notifications, inbox count. */
  readonly onEnvelope?: (envelope: Envelope<unknown>) => void;
  /** The application time that an answer was given at: the ages of what it tells are counted from there. */
  readonly onTime?: (applicationTime: Date) => void;
  /** The newest line of the live stream when the question came. */
  readonly onLine?: (id: string) => void;
  /** Opens the lock screen after a 401 and answers when the client is back; the call is then repeated once. */
  readonly unlock?: () => Promise<void>;
  /** The token that writes carry; left out: the one of the portal's session. */
  readonly token?: () => string | undefined;
  /** Left out: whatever is asked for is somebody's wish. */
  readonly hand?: Hand;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** The Idempotency-Key of a write: the same key brings the first answer again. */
  readonly key?: string;
  /** Another service may answer there: what it says is about nothing but the question, neither the session nor the page. */
  readonly isElsewhere?: boolean;
  /** Of a call with a file: how much of it has gone out, from 0 to 1. */
  readonly onSent?: (part: number) => void;
  /** Of a call with a file: a large one goes out in parts, can be halted, and goes on where it was cut off. */
  readonly line?: UploadLine;
}

export interface Api {
  /** Sends a call and opens the envelope. Throws a CallFailure for anything but success. */
  send<Spec extends Asked>(spec: Spec, input: InputOf<Spec>, options?: SendOptions): Promise<AnswerOf<Spec>>;
}

const timeoutMs = 30_000;

export function openApi(settings: ApiSettings): Api {
  let lastPage: string | undefined;
  const send = async (spec: Asked, given: Readonly<Record<string, unknown>>, asked: SendOptions): Promise<unknown> => {
    const { input, options } = await inParts(given, asked, send);
    const isHit = lastPage !== location.pathname;
    lastPage = location.pathname;
    const { hand, language } = settings;
    const write = (): Request => {
      // What a page wants pushed is renewed by itself too, and is no GET.
      const isRead = spec.method === 'GET' || spec.runs === 'read';
      const isBackground = isRead && hand?.isAway() === true;
      if (!isBackground) hand?.told();
      return writeRequest({ spec, input, language, isHit, options, token: (settings.token ?? readToken)(), isBackground });
    };
    const go = (): Promise<Response> =>
      isForm(input) ? askWithFile(write(), { input, spec, options }) : ask(write(), options.signal);
    const answer = await go();
    if (options.isElsewhere) return openElsewhere(answer);
    if (answer.status === 401 && settings.unlock && spec.path !== '/api/client/login') {
      await settings.unlock();
      return open(await go(), settings);
    }
    return open(answer, settings);
  };
  return {
    send: async <Spec extends Asked>(spec: Spec, input: InputOf<Spec>, options: SendOptions = {}) =>
      // The server has checked the answer against the declared schema (a handler that answers otherwise does not compile).
      (await send(spec, input as Readonly<Record<string, unknown>>, options)) as AnswerOf<Spec>,
  };
}

interface RequestFacts {
  readonly spec: Asked;
  readonly input: Readonly<Record<string, unknown>>;
  readonly language: string;
  readonly isHit: boolean;
  readonly options: SendOptions;
  readonly token?: string | undefined;
  readonly isBackground?: boolean;
}

/** Exported for its test: which part of the input goes into path, query and body. */
export function writeRequest({ spec, input, language, isHit, options, token, isBackground = false }: RequestFacts): Request {
  const rest: Record<string, unknown> = { ...input };
  const path = spec.path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const url = new URL(path.startsWith('/') ? path : `/api/js/${path}`, location.origin);
  url.searchParams.set('lang', language);
  if (isHit) url.searchParams.set('hit', '1');
  const inQuery = spec.method === 'GET' ? Object.keys(rest) : (spec.query ?? []);
  for (const name of inQuery) {
    const value = rest[name];
    delete rest[name];
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  // As a page's own preload is written, unless nobody is there.
  const mark = isBackground ? { [backgroundHeader]: '1' } : {};
  if (spec.method === 'GET') return new Request(url, { headers: { accept: 'application/json', ...mark } });
  const headers = new Headers({ accept: 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (options.key !== undefined) headers.set('idempotency-key', options.key);
  // Its body goes with it as a form.
  if (isForm(input)) return new Request(url, { method: spec.method, headers });
  headers.set('content-type', 'application/json');
  if (isBackground) headers.set(backgroundHeader, '1');
  return new Request(url, { method: spec.method, headers, body: JSON.stringify(rest) });
}

/** Whether a file goes with it, or has gone ahead of it in parts. */
function isForm(input: Readonly<Record<string, unknown>>): boolean {
  return uploadField in input || Object.values(input).some((value) => value instanceof Blob);
}

type Send = (spec: Asked, input: Readonly<Record<string, unknown>>, options: SendOptions) => Promise<unknown>;

/** What is larger than one part goes ahead, where its line is given; the call then names it. */
async function inParts(given: Readonly<Record<string, unknown>>, options: SendOptions, send: Send) {
  const { line, onSent = () => undefined } = options;
  const { file, ...rest } = given;
  if (!line || !(file instanceof File) || file.size <= partBytes) return { input: given, options };
  const { sendParts } = await import('./parts.ts');
  const uploadId = await sendParts({ file, line, onSent, send });
  // Without its file: how far that is has been told.
  const { onSent: _told, ...left } = options;
  return { input: { ...rest, [uploadField]: uploadId }, options: left };
}

/** Few pages send files: what that takes is loaded with the first. */
async function askWithFile(
  request: Request,
  { input, spec, options }: Pick<RequestFacts, 'input' | 'spec' | 'options'>,
): Promise<Response> {
  const { formOf, sendTelling } = await import('./upload.ts');
  const inBody = Object.entries(input).filter(([name]) => !spec.path.includes(`{${name}}`));
  const { onSent = () => undefined, signal } = options;
  return sendTelling(request, { body: formOf(Object.fromEntries(inBody)), onSent, ...(signal ? { signal } : {}) });
}

async function ask(request: Request, signal: AbortSignal | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(request, {
      credentials: 'same-origin',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailure({ kind: 'offline', status: 0, cause: error });
  }
}

/** A page that is not there is no page of ours, and what is told in no words is no refusal. */
async function openElsewhere(response: Response): Promise<unknown> {
  try {
    return await open(response, {});
  } catch (error) {
    if (!(error instanceof CallFailure) || error.kind === 'offline' || isTold(error)) throw error;
    const { status, reference } = error;
    throw new CallFailure({ kind: 'fault', status, reference, cause: error });
  }
}

function isTold({ kind, sentence, title = '' }: CallFailure): boolean {
  return kind !== 'no-page' && typeof sentence === 'string' && typeof title === 'string';
}

async function open(response: Response, settings: Pick<ApiSettings, 'onEnvelope' | 'onTime' | 'onLine'>): Promise<unknown> {
  const reference = response.headers.get('x-request-id') ?? undefined;
  const envelope = await readEnvelope(response, reference);
  const time = response.headers.get('application-time');
  if (time !== null) settings.onTime?.(new Date(time));
  const line = response.headers.get(liveLineHeader);
  if (line !== null) settings.onLine?.(line);
  settings.onEnvelope?.(envelope);
  if (response.ok && envelope.success) return envelope.data;
  throw new CallFailure({
    kind: kindOf(response.status, envelope),
    status: response.status,
    reference,
    errors: envelope.errors,
    data: envelope.data,
  });
}

async function readEnvelope(response: Response, reference: string | undefined): Promise<Envelope<unknown>> {
  try {
    const envelope = (await response.json()) as Envelope<unknown>;
    if (typeof envelope.success === 'boolean' && Array.isArray(envelope.errors)) return envelope;
  } catch (error) {
    // An answer that broke off is none; one that is no envelope is ours.
    const kind = error instanceof SyntaxError ? 'fault' : 'offline';
    throw new CallFailure({ kind, status: response.status, reference, cause: error });
  }
  throw new CallFailure({ kind: 'fault', status: response.status, reference });
}

function kindOf(status: number, envelope: Envelope<unknown>): CallFailure['kind'] {
  if (status >= 500) return 'fault';
  if (status === 404 || (status === 403 && envelope.errors.length === 0)) return 'no-page';
  return 'refused';
}
