import { boundedText } from '../../../base/body.ts';
import type { Clock } from '../../../base/time.ts';
import { queryPasswordHash, readQueryAnswer } from './messages.ts';

export interface SkrillSettings {
  /** Where payments are prepared and paid, such as "https://pay.skrill.com". */
  readonly address: string;
  /** Where the query interface answers, such as "https://www.skrill.com". */
  readonly queryAddress: string;
  readonly merchantId: string;
  readonly email: string;
  readonly secretWord: string;
  readonly queryPassword: string;
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

/** A day's account history has its lines; nothing else of theirs is larger. */
const maxAnswerBytes = 8 * 1024 * 1024;

/** The Merchant Query Interface. */
export async function query(settings: SkrillSettings, asked: Readonly<Record<string, string>>) {
  const password = queryPasswordHash(settings.queryPassword);
  const search = new URLSearchParams({ email: settings.email, password, ...asked });
  const answer = await ask(settings, { method: 'GET', url: `${settings.queryAddress}/app/query.pl?${search}` });
  if (answer.outcome === 'unknown') return answer;
  const read = answer.status === 200 ? readQueryAnswer(answer.text) : undefined;
  return read ? ({ outcome: 'answered', ...read } as const) : unknown(`the query interface answered ${answer.status}`);
}

type Answered = { readonly outcome: 'answered'; readonly status: number; readonly text: string };

export async function ask(
  { timeoutMs = 10_000 }: SkrillSettings,
  { method, url, body }: { readonly method: 'GET' | 'POST'; readonly url: string; readonly body?: URLSearchParams },
): Promise<Answered | ReturnType<typeof unknown>> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method, redirect: 'error', signal, ...(body ? { body } : {}) });
    return { outcome: 'answered', status: response.status, text: await boundedText(response.body, maxAnswerBytes) };
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error));
  }
}

export function unknown(reason: string) {
  return { outcome: 'unknown', reason } as const;
}
