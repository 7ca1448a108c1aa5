import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { after } from '../../../base/time.ts';
import {
  challengeLifetimeMs,
  type Captcha,
  type CaptchaAnswer,
  type CaptchaBrowser,
  type CaptchaChallenge,
  type CaptchaVerdict,
} from '../port.ts';
import { fetchChallenge, fetchSeccode, type GeetestSettings } from './messages.ts';

export type { GeetestSettings } from './messages.ts';

/**
 * GeeTest v3 (docs.geetest.com, sensebot server API). The vendor hands out a challenge that goes to the browser as
 * md5(challenge + key); the widget there answers with it, two characters longer. When the vendor is down, challenges are
 * ours and the browser answers md5(challenge): no protection, but the form still works, and other limits still hold.
 */
export function openGeetest(settings: GeetestSettings): Captcha {
  return {
    browser: browserOf(settings),
    register: () => register(settings),
    validate: (answer) => validate(settings, answer),
  };
}

/** The current one of docs.geetest.com/captcha/deploy/client/web. */
const vendorScript = 'https://static.geetest.com/static/js/gt.0.5.0.js';
/** "If there are restrictions on domain names, please add the following to your release list" (ibidem). */
const vendorSources = ['https://*.geetest.com', 'https://*.geevisit.com', 'https://*.gsensebot.com'];

/** A script of the broker's own hosting still takes its parts from the vendor. */
function browserOf(settings: GeetestSettings): CaptchaBrowser {
  const { script = vendorScript } = settings;
  const api = new URL(settings.address);
  const isVendors = (url: URL): boolean => url.protocol === 'https:' && url.hostname.endsWith('.geetest.com');
  const others = [new URL(script), api].filter((url) => !isVendors(url)).map(({ origin }) => origin);
  return { script, apiServer: api.host, sources: [...(isVendors(api) ? vendorSources : []), ...new Set(others)] };
}

async function register(settings: GeetestSettings): Promise<CaptchaChallenge> {
  const challenge = await fetchChallenge(settings);
  const [told, success] =
    challenge === undefined ? [ownChallenge(settings), 0 as const] : [md5(challenge + settings.key), 1 as const];
  return { gt: settings.gt, challenge: told, success, mark: markOf(told) };
}

async function validate(settings: GeetestSettings, answer: CaptchaAnswer): Promise<CaptchaVerdict> {
  if (!/^[0-9a-f]{32}[0-9a-z]{0,2}$/.test(answer.challenge) || !answer.validate || !answer.seccode)
    return { outcome: 'failed', reason: 'malformed' };
  const own = readOwnChallenge(settings, answer.challenge);
  if (own) {
    if (own.expiresAt <= settings.clock.now()) return { outcome: 'failed', reason: 'expired' };
    if (!isSame(answer.validate, md5(answer.challenge))) return { outcome: 'failed', reason: 'wrong' };
    return { outcome: 'passed', mark: markOf(answer.challenge) };
  }
  if (!isSame(answer.validate, md5(`${settings.key}geetest${answer.challenge}`))) return { outcome: 'failed', reason: 'wrong' };
  const returned = await fetchSeccode(settings, answer);
  if (returned === undefined) return { outcome: 'unknown', reason: 'the captcha vendor did not answer' };
  if (!isSame(returned, md5(answer.seccode))) return { outcome: 'failed', reason: 'wrong' };
  return { outcome: 'passed', mark: markOf(answer.challenge) };
}

/** The widget answers with the challenge and two characters more. */
function markOf(challenge: string): string {
  return `geetest:${challenge.slice(0, 32)}`;
}

/**
 * A challenge of our own, as 32 hexadecimal characters that any of our machines can tell from a vendor's: the second it
 * was made in, four random bytes, and eight bytes of HMAC over both.
 */
function ownChallenge(settings: GeetestSettings): string {
  const body = Buffer.alloc(8);
  body.writeUInt32BE(Math.floor(settings.clock.now().getTime() / 1000), 0);
  randomBytes(4).copy(body, 4);
  return Buffer.concat([body, seal(settings, body)]).toString('hex');
}

function readOwnChallenge(settings: GeetestSettings, challenge: string): { expiresAt: Date } | undefined {
  if (challenge.length !== 32) return undefined;
  const bytes = Buffer.from(challenge, 'hex');
  const body = bytes.subarray(0, 8);
  if (bytes.length !== 16 || !timingSafeEqual(bytes.subarray(8), seal(settings, body))) return undefined;
  return { expiresAt: after(new Date(body.readUInt32BE(0) * 1000), challengeLifetimeMs) };
}

function seal(settings: GeetestSettings, body: Uint8Array): Buffer {
  return createHmac('sha256', settings.key).update('own challenge').update(body).digest().subarray(0, 8);
}

function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex');
}

function isSame(given: string, expected: string): boolean {
  const first = Buffer.from(given, 'utf8');
  const second = Buffer.from(expected, 'utf8');
  return first.length === second.length && timingSafeEqual(first, second);
}
