import { createHash, randomBytes } from 'node:crypto';
import type { ClientId } from '../../base/id.ts';
import { networkOf } from '../../base/network.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, secondMs, type Clock } from '../../base/time.ts';
import type { Settings } from '../../settings/index.ts';
import type { Captcha } from '../../ports/captcha/port.ts';
import type { Handlers, RateLimit } from '../../protocol/call.ts';
import { putCaptcha, takeCaptcha, type CaptchaProof } from './captcha.ts';
import type { sessionContract } from './contract.ts';
import { countNetworks, giveNetworksBack, networkNames, type ExactLimits, type NetworkNames } from './networks.ts';
import { failuresInARow, identityName, secondsToWait, type Identity } from './rules.ts';
import { isKnownDevice, keepDevice } from './store.ts';
import { endStreak, lengthenStreak, reserveFailure, shortenStreak, streakOf } from './streaks.ts';

export interface ThrottleNeeds {
  readonly limits: ExactLimits;
  readonly captcha: Captcha;
  readonly clock: Clock;
  readonly deviceCookieName: string;
}

export type SignInContext = Parameters<Handlers<typeof sessionContract>['login']>[1];

/** What the failures of one attempt are counted on. */
export interface Counters {
  /** Whom it is tried on: a client, or the hash of what was typed where it is nobody's. */
  readonly about: string;
  /** The same for the captcha (`askedAbout`). */
  readonly asked: string;
  /** On whom and from where: a device that this client has signed in from before, else a network. */
  readonly origin: string;
  readonly networks: NetworkNames;
  readonly isKnownDevice: boolean;
}

/**
 * Who a captcha is about: what was typed, and not whose it is, so that an answer to one that was put about an address says nothing
 * about a number.
 */
export function askedAbout(identity: Identity): string {
  return countedAs(identity, undefined);
}

/**
 * A client is one, whether by e-mail or by number: else a guesser would have twice the tries. Of what is nobody's only a hash
 * is kept, because people type passwords into the wrong field.
 */
export function countedAs(identity: Identity, client: ClientId | undefined): string {
  if (client !== undefined) return `client:${client}`;
  return `typed:${createHash('sha256').update(identityName(identity)).digest('hex')}`;
}

export async function countersOf(
  app: ThrottleNeeds,
  ctx: SignInContext,
  of: { readonly identity: Identity; readonly clientId: ClientId | undefined },
): Promise<Counters> {
  const about = countedAs(of.identity, of.clientId);
  const network = networkOf(ctx.origin.address);
  const device = deviceHash(ctx.readCookie(app.deviceCookieName));
  const isKnown = device !== undefined && (await isKnownDevice(ctx.sql, { hash: device, clientId: of.clientId ?? 0 }));
  return {
    about,
    asked: askedAbout(of.identity),
    origin: `sign_in:${about}@${isKnown ? `device:${device.toString('hex')}` : network}`,
    networks: networkNames('sign_in:address', ctx.origin.address),
    isKnownDevice: isKnown,
  };
}

/**
 * Turns away who must wait, and who has not solved the captcha that many failures ask for.
 *
 * The wait that grows is counted on the identity and the place together, so that nobody can keep somebody else out by
 * guessing from elsewhere. What is counted on the identity alone, from wherever it came, only asks for a captcha before each
 * try; and a device that the client has signed in from before is asked by its own failures alone (OWASP, "Slow Down Online
 * Guessing Attacks with Device Cookies").
 */
export async function requireThrottle(app: ThrottleNeeds, ctx: SignInContext, at: Counters & CaptchaProof): Promise<void> {
  const limits = ctx.settings.signIn;
  const wall = app.clock.wall();
  const streak = await streakOf(ctx.sql, at.origin);
  const seconds = secondsToWait(streak, limits, wall);
  if (seconds > 0) ctx.refuse('too_many_attempts', { values: { seconds } });
  if (at.isKnownDevice) {
    if (failuresInARow(streak, limits, wall) >= limits.captchaAfterFailures) await requireCaptcha(app, ctx, at);
    return;
  }
  // Both are counted before the password is looked at, so that of tries that come at once from many networks no more are looked at
  // than of those that come one after the other.
  const tries = await app.limits.count(ctx.sql, identityKey(at), limits.perIdentity);
  const of = { key: identityKey(at), at: wall, forgetBefore: forgottenBefore(limits, wall) };
  const isFree = await reserveFailure(ctx.sql, { ...of, most: limits.captchaAfterFailures });
  try {
    if (!tries.allowed || !isFree) await requireCaptcha(app, ctx, at);
    const verdict = await countNetworks(ctx.sql, app, { names: at.networks, limits });
    if (!verdict.allowed) ctx.refuse('too_many_attempts', { values: { seconds: verdict.retryAfterSeconds } });
  } catch (refusal) {
    if (isFree) await shortenStreak(ctx.sql, identityKey(at));
    throw refusal;
  }
  if (!isFree) await lengthenStreak(ctx.sql, of);
}

/** Challenges put to one network: each is a row, and the vendor is asked for it. */
const challengesPerNetwork: RateLimit = { count: 120, seconds: 60 };

async function requireCaptcha(app: ThrottleNeeds, ctx: SignInContext, at: Counters & CaptchaProof): Promise<void> {
  const use = { sql: ctx.sql, captcha: app.captcha, now: ctx.now, action: 'sign_in', about: at.asked } as const;
  const proof = await takeCaptcha(use, at);
  if (proof === 'solved') return;
  const verdict = await app.limits.count(ctx.sql, `riddles:${at.networks.near}`, challengesPerNetwork);
  if (!verdict.allowed) ctx.refuse('too_many_attempts', { values: { seconds: verdict.retryAfterSeconds } });
  const captcha = await putCaptcha(use, ctx.settings.challenge.captchaLifeSeconds);
  if (proof === 'none') ctx.refuse('captcha_required', { data: { captcha } });
  ctx.refuse('wrong_captcha_code', { field: 'captcha_code', data: { captcha } });
}

/** Counts a failure where it belongs; answers how many there are now in a row at this place. */
export async function countFailure(sql: Sql, at: Counters, on: { wall: Date; settings: Settings }): Promise<number> {
  // On the identity it has been counted before the password was looked at.
  const forgetBefore = forgottenBefore(on.settings.signIn, on.wall);
  return lengthenStreak(sql, { key: at.origin, at: on.wall, forgetBefore });
}

function forgottenBefore({ forgetFailuresSeconds }: Settings['signIn'], wall: Date): Date {
  return after(wall, -forgetFailuresSeconds * secondMs);
}

/** A sign-in that turned out well is not limited. Failures that others made from elsewhere stay counted for a known device. */
export async function forgetFailures(sql: Sql, app: ThrottleNeeds, on: { at: Counters; settings: Settings }): Promise<void> {
  const { at, settings } = on;
  await endStreak(sql, at.origin);
  if (!at.isKnownDevice) await endStreak(sql, identityKey(at));
  await giveBack(sql, app, { at, settings });
}

/** A try that was no failure does not count among those that one may have. */
export async function giveTryBack(sql: Sql, app: ThrottleNeeds, on: { at: Counters; settings: Settings }): Promise<void> {
  if (!on.at.isKnownDevice) await shortenStreak(sql, identityKey(on.at));
  await giveBack(sql, app, on);
}

async function giveBack(sql: Sql, app: ThrottleNeeds, { at, settings }: { at: Counters; settings: Settings }): Promise<void> {
  if (at.isKnownDevice) return;
  await app.limits.giveBack(sql, identityKey(at), settings.signIn.perIdentity);
  await giveNetworksBack(sql, app, { names: at.networks, limits: settings.signIn });
}

/** A browser that is not used for so long is forgotten. */
export const deviceDays = 180;

/** Lets this browser be known as one that the client has signed in from; answers the cookie that it is known by. */
export async function rememberDevice(
  sql: Sql,
  app: ThrottleNeeds,
  on: { readonly ctx: Pick<SignInContext, 'readCookie'>; readonly clientId: ClientId },
): Promise<{ readonly value: string; readonly maxAgeSeconds: number }> {
  const given = on.ctx.readCookie(app.deviceCookieName);
  const hash = deviceHash(given);
  const at = app.clock.wall();
  const isKept = hash !== undefined && (await keepDevice(sql, { hash, clientId: on.clientId, at, onlyKnown: true }));
  const secret = isKept && given !== undefined ? given : randomBytes(32).toString('base64url');
  const fresh = deviceHash(secret);
  if (!isKept && fresh) await keepDevice(sql, { hash: fresh, clientId: on.clientId, at, onlyKnown: false });
  return { value: secret, maxAgeSeconds: (deviceDays * dayMs) / secondMs };
}

/** Only the hash is stored, as of a session. Undefined for what is no such cookie. */
function deviceHash(secret: string | undefined): Buffer | undefined {
  if (secret === undefined || !/^[A-Za-z0-9_-]{43}$/.test(secret)) return undefined;
  return createHash('sha256').update(secret).digest();
}

function identityKey({ about }: Counters): string {
  return `sign_in:${about}`;
}
