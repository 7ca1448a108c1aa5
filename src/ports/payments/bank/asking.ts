import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../base/time.ts';
import type { BankAccount } from '../port.ts';
import { mostStatementBytes } from './messages.ts';

export interface BankSettings {
  /** Where the bank's statements are fetched, and payments ordered: "https://statements.bank.example". */
  readonly address: string;
  /** What both sides sign with. */
  readonly key: string;
  /** The broker's accounts there. */
  readonly accounts: readonly BankAccount[];
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

interface Asked {
  readonly path: string;
  /** Of an order: JSON. Nothing is ordered when left out. */
  readonly body?: string;
}

type Answered = { readonly outcome: 'answered'; readonly status: number; readonly raw: Uint8Array };

/**
 * How the bank is asked is ours (readings, decision 31): banks each have a channel of their own, and this is what the broker's gateway to
 * it answers. Each request carries `x-bank-time` (seconds) and `x-bank-signature`, the hexadecimal HMAC-SHA256 by the common key over time,
 * method, path with query and, of an order, its body, a line feed between them; each answer carries that of its own bytes, whatever its
 * status is. A 404 counts without one: a gateway that takes no orders has none, and an order that comes twice is the same one.
 */
export async function ask(
  { address, key, timeoutMs = 10_000, clock }: BankSettings,
  { path, body }: Asked,
): Promise<Answered | ReturnType<typeof unknown>> {
  const time = String(Math.floor(clock.wall().getTime() / 1000));
  const method = body === undefined ? 'GET' : 'POST';
  const signed = [time, method, path, ...(body === undefined ? [] : [body])].join('\n');
  try {
    const response = await fetch(address + path, {
      method,
      headers: {
        'x-bank-time': time,
        'x-bank-signature': signatureOf(key, signed),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const raw = await bounded(response.body);
    const { status } = response;
    if (status !== 404 && !isSigned(key, raw, response.headers.get('x-bank-signature') ?? ''))
      return unknown(status === 200 ? 'the answer is not signed by the bank' : `status ${status}`);
    return { outcome: 'answered', status, raw };
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error));
  }
}

async function bounded(body: AsyncIterable<Uint8Array> | null): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > mostStatementBytes) throw new Error(`the answer is larger than ${mostStatementBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function signatureOf(key: string, over: string | Uint8Array): string {
  return createHmac('sha256', key).update(over).digest('hex');
}

function isSigned(key: string, raw: Uint8Array, signature: string): boolean {
  const [told, own] = [Buffer.from(signature, 'hex'), Buffer.from(signatureOf(key, raw), 'hex')];
  return told.length === own.length && timingSafeEqual(told, own);
}

export function parsed(raw: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(raw).toString('utf8'));
  } catch {
    return undefined;
  }
}

export function unknown(reason: string) {
  return { outcome: 'unknown', reason } as const;
}
