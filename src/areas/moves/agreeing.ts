import { requireGate } from '../../law/gates.ts';
import { movesTo, type MoveRoute } from '../../law/moves.ts';
import { companyProfileOf } from '../../law/regions/index.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { hostOf, regionCookie } from '../../law/sites.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ContextOf } from '../../protocol/call.ts';
import { closeCase } from '../cases/face.ts';
import { agreeTerms, personalDataVersion, termsVersion } from '../session/face.ts';
import type { MoveAction, MoveInfo, movesContract } from './contract.ts';
import { movesQueue } from './queues.ts';
import { isBegun, isThere, isWanted } from './rules.ts';
import { shownStand, standOf } from './seen.ts';
import { agreeAhead, branchOf, lockClient, setBranch, setMoveState } from './clientRows.ts';
import { approve, endOpen, insertMove, keepTerms, lastMove, type Move } from './store.ts';
import { closeOffered, tellOffered } from './telling.ts';

/*
 * The actions of `migrate` (document 3 §7), each with its precondition, what it does, and where it leads: the terms to the approval, the
 * approval to the batch transfer, the branch to the dashboard, signing on to the language root.
 */

type ActContext = ContextOf<(typeof movesContract)['calls']['act']>;

/** What an action does; a redirect where it leads out of this portal. */
export const acting: Readonly<Record<Exclude<MoveAction, 'migrate'>, (ctx: ActContext) => Promise<string | null>>> = {
  accept_uk_terms: (ctx) => acceptTerms(ctx, 'uk'),
  accept_ftg_terms: (ctx) => acceptTerms(ctx, 'ftg'),
  accept_mauritius_terms: acceptOwnTerms,
  approve_uk_movement: (ctx) => approveMove(ctx, 'uk'),
  approve_ftg_movement: (ctx) => approveMove(ctx, 'ftg'),
  change_branch_uk_to_main: toMainBranch,
  login_to_uk: (ctx) => signOn(ctx, 'uk'),
  login_to_ftg: (ctx) => signOn(ctx, 'ftg'),
};

/** Those that agree to something, which has to be said: to the terms of which company. */
const agreeing: Partial<Readonly<Record<MoveAction, CompanyId>>> = {
  accept_uk_terms: movesTo.uk.company,
  accept_ftg_terms: movesTo.ftg.company,
  accept_mauritius_terms: movesTo.ftg.company,
};

const signingOn: ReadonlySet<MoveAction> = new Set(['login_to_uk', 'login_to_ftg']);

/** Signing on changes nothing of a client; whoever only reads does neither ask for a move nor agree to one. */
export function requireMayAct({ client, refuse }: ActContext, action: MoveAction): void {
  if (!signingOn.has(action)) requireGate('change_profile', client.profile, refuse);
}

interface Agreed {
  readonly action: MoveAction;
  readonly isAgreed: boolean;
  /** The version of the terms that were read; undefined where that was not said. */
  readonly read: number | undefined;
}

/** What is agreed to has to be said, and nobody agrees to terms that came after those that they have read. */
export function requireAgreed({ settings, refuse }: ActContext, { action, isAgreed, read }: Agreed): void {
  const company = agreeing[action];
  if (company === undefined) return;
  if (!isAgreed) return refuse('terms_not_accepted', { field: 'is_terms_agreed' });
  if (read !== undefined && read !== termsVersion(settings, company)) return refuse('terms_changed');
}

async function openMove(ctx: ActContext, route: MoveRoute): Promise<Move | undefined> {
  await lockClient(ctx.sql, ctx.client.id);
  const { last, route: open } = await standOf(ctx.sql, ctx.client);
  if (isBegun(last)) return ctx.refuse('company_move_begun');
  if (open !== route) return ctx.refuse('company_move_not_offered');
  return last?.phase === 'offered' ? last : undefined;
}

/** Of the company that one moves to; where residence asks for the move, it is open from then on. */
async function acceptTerms(ctx: ActContext, route: MoveRoute): Promise<null> {
  const { sql, client, now, settings, origin } = ctx;
  const to = movesTo[route].company;
  const known = await openMove(ctx, route);
  const facts = { clientId: client.id, from: client.profile.company, to, country: null, told: {}, createdAt: now } as const;
  const id = known?.id ?? (await insertMove(sql, { ...facts, phase: 'offered' }));
  if (!known) await tellOffered(sql, { clientId: client.id, to, toldAt: now }, now);
  const version = termsVersion(settings, to);
  await keepTerms(sql, id, version);
  const notice = personalDataVersion(settings, to);
  await agreeAhead(sql, { clientId: client.id, company: to, version, notice, address: origin.address, at: now });
  await audit(ctx, 'company_move.terms', id);
  return null;
}

/** The terms of the global company in their newest version, by one of its own clients. */
async function acceptOwnTerms(ctx: ActContext): Promise<null> {
  const { sql, client, now, settings, origin } = ctx;
  const { company } = client.profile;
  if (!isThere('ftg', company)) return ctx.refuse('company_not_yours');
  const version = termsVersion(settings, company);
  await agreeTerms(sql, { clientId: client.id, company, version, address: origin.address, at: now });
  return null;
}

async function approveMove(ctx: ActContext, route: MoveRoute): Promise<null> {
  const move = await openMove(ctx, route);
  if (!move || move.termsVersion === null) return ctx.refuse('terms_not_accepted', { field: 'is_terms_agreed' });
  await approve(ctx.sql, move.id, ctx.now);
  await audit(ctx, 'company_move.approve', move.id);
  return null;
}

/** Whoever does not want to go to the UK company: the branch is the main one again, and an open move there has ended. */
async function toMainBranch(ctx: ActContext): Promise<null> {
  const { sql, client } = ctx;
  await lockClient(sql, client.id);
  const { last } = await standOf(sql, client);
  if (isBegun(last)) return ctx.refuse('company_move_begun');
  const own = companyProfileOf(client.profile.company).branch;
  const isOpen = last?.phase === 'offered' && isThere('uk', last.to);
  if (own !== 1 || (!isOpen && (await branchOf(sql, client.id)) === own)) return ctx.refuse('branch_is_main');
  await setBranch(sql, client.id, own);
  if (isOpen) await endWithdrawn(ctx, last);
  return null;
}

type WithdrawContext = ContextOf<(typeof movesContract)['calls']['withdraw']>;

/** Whoever says no to a move: while it waits for compliance, or may be made and nothing of it has moved. Answers how it stands then. */
export async function withdrawMove(ctx: WithdrawContext): Promise<MoveInfo['status']> {
  await lockClient(ctx.sql, ctx.client.id);
  const last = await lastMove(ctx.sql, ctx.client.id);
  if (isBegun(last)) return ctx.refuse('company_move_begun');
  if (!isWanted(last)) return ctx.refuse('no_move_to_withdraw');
  await endWithdrawn(ctx, last);
  return shownStand(ctx.client, await standOf(ctx.sql, ctx.client)).status;
}

/** It is not wanted any more: accounts are opened again, and neither the desk nor the client's notices have it. The client is locked. */
async function endWithdrawn({ sql, client, now }: Pick<WithdrawContext, 'sql' | 'client' | 'now'>, move: Move): Promise<void> {
  const subject = `company_move:${move.id}`;
  await endOpen(sql, move.id, { phase: 'withdrawn', reason: null, by: `client:${client.id}`, at: now });
  await setMoveState(sql, client.id, null);
  if (move.phase === 'asked') await closeCase(sql, { queue: movesQueue.name, subject, outcome: 'withdrawn', at: now });
  else await closeOffered(sql, move, now);
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'company_move.withdraw',
    subject,
    clientId: client.id,
    detail: { from: move.from, to: move.to, phase: move.phase },
    at: now,
  });
}

/** Goes on with the company that one has moved to; its portal has another name where the broker has given it one. */
async function signOn(ctx: ActContext, route: MoveRoute): Promise<string | null> {
  const { company } = ctx.client.profile;
  if (!isThere(route, company)) return ctx.refuse('company_not_yours');
  const { site } = companyProfileOf(company);
  ctx.cookie({ ...regionCookie, value: site, isHttpOnly: false });
  const host = hostOf(ctx.settings.sites, site);
  return host === undefined || ctx.site === site ? null : `https://${host}/${ctx.language}/login`;
}

async function audit({ sql, client, now }: ActContext, action: string, id: number): Promise<void> {
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action,
    subject: `company_move:${id}`,
    clientId: client.id,
    at: now,
  });
}
