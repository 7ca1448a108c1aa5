import webPush from 'web-push';
import { boundedText } from '../../../base/body.ts';
import type { Push, PushAnswer, PushMessage, ReachAnswer } from '../port.ts';

/**
 * Web Push: a message for one browser is encrypted with its keys (RFC 8291), signed with the broker's (VAPID, RFC 8292), and posted to
 * the address that the browser's own push service gave it (RFC 8030).
 */
export interface WebPushSettings {
  /** The broker's pair of keys for P-256, base64url: the point, and the number that makes it. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** Where a push service writes to when something is wrong: "mailto:…" or "https://…". */
  readonly contact: string;
  /** Hosts of push services, with a port where it is not the usual one; "*." stands for one or more names before it. */
  readonly hosts: readonly string[];
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 10_000;
const mostAnswerBytes = 16 * 1024;
const longestEndpoint = 1000;

export function openWebPush(settings: WebPushSettings): Push {
  return {
    publicKey: settings.publicKey,
    serves: (endpoint) => isServed(settings, endpoint),
    send: (message) => send(settings, message),
    reach: () => reach(settings),
  };
}

/** Browsers tell their addresses themselves: without this, anybody could have the server post to any machine that it reaches. */
function isServed({ hosts }: WebPushSettings, endpoint: string): boolean {
  const url = endpoint.length <= longestEndpoint ? URL.parse(endpoint) : null;
  if (url === null || url.username !== '' || url.password !== '') return false;
  const isHere = url.hostname === '127.0.0.1' || url.hostname === 'localhost';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) return false;
  return hosts.some((host) => (host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host));
}

async function send(settings: WebPushSettings, message: PushMessage): Promise<PushAnswer> {
  const { to, text, keepSeconds, name } = message;
  if (!isServed(settings, to.endpoint)) return { outcome: 'refused', reason: 'no push service that we send to' };
  const sealed = seal(settings, message);
  if ('outcome' in sealed) return sealed;
  const answer = await ask(settings, to.endpoint, {
    method: 'POST',
    headers: {
      ttl: String(keepSeconds),
      urgency: 'high',
      topic: name,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      authorization: sealed.authorization,
    },
    body: new Uint8Array(sealed.body),
  });
  if ('outcome' in answer) return answer;
  return judge(answer.status, `${answer.status} ${answer.text.slice(0, 200)} (${text.length} letters)`.trim());
}

/** Keys that a browser has made up are no keys: what cannot be sealed is never sent. */
function seal(
  { publicKey, privateKey, contact }: WebPushSettings,
  { to, text, keepSeconds }: PushMessage,
): { readonly body: Buffer; readonly authorization: string } | Extract<PushAnswer, { readonly outcome: 'refused' }> {
  try {
    const { endpoint, p256dh, auth } = to;
    const { body, headers } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails: { subject: contact, publicKey, privateKey },
      TTL: keepSeconds,
      contentEncoding: 'aes128gcm',
    });
    return { body, authorization: String(headers['Authorization']) };
  } catch (error) {
    return { outcome: 'refused', reason: `cannot be sealed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** RFC 8030 §5 and §7.3: 201 is taken, 404 and 410 are over, 429 asks to come again; what the service holds of us may be mended there. */
function judge(status: number, reason: string): PushAnswer {
  if (status === 201 || status === 202) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 429) return { outcome: 'later', reason };
  return status >= 400 && status < 500 ? { outcome: 'refused', reason } : { outcome: 'unknown', reason };
}

/** Of services that are named whole: any answer at all says that they can be reached. */
async function reach(settings: WebPushSettings): Promise<ReachAnswer> {
  const asked = settings.hosts.filter((host) => !host.startsWith('*.'));
  const answers = await Promise.all(
    asked.map(async (host) => {
      const scheme = /^(127\.0\.0\.1|localhost)(:|$)/.test(host) ? 'http' : 'https';
      const answer = await ask(settings, `${scheme}://${host}/`, { method: 'GET' });
      return 'outcome' in answer ? [`${host} (${answer.reason})`] : [];
    }),
  );
  const [silent] = answers.flat();
  return silent === undefined ? { outcome: 'done' } : { outcome: 'unknown', reason: silent };
}

async function ask(
  { timeoutMs = usualTimeoutMs }: WebPushSettings,
  address: string,
  request: RequestInit,
): Promise<{ readonly status: number; readonly text: string } | Extract<PushAnswer, { readonly outcome: 'unknown' }>> {
  try {
    const response = await fetch(address, { ...request, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, text: await boundedText(response.body, mostAnswerBytes) };
  } catch (error) {
    return { outcome: 'unknown', reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}
