import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { ClientId } from '../../base/id.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { after, dayMs, secondMs } from '../../base/time.ts';
import type { Wording } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { Settings } from '../../settings/index.ts';
import type { Event } from '../../protocol/call.ts';
import type { MessageType } from '../../protocol/notice.ts';
import { passwords } from './passwords.ts';
import { secondsToResend, secondsToWait, type DelayLimits } from './rules.ts';
import { askedSince, endPin, keepPin, lockSubject, markPassed, openPin, usePin } from './store.ts';
import { endStreak, lengthenStreak, lockStreak, streakOf } from './streaks.ts';

export {
  clientById,
  findClients,
  lastInOf,
  requirePassword,
  sessionsOf,
  type ClientQuestion,
  type FoundClient,
} from './found.ts';
export { clientInfoOf, type InfoOf } from './info.ts';
export { hasAgreed, personalDataVersion, termsVersion } from './rules.ts';
export { agreePersonalData, agreeTerms } from './terms.ts';
export { countNetworks, giveNetworksBack, networkNames, type NetworkNames } from './networks.ts';
export { openKeyedLock } from './keyedLock.ts';
export { putCaptcha, takeCaptcha, type CaptchaProof } from './captcha.ts';
export { insertClient, isKnownEmail, whoseEmail } from './joining.ts';
export { countedAs, rememberDevice, type ThrottleNeeds } from './throttle.ts';
export { tellOfUnusual, unusualTopic } from './unusual.ts';

/** A password's argon2id hash, as `client.password_hash` keeps it. */
export function hashPassword(password: string): Promise<string> {
  return passwords.hash(password);
}

/** Whether it is the password that was hashed; without a hash false, after the same work. */
export function isPassword(hashed: string | undefined, password: string): Promise<boolean> {
  return passwords.verify(hashed, password);
}

/** Failures in a row under one name, and the waits that grow with them. On the wall clock. */
interface Failures {
  readonly key: string;
  readonly limits: DelayLimits;
  readonly wall: Date;
}

/** The seconds to wait before the next try under that name. */
export async function waitAfterFailures(sql: Sql, { key, limits, wall }: Failures): Promise<number> {
  return secondsToWait(await streakOf(sql, key), limits, wall);
}

/**
 * The same for a try that is made and counted within the caller's transaction: those under that name follow each other, so that a burst
 * of guesses cannot pass the waits side by side.
 */
export async function waitOneByOne(sql: Sql, failures: Failures): Promise<number> {
  await lockStreak(sql, failures.key);
  return waitAfterFailures(sql, failures);
}

/** Counts one more failure; answers how many there are now in a row. */
export function countFailureOf(sql: Sql, { key, limits, wall }: Failures): Promise<number> {
  return lengthenStreak(sql, { key, at: wall, forgetBefore: after(wall, -limits.forgetFailuresSeconds * secondMs) });
}

export function forgetFailuresOf(sql: Sql, key: string): Promise<void> {
  return endStreak(sql, key);
}

/** The part of a saga's context that a PIN needs. */
interface Asking {
  readonly now: Date;
  readonly settings: Settings;
  readonly transact: Transact;
  readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
}

export interface PinOrder {
  /** Who must answer, such as `client:100001` or `email:someone@example.com`. */
  readonly subject: string;
  /** What the PIN is good for and for nothing else, such as `change_password`. */
  readonly action: string;
  /** What else it is bound to, such as one payment with its amount: for anything else it is a wrong one. */
  readonly binds?: string;
  readonly channel: 'email' | 'sms' | 'voice';
  /** The e-mail address or the E.164 number. */
  readonly to: string;
  /** The same PIN by SMS too, to this E.164 number. */
  readonly alsoTo?: string;
  readonly language: LanguageKey;
  readonly company: CompanyId;
  readonly clientId?: ClientId;
  /** Another message than the usual one, with what it says besides, and the page below the language that a letter's link leads to. */
  readonly letter?: { readonly type: MessageType; readonly path?: string; readonly values?: Wording };
}

/** How many PINs somebody was sent for an action within a day, and whether another one is sent now at all. */
export async function pinsLately(
  sql: Sql,
  { subject, action, now, settings }: Pick<PinOrder, 'subject' | 'action'> & Pick<Asking, 'settings' | 'now'>,
): Promise<{ readonly count: number; readonly isOpen: boolean }> {
  const { resendSeconds, maxPerDay, maxWrongPerDay } = settings.challenge;
  const asked = await askedSince(sql, { subject, action, since: after(now, -dayMs) });
  const isTooSoon = secondsToResend(asked.last_at ?? undefined, resendSeconds, now) > 0;
  return { count: asked.count, isOpen: !isTooSoon && asked.count < maxPerDay && asked.wrong < maxWrongPerDay };
}

export type Asked =
  | { readonly outcome: 'sent'; readonly resendSeconds: number }
  /** Interfaces §6: a resend inside 60 s is refused with the seconds left. */
  | { readonly outcome: 'too_soon'; readonly seconds: number }
  | { readonly outcome: 'too_many' };

/**
 * Sends a PIN of four digits, bound to the subject and the action; it ends the one before it, whatever its channel.
 * Only its hash is kept, and the outbox forgets it once it is sent. On application time.
 */
export async function askPin(asking: Asking, order: PinOrder): Promise<Asked> {
  const { pinDigits, pinLifeSeconds, resendSeconds, maxPerDay, maxWrongPerDay } = asking.settings.challenge;
  const { now } = asking;
  const { subject, action } = order;
  return asking.transact(async (sql) => {
    await lockSubject(sql, subject);
    const asked = await askedSince(sql, { subject, action, since: after(now, -dayMs) });
    const seconds = secondsToResend(asked.last_at ?? undefined, resendSeconds, now);
    if (seconds > 0) return { outcome: 'too_soon', seconds };
    if (asked.count >= maxPerDay || asked.wrong >= maxWrongPerDay) return { outcome: 'too_many' };
    const pin = String(randomInt(10 ** pinDigits)).padStart(pinDigits, '0');
    const salt = randomBytes(16);
    const expiresAt = after(now, pinLifeSeconds * secondMs);
    await keepPin(sql, { subject, action, channel: order.channel, salt, now, expiresAt, hash: pinHash(salt, order, pin) });
    const values = { pin, minutes: Math.floor(pinLifeSeconds / 60) };
    for (const way of waysOf(order)) await asking.tellIn(sql, messageOf(order, { ...way, values, until: expiresAt }));
    return { outcome: 'sent', resendSeconds };
  });
}

type PinWay = Pick<PinOrder, 'channel' | 'to'>;

function waysOf({ channel, to, alsoTo }: PinOrder): PinWay[] {
  return [{ channel, to }, ...(alsoTo === undefined ? [] : [{ channel: 'sms' as const, to: alsoTo }])];
}

interface PinMessage extends PinWay {
  readonly values: { readonly pin: string; readonly minutes: number };
  readonly until: Date;
}

function messageOf(order: PinOrder, { channel, to, values, until }: PinMessage): Event {
  return {
    topic: channel === 'email' ? 'post.mail' : 'post.sms',
    ...(order.clientId === undefined ? {} : { clientId: order.clientId }),
    payload: {
      type: order.letter?.type ?? ('pin' satisfies MessageType),
      values: { ...order.letter?.values, ...values },
      ...(order.letter?.path === undefined ? {} : { path: order.letter.path }),
      channel,
      to,
      language: order.language,
      company: order.company,
      isSecret: true,
      until: until.toISOString(),
    },
  };
}

/** The seconds until that subject may be sent another PIN for that action; 0 when it may be sent now. */
export async function secondsUntilPin(
  sql: Sql,
  of: Pick<PinOrder, 'subject' | 'action'> & Pick<Asking, 'settings' | 'now'>,
): Promise<number> {
  const asked = await askedSince(sql, { subject: of.subject, action: of.action, since: after(of.now, -dayMs) });
  return secondsToResend(asked.last_at ?? undefined, of.settings.challenge.resendSeconds, of.now);
}

export type PinVerdict =
  | { readonly outcome: 'passed'; readonly challenge: number }
  | { readonly outcome: 'wrong' }
  /** There is none, it ran out, or it has ended. */
  | { readonly outcome: 'expired' };

/**
 * Whether this is the PIN. A wrong one ends it (interfaces §6), for which this commits by itself: a refusal of the call
 * must not undo it. A right one stays good for `requirePassed` until it runs out, and may be checked again.
 */
export async function checkPin(
  asking: Pick<Asking, 'transact' | 'now'>,
  given: { readonly subject: string; readonly action: string; readonly binds?: string; readonly pin: string },
): Promise<PinVerdict> {
  const { now } = asking;
  return asking.transact(async (sql): Promise<PinVerdict> => {
    const open = await openPin(sql, given);
    if (!open) return { outcome: 'expired' };
    const isRight = timingSafeEqual(pinHash(open.salt, given, given.pin), open.code_hash);
    const hasRunOut = open.expires_at <= now;
    if (isRight && !hasRunOut) {
      await markPassed(sql, { id: open.id, now });
      return { outcome: 'passed', challenge: open.id };
    }
    await endPin(sql, { id: open.id, now, isWrong: !isRight });
    return { outcome: hasRunOut ? 'expired' : 'wrong' };
  });
}

/**
 * Uses a passed PIN up, in the transaction that does what it was asked for, so that it opens one action and no second.
 * Refuses as `pin_expired` on the field `pin`.
 */
export async function requirePassed(
  sql: Sql,
  passed: { readonly challenge: number; readonly subject: string; readonly action: string; readonly now: Date },
): Promise<void> {
  const isUsed = await usePin(sql, { id: passed.challenge, subject: passed.subject, action: passed.action, now: passed.now });
  if (!isUsed) throw new Refusal('pin_expired', { field: 'pin', rule: 'pin_check' });
}

/** Four digits hide little from who holds the table; the salt keeps one table of hashes from opening them all. */
function pinHash(salt: Buffer, of: Pick<PinOrder, 'subject' | 'action' | 'binds'>, pin: string): Buffer {
  return createHmac('sha256', salt)
    .update(JSON.stringify([of.subject, of.action, pin, ...(of.binds === undefined ? [] : [of.binds])]))
    .digest();
}
