import { createHash } from 'node:crypto';
import type { StaffId } from '../../base/id.ts';
import { networkOf } from '../../base/network.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, type Clock } from '../../base/time.ts';
import { actorName, roleFacts } from '../../law/staff.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers, RateLimit } from '../../protocol/call.ts';
import {
  countFailureOf,
  countNetworks,
  forgetFailuresOf,
  giveNetworksBack,
  isPassword,
  networkNames,
  waitAfterFailures,
  type NetworkNames,
} from '../session/face.ts';
import type { staffContract } from './contract.ts';
import { recoveryHash, windowOf } from '../factors/face.ts';
import { findForSignIn, isKnownNetwork, takeWindow, spendRecoveryCode, type SignInMember } from './store.ts';

export interface SignInNeeds {
  readonly staffSessions: {
    find(secret: string): Promise<{ readonly sid: string } | undefined>;
    open(
      sql: Sql,
      of: { staffId: StaffId; address: string; agent: string },
    ): Promise<{ readonly secret: string; readonly token: string; readonly sid: string; readonly maxAgeSeconds: number }>;
    end(sql: Sql, sid: string): Promise<void>;
  };
  /** Exact counts over every process. */
  readonly limits: {
    count(sql: Sql, key: string, limit: RateLimit): Promise<{ allowed: true } | { allowed: false; retryAfterSeconds: number }>;
    giveBack(sql: Sql, key: string, limit: RateLimit): Promise<void>;
  };
  readonly vault: { open(sealed: string): string; seal(secret: string): string };
  readonly asksSecondFactor: boolean;
  readonly staffCookieName: string;
  readonly clock: Clock;
}

type Login = Handlers<typeof staffContract>['login'];
export type SignInContext = Parameters<Login>[1];

interface Attempt {
  readonly input: Parameters<Login>[0];
  readonly ctx: SignInContext;
  readonly member: SignInMember | undefined;
  readonly at: Counters;
}

/** What the tries are counted on. */
export interface Counters {
  /** Whom it is tried on: a member of staff, or the hash of what was typed where it is nobody's. */
  readonly about: string;
  /** On whom and from which network: failures here make the next try wait. */
  readonly place: string;
  readonly networks: NetworkNames;
  /** They have signed in from this network before: what others try from elsewhere does not keep them out. */
  readonly isKnownNetwork: boolean;
}

export async function lookUp(ctx: SignInContext, typed: string, clock: Clock): Promise<Pick<Attempt, 'member' | 'at'>> {
  const email = typed.toLowerCase();
  const member = await findForSignIn(ctx.sql, email);
  const about = member ? `staff:${member.id}` : `staff_typed:${createHash('sha256').update(email).digest('hex')}`;
  const network = networkOf(ctx.origin.address);
  const since = after(clock.wall(), -knownDays * dayMs);
  const isKnown = await isKnownNetwork(ctx.sql, { staffId: member?.id, network, since });
  return {
    member,
    at: {
      about,
      place: `sign_in:${about}@${network}`,
      networks: networkNames('desk:address', ctx.origin.address),
      isKnownNetwork: isKnown,
    },
  };
}

const knownDays = 90;

/** Limits first, then the same work for everybody, then one answer for everything that is wrong; then the second factor. */
export async function signIn(app: SignInNeeds, attempt: Attempt): ReturnType<Login> {
  const { input, ctx, member, at } = attempt;
  await requireTry(app, ctx, at);
  const isRight = await isPassword(member?.password_hash ?? undefined, input.password);
  if (!isRight || !member || member.disabled_at !== null) return refuse(app, attempt, 'wrongCredentials');
  const factor = app.asksSecondFactor ? await factorOf(app, attempt, member) : 'none';
  const former = await app.staffSessions.find(ctx.readCookie(app.staffCookieName) ?? '');
  const opened = await ctx.transact(async (sql) => {
    if (!(await spendFactor(sql, factor, { staffId: member.id, at: ctx.now }))) return undefined;
    if (former) await app.staffSessions.end(sql, former.sid);
    const { address, agent } = ctx.origin;
    const session = await app.staffSessions.open(sql, { staffId: member.id, address, agent });
    await forget(sql, app, { at, ctx });
    await recordAudit(sql, {
      actor: { kind: 'staff', id: actorName(member.email) },
      action: 'staff.sign_in',
      subject: `staff_session:${session.sid}`,
      detail: { address, agent: agent.slice(0, 400), factor: typeof factor === 'string' ? factor : factor.kind },
      at: ctx.now,
    });
    return session;
  });
  if (opened === undefined) return refuse(app, attempt, 'wrong_code');
  ctx.cookie({ name: app.staffCookieName, value: opened.secret, maxAgeSeconds: opened.maxAgeSeconds, isHttpOnly: true });
  return { token: opened.token, sid: opened.sid, ...shownMe(member) };
}

export function shownMe(member: Pick<SignInMember, 'id' | 'name' | 'email' | 'role'>) {
  const name = member.name || actorName(member.email);
  return { staff_id: member.id, name, role: member.role, rights: [...roleFacts[member.role].rights] };
}

/** The code that was given, as what it can be. */
type Factor =
  | 'none'
  | { readonly kind: 'totp'; readonly step: number; readonly sealedSecret: string }
  | { readonly kind: 'recovery'; readonly hash: Buffer };

async function factorOf(app: SignInNeeds, attempt: Attempt, member: SignInMember): Promise<Factor> {
  const { input, ctx, at } = attempt;
  if (member.totp_secret === null) {
    await forget(ctx.sql, app, { at, ctx });
    return ctx.refuse('second_factor_missing');
  }
  if (input.code === undefined || input.code === '') {
    // The password was right: this was no failed try.
    await giveBack(ctx.sql, app, { at, ctx });
    return ctx.refuse('second_factor_required', { data: { factors: ['totp', 'recovery'] } });
  }
  const secret = app.vault.open(member.totp_secret);
  const step = windowOf(input.code, { secret, afterStep: member.totp_step, wall: app.clock.wall() });
  if (step === undefined) return { kind: 'recovery', hash: recoveryHash(input.code) };
  return { kind: 'totp', step, sealedSecret: app.vault.seal(secret) };
}

/** Uses the code up, in the transaction that opens the session; false when it is none, or was used. */
async function spendFactor(sql: Sql, factor: Factor, of: { readonly staffId: StaffId; readonly at: Date }): Promise<boolean> {
  if (factor === 'none') return true;
  const { staffId, at } = of;
  return factor.kind === 'totp'
    ? takeWindow(sql, { staffId, step: factor.step, sealedSecret: factor.sealedSecret })
    : spendRecoveryCode(sql, { staffId, hash: factor.hash, at });
}

/**
 * Turns away who must wait. The wait that grows counts on the member and the network together, so that nobody keeps somebody
 * else out by guessing from elsewhere; what is counted on the member alone, from wherever it came, spares the networks that they
 * have signed in from before.
 */
async function requireTry(app: SignInNeeds, ctx: SignInContext, at: Counters): Promise<void> {
  const limits = ctx.settings.signIn;
  const seconds = await waitAfterFailures(ctx.sql, { key: at.place, limits, wall: app.clock.wall() });
  if (seconds > 0) ctx.refuse('too_many_attempts', { values: { seconds } });
  const own = at.isKnownNetwork ? undefined : await app.limits.count(ctx.sql, `sign_in:${at.about}`, limits.perIdentity);
  const verdict = own?.allowed === false ? own : await countNetworks(ctx.sql, app, { names: at.networks, limits });
  if (!verdict.allowed) ctx.refuse('too_many_attempts', { values: { seconds: verdict.retryAfterSeconds } });
}

/** Counts the failure, leaves a trace of it, and refuses. */
async function refuse(app: SignInNeeds, { ctx, member, at }: Attempt, code: 'wrongCredentials' | 'wrong_code'): Promise<never> {
  await ctx.transact(async (sql) => {
    const failures = await countFailureOf(sql, { key: at.place, limits: ctx.settings.signIn, wall: app.clock.wall() });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'desk' },
      action: 'staff.sign_in_refused',
      subject: member === undefined ? `sign_in:${at.about}` : at.about,
      detail: { address: ctx.origin.address, failures, code },
      at: ctx.now,
    });
  });
  return ctx.refuse(code, code === 'wrong_code' ? { field: 'code' } : {});
}

interface Counted {
  readonly at: Counters;
  readonly ctx: SignInContext;
}

async function forget(sql: Sql, app: SignInNeeds, counted: Counted): Promise<void> {
  await forgetFailuresOf(sql, counted.at.place);
  await giveBack(sql, app, counted);
}

async function giveBack(sql: Sql, app: SignInNeeds, { at, ctx }: Counted): Promise<void> {
  const limits = ctx.settings.signIn;
  if (!at.isKnownNetwork) await app.limits.giveBack(sql, `sign_in:${at.about}`, limits.perIdentity);
  await giveNetworksBack(sql, app, { names: at.networks, limits });
}
