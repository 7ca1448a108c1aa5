import { money } from '../../../base/money.ts';
import { takesInto } from '../../../law/methods.ts';
import * as chart from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import { allowanceTaking } from '../../rates/face.ts';
import type { ConfirmInput } from '../../../protocol/asked.ts';
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
import { bonusRemoval, firstMoney, minimumEquity, requireNoDebt } from '../questions.ts';
import { debitOf, refuseForWant, requireFunds, takeOutOfSource } from '../leaving.ts';
import type { Remittance } from '../store.ts';
import {
  change,
  giveUpLate,
  payIn,
  post,
  postAsking,
  postDone,
  type Moved,
  type Needs,
  type PlatformMove,
  type PaymentContext,
} from '../context.ts';

/** Money goes from one of the client's own funding accounts to another; no provider has a part in it. */
export const transfers: AskedCourse<'transfer'> = {
  asked: {
    gate: 'transfer',
    questions: { confirm: [firstMoney, minimumEquity], save: [bonusRemoval] },
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
  const { mayBeCopied } = needs;
  const source = requireFundingAccount(ctx, ends, { asked: input.account_number, field: 'account_number', mayBeCopied });
  const target = requireFundingAccount(ctx, ends, {
    asked: input.target_account_number,
    field: 'target_account_number',
    mayBeCopied,
  });
  if (source.number === target.number) return ctx.refuse('same_account', { field: 'target_account_number' });
  const method = requireMethod(ctx, input.pm_id ?? internalMethodId, { direction: 'transfer' });
  const { currency } = source;
  if (input.currency !== undefined && requireCurrency(ctx, input.currency) !== currency) {
    return ctx.refuse('wrong_currency', { field: 'currency', values: { currency } });
  }
  const terms = requireTerms(ctx, method, currency);
  if (!takesInto(method, target.currency))
    return ctx.refuse('currency_not_offered', { field: 'target_account_number', values: { currency: target.currency } });
  const limits = currency === target.currency ? terms : { ...terms, min: terms.minExchanged };
  const amount = requireAmount(ctx, input.amount, limits);
  const { feeBasisPoints } = ctx.settings.transfer;
  const { ratesVersion: version } = ends;
  const quoted = await quoteFor(ctx, { amount, to: target.currency, feeBasisPoints, direction: 'transfer', version });
  const leaves = await requireFunds(needs, ctx, { source, amount });
  const exchangeLeft = await requireAllowance(ctx, { amount, to: target.currency, version });
  const quote = {
    ...sourceColumns(source),
    methodId: method.method.id,
    provider: null,
    targetNumber: target.number,
    targetPlatform: target.platform ?? null,
    ...columnsOf(quoted),
  };
  return { quote, quoted, fundingAccount: target, terms: { ...terms, feeBasisPoints }, exchangeLeft, leaves };
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

function creditOf(remittance: Remittance): PlatformMove | undefined {
  const { targetPlatform: platform, targetNumber: login, accountAmount: amount, accountCurrency: currency } = remittance;
  return platform === null || login === null ? undefined : { name: 'credit', platform, login, amount, currency };
}

function takeFromSource(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const at = () => context.needs.clock.now();
  return takeOutOfSource(context, remittance, {
    released: (reason) => movements.released(remittance, { at: at(), reason }),
    taken: (outcome) => {
      const intent = movements.sent(remittance, at());
      return outcome?.outcome === 'done' ? postDone(context, intent, outcome) : post(context, intent);
    },
  });
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
