import { createHash, randomBytes } from 'node:crypto';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import type { RefusalDetail } from '../../base/refusal.ts';
import { after, dayMs, secondMs } from '../../base/time.ts';
import type { RegionClient } from '../../law/regions/index.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { MessageType } from '../../protocol/notice.ts';
import { isBreached } from '../passwords/face.ts';
import {
  askPin,
  countedAs,
  countNetworks,
  hashPassword,
  whoseEmail,
  networkNames,
  putCaptcha,
  takeCaptcha,
  termsVersion,
  type CaptchaProof,
  type ThrottleNeeds,
} from '../session/face.ts';
import type { registrationContract } from './contract.ts';
import { companyToSignUpWith, languageOfClient } from './rules.ts';
import { changeLink, changeSignUp, findSignUp, insertSignUp, type SignUp, type SignUpRow } from './store.ts';

export interface BeginNeeds extends Pick<ThrottleNeeds, 'limits' | 'captcha'> {
  readonly registrationCookieName: string;
}

type Calls = Handlers<typeof registrationContract>;
type BeginInput = Parameters<Calls['begin']>[0];
type BeginContext = Parameters<Calls['begin']>[1];
type ResendContext = Parameters<Calls['resend']>[1];

/** The PIN engine's name for what the code of the letter opens. */
export const confirmAction = 'sign_up';

/** Whom the code belongs to: the address, so that its limits hold whoever asks. Only a hash of it is kept. */
export function subjectOf(email: string): string {
  return `sign_up:${createHash('sha256').update(email).digest('hex')}`;
}

/**
 * Begins a sign-up. A known address and an unknown one take the same way: one look-up, one password hashed, one row, one code, one
 * letter. Only the letter's words differ, and those are read by the address's owner alone.
 */
export async function begin(app: BeginNeeds, input: BeginInput, ctx: BeginContext): ReturnType<Calls['begin']> {
  const email = input.email.toLowerCase();
  const company = companyOf(input, ctx);
  const mobilePhone = phoneOf(input, ctx);
  if (await isBreached(input.password)) return ctx.refuse('password_breached', { field: 'password' });
  if (!input.tc_accept) return ctx.refuse('terms_not_accepted', { field: 'tc_accept' });
  if (input.terms_version !== termsVersion(ctx.settings, company)) return ctx.refuse('terms_changed');
  await requireMayTry(app, ctx, { email, proof: input });
  const typed: SignUp = {
    email,
    country: input.country,
    mobilePhone,
    passwordHash: await hashPassword(input.password),
    language: languageOfClient({ company, country: input.country }, ctx.language),
    termsVersion: input.terms_version,
    agentId: input.agent_id ?? null,
    campaign: input.campaign ?? {},
  };
  const begun = await begunBy(app, ctx);
  const own = begun?.email === email ? begun : undefined;
  const link = randomBytes(24).toString('base64url');
  const sent = await sendLetter(ctx, { typed, company, link });
  if (sent.outcome !== 'sent') {
    // Somebody went back to mend what they had typed: the letter that is on its way is still theirs.
    if (sent.outcome !== 'too_soon' || own === undefined) return ctx.refuse(...letterRefused(sent));
    await changeSignUp(ctx.sql, { ...typed, id: own.id });
    return { email, resend_seconds: sent.seconds };
  }
  const secret = randomBytes(32).toString('base64url');
  const { lifeSeconds } = ctx.settings.signUp;
  const expiresAt = after(ctx.now, lifeSeconds * secondMs);
  await insertSignUp(ctx.sql, { ...typed, secretHash: hashOf(secret), linkHash: hashOf(link), at: ctx.now, expiresAt });
  ctx.cookie({ name: app.registrationCookieName, value: secret, maxAgeSeconds: lifeSeconds, isHttpOnly: true });
  return { email, resend_seconds: sent.resendSeconds };
}

/** Sends the letter of a sign-up that is under way once more, with another code and another link. */
export async function resend(app: BeginNeeds, ctx: ResendContext): ReturnType<Calls['resend']> {
  const begun = await begunBy(app, ctx);
  if (!begun) return ctx.refuse('sign_up_gone');
  const company = companyToSignUpWith(begun.country, undefined);
  if (!company.ok) return ctx.refuse('sign_up_gone');
  const link = randomBytes(24).toString('base64url');
  const sent = await sendLetter(ctx, { typed: begun, company: company.value, link });
  if (sent.outcome !== 'sent') return ctx.refuse(...letterRefused(sent));
  await changeLink(ctx.sql, { id: begun.id, linkHash: hashOf(link) });
  return { email: begun.email, resend_seconds: sent.resendSeconds };
}

/** The sign-up that this browser has begun. */
export function begunBy(
  app: BeginNeeds,
  ctx: Pick<ResendContext, 'sql' | 'now' | 'readCookie'>,
): Promise<SignUpRow | undefined> | undefined {
  const secret = ctx.readCookie(app.registrationCookieName);
  return secret === undefined ? undefined : findSignUp(ctx.sql, { secretHash: hashOf(secret), now: ctx.now });
}

/** Only hashes of what opens a sign-up are kept. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function companyOf({ country }: Pick<RegionClient, 'country'>, ctx: BeginContext): CompanyId {
  const company = companyToSignUpWith(country, ctx.site);
  return company.ok ? company.value : ctx.refuse(company.code, company);
}

/** As E.164. The library knows which numbers there can be; without a country's code, that of the country chosen is meant. */
function phoneOf({ phone, country }: BeginInput, ctx: BeginContext): string {
  const read = parsePhoneNumberFromString(phone, country as CountryCode);
  return read?.isPossible() ? read.number : ctx.refuse('phone_wrong', { field: 'phone' });
}

/** A letter to any address may be asked for here, so a captcha comes before each, and a network begins so many and no more. */
async function requireMayTry(
  app: BeginNeeds,
  ctx: BeginContext,
  { email, proof }: { readonly email: string; readonly proof: CaptchaProof },
): Promise<void> {
  const about = countedAs({ kind: 'email', email }, undefined);
  const use = { sql: ctx.sql, captcha: app.captcha, now: ctx.now, action: 'sign_up', about } as const;
  const solved = await takeCaptcha(use, proof);
  const names = networkNames(solved === 'solved' ? 'sign_up' : 'sign_up:captcha', ctx.origin.address);
  const verdict = await countNetworks(ctx.sql, app, { names, limits: ctx.settings.signUp });
  if (!verdict.allowed) ctx.refuse('too_many_attempts', { values: { seconds: verdict.retryAfterSeconds } });
  if (solved === 'solved') return;
  const captcha = await putCaptcha(use, ctx.settings.challenge.captchaLifeSeconds);
  if (solved === 'none') ctx.refuse('captcha_required', { data: { captcha } });
  ctx.refuse('wrong_captcha_code', { field: 'captcha_code', data: { captcha } });
}

interface LetterOrder {
  readonly typed: Pick<SignUp, 'email' | 'language'>;
  readonly company: CompanyId;
  readonly link: string;
}

type Sending = Pick<ResendContext, 'sql' | 'now' | 'settings' | 'transact' | 'tellIn'>;

/** A known address gets a code too, which stands in no letter and so is nobody's. */
async function sendLetter(ctx: Sending, { typed, company, link }: LetterOrder): ReturnType<typeof askPin> {
  const { email, language } = typed;
  const { type, path } = letterFor(await whoseEmail(ctx.sql, email), link);
  return askPin(ctx, {
    subject: subjectOf(email),
    action: confirmAction,
    channel: 'email',
    to: email,
    language,
    company,
    letter: { type, path },
  });
}

/** To a client's own address, and to that of somebody who had their data erased, nothing is sent that opens an account. */
function letterFor(
  whose: Awaited<ReturnType<typeof whoseEmail>>,
  link: string,
): { readonly type: MessageType; readonly path: string } {
  if (whose === 'client') return { type: 'registration_known', path: 'login' };
  if (whose === 'erased') return { type: 'registration_erased', path: 'register' };
  return { type: 'registration_code', path: `register?link=${link}` };
}

function letterRefused(
  sent: Exclude<Awaited<ReturnType<typeof askPin>>, { outcome: 'sent' }>,
): [code: 'code_just_sent' | 'too_many_attempts', detail: RefusalDetail] {
  if (sent.outcome === 'too_soon') return ['code_just_sent', { values: { seconds: sent.seconds } }];
  return ['too_many_attempts', { values: { seconds: dayMs / secondMs } }];
}
