import { money, type Money } from '../../base/money.ts';
import { after, minuteMs, secondMs } from '../../base/time.ts';
import { isLanguageKey, languages } from '../../law/languages.ts';
import { methodOf, routeOf, type MethodTerms } from '../../law/methods.ts';
import { paymentReturnPath } from '../../protocol/document.ts';
import { type FundingAccount, ensureWallet } from '../fundingAccounts/face.ts';
import type { ProcessContext, ProcessInput } from './contract.ts';
import { endNumbered, endsNamed } from './ends.ts';
import * as movements from './movements.ts';
import { missingFirst } from './fundingAccounts.ts';
import {
  columnsOf,
  sourceColumns,
  quoteFor,
  refuseAmount,
  requireAmount,
  requireCurrency,
  requireMethod,
  requireFundingAccount,
  requireTerms,
  validity,
  type Quoted,
  type Saving,
} from './quotes.ts';
import { exchangeAllowance } from '../rates/face.ts';
import { applyDepositPayment } from './applyPayment.ts';
import { exchangeIn, refuseForAllowance } from './transfers.ts';
import { owesAnything } from './indebted.ts';
import { addQuote, changeQuote, payerOf, type Remittance } from './store.ts';
import { notificationPath } from './webhooks.ts';
import {
  change,
  changeTold,
  giveUpLate,
  operationOf,
  payIn,
  post,
  postDone,
  providerOf,
  type AskedCourse,
  type Confirmed,
  type Moved,
  type PaymentContext,
} from './context.ts';

/** Money comes from a payment provider, into a wallet at once or by way of its trading platform. */
export const deposits: AskedCourse = {
  asked: { gate: 'deposit', confirm, prepare, begin, refuseShort },
  movers: { starting: openPaymentPage, received: credit },
  applyPayment: applyDepositPayment,
};

async function confirm(_needs: unknown, ctx: ProcessContext, input: ProcessInput): Promise<Confirmed> {
  const ends = await endsNamed(ctx.sql, ctx.client.id, [input.account_number]);
  const fundingAccount = requireFundingAccount(ctx, ends, { asked: input.account_number, field: 'account_number' });
  const offer = requireMethod(ctx, input.pm_id ?? ctx.refuse('field_required', { field: 'pm_id' }), 'deposit');
  const currency = requireCurrency(ctx, input.currency ?? ctx.refuse('field_required', { field: 'currency' }));
  const terms = requireTerms(ctx, offer, currency);
  const amount = requireAmount(ctx, input.amount ?? ctx.refuse('field_required', { field: 'amount' }), terms);
  const quoted = await quoteDeposit(ctx, { place: fundingAccount, terms, amount, version: ends.ratesVersion });
  const exchange = exchangeIn(ctx, { amount, to: fundingAccount.currency, version: ends.ratesVersion });
  const allowance = await exchangeAllowance(ctx.sql, exchange);
  if (allowance?.isEnough === false) refuseForAllowance(ctx, allowance);
  const row = await addQuote(ctx.sql, {
    ...sourceColumns(fundingAccount),
    type: 'deposit',
    methodId: offer.method.id,
    provider: routeOf(offer.method)?.provider ?? null,
    targetNumber: null,
    targetPlatform: null,
    ...columnsOf(quoted),
    ...validity(ctx),
  });
  return { row, quoted, arrives: terms.arrives, exchangeLeft: allowance?.left };
}

interface DepositQuestion {
  readonly place: FundingAccount;
  readonly terms: MethodTerms;
  readonly amount: Money;
  readonly version: bigint;
}

/** What a deposit brings, and whether it is enough for a first one. */
async function quoteDeposit(ctx: ProcessContext, question: DepositQuestion): Promise<Quoted> {
  const { place: fundingAccount, terms, amount, version } = question;
  const { feeBasisPoints, max } = terms;
  const quoted = await quoteFor(ctx, { amount, to: fundingAccount.currency, feeBasisPoints, direction: 'deposit', version });
  const min = await missingFirst(ctx.sql, { place: fundingAccount, quoted, feeBasisPoints });
  return min ? refuseAmount(ctx, { min, max }) : quoted;
}

async function prepare(_needs: unknown, ctx: ProcessContext, saving: Saving): Promise<Remittance> {
  if (saving.input.amount !== undefined) await chooseAmount(ctx, saving, saving.input.amount);
  return saving.remittance;
}

/** Document 1 §4: a popup may have offered another amount. It is held to the same limits, at the rate of now. */
async function chooseAmount(ctx: ProcessContext, { remittance, ends }: Saving, asked: string | number): Promise<void> {
  const offer = requireMethod(ctx, remittance.methodId ?? 0, 'deposit');
  const terms = requireTerms(ctx, offer, remittance.currency);
  const amount = requireAmount(ctx, asked, terms);
  if (amount.minor === remittance.amount) return;
  const place = endNumbered(ends, remittance.accountNumber);
  if (!place) return ctx.refuse('unknown_account', { field: 'account_number' });
  const quoted = await quoteDeposit(ctx, { place, terms, amount, version: ends.ratesVersion });
  await changeQuote(ctx.sql, remittance.id, columnsOf(quoted));
}

/** Commits the intention; the hosted page is opened by the drive that follows. */
async function begin(context: PaymentContext, quote: Remittance): Promise<true> {
  await changeTold(context, quote, { id: quote.id, from: 'quoted', to: 'starting', stage: 'saved' });
  // Read again: until then its amount could be changed.
  return true;
}

async function refuseShort(_ctx: ProcessContext, { id }: Remittance): Promise<never> {
  throw new Error(`deposit ${id} takes nothing of anybody when it begins`);
}

/** A payment page that could not be opened: after so long the deposit is given up. Nobody can have paid. */
const openingPatienceMs = 30 * minuteMs;

/** Asking the provider again with the same reference is safe, and the first page that is written down is everybody's. */
async function openPaymentPage(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const { needs, run } = context;
  const payer = await payerOf(run.sql, remittance.clientId);
  const provider = providerOf(needs, remittance);
  const methodKey = routeOf(methodOf(remittance.methodId))?.method;
  const answer = await provider.startPayment({
    intent: 'deposit',
    reference: remittance.reference,
    amount: money(remittance.amount, remittance.currency),
    clientId: remittance.clientId,
    locale: isLanguageKey(payer.language) ? languages[payer.language].tag : 'en',
    customer: { name: payer.name, email: payer.email, country: payer.country },
    ...(methodKey === undefined ? {} : { methodKey }),
    notificationUrl: `${needs.publicUrl}${notificationPath(provider)}`,
    returnUrl: `${needs.publicUrl}/${payer.language}/${paymentReturnPath}?tid=${remittance.id}`,
  });
  const now = needs.clock.now();
  const { id, phase: from } = remittance;
  if (answer.outcome === 'started') {
    const expiresAt = after(now, run.settings.deposit.abandonedSeconds * secondMs).toISOString();
    const set = { redirect: answer.redirect, expires_at: expiresAt };
    return change(context, remittance, { id, from, to: 'waiting_payment', stage: 'waiting_payment', set });
  }
  if (answer.outcome === 'refused') {
    return change(context, remittance, { id, from, to: 'failed', stage: 'failed', reason: 'provider_refused' });
  }
  if (now.getTime() - remittance.updatedAt.getTime() < openingPatienceMs) return false;
  return change(context, remittance, { id, from, to: 'cancelled', stage: 'cancelled', reason: 'payment_page_unavailable' });
}

async function credit(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const { accountPlatform: platform, accountNumber: login, accountAmount: amount, accountCurrency: currency } = remittance;
  if (platform === null) throw new Error(`remittance ${remittance.id} waits for a platform, but its target is a wallet`);
  const owner = { clientId: remittance.clientId, companyId: remittance.companyId, currency };
  if (await paysDebtFirst(context, remittance)) {
    const at = context.needs.clock.now();
    await ensureWallet(context.run.sql, { ...owner, now: at });
    return post(context, movements.intoWalletInstead(remittance, at, 'debt_first_wallet'));
  }
  const outcome = await payIn(context, remittance, { name: 'credit', platform, login, amount, currency });
  const now = context.needs.clock.now();
  if (outcome.outcome === 'done') return postDone(context, movements.depositCredited(remittance, now), outcome);
  if (outcome.outcome === 'pending') return giveUpLate(context, remittance, 'credit');
  await ensureWallet(context.run.sql, { ...owner, now });
  return post(context, movements.intoWalletInstead(remittance, now));
}

/** What comes in pays first what is owed, so it goes where that is taken from; unless the platform has been asked already. */
async function paysDebtFirst(context: PaymentContext, remittance: Remittance): Promise<boolean> {
  if (!(await owesAnything(context.run.sql, remittance.clientId))) return false;
  return (await operationOf(context, remittance, 'credit')) === undefined;
}
