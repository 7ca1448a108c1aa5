import { createHmac, timingSafeEqual } from 'node:crypto';
import { boundedText } from '../../../base/body.ts';
import type { Clock } from '../../../base/time.ts';

export type HeaderPrefix = 'wallet' | 'issuer';

export interface SignedSettings {
  /** What its headers are called by: `x-wallet-time`. */
  readonly prefix: HeaderPrefix;
  /** Where its calls go, such as "https://merchants.netwallet.example". */
  readonly address: string;
  /** The broker as the vendor knows it. */
  readonly merchant: string;
  /** What both sides sign with. */
  readonly secret: string;
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

/** The headers that sign what a vendor sends. */
export const proofHeaders = (prefix: HeaderPrefix) => ({ time: `x-${prefix}-time`, signature: `x-${prefix}-signature` }) as const;

/** A page of a day's report; nothing else of theirs is larger. */
const maxAnswerBytes = 1024 * 1024;

interface Asked {
  readonly path: string;
  /** What is asked for; nothing changes there when left out. */
  readonly body?: Readonly<Record<string, unknown>>;
}

type Answered = { readonly outcome: 'answered'; readonly status: number; readonly body: unknown };

/**
 * The protocol is ours (readings, decision 31), documented in docs/operate/services.md. Each request names the merchant
 * (`x-wallet-merchant`, of the card issuer `x-issuer-merchant`) and carries `…-time` (seconds) and `…-signature`, the hexadecimal
 * HMAC-SHA256 by the common secret over time, method, path with query and, of a POST, its body, a line feed between them. Each answer and
 * each notification carries both headers too, signed over time and body.
 */
export async function ask(settings: SignedSettings, { path, body }: Asked): Promise<Answered | ReturnType<typeof unknown>> {
  const { prefix, address, merchant, secret, timeoutMs = 10_000, clock } = settings;
  const proven = proofHeaders(prefix);
  const time = String(Math.floor(clock.wall().getTime() / 1000));
  const method = body === undefined ? 'GET' : 'POST';
  const text = body === undefined ? undefined : JSON.stringify(body);
  const signed = [time, method, path, ...(text === undefined ? [] : [text])].join('\n');
  try {
    const response = await fetch(address + path, {
      method,
      headers: {
        [`x-${prefix}-merchant`]: merchant,
        [proven.time]: time,
        [proven.signature]: signatureOf(secret, signed),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(text === undefined ? {} : { body: text }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answered = await boundedText(response.body, maxAnswerBytes);
    const proof = { time: response.headers.get(proven.time) ?? '', signature: response.headers.get(proven.signature) ?? '' };
    if (!isSigned(secret, answered, proof)) return unknown(`the answer (${response.status}) is not signed by the vendor`);
    return { outcome: 'answered', status: response.status, body: parsed(answered) };
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error));
  }
}

/** Whether an answer or a notification is the vendor's own, compared in constant time. */
export function isSigned(
  secret: string,
  body: string,
  { time, signature }: { readonly time: string; readonly signature: string },
): boolean {
  const [told, own] = [Buffer.from(signature, 'hex'), Buffer.from(signatureOf(secret, `${time}\n${body}`), 'hex')];
  return told.length === own.length && timingSafeEqual(told, own);
}

function signatureOf(secret: string, over: string): string {
  return createHmac('sha256', secret).update(over, 'utf8').digest('hex');
}

/** What JSON says; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function unknown(reason: string) {
  return { outcome: 'unknown', reason } as const;
}
