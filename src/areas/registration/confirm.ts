import { networkOf } from '../../base/network.ts';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers, RateLimit } from '../../protocol/call.ts';
import { noteProven } from '../contacts/face.ts';
import { noteIdentity } from '../duplicates/face.ts';
import {
  agreeTerms,
  checkPin,
  insertClient,
  isPassword,
  rememberDevice,
  requirePassed,
  type ThrottleNeeds,
} from '../session/face.ts';
import { begunBy, confirmAction, hashOf, subjectOf, type BeginNeeds } from './begin.ts';
import type { registrationContract } from './contract.ts';
import { companyToSignUpWith, signedUpStatus } from './rules.ts';
import { endSignUp, findSignUpByLink, keepOrigin, type SignUpRow } from './store.ts';

export interface ConfirmNeeds extends BeginNeeds, ThrottleNeeds {
  readonly sessions: {
    open(
      sql: Sql,
      of: { clientId: ClientId; address: string; agent: string },
    ): Promise<{ readonly secret: string; readonly token: string; readonly sid: string; readonly maxAgeSeconds: number }>;
  };
  readonly cookieName: string;
}

type Calls = Handlers<typeof registrationContract>;
type Input = Parameters<Calls['confirm']>[0];
type Context = Parameters<Calls['confirm']>[1];

/** What proves that the address is theirs: a passed code, or the link itself. */
type Proof = { readonly by: 'link' } | { readonly by: 'code'; readonly challenge: number };

/** The address is theirs: the client is written, the terms with it, and signed in. All of it or nothing. */
export async function confirm(app: ConfirmNeeds, input: Input, ctx: Context): ReturnType<Calls['confirm']> {
  await requireTry(app, ctx, { key: `sign_up:try:${networkOf(ctx.origin.address)}`, limit: ctx.settings.signUp.triesPerAddress });
  const own = await begunBy(app, ctx);
  const { signUp, proof } =
    input.link === undefined
      ? await byCode(own, input, ctx)
      : await byLink(app, { own, link: input.link, password: input.password }, ctx);
  const company = companyToSignUpWith(signUp.country, undefined);
  if (!company.ok) return ctx.refuse('sign_up_gone');
  const opened = await ctx.transact(async (sql) => {
    if (proof.by === 'code')
      await requirePassed(sql, { ...proof, subject: subjectOf(signUp.email), action: confirmAction, now: ctx.now });
    const client = await openClient(sql, { signUp, company: company.value, confirmedBy: proof.by, ctx });
    const { address, agent } = ctx.origin;
    const session = await app.sessions.open(sql, { clientId: client, address, agent });
    return { ...session, client, device: await rememberDevice(sql, app, { ctx, clientId: client }) };
  });
  ctx.cookie({ name: app.registrationCookieName, value: null, isHttpOnly: true });
  ctx.cookie({ name: app.cookieName, value: opened.secret, maxAgeSeconds: opened.maxAgeSeconds, isHttpOnly: true });
  ctx.cookie({ name: app.deviceCookieName, ...opened.device, isHttpOnly: true });
  return { token: opened.token, sid: opened.sid, client_id: opened.client };
}

interface Confirmed {
  readonly signUp: SignUpRow;
  readonly proof: Proof;
}

async function byCode(own: SignUpRow | undefined, { pin }: Input, ctx: Context): Promise<Confirmed> {
  if (!own) return ctx.refuse('sign_up_gone');
  const verdict = await checkPin(ctx, { subject: subjectOf(own.email), action: confirmAction, pin: pin ?? '' });
  if (verdict.outcome === 'passed') return { signUp: own, proof: { by: 'code', challenge: verdict.challenge } };
  return ctx.refuse(verdict.outcome === 'wrong' ? 'pin_wrong' : 'pin_expired', { field: 'pin', rule: 'pin_check' });
}

interface Following {
  /** What this browser has begun. */
  readonly own: SignUpRow | undefined;
  readonly link: string;
  readonly password: string | undefined;
}

/**
 * In the browser that began, the link is enough. In another one its reader has to say the password: else somebody could begin with an
 * address that is not theirs, and have its owner finish an account whose password they know.
 */
async function byLink(app: ConfirmNeeds, { own, link, password }: Following, ctx: Context): Promise<Confirmed> {
  const signUp = await findSignUpByLink(ctx.sql, { linkHash: hashOf(link), now: ctx.now });
  if (!signUp) return ctx.refuse('sign_up_gone');
  const proven: Confirmed = { signUp, proof: { by: 'link' } };
  if (own?.id === signUp.id) return proven;
  if (password === undefined) return ctx.refuse('sign_up_password_needed', { field: 'password' });
  await requireTry(app, ctx, { key: `sign_up:password:${signUp.id}`, limit: ctx.settings.signUp.passwordTries });
  return (await isPassword(signUp.password_hash, password))
    ? proven
    : ctx.refuse('sign_up_password_wrong', { field: 'password' });
}

interface Limited {
  readonly key: string;
  readonly limit: RateLimit;
}

async function requireTry(app: ConfirmNeeds, ctx: Context, { key, limit }: Limited): Promise<void> {
  const verdict = await app.limits.count(ctx.sql, key, limit);
  if (!verdict.allowed) ctx.refuse('too_many_attempts', { values: { seconds: verdict.retryAfterSeconds } });
}

interface Opening {
  readonly signUp: SignUpRow;
  readonly company: CompanyId;
  readonly confirmedBy: Proof['by'];
  readonly ctx: Context;
}

async function openClient(sql: Sql, { signUp, company, confirmedBy, ctx }: Opening): Promise<ClientId> {
  const { email, country, mobile_phone: mobilePhone, language } = signUp;
  const { address, agent } = ctx.origin;
  const at = ctx.now;
  if (!(await endSignUp(sql, signUp.id))) return ctx.refuse('sign_up_gone');
  const { asksNewcomers, versions } = ctx.settings.personalDataNotice;
  const personalDataVersion = asksNewcomers ? 0 : versions[company];
  const joining = { company, country, email, mobilePhone, language, personalDataVersion, at, passwordHash: signUp.password_hash };
  const clientId = await insertClient(sql, { ...joining, status: signedUpStatus });
  // The address became a client's meanwhile, or was one all along: what there is to say stands in its letter.
  if (clientId === undefined) return ctx.refuse('sign_up_gone');
  await agreeTerms(sql, { clientId, company, version: signUp.terms_version, address, at });
  const { agent_id: agentId, campaign } = signUp;
  await keepOrigin(sql, {
    clientId,
    origin: { confirmed_by: confirmedBy, address, agent, language, agent_id: agentId, campaign, at },
  });
  await noteProven(sql, { client: clientId, what: 'email', value: email, at });
  await noteIdentity(sql, { clientId, known: { email, phone: mobilePhone }, now: at, settings: ctx.settings });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(clientId) },
    action: 'registration.sign_up',
    subject: `client:${clientId}`,
    clientId,
    detail: { company, country, terms: signUp.terms_version, confirmedBy, address },
    at,
  });
  return clientId;
}
