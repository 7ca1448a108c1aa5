import { createHmac, timingSafeEqual } from 'node:crypto';
import { boundedText } from '../../../base/body.ts';
import type { Clock } from '../../../base/time.ts';

export interface NetWalletSettings {
  /** Where orders and payouts are asked for, such as "https://merchants.netwallet.example". */
  readonly address: string;
  readonly merchant: string;
  /** What both sides sign with. */
  readonly secret: string;
  /** Where its pages are besides; only at `address` when left out. */
  readonly pageHosts?: readonly string[];
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

export const timeHeader = 'x-wallet-time';
export const signatureHeader = 'x-wallet-signature';

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
 * (`x-wallet-merchant`) and carries `x-wallet-time` (seconds) and `x-wallet-signature`, the hexadecimal HMAC-SHA256 by the common secret
 * over time, method, path with query and, of a POST, its body, a line feed between them. Each answer and each notification carries
 * both headers too, signed over time and body.
 */
export async function ask(settings: NetWalletSettings, { path, body }: Asked): Promise<Answered | ReturnType<typeof unknown>> {
  const { address, merchant, secret, timeoutMs = 10_000, clock } = settings;
  const time = String(Math.floor(clock.wall().getTime() / 1000));
  const method = body === undefined ? 'GET' : 'POST';
  const text = body === undefined ? undefined : JSON.stringify(body);
  const signed = [time, method, path, ...(text === undefined ? [] : [text])].join('\n');
  try {
    const response = await fetch(address + path, {
      method,
      headers: {
        'x-wallet-merchant': merchant,
        [timeHeader]: time,
        [signatureHeader]: signatureOf(secret, signed),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(text === undefined ? {} : { body: text }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answered = await boundedText(response.body, maxAnswerBytes);
    const proof = { time: response.headers.get(timeHeader) ?? '', signature: response.headers.get(signatureHeader) ?? '' };
    if (!isSigned(secret, answered, proof)) return unknown(`the answer (${response.status}) is not signed by the wallet`);
    return { outcome: 'answered', status: response.status, body: parsed(answered) };
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error));
  }
}

/** Whether an answer or a notification is the wallet's own, compared in constant time. */
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
