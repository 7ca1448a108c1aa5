import { createHash } from 'node:crypto';
import type { ClientId } from '../../base/id.ts';
import { networkOf } from '../../base/network.ts';
import type { Sql } from '../../base/sql.ts';
import { elseCompany } from '../../law/countries.ts';
import { gateDecision } from '../../law/gates.ts';
import { companyProfileOf, regionProfileOf } from '../../law/regions/index.ts';
import { companyIds, type CompanyId } from '../../law/regions/profile.ts';
import { isLanguageKey } from '../../law/languages.ts';
import { regionCookie } from '../../law/sites.ts';
import type { Handlers, RateLimit } from '../../protocol/call.ts';
import type { FactorNeeds } from '../factors/face.ts';
import {
  countedAs,
  countNetworks,
  hashPassword,
  isPassword,
  networkNames,
  putCaptcha,
  rememberDevice,
  takeCaptcha,
  tellOfUnusual,
  type ThrottleNeeds,
} from '../session/face.ts';
import { changeSignInPassword, type ChangeNeeds } from './change.ts';
import type { passwordsContract } from './contract.ts';
import { judgePassword } from './judging.ts';
import { passPin, sendPin, usePinAndFactor, type PinOf } from './pins.ts';
import { passwordFactsOf, type PasswordFacts } from './store.ts';

export interface ResetNeeds extends ThrottleNeeds, FactorNeeds {
  readonly sessions: ChangeNeeds['sessions'] & {
    open(
      sql: Sql,
      of: { clientId: ClientId; address: string; agent: string },
    ): Promise<{ readonly secret: string; readonly token: string; readonly sid: string; readonly maxAgeSeconds: number }>;
  };
  readonly cookieName: string;
}

type Calls = Handlers<typeof passwordsContract>;
type Input = Parameters<Calls['resetPassword']>[0];
type Context = Parameters<Calls['resetPassword']>[1];
type Answer = Awaited<ReturnType<Calls['resetPassword']>>;

/**
 * A new password for somebody who is signed out. Every step does the same for an address that is a client's and for one that is
 * nobody's: a PIN is kept, a letter goes to the address. Only the letter's words differ, and nobody's has no PIN in it.
 */
export const resetCalls = (app: ResetNeeds) =>
  ({
    async resetPassword(input, ctx) {
      const email = input.email.toLowerCase();
      if (input.action === 'sendpin') return send(app, ctx, { input, email });
      await requireTry(app, ctx, { key: 'reset:try', limit: ctx.settings.passwordReset.triesPerAddress });
      const of = pinOf(email);
      const challenge = await passPin(ctx, { ...of, pin: input.pin ?? ctx.refuse('field_required', { field: 'pin' }) });
      if (input.action === 'checkpin') return {};
      const facts = await clientWith(ctx, email);
      // Nobody reads the PIN of an address that is nobody's: it was guessed.
      return facts
        ? setNew(app, ctx, { input, facts, of, challenge })
        : ctx.refuse('pin_wrong', { field: 'pin', rule: 'pin_check' });
    },
  }) satisfies Partial<Calls>;

/** By the address, so that its limits hold whoever asks. Only a hash of it is kept. */
const pinOf = (email: string): PinOf => ({
  subject: `reset:${createHash('sha256').update(email).digest('hex')}`,
  action: 'reset_password',
});

/** Who may not sign in at all has no password to reset. */
async function clientWith({ sql }: Pick<Context, 'sql'>, email: string): Promise<PasswordFacts | undefined> {
  const facts = await passwordFactsOf(sql, email);
  return facts && gateDecision('sign_in', facts.profile).allowed ? facts : undefined;
}

interface Sending {
  readonly input: Input;
  readonly email: string;
}

async function send(app: ResetNeeds, ctx: Context, { input, email }: Sending): Promise<Answer> {
  await requireCaptcha(app, ctx, { input, email });
  const facts = await clientWith(ctx, email);
  const { method = 'email_sms' } = input;
  const language = facts && isLanguageKey(facts.language) ? facts.language : ctx.language;
  return sendPin(ctx, {
    ...pinOf(email),
    method,
    email,
    // A telephone is called where it is asked for. Beside a letter none is written to: who is known would take longer.
    phone: method === 'voice' ? (facts?.mobilePhone ?? null) : null,
    company: facts ? regionProfileOf(facts.profile).company : companyOfSite(ctx),
    language,
    ...(facts ? {} : { letter: { type: 'reset_unknown', path: 'register' } }),
  });
}

/** Who writes to an address that is nobody's: the company whose site it is, else the one that serves everybody else. */
function companyOfSite({ site }: Pick<Context, 'site'>): CompanyId {
  return companyIds.find((company) => site !== undefined && companyProfileOf(company).site === site) ?? elseCompany;
}

/** A letter to any address may be asked for here, so a captcha comes before each, a network asks so often, and all together so often. */
async function requireCaptcha(app: ResetNeeds, ctx: Context, { input, email }: Sending): Promise<void> {
  const about = countedAs({ kind: 'email', email }, undefined);
  const use = { sql: ctx.sql, captcha: app.captcha, now: ctx.now, action: 'reset_password', about } as const;
  const solved = await takeCaptcha(use, input);
  const { passwordReset: limits } = ctx.settings;
  const names = networkNames(solved === 'solved' ? 'reset' : 'reset:captcha', ctx.origin.address);
  const verdict = await countNetworks(ctx.sql, app, { names, limits });
  if (!verdict.allowed) ctx.refuse('too_many_attempts', { values: { seconds: verdict.retryAfterSeconds } });
  if (solved === 'solved') {
    const all = await app.limits.count(ctx.sql, 'reset:altogether', limits.altogether);
    if (!all.allowed) ctx.refuse('too_many_attempts', { values: { seconds: all.retryAfterSeconds } });
    return;
  }
  const captcha = await putCaptcha(use, ctx.settings.challenge.captchaLifeSeconds);
  if (solved === 'none') ctx.refuse('captcha_required', { data: { captcha } });
  ctx.refuse('wrong_captcha_code', { field: 'captcha_code', data: { captcha } });
}

interface Limited {
  readonly key: string;
  readonly limit: RateLimit;
}

async function requireTry(app: ResetNeeds, ctx: Context, { key, limit }: Limited): Promise<void> {
  const verdict = await app.limits.count(ctx.sql, `${key}:${networkOf(ctx.origin.address)}`, limit);
  if (!verdict.allowed) ctx.refuse('too_many_attempts', { values: { seconds: verdict.retryAfterSeconds } });
}

interface Setting {
  readonly input: Input;
  readonly facts: PasswordFacts;
  readonly of: PinOf;
  readonly challenge: number;
}

/** Sets the password, ends every session that stands, and signs in. */
async function setNew(app: ResetNeeds, ctx: Context, { input, facts, of, challenge }: Setting): Promise<Answer> {
  const password = input.password ?? ctx.refuse('field_required', { field: 'password' });
  const password2 = input.password2 ?? ctx.refuse('field_required', { field: 'password2' });
  const verdict = await judgePassword({ password, password2, names: facts.names });
  if (!verdict.ok) return ctx.refuse(verdict.code, verdict);
  if (await isPassword(facts.passwordHash, password)) return ctx.refuse('password_same_as_old', { field: 'password' });
  const hash = await hashPassword(password);
  const { id: client } = facts;
  const { address, agent } = ctx.origin;
  const { company } = regionProfileOf(facts.profile);
  const own = companyProfileOf(company).site;
  const isElsewhere = (input.site ?? ctx.site ?? own) !== own;
  const opened = await ctx.transact(async (sql) => {
    const factor = await usePinAndFactor(sql, app, { client, given: input, challenge, ...of, now: ctx.now });
    if (factor.outcome === 'missing' || factor.outcome === 'wrong') return { isOpen: false as const, factor };
    const key = `pin-${challenge}`;
    await changeSignInPassword(app, sql, {
      client,
      hash,
      sid: undefined,
      key,
      address,
      now: ctx.now,
      action: 'session.reset_password',
      ...(isElsewhere ? { elsewhere: company } : {}),
    });
    const session = await app.sessions.open(sql, { clientId: client, address, agent });
    await tellOfUnusual(sql, ctx, { clientId: client, sid: session.sid, factor });
    return { isOpen: true as const, ...session, device: await rememberDevice(sql, app, { ctx, clientId: client }) };
  });
  if (!opened.isOpen)
    return opened.factor.outcome === 'missing'
      ? ctx.refuse('second_factor_required', { data: opened.factor.asked })
      : ctx.refuse('wrong_code', { field: 'code' });
  ctx.cookie({ name: app.cookieName, value: opened.secret, maxAgeSeconds: opened.maxAgeSeconds, isHttpOnly: true });
  ctx.cookie({ name: app.deviceCookieName, ...opened.device, isHttpOnly: true });
  ctx.cookie({ ...regionCookie, value: own, isHttpOnly: false });
  return { company_id: company, client_id: client, token: opened.token, sid: opened.sid };
}
