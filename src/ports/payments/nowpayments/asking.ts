import { boundedText } from '../../../base/body.ts';
import type { Clock } from '../../../base/time.ts';
import { parseExactly } from './messages.ts';

export interface NowPaymentsSettings {
  /** Where the API answers: "https://api.nowpayments.io". */
  readonly address: string;
  readonly apiKey: string;
  readonly ipnSecret: string;
  /** Who pays coins out; nobody does where it is left out. */
  readonly payouts?: { readonly email: string; readonly password: string };
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

const maxAnswerBytes = 1024 * 1024;
type Answered = { readonly outcome: 'answered'; readonly status: number; readonly body: unknown };

export async function ask(
  { address, apiKey, timeoutMs = 10_000 }: NowPaymentsSettings,
  path: string,
  { body, token }: { readonly body?: object; readonly token?: string } = {},
): Promise<Answered | ReturnType<typeof unknown>> {
  try {
    const response = await fetch(address + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-api-key': apiKey,
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { outcome: 'answered', status: response.status, body: parseExactly(await boundedText(response.body, maxAnswerBytes)) };
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error));
  }
}

export function unknown(reason: string) {
  return { outcome: 'unknown', reason } as const;
}
