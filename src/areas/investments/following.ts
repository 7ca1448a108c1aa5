import type { RemittanceId } from '../../base/id.ts';
import { Refusal, type RefusalDetail } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import { accountTypeNamed, isCopied } from '../../law/accountTypes.ts';
import { isSuitable } from '../../law/investors.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { accountOf } from '../accounts/face.ts';
import { investorGoesOn, investorOf, lockInvestor, type InvestorRow } from '../investors/face.ts';
import { intendCopied, openCopied, type IntendedOpening } from '../opening/face.ts';
import { moveOwnMoney, ownFundingAccountOf, readAmount, type Hands, type OwnMove } from '../payments/face.ts';
import { followableStrategy, newestOffer } from '../strategies/face.ts';
import type { investmentsContract } from './contract.ts';
import { bookFlows, comingIn, flowsOf, forgetUnsaved, noteWhileOpen, type Flow, type Terms } from './flows.ts';
import {
  agreeAnew,
  changeInvestment,
  insertInvestment,
  investmentById,
  investmentIn,
  isFollowedBy,
  lockFollowing,
  lockInvestment,
  type Investment,
} from './store.ts';

type Specs = (typeof investmentsContract)['calls'];
type FollowInput = Parameters<Handlers<typeof investmentsContract>['follow']>[0];
export type FollowContext = ContextOf<Specs['follow']>;
/** What money of a follow is moved in: a call that may refuse as payments do. */
export type MoneyContext = ContextOf<Specs['addFunds']>;
export type Needs = Hands;
type Strategy = NonNullable<Awaited<ReturnType<typeof followableStrategy>>>;
type Offer = Awaited<ReturnType<typeof newestOffer>>;

const investorType = (() => {
  const type = accountTypeNamed('investor');
  if (!type) throw new Error('there is no account type investor');
  return type;
})();

/** How a strategy fits an investor: by the region's rule, or with a warning (document 2 §8, 30005). */
export function suits(
  { risk }: InvestorRow,
  of: { readonly level: number | null; readonly profile: FollowContext['client']['profile'] },
): 'yes' | 'warned' | 'unsuitable' {
  if (risk !== null && isSuitable(risk, of.level)) return 'yes';
  return regionProfileOf(of.profile).investing === 'warned' ? 'warned' : 'unsuitable';
}

/**
 * Follows a strategy. The intention is committed with the account's first; then the platform opens it and its first money is brought
 * there. Whoever asks again before that goes on from where it is; while that money is on its way, nothing is agreed to anew.
 */
export async function follow(input: FollowInput, app: Needs, ctx: FollowContext) {
  const strategy = (await followableStrategy(ctx.sql, input.acc_no)) ?? ctx.refuse('accountNotFollowable', { field: 'acc_no' });
  await requireFit(strategy, input, ctx);
  const begun = await investmentIn(ctx.sql, { clientId: ctx.client.id, strategyId: strategy.id });
  if (begun && (await isMoneyComing(ctx.sql, begun))) return ctx.refuse('investment_busy');
  const offer = await newestOffer(ctx.sql, strategy.id);
  await requireMoney(offer, strategy, { input, ctx });
  const { id, opening } = await ctx.transact((sql) => intend(sql, { input, strategy, offer }, ctx));
  if (opening) await openAccount(opening, id, { app, ctx });
  const investment = await mustBe(ctx.sql, id);
  const account = await accountOf(ctx.sql, investment.number);
  // The platform has not answered: the money follows when the client asks for it.
  if (account?.status !== 'active') return { investment, transfer: null };
  const { minimum } = offer;
  const first = termsOf(input, offer);
  return bring(app, ctx, { investment, minimum, first, from: input.trans_account, amount: input.amount, input });
}

/** Whether the first money of a follow that has not begun is on its way, or may be. */
export async function isMoneyComing(sql: Sql, { id, status }: Pick<Investment, 'id' | 'status'>): Promise<boolean> {
  return status === 'opening' && (await flowsOf(sql, id)).waiting > 0;
}

function termsOf({ safety_mode: safetyMode, protection }: FollowInput, { id, share }: Offer): Terms {
  return { offerId: id, share, safetyMode, protection };
}

async function requireFit(strategy: Strategy, input: FollowInput, ctx: FollowContext): Promise<void> {
  const { sql, client, refuse } = ctx;
  const investor = await investorOf(sql, client.id);
  if (investor.status === 'form') return refuse('investor_form_required');
  if (investor.status === 'waiting_form_approve' || investor.status === 'contact_pmd') return refuse('investor_form_waits');
  if (await isCircle(sql, { strategy, client })) return refuse('10033');
  const fit = suits(investor, { level: strategy.risk, profile: client.profile });
  if (fit === 'unsuitable') return refuse('30004', { field: 'acc_no' });
  if (fit === 'warned' && !input.safety_mode) return refuse('30005', { field: 'safety_mode' });
  if (!input.i_agree_tc) return refuse('terms_not_accepted', { field: 'i_agree_tc' });
  if (!input.i_agree_referral) return refuse('terms_not_accepted', { field: 'i_agree_referral' });
}

/** One's own strategy, or that of somebody who follows one's own, over whomever: nobody would know whose trades are whose. */
async function isCircle(
  sql: Sql,
  { strategy, client }: { readonly strategy: Strategy; readonly client: FollowContext['client'] },
): Promise<boolean> {
  return strategy.clientId === client.id || isFollowedBy(sql, { provider: client.id, follower: strategy.clientId });
}

/** What can be known before an account is opened: that there is so much, and that it is enough. */
async function requireMoney(
  offer: Offer,
  strategy: Strategy,
  { input, ctx }: { readonly input: FollowInput; readonly ctx: FollowContext },
): Promise<void> {
  const { sql, client, refuse } = ctx;
  if (offer.id !== input.offer_id) return refuse('offer_changed');
  const source = await ownFundingAccountOf(sql, String(input.trans_account), client.id);
  if (!source) return refuse('unknown_account', { field: 'trans_account' });
  if (source.type && isCopied(source.type)) return refuse('investment_account', { field: 'trans_account' });
  const amount = readAmount(input.amount, source.currency);
  if (!amount.ok) return refuse(amount.code, amount);
  if (source.currency === strategy.currency) requireEnough(amount.value.minor, offer, { strategy, refuse });
  if (source.inLedger !== undefined && source.inLedger < amount.value.minor)
    refuse('not_enough_money', { field: 'amount', values: { available: formatMinor(source.inLedger, source.currency) } });
}

function requireEnough(
  minor: bigint,
  { minimum }: Offer,
  { strategy, refuse }: { readonly strategy: Strategy; readonly refuse: FollowContext['refuse'] },
): void {
  const { currency } = strategy;
  if (minor < minimum)
    refuse('minimum_too_small', { field: 'amount', values: { least: formatMinor(minimum, currency), currency } });
}

interface Intent {
  readonly input: FollowInput;
  readonly strategy: Strategy;
  readonly offer: Offer;
}

async function intend(
  sql: Sql,
  { input, strategy, offer }: Intent,
  ctx: FollowContext,
): Promise<{ readonly id: number; readonly opening: IntendedOpening | undefined }> {
  const { client, now } = ctx;
  await lockFollowing(sql);
  const found = await investmentIn(sql, { clientId: client.id, strategyId: strategy.id });
  const begun = found && (await lockInvestment(sql, found.id));
  await lockInvestor(sql, client.id);
  const terms = termsOf(input, offer);
  if (begun && begun.status !== 'opening') return ctx.refuse('already_following');
  if (begun) {
    if (await isMoneyComing(sql, begun)) return ctx.refuse('investment_busy');
    await agreeAnew(sql, { ...terms, id: begun.id });
    return { id: begun.id, opening: undefined };
  }
  // Looked for once more: what another began meanwhile is seen only under the lock.
  if (await isCircle(sql, { strategy, client })) return ctx.refuse('10033');
  const { currency, name } = strategy;
  const order = { clientId: client.id, profile: client.profile, type: investorType, currency, name };
  const opening = await intendCopied(sql, order, ctx);
  const { number } = opening.account;
  const of = { ...terms, clientId: client.id, strategyId: strategy.id, number, askedAt: now };
  const id = await insertInvestment(sql, of);
  if (id === undefined) return ctx.refuse('already_following');
  await investorGoesOn(sql, client.id, { isFunded: false });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'investment.follow',
    subject: `investment:${id}`,
    clientId: client.id,
    detail: { strategy: strategy.id, offer: offer.id, safety_mode: terms.safetyMode, protection: terms.protection },
    at: now,
  });
  return { id, opening };
}

async function openAccount(
  opening: IntendedOpening,
  id: number,
  { app, ctx }: { readonly app: Needs; readonly ctx: FollowContext },
): Promise<void> {
  const outcome = await openCopied({ app, context: ctx }, opening);
  if (outcome !== 'refused' && outcome !== 'unavailable') return;
  await ctx.transact((sql) => changeInvestment(sql, { id, from: 'opening', to: 'closed', why: 'not_opened', at: ctx.now }));
  ctx.refuse(outcome === 'refused' ? 'platform_refused' : 'platform_unavailable');
}

export interface Bringing {
  readonly investment: Investment;
  readonly from: string | number;
  readonly amount: string;
  readonly input: { readonly confirm_bonus_removal?: boolean | undefined };
  /** Of its first money, in the account's currency. */
  readonly minimum?: bigint;
  /** Of what it begins with. */
  readonly first?: Terms;
}

/** Brings money to an investment, by the way that all payments go. */
export async function bring(app: Needs, ctx: MoneyContext, bringing: Bringing) {
  const { investment, from, amount, input, minimum = 0n, first } = bringing;
  const { currency } = investment;
  const transfer = await moveNoted(app, ctx, {
    from: Number(from),
    to: investment.number,
    copied: 'to',
    amount,
    confirmsBonusRemoval: input.confirm_bonus_removal,
    accept: async (remittanceId, arrives) => {
      if ((parseMinor(arrives.amount, currency) ?? 0n) < minimum)
        ctx.refuse('minimum_too_small', { field: 'amount', values: { least: formatMinor(minimum, currency), currency } });
      await note(ctx, { ...comingIn, remittanceId, investmentId: investment.id, first });
    },
  });
  await bookFlows(ctx.sql, investment.id, ctx);
  return { investment: await mustBe(ctx.sql, investment.id), transfer };
}

/** Notes a payment of an investment, or refuses it. */
export async function note(ctx: MoneyContext, flow: Flow & { readonly first?: Terms | undefined }): Promise<void> {
  const noted = await noteWhileOpen(ctx.transact, flow, ctx.now);
  if (noted !== 'noted') ctx.refuse(noted === 'closing' ? 'investment_closing' : 'investment_busy');
}

/** Moves it by the way that all payments go. What is refused leaves nothing noted, so that it can be tried otherwise at once. */
export async function moveNoted(app: Needs, ctx: MoneyContext, move: OwnMove): ReturnType<typeof moveOwnMoney> {
  const noted: RemittanceId[] = [];
  const accept: OwnMove['accept'] = async (id, arrives) => {
    noted.push(id);
    await move.accept(id, arrives);
  };
  try {
    return await moveOwnMoney(app, inOurFields(ctx), { ...move, accept });
  } catch (fault) {
    if (fault instanceof Refusal) for (const id of noted) await forgetUnsaved(ctx.sql, id);
    throw fault;
  }
}

/** Payments know an account by another name than forms of investments (document 2 §8: the account field). */
function inOurFields<Context extends MoneyContext>(ctx: Context): Context {
  const renamed = (detail: RefusalDetail = {}): RefusalDetail =>
    detail.field === 'account_number' ? { ...detail, field: 'trans_account' } : detail;
  return {
    ...ctx,
    refuse: (code: Parameters<Context['refuse']>[0], detail?: RefusalDetail) => ctx.refuse(code, renamed(detail)),
  };
}

export async function mustBe(sql: Sql, id: number): Promise<Investment> {
  const investment = await investmentById(sql, id);
  if (!investment) throw new Error(`investment ${id} is not there after it was written`);
  return investment;
}
