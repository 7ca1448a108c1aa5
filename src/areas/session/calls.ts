import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { gateDecision } from '../../law/gates.ts';
import { languagesOffered } from '../../law/languageChoice.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers } from '../../protocol/call.ts';
import { ownPath } from '../../protocol/paths.ts';
import { takeFactor, type FactorNeeds, type FactorVerdict } from '../factors/face.ts';
import { putCaptcha, solveCaptcha, type CaptchaUse } from './captcha.ts';
import type { CaptchaAction, sessionContract } from './contract.ts';
import { clientInfoOf } from './info.ts';
import {
  askedAbout,
  countersOf,
  countFailure,
  forgetFailures,
  giveTryBack,
  rememberDevice,
  requireThrottle,
  type Counters,
  type ThrottleNeeds,
  type SignInContext,
} from './throttle.ts';
import { passwords } from './passwords.ts';
import { readIdentity } from './rules.ts';
import { findForSignIn, keepLanguage, type SignInRow } from './store.ts';
import { tellOfUnusual } from './unusual.ts';
import { openKeyedLock } from './keyedLock.ts';

export interface Needs extends ThrottleNeeds, FactorNeeds {
  readonly sessions: {
    ownerOf(secret: string): Promise<{ readonly clientId: ClientId; readonly sid: string } | undefined>;
    open(
      sql: Sql,
      of: { clientId: ClientId; address: string; agent: string },
    ): Promise<{ readonly secret: string; readonly token: string; readonly sid: string; readonly maxAgeSeconds: number }>;
    end(sql: Sql, sid: string): Promise<void>;
    forget(sid: string): void;
    tokenOf(secret: string): string;
  };
  readonly words: { in(language: LanguageKey): (id: string) => string };
  readonly cookieName: string;
}

type Handler = Handlers<typeof sessionContract>;
type SignInInput = Parameters<Handler['login']>[0];

export const calls = (app: Needs) => {
  const signInLock = openKeyedLock();
  return {
    async login(input, ctx) {
      const identity = readIdentity(input.id);
      const client = await findForSignIn(ctx.sql, identity);
      const at = await countersOf(app, ctx, { identity, clientId: client?.id });
      const taken = signInLock.take(at.origin, () => signIn(app, { input, ctx, client, at }));
      return taken ?? ctx.refuse('too_many_attempts', { values: { seconds: 1 } });
    },

    async logout(input, ctx) {
      const owner = await app.sessions.ownerOf(ctx.readCookie(app.cookieName) ?? '');
      if (owner) {
        await ctx.transact(async (sql) => {
          await app.sessions.end(sql, owner.sid);
          await recordAudit(sql, {
            actor: { kind: 'client', id: String(owner.clientId) },
            action: 'session.sign_out',
            subject: `session:${owner.sid}`,
            clientId: owner.clientId,
            at: ctx.now,
          });
        });
        app.sessions.forget(owner.sid);
      }
      ctx.cookie({ name: app.cookieName, value: null, isHttpOnly: true });
      return { redirect: input.redirect === undefined ? null : (ownPath(input.redirect) ?? null) };
    },

    async clientInfo(_input, ctx) {
      const info = await clientInfoOf(ctx.sql, {
        client: ctx.client,
        settings: ctx.settings,
        now: ctx.now,
        say: app.words.in(ctx.language),
      });
      return { ...info, token: app.sessions.tokenOf(ctx.readCookie(app.cookieName) ?? ''), sid: ctx.client.sid };
    },

    // Serve itself marks a session that is used.
    used: async () => ({}),

    registerCaptcha: async (input, ctx) => putCaptcha(useOf(app, ctx, input), ctx.settings.challenge.captchaLifeSeconds),

    async validateCaptcha(input, ctx) {
      const sid = await solveCaptcha(useOf(app, ctx, input), input);
      return sid === undefined ? ctx.refuse('wrong_captcha_code', { field: 'captcha_code' }) : { captcha_sid: sid };
    },
  } satisfies Handler;
};

/** What a captcha is asked for. */
function useOf(
  app: Needs,
  ctx: { readonly sql: Sql; readonly now: Date },
  input: { readonly action: CaptchaAction; readonly id?: string | number | undefined },
): CaptchaUse {
  const about = input.id === undefined ? undefined : askedAbout(readIdentity(input.id));
  return { sql: ctx.sql, captcha: app.captcha, now: ctx.now, action: input.action, about };
}

interface Attempt {
  readonly input: SignInInput;
  readonly ctx: SignInContext;
  readonly client: SignInRow | undefined;
  readonly at: Counters;
}

/** Limits first, then the same work for everybody, then one answer for everything that is wrong. */
async function signIn(app: Needs, attempt: Attempt): ReturnType<Handler['login']> {
  const { input, ctx, client, at } = attempt;
  await requireThrottle(app, ctx, { ...input, ...at });
  const owner = await app.sessions.ownerOf(ctx.readCookie(app.cookieName) ?? '');
  const isRight = await passwords.verify(client?.passwordHash, input.password);
  const isOther = input.p === 'lock' && owner !== undefined && owner.clientId !== client?.id;
  // Who may not sign in at all hears the same as who mistyped: nobody learns who is a client.
  const mayEnter = client !== undefined && isRight && !isOther && gateDecision('sign_in', client.profile).allowed;
  if (!mayEnter) return refuseSignIn(app, attempt, 'wrongCredentials');
  const opened = await ctx.transact(async (sql) => {
    const factor = await takeFactor(sql, app, { clientId: client.id, given: input });
    if (factor.outcome === 'missing' || factor.outcome === 'wrong') return { isOpen: false as const, factor };
    if (owner) await app.sessions.end(sql, owner.sid);
    const { address, agent } = ctx.origin;
    const session = await app.sessions.open(sql, { clientId: client.id, address, agent });
    await forgetFailures(sql, app, { at, settings: ctx.settings });
    if (languagesOffered(regionProfileOf(client.profile)).includes(ctx.language))
      await keepLanguage(sql, { id: client.id, language: ctx.language });
    await recordAudit(sql, {
      actor: { kind: 'client', id: String(client.id) },
      action: input.p === 'lock' ? 'session.unlock' : 'session.sign_in',
      subject: `session:${session.sid}`,
      clientId: client.id,
      detail: {
        address,
        agent: agent.slice(0, 400),
        ...whereaboutsIn(ctx),
        ...(factor.outcome === 'given' ? { factor: factor.kind } : {}),
      },
      at: ctx.now,
    });
    await tellOfUnusual(sql, ctx, { clientId: client.id, sid: session.sid, factor });
    return { isOpen: true as const, ...session, device: await rememberDevice(sql, app, { ctx, clientId: client.id }) };
  });
  if (!opened.isOpen) return refuseFactor(app, attempt, opened.factor);
  if (owner) app.sessions.forget(owner.sid);
  ctx.cookie({ name: app.cookieName, value: opened.secret, maxAgeSeconds: opened.maxAgeSeconds, isHttpOnly: true });
  ctx.cookie({ name: app.deviceCookieName, ...opened.device, isHttpOnly: true });
  return { token: opened.token, sid: opened.sid, client_id: client.id };
}

/** Where it came from, where that is known: for the client's own list. */
function whereaboutsIn({ origin: { whereabouts } }: Pick<SignInContext, 'origin'>) {
  return whereabouts === undefined ? {} : { whereabouts };
}

/** The password was right. Without the second factor that was no failed try; with a wrong one it was. */
async function refuseFactor(
  app: Needs,
  attempt: Attempt,
  verdict: Extract<FactorVerdict, { readonly outcome: 'missing' | 'wrong' }>,
): Promise<never> {
  if (verdict.outcome === 'wrong') return refuseSignIn(app, attempt, 'wrong_code');
  const { ctx, at } = attempt;
  await giveTryBack(ctx.sql, app, { at, settings: ctx.settings });
  return ctx.refuse('second_factor_required', { data: verdict.asked });
}

/** Counts the failure, leaves a trace of it, and refuses: the same for every reason but a wrong second factor. */
async function refuseSignIn(app: Needs, { ctx, client, at }: Attempt, code: 'wrongCredentials' | 'wrong_code'): Promise<never> {
  await ctx.transact(async (sql) => {
    const failures = await countFailure(sql, at, { wall: app.clock.wall(), settings: ctx.settings });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'session' },
      action: 'session.sign_in_refused',
      subject: client === undefined ? `sign_in:${at.about}` : at.about,
      ...(client === undefined ? {} : { clientId: client.id }),
      detail: { address: ctx.origin.address, agent: ctx.origin.agent.slice(0, 400), ...whereaboutsIn(ctx), failures, code },
      at: ctx.now,
    });
  });
  return ctx.refuse(code, code === 'wrong_code' ? { field: 'code' } : {});
}
