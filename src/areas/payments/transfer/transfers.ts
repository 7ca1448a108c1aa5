import { formatMoney, money, type Money } from '../../../base/money.ts';
import { amountSaid } from '../../../base/wording.ts';
import * as chart from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import { isPassing } from '../../../ports/platform/port.ts';
import { allowanceTaking } from '../../rates/face.ts';
import { finishOperation, postBonusRemoval, type Outcome } from '../../platformOperations/face.ts';
import type { FundingAccount } from '../../fundingAccounts/face.ts';
import type { ConfirmInput } from '../../../protocol/payment.ts';
import type { ProcessContext } from '../contract.ts';
import type { AskedCourse, Offer } from '../direction.ts';
import { endNumbered, endsNamed } from '../ends.ts';
import { decline, giveBackToSource } from './givingBack.ts';
import * as movements from './movements.ts';
import {
  columnsOf,
  internalMethodId,
  quoteFor,
  requireAllowance,
  requireAmount,
  requireCurrency,
  requireFundingAccount,
  requireMethod,
  requireSameAmount,
  requireTerms,
  sourceColumns,
  type Saving,
} from '../quotes.ts';
import { bonusRemoval, firstMoney, requireNoDebt } from '../questions.ts';
import type { ReasonCode } from '../rules.ts';
import { leavable, type Leavable, type LeftAccount } from '../leaving.ts';
import type { Remittance } from '../store.ts';
import {
  change,
  giveUp,
  giveUpLate,
  move,
  operationOf,
  payIn,
  post,
  postAsking,
  postDone,
  refuseBefore,
  type Moved,
  type Needs,
  type PlatformMove,
  type PaymentContext,
} from '../context.ts';

/** Money goes from one of the client's own places to another; no provider has a part in it. */
export const transfers: AskedCourse<'transfer'> = {
  asked: {
    gate: 'transfer',
    questions: { confirm: [firstMoney], save: [bonusRemoval] },
    offer,
    prepare,
    begin,
    refuseShort,
    decline,
  },
  movers: { held: takeFromSource, sent: creditTarget, returning: giveBackToSource },
  applyPayment: undefined,
};

async function offer(needs: Needs, ctx: ProcessContext, input: ConfirmInput<'transfer'>): Promise<Offer> {
  const ends = await endsNamed(ctx.sql, ctx.client.id, [input.account_number, input.target_account_number]);
  await requireNoDebt(ctx, ends);
  const source = requireFundingAccount(ctx, ends, { asked: input.account_number, field: 'account_number' });
  const target = requireFundingAccount(ctx, ends, { asked: input.target_account_number, field: 'target_account_number' });
  if (source.number === target.number) return ctx.refuse('same_account', { field: 'target_account_number' });
  const method = requireMethod(ctx, input.pm_id ?? internalMethodId, { direction: 'transfer' });
  const { currency } = source;
  if (input.currency !== undefined && requireCurrency(ctx, input.currency) !== currency) {
    return ctx.refuse('wrong_currency', { field: 'currency', values: { currency } });
  }
  const terms = requireTerms(ctx, method, currency);
  const limits = currency === target.currency ? terms : { ...terms, min: terms.minExchanged };
  const amount = requireAmount(ctx, input.amount, limits);
  const { feeBasisPoints } = ctx.settings.transfer;
  const { ratesVersion: version } = ends;
  const quoted = await quoteFor(ctx, { amount, to: target.currency, feeBasisPoints, direction: 'transfer', version });
  await requireFunds(needs, ctx, { source, amount });
  const exchangeLeft = await requireAllowance(ctx, { amount, to: target.currency, version });
  const quote = {
    ...sourceColumns(source),
    methodId: method.method.id,
    provider: null,
    targetNumber: target.number,
    targetPlatform: target.platform ?? null,
    ...columnsOf(quoted),
  };
  return { quote, quoted, place: target, terms: { ...terms, feeBasisPoints }, exchangeLeft };
}

/** Whether the source has it now. The last word is the hold's and the platform's, when the transfer is saved. */
async function requireFunds(needs: Needs, ctx: ProcessContext, asked: { source: FundingAccount; amount: Money }): Promise<void> {
  const { source, amount } = asked;
  const available = await availableOf(needs, ctx, source);
  if (available < amount.minor) refuseForWant(ctx, money(available, source.currency));
}

async function availableOf(needs: Needs, ctx: ProcessContext, source: FundingAccount): Promise<bigint> {
  if (!source.platform) return source.inLedger ?? 0n;
  const answer = await leavable(needs, ctx.sql, { ...source, platform: source.platform });
  if (answer.outcome === 'shut') return ctx.refuse('account_under_review', { field: 'account_number' });
  if (answer.outcome !== 'done') return ctx.refuse('platform_unavailable', { field: 'account_number' });
  return answer.minor;
}

/** Says how much can leave. */
function refuseForWant(ctx: ProcessContext, available: Money): never {
  const values = { available: amountSaid(available) };
  return ctx.refuse('not_enough_money', { field: 'amount', values, data: { available: formatMoney(available) } });
}

async function prepare(ctx: ProcessContext, saving: Saving): Promise<Remittance> {
  const { remittance, ends } = saving;
  requireSameAmount(ctx, saving);
  if (endNumbered(ends, remittance.accountNumber)?.isUnderReview) ctx.refuse('account_under_review', { field: 'account_number' });
  await requireAllowance(ctx, { ...exchangeOf(remittance), version: ends.ratesVersion });
  return remittance;
}

/**
 * From then on it is under way. Out of a wallet it goes at once, since nobody has to agree; out of a platform it is set aside first.
 * What is asked of a platform next is claimed with it, and what it exchanges is taken off the day's allowance with it.
 */
async function begin(context: PaymentContext, quote: Remittance) {
  const { needs, run } = context;
  const at = needs.clock.now();
  const exchange = await allowanceTaking(run.sql, { ...exchangeOf(quote), at, dailyExchange: run.settings.rates.dailyExchange });
  if (quote.accountPlatform === null) {
    return postAsking(context, { remittance: quote, next: creditOf(quote) }, (asked) =>
      movements.sentAtOnce(quote, { at, asked, exchange }),
    );
  }
  // A bonus goes before it.
  const next = quote.removesBonus ? undefined : debitOf(quote);
  return postAsking(context, { remittance: quote, next }, (asked) => movements.held(quote, { at, asked, exchange }));
}

const exchangeOf = ({ clientId, amount, currency, accountCurrency: to }: Remittance) => ({
  clientId,
  amount: money(amount, currency),
  to,
});

/** Either the day's allowance was used up meanwhile, or what is on the wallet. */
async function refuseShort(ctx: ProcessContext, quote: Remittance): Promise<never> {
  await requireAllowance(ctx, exchangeOf(quote));
  const { clientId, companyId: company, currency } = quote;
  return refuseForWant(ctx, money(await balanceOf(ctx.sql, chart.wallet({ company, clientId }, currency)), currency));
}

/** Undefined where the source is a wallet, or the target is. */
function debitOf({ accountPlatform: platform, accountNumber: login, amount, currency }: Remittance): PlatformMove | undefined {
  return platform === null ? undefined : { name: 'debit', platform, login, amount: -amount, currency };
}

function creditOf(remittance: Remittance): PlatformMove | undefined {
  const { targetPlatform: platform, targetNumber: login, accountAmount: amount, accountCurrency: currency } = remittance;
  return platform === null || login === null ? undefined : { name: 'credit', platform, login, amount, currency };
}

async function takeFromSource(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const asked = debitOf(remittance);
  let outcome: Outcome | undefined;
  if (asked) {
    const left = leftBy(remittance, asked);
    const mayNot = async () => whyNot(await leavable(context.needs, context.run.sql, left), remittance.amount);
    const debit = { ...asked, mayNot };
    if (remittance.removesBonus && !(await removeBonus(context, remittance, debit))) return false;
    outcome = await move(context, remittance, debit);
    // The way to the platform is not open and nothing has happened: the client is told so instead of waiting, unless
    // the bonus is gone already, which would then have been for nothing.
    if (outcome.outcome === 'pending')
      return remittance.removesBonus ? giveUpLate(context, remittance, 'debit') : giveUp(context, remittance, 'debit');
    if (outcome.outcome === 'refused') {
      const reason = isPassing(outcome.code) ? 'platform_unavailable' : (debitReasons[outcome.code] ?? 'source_refused');
      return post(context, movements.released(remittance, { at: context.needs.clock.now(), reason }));
    }
  }
  const intent = movements.sent(remittance, context.needs.clock.now());
  return outcome?.outcome === 'done' ? postDone(context, intent, outcome) : post(context, intent);
}

/** Compared at the debit itself: what the platform alone has does not leave. */
function whyNot(answer: Leavable, amount: bigint): string | undefined {
  if (answer.outcome === 'shut') return 'account_under_review';
  if (answer.outcome !== 'done') return answer.outcome === 'not_found' ? 'not_found' : 'not_connected';
  return answer.minor < amount ? 'not_enough_money' : undefined;
}

function leftBy(remittance: Remittance, { platform, login }: Pick<PlatformMove, 'platform' | 'login'>): LeftAccount {
  const { clientId, companyId, currency } = remittance;
  return { platform, number: login, clientId, companyId, currency };
}

const debitReasons: Readonly<Record<string, ReasonCode>> = {
  not_enough_money: 'not_enough_money',
  account_disabled: 'account_not_active',
  not_found: 'account_not_active',
  lost: 'platform_unavailable',
};

/**
 * Document 1 §4: money leaves a promo account only after its bonus has gone. The bonus stays where the money could not
 * leave anyway: then the debit is refused before it is asked for. Answers false while it is not settled.
 */
async function removeBonus(context: PaymentContext, remittance: Remittance, debit: PlatformMove): Promise<boolean> {
  const { sql } = context.run;
  const { id, amount, clientId, companyId, currency } = remittance;
  const begun = await operationOf(context, remittance, 'unbonus');
  if (!begun && (await operationOf(context, remittance, 'debit'))) return true;
  const refuse = async (code: string): Promise<true> => {
    await refuseBefore(context, remittance, { move: debit, code });
    return true;
  };
  let credit = -(begun?.amount ?? 0n);
  if (!begun) {
    const answer = await leavable(context.needs, sql, leftBy(remittance, debit));
    if (answer.outcome === 'shut') return refuse('account_under_review');
    if (answer.outcome !== 'done') return refuse('not_connected');
    if (answer.minor < amount) return refuse('not_enough_money');
    credit = answer.account.credit;
    if (credit <= 0n) return true;
  }
  const outcome = await move(context, remittance, { ...debit, name: 'unbonus', amount: -credit, kind: 'credit' });
  if (outcome.outcome === 'refused') return refuse(outcome.code);
  if (outcome.outcome === 'pending') return (await giveUp(context, remittance, 'unbonus')) && refuse('not_connected');
  const owner = { company: companyId, clientId };
  const removed = { name: String(id), owner, currency, login: debit.login, credit, at: context.needs.clock.now() };
  await postBonusRemoval({ sql, book: context.needs.book }, removed);
  if (outcome.finished) await finishOperation(sql, outcome.finished);
  return true;
}

async function creditTarget(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const credit = creditOf(remittance);
  if (!credit) throw new Error(`remittance ${remittance.id} waits for a platform, but has no target there`);
  const outcome = await payIn(context, remittance, credit);
  const now = context.needs.clock.now();
  if (outcome.outcome === 'done') return postDone(context, movements.transferCredited(remittance, now), outcome);
  if (outcome.outcome === 'pending') return giveUpLate(context, remittance, 'credit');
  if (remittance.accountPlatform === null) return post(context, movements.returned(remittance, { at: now, to: 'source' }));
  return change(context, remittance, {
    id: remittance.id,
    from: 'sent',
    to: 'returning',
    stage: 'returning',
    reason: 'target_refused',
  });
}
