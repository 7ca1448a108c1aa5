import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { boundedText } from '../../../base/body.ts';
import { minuteMs, type Clock } from '../../../base/time.ts';
import type { LaunchAnswer, LaunchOrder, Research } from '../port.ts';

/**
 * Our own protocol (readings, 31): `POST /v1/launches { service, subject, language, nonce }` answers `{ nonce, service, subject, url,
 * expires_at }`. Both are signed alike: `x-research-signature = hex HMAC-SHA256(secret, x-research-time + "." + the body's bytes)`, the
 * time in seconds.
 */
export interface SignedResearchSettings {
  readonly address: string;
  readonly key: string;
  readonly secret: string;
  /** Where its pages stand besides the address. */
  readonly pageHosts?: readonly string[];
  /** How long one call may take. Five seconds when left out: a client waits for it. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

const mostAnswerBytes = 16 * 1024;
/** An answer that was signed longer ago is an old one, sent once more by somebody. */
const mostAgeMs = 2 * minuteMs;

const answerSchema = z.object({
  nonce: z.string(),
  service: z.string(),
  subject: z.string(),
  url: z.url().max(2000),
  expires_at: z.iso.datetime({ offset: true }),
});

export function openSignedResearch(settings: SignedResearchSettings): Research {
  const pageHosts = [...new Set([new URL(settings.address).host, ...(settings.pageHosts ?? [])])];
  return { pageHosts, launch: (order) => launch({ ...settings, pageHosts }, order) };
}

async function launch(
  settings: SignedResearchSettings & { readonly pageHosts: readonly string[] },
  order: LaunchOrder,
): Promise<LaunchAnswer> {
  const { address, key, secret, clock, pageHosts } = settings;
  const nonce = randomUUID();
  const body = JSON.stringify({ ...order, nonce });
  const time = String(Math.floor(clock.wall().getTime() / 1000));
  try {
    const response = await fetch(`${address}/v1/launches`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-research-key': key,
        'x-research-time': time,
        'x-research-signature': signatureOf(secret, time, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs ?? 5000),
    });
    const text = await boundedText(response.body, mostAnswerBytes);
    if (response.status !== 200) return unknown(`the launch was answered by ${response.status}`);
    const at = response.headers.get('x-research-time') ?? '';
    if (!isSame(response.headers.get('x-research-signature') ?? '', signatureOf(secret, at, text)))
      return unknown('the page is not signed by its vendor');
    if (!(Math.abs(clock.wall().getTime() - Number(at) * 1000) <= mostAgeMs))
      return unknown('the page was signed at another time');
    const read = answerSchema.safeParse(JSON.parse(text));
    if (!read.success) return unknown('the page came in an unknown form');
    const { url, expires_at: expires, ...told } = read.data;
    if (told.nonce !== nonce || told.service !== order.service || told.subject !== order.subject)
      return unknown('the page is somebody else’s');
    if (!isOwnPage(url, { address, pageHosts })) return unknown('the page stands on a host that is not the vendor’s');
    return { outcome: 'done', url, expiresAt: new Date(expires) };
  } catch (error) {
    return unknown(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}

/** In the clear only where the vendor itself is asked in the clear, which is on this machine alone. */
function isOwnPage(url: string, of: { readonly address: string; readonly pageHosts: readonly string[] }): boolean {
  const { protocol, host, username, password } = new URL(url);
  const isKept = protocol === 'https:' || protocol === new URL(of.address).protocol;
  return isKept && username === '' && password === '' && of.pageHosts.includes(host);
}

function signatureOf(secret: string, time: string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`, 'utf8').digest('hex');
}

/** Compared in constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given, 'utf8'), Buffer.from(expected, 'utf8')];
  return one.length === other.length && timingSafeEqual(one, other);
}

function unknown(reason: string): LaunchAnswer {
  return { outcome: 'unknown', reason };
}
