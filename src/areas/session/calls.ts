import { createHash } from 'node:crypto';
import type { ClientId } from '../../base/id.ts';
import { networkOf } from '../../base/network.ts';
import type { Sql } from '../../base/sql.ts';
import { after, secondMs, type Clock } from '../../base/time.ts';
import { mayTurn } from '../../law/gates.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Captcha } from '../../ports/captcha/port.ts';
import type { Handlers, RateLimit } from '../../wire/call.ts';
import { ownPath } from '../../wire/paths.ts';
import { solveCaptcha, takeCaptcha } from './captcha.ts';
import type { sessionContract } from './contract.ts';
import { clientInfoOf } from './info.ts';
import { passwords } from './passwords.ts';
import { failuresInARow, identityName, readIdentity, secondsToWait, type Identity } from './rules.ts';
import { endStreak, findForSignIn, keepLanguage, lengthenStreak, streakOf } from './store.ts';
import { openTurns } from './turns.ts';

export interface Needs {
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
  /** Exact counts over every process. */
  readonly limits: {
    count(sql: Sql, key: string, limit: RateLimit): Promise<{ allowed: true } | { allowed: false; retryAfterSeconds: number }>;
    giveBack(sql: Sql, key: string, limit: RateLimit): Promise<void>;
  };
  readonly captcha: Captcha;
  readonly clock: Clock;
  readonly words: { in(language: LanguageKey): (id: string) => string };
  readonly cookieName: string;
}

type Handler = Handlers<typeof sessionContract>;
type SignInInput = Parameters<Handler['login']>[0];
type SignInContext = Parameters<Handler['login']>[1];

export const calls = (house: Needs) => {
  const turns = openTurns();
  return {
    async login(input, ctx) {
      const identity = readIdentity(input.id);
      const turn = turns.take(identityName(identity), () => signIn(house, { input, identity, ctx }));
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

    registerCaptcha: () => house.captcha.register(),

    async validateCaptcha(input, ctx) {
      const sid = await solveCaptcha({ sql: ctx.sql, captcha: house.captcha, now: ctx.now }, input);
      return sid === undefined ? ctx.refuse('wrong_captcha_code', { field: 'captcha_code' }) : { captcha_sid: sid };
    },
  } satisfies Handler;
};

interface Attempt {
  readonly input: SignInInput;
  readonly identity: Identity;
  readonly ctx: SignInContext;
}

/** Limits first, then the same work for everybody, then one answer for everything that is wrong. */
async function signIn(house: Needs, attempt: Attempt): ReturnType<Handler['login']> {
  const { input, identity, ctx } = attempt;
  const counters = countersOf(identity, ctx.origin.address);
  await requireLeave(house, attempt, counters);
  const [client, owner] = await Promise.all([
    findForSignIn(ctx.sql, identity),
    house.sessions.ownerOf(ctx.readCookie(house.cookieName) ?? ''),
  ]);
  const isRight = await passwords.verify(client?.passwordHash, input.password);
  const isOther = input.p === 'lock' && owner !== undefined && owner.clientId !== client?.id;
  // Who may not sign in at all hears the same as who mistyped: nobody learns who is a client.
  const mayEnter = client !== undefined && isRight && !isOther && mayTurn('sign_in', client.standing).allowed;
  if (!mayEnter) return refuseSignIn(house, { ...attempt, counters, clientId: client?.id });
  const opened = await ctx.transact(async (sql) => {
    if (owner) await house.sessions.end(sql, owner.sid);
    const { address, agent } = ctx.origin;
    const session = await house.sessions.open(sql, { clientId: client.id, address, agent });
    await endStreak(sql, counters.identity);
    await house.limits.giveBack(sql, counters.identity, ctx.settings.signIn.perIdentity);
    await house.limits.giveBack(sql, counters.address, ctx.settings.signIn.perAddress);
    await keepLanguage(sql, { id: client.id, language: ctx.language });
    await recordAudit(sql, {
      actor: { kind: 'client', id: String(client.id) },
      action: input.p === 'lock' ? 'session.unlock' : 'session.sign_in',
      subject: `session:${session.sid}`,
      clientId: client.id,
      detail: { address, agent: agent.slice(0, 400) },
      at: ctx.now,
    });
    return session;
  });
  if (owner) house.sessions.forget(owner.sid);
  ctx.cookie({ name: house.cookieName, value: opened.secret, maxAgeSeconds: opened.maxAgeSeconds, isHttpOnly: true });
  return { token: opened.token, sid: opened.sid, client_id: client.id };
}

interface Counters {
  readonly identity: string;
  readonly address: string;
}

/** What was typed is kept as a hash: people type passwords into the wrong field. */
function countersOf(identity: Identity, address: string): Counters {
  const typed = createHash('sha256').update(identityName(identity)).digest('hex');
  return { identity: `sign_in:${typed}`, address: `sign_in:address:${networkOf(address)}` };
}

/** Turns away who must wait, and who has not solved the captcha that many failures ask for. */
async function requireLeave(house: Needs, attempt: Attempt, counters: Counters): Promise<void> {
  const { ctx, input } = attempt;
  const limits = ctx.settings.signIn;
  const wall = house.clock.wall();
  const streak = await streakOf(ctx.sql, counters.identity);
  const seconds = secondsToWait(streak, limits, wall);
  if (seconds > 0) ctx.refuse('too_many_attempts', { values: { seconds } });
  if (failuresInARow(streak, limits, wall) >= limits.captchaAfterFailures) {
    const proof = await takeCaptcha({ sql: ctx.sql, captcha: house.captcha, now: ctx.now }, input);
    if (proof !== 'solved') {
      const captcha = await house.captcha.register();
      if (proof === 'none') ctx.refuse('captcha_required', { data: { captcha } });
      ctx.refuse('wrong_captcha_code', { field: 'captcha_code', data: { captcha } });
    }
  }
  for (const [key, limit] of [
    [counters.address, limits.perAddress],
    [counters.identity, limits.perIdentity],
  ] as const) {
    const verdict = await house.limits.count(ctx.sql, key, limit);
    if (!verdict.allowed) ctx.refuse('too_many_attempts', { values: { seconds: verdict.retryAfterSeconds } });
  }
}

/** Counts the failure, leaves a trace of it, and refuses: the same for every reason. */
async function refuseSignIn(
  house: Needs,
  failed: Attempt & { readonly counters: Counters; readonly clientId: ClientId | undefined },
): Promise<never> {
  const { ctx, counters, clientId } = failed;
  const wall = house.clock.wall();
  const forgetBefore = after(wall, -ctx.settings.signIn.forgetFailuresSeconds * secondMs);
  await ctx.transact(async (sql) => {
    const failures = await lengthenStreak(sql, { key: counters.identity, at: wall, forgetBefore });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'session' },
      action: 'session.sign_in_refused',
      subject: clientId === undefined ? counters.identity : `client:${clientId}`,
      ...(clientId === undefined ? {} : { clientId }),
      detail: { address: ctx.origin.address, failures },
      at: ctx.now,
    });
  });
  return ctx.refuse('wrongCredentials');
}
