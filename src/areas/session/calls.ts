import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { mayTurn } from '../../law/gates.ts';
import { languagesOffered } from '../../law/languageChoice.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers } from '../../wire/call.ts';
import { ownPath } from '../../wire/paths.ts';
import { putRiddle, solveCaptcha, type CaptchaUse } from './captcha.ts';
import type { CaptchaAction, sessionContract } from './contract.ts';
import { clientInfoOf } from './info.ts';
import {
  countedAs,
  countersOf,
  countFailure,
  forgetFailures,
  rememberDevice,
  requireLeave,
  type Counters,
  type LeaveNeeds,
  type SignInContext,
} from './leave.ts';
import { passwords } from './passwords.ts';
import { readIdentity } from './rules.ts';
import { findForSignIn, keepLanguage, type SignInRow } from './store.ts';
import { openTurns } from './turns.ts';

export interface Needs extends LeaveNeeds {
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

export const calls = (house: Needs) => {
  const turns = openTurns();
  return {
    async login(input, ctx) {
      const identity = readIdentity(input.id);
      const client = await findForSignIn(ctx.sql, identity);
      const at = await countersOf(house, ctx, { identity, clientId: client?.id });
      const turn = turns.take(at.place, () => signIn(house, { input, ctx, client, at }));
      return turn ?? ctx.refuse('too_many_attempts', { values: { seconds: 1 } });
    },

    async logout(input, ctx) {
      const owner = await house.sessions.ownerOf(ctx.readCookie(house.cookieName) ?? '');
      if (owner) {
        await ctx.transact(async (sql) => {
          await house.sessions.end(sql, owner.sid);
          await recordAudit(sql, {
            actor: { kind: 'client', id: String(owner.clientId) },
            action: 'session.sign_out',
            subject: `session:${owner.sid}`,
            clientId: owner.clientId,
            at: ctx.now,
          });
        });
        house.sessions.forget(owner.sid);
      }
      ctx.cookie({ name: house.cookieName, value: null, isHttpOnly: true });
      return { redirect: input.redirect === undefined ? null : (ownPath(input.redirect) ?? null) };
    },

    async clientInfo(_input, ctx) {
      const info = await clientInfoOf(ctx.sql, { client: ctx.client, settings: ctx.settings, say: house.words.in(ctx.language) });
      return { ...info, token: house.sessions.tokenOf(ctx.readCookie(house.cookieName) ?? ''), sid: ctx.client.sid };
    },

    registerCaptcha: async (input, ctx) => putRiddle(await useOf(house, ctx, input), ctx.settings.challenge.captchaLifeSeconds),

    async validateCaptcha(input, ctx) {
      const sid = await solveCaptcha(await useOf(house, ctx, input), input);
      return sid === undefined ? ctx.refuse('wrong_captcha_code', { field: 'captcha_code' }) : { captcha_sid: sid };
    },
  } satisfies Handler;
};

/** What a captcha is asked for. */
async function useOf(
  house: Needs,
  ctx: { readonly sql: Sql; readonly now: Date },
  input: { readonly action: CaptchaAction; readonly id?: string | number | undefined },
): Promise<CaptchaUse> {
  const identity = input.id === undefined ? undefined : readIdentity(input.id);
  const about = identity && countedAs(identity, (await findForSignIn(ctx.sql, identity))?.id);
  return { sql: ctx.sql, captcha: house.captcha, now: ctx.now, action: input.action, about };
}

interface Attempt {
  readonly input: SignInInput;
  readonly ctx: SignInContext;
  readonly client: SignInRow | undefined;
  readonly at: Counters;
}

/** Limits first, then the same work for everybody, then one answer for everything that is wrong. */
async function signIn(house: Needs, attempt: Attempt): ReturnType<Handler['login']> {
  const { input, ctx, client, at } = attempt;
  await requireLeave(house, ctx, { ...input, ...at });
  const owner = await house.sessions.ownerOf(ctx.readCookie(house.cookieName) ?? '');
  const isRight = await passwords.verify(client?.passwordHash, input.password);
  const isOther = input.p === 'lock' && owner !== undefined && owner.clientId !== client?.id;
  // Who may not sign in at all hears the same as who mistyped: nobody learns who is a client.
  const mayEnter = client !== undefined && isRight && !isOther && mayTurn('sign_in', client.standing).allowed;
  if (!mayEnter) return refuseSignIn(house, attempt);
  const opened = await ctx.transact(async (sql) => {
    if (owner) await house.sessions.end(sql, owner.sid);
    const { address, agent } = ctx.origin;
    const session = await house.sessions.open(sql, { clientId: client.id, address, agent });
    await forgetFailures(sql, house, { at, settings: ctx.settings });
    if (languagesOffered(client.standing.company).includes(ctx.language))
      await keepLanguage(sql, { id: client.id, language: ctx.language });
    await recordAudit(sql, {
      actor: { kind: 'client', id: String(client.id) },
      action: input.p === 'lock' ? 'session.unlock' : 'session.sign_in',
      subject: `session:${session.sid}`,
      clientId: client.id,
      detail: { address, agent: agent.slice(0, 400) },
      at: ctx.now,
    });
    return { ...session, device: await rememberDevice(sql, house, { ctx, clientId: client.id }) };
  });
  if (owner) house.sessions.forget(owner.sid);
  ctx.cookie({ name: house.cookieName, value: opened.secret, maxAgeSeconds: opened.maxAgeSeconds, isHttpOnly: true });
  ctx.cookie({ name: house.deviceCookieName, ...opened.device, isHttpOnly: true });
  return { token: opened.token, sid: opened.sid, client_id: client.id };
}

/** Counts the failure, leaves a trace of it, and refuses: the same for every reason. */
async function refuseSignIn(house: Needs, { ctx, client, at }: Attempt): Promise<never> {
  await ctx.transact(async (sql) => {
    const failures = await countFailure(sql, at, { wall: house.clock.wall(), settings: ctx.settings });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'session' },
      action: 'session.sign_in_refused',
      subject: client === undefined ? `sign_in:${at.about}` : at.about,
      ...(client === undefined ? {} : { clientId: client.id }),
      detail: { address: ctx.origin.address, failures },
      at: ctx.now,
    });
  });
  return ctx.refuse('wrongCredentials');
}
