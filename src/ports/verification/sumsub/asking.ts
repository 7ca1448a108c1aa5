import { boundedText } from '../../../base/body.ts';
import { secondMs, type Clock } from '../../../base/time.ts';
import { requestSignature, signatureHeader, timeHeader, tokenHeader } from './messages.ts';

export interface SumsubSettings {
  /** Where it is asked, such as "https://api.sumsub.com". */
  readonly address: string;
  /** The origin of its page in the frame, such as "https://in.sumsub.com". */
  readonly pageOrigin: string;
  readonly appToken: string;
  readonly secret: string;
  /** What its messages are signed with. */
  readonly webhookSecret: string;
  /** What an applicant has to show, by the names of the vendor's dashboard: who one is and where one lives; one document alone. */
  readonly levels: { readonly profile: string; readonly scan: string };
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

const maxAnswerBytes = 1024 * 1024;

export interface Asked {
  readonly path: string;
  readonly json?: object;
  /** A body as it is, with its type. */
  readonly raw?: { readonly type: string; readonly bytes: Uint8Array };
  /** Something changes there. */
  readonly isPost?: boolean;
}

export type Answered = { readonly outcome: 'answered'; readonly status: number; readonly body: unknown };
export type NotKnown = { readonly outcome: 'unknown'; readonly reason: string };

/** Asks it one thing. What is answered by 5xx, or not at all, may have happened. */
export async function ask(settings: SumsubSettings, { path, json, raw, isPost = false }: Asked): Promise<Answered | NotKnown> {
  const method = isPost || json || raw ? 'POST' : 'GET';
  const body = json ? Buffer.from(JSON.stringify(json), 'utf8') : (raw?.bytes ?? new Uint8Array());
  const type = json ? 'application/json' : raw?.type;
  const time = String(Math.floor(settings.clock.wall().getTime() / secondMs));
  try {
    const response = await fetch(settings.address + path, {
      method,
      headers: {
        accept: 'application/json',
        [tokenHeader]: settings.appToken,
        [timeHeader]: time,
        [signatureHeader]: requestSignature(settings.secret, { time, method, path, body }),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs ?? 10_000),
    });
    const text = await boundedText(response.body, maxAnswerBytes);
    if (response.status >= 500 || response.status === 429) return unknown(`the vendor answered ${response.status}`);
    // Whoever is not known there would take every refusal for one of the applicant.
    if (response.status === 401 || response.status === 403)
      return unknown(`the vendor does not know us: ${response.status} ${text.slice(0, 200)}`);
    return { outcome: 'answered', status: response.status, body: parsed(text) };
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error));
  }
}

export function unknown(reason: string): NotKnown {
  return { outcome: 'unknown', reason };
}

/** What JSON says; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isDone({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}

/** What it says in words about a refusal. */
export function wordsOf({ status, body }: Answered): string {
  const told: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'description') : undefined;
  return typeof told === 'string' ? told.slice(0, 300) : `status ${status}`;
}
