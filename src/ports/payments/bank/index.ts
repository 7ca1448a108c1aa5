import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../base/time.ts';
import {
  maxReferenceLength,
  type BankAccount,
  type BankDesk,
  type PaymentRequest,
  type Payments,
  type StartAnswer,
} from '../port.ts';
import { mostStatementBytes, readStatements } from './messages.ts';

export interface BankSettings {
  /** Where the bank's statements are fetched: "https://statements.bank.example". */
  readonly address: string;
  /** What both sides sign with. */
  readonly key: string;
  /** The broker's accounts there. */
  readonly accounts: readonly BankAccount[];
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

/**
 * Transfers from bank to bank. Nobody is asked anything when one begins: the client is told the account and the reference, and what
 * came in stands in the bank's statements.
 */
export function openBank(settings: BankSettings): Payments {
  return {
    startPayment: async (request) => startPayment(settings, request),
    // A bank knows no orders: what has come it says in its statements, and nowhere else.
    lookUp: async () => ({ outcome: 'absent' }),
    readNotification: () => ({ verified: false, reason: 'malformed', reference: undefined }),
    bank: openDesk(settings),
    acknowledge: () => ({ headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '' }),
  };
}

function startPayment({ accounts }: BankSettings, { intent, reference, amount }: PaymentRequest): StartAnswer {
  if (reference.length === 0 || reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  if (intent !== 'deposit' || !accounts.some(({ currency }) => currency === amount.currency))
    return { outcome: 'refused', code: 'currency_not_supported', message: `there is no account in ${amount.currency}` };
  return { outcome: 'started', byTransfer: true };
}

/*
 * How statements are fetched is ours (readings, decision 31): banks each have a channel of their own, and this is what the broker's
 * gateway to it answers. `GET /v1/statements?from=<day>` is `{ "statements": [{ "name" }] }`, `GET /v1/statements/<name>` the file.
 * Each request carries `x-bank-time` (seconds) and `x-bank-signature`, the hexadecimal HMAC-SHA256 by the common key over time, method
 * and path with query, a line feed between them; each answer carries that of its own bytes.
 */
function openDesk(settings: BankSettings): BankDesk {
  return {
    accounts: settings.accounts,
    async statements(from) {
      const answer = await ask(settings, `/v1/statements?from=${encodeURIComponent(from)}`);
      if (answer.outcome === 'unknown') return answer;
      const read = listSchema.safeParse(parsed(answer.raw));
      if (!read.success) return unknown('the list of statements came in an unknown form');
      return { outcome: 'done', names: read.data.statements.map(({ name }) => name) };
    },
    statement: async (name) => {
      const answer = await ask(settings, `/v1/statements/${encodeURIComponent(name)}`);
      return answer.outcome === 'unknown' ? answer : { outcome: 'done', raw: answer.raw };
    },
    read: (raw) => readStatements(raw, zoneOf(settings)),
  };
}

const listSchema = z.object({ statements: z.array(z.object({ name: z.string().min(1).max(200) })).max(1000) });

/** Of an account that is not ours nothing is booked, so that it does not matter where its clock stands. */
function zoneOf({ accounts }: BankSettings): (account: string) => string {
  return (account) => accounts.find(({ number }) => number === account)?.zone ?? 'UTC';
}

type Answered = { readonly outcome: 'answered'; readonly raw: Uint8Array };

async function ask(
  { address, key, timeoutMs = 10_000, clock }: BankSettings,
  path: string,
): Promise<Answered | ReturnType<typeof unknown>> {
  const time = String(Math.floor(clock.wall().getTime() / 1000));
  try {
    const response = await fetch(address + path, {
      headers: { 'x-bank-time': time, 'x-bank-signature': signatureOf(key, `${time}\nGET\n${path}`) },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const raw = await bounded(response.body);
    if (response.status !== 200) return unknown(`status ${response.status}`);
    if (!isSigned(key, raw, response.headers.get('x-bank-signature') ?? ''))
      return unknown('the answer is not signed by the bank');
    return { outcome: 'answered', raw };
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

function parsed(raw: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(raw).toString('utf8'));
  } catch {
    return undefined;
  }
}

function unknown(reason: string) {
  return { outcome: 'unknown', reason } as const;
}
