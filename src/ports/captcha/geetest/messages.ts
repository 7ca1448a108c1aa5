import { z } from 'zod';
import { boundedText } from '../../../base/body.ts';
import type { Clock } from '../../../base/time.ts';
import type { CaptchaAnswer } from '../port.ts';

export interface GeetestSettings {
  /** "https://api.geetest.com" */
  readonly address: string;
  /** The public id of the site. */
  readonly gt: string;
  readonly key: string;
  /** Where browsers load gt.js from. The vendor's own when left out. */
  readonly script?: string;
  readonly clock: Clock;
  /** How long one call may take. Three seconds when left out: a client waits on the form meanwhile. */
  readonly timeoutMs?: number;
}

const sdk = 'atrium-node_1';
const maxAnswerBytes = 4096;

/** register.php: a challenge of 32 characters, or undefined when the vendor does not hand one out. */
export async function fetchChallenge(settings: GeetestSettings): Promise<string | undefined> {
  const url = new URL('/register.php', settings.address);
  url.search = new URLSearchParams({ gt: settings.gt, json_format: '1', sdk, client_type: 'web' }).toString();
  const parsed = z.object({ challenge: z.string().length(32) }).safeParse(await json(settings, url, {}));
  return parsed.data?.challenge;
}

/** validate.php: what the vendor returns for the seccode ("false" when it is wrong), or undefined without an answer. */
export async function fetchSeccode(settings: GeetestSettings, answer: CaptchaAnswer): Promise<string | undefined> {
  const form = new URLSearchParams({
    seccode: answer.seccode,
    challenge: answer.challenge,
    captchaid: settings.gt,
    json_format: '1',
    sdk,
    timestamp: String(Math.floor(settings.clock.wall().getTime() / 1000)),
  });
  const url = new URL('/validate.php', settings.address);
  const parsed = z.object({ seccode: z.string().max(64) }).safeParse(await json(settings, url, { method: 'POST', body: form }));
  return parsed.data?.seccode;
}

/** The vendor's JSON, or undefined when it is down, slow or out of its mind: the form goes on without it. */
async function json(settings: GeetestSettings, url: URL, request: RequestInit): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(settings.timeoutMs ?? 3000);
    const response = await fetch(url, { ...request, redirect: 'error', signal });
    return response.ok ? JSON.parse(await boundedText(response.body, maxAnswerBytes)) : undefined;
  } catch {
    return undefined;
  }
}
