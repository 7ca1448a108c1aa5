import { isCoin, type Currency } from '../../../base/currency.ts';
import { formatMinor, money } from '../../../base/money.ts';
import { after, minuteMs, secondMs } from '../../../base/time.ts';
import { isLanguageKey, languages } from '../../../law/languages.ts';
import { choicesOf, depositRoute, methodOf, routeOf, type PaymentMethod } from '../../../law/methods.ts';
import { isCapped } from '../../../law/verified.ts';
import type { PaymentAddress } from '../../../ports/payments/port.ts';
import { paymentReturnPath, transferInformationPath } from '../../../protocol/document.ts';
import type { Providers } from '../../../ports/payments/index.ts';
import type { ConfirmInput } from '../../../protocol/asked.ts';
import { owedBy } from '../../debts/face.ts';
import { type FundingAccount, ensureWallet } from '../../fundingAccounts/face.ts';
import {
  change,
  changeTold,
  giveUpLate,
  operationOf,
  payIn,
  post,
  postDone,
  providerOf,
  type Moved,
  type Needs,
  type PaymentContext,
} from '../context.ts';
import type { PaymentDetails, ProcessContext } from '../contract.ts';
import type { AskedCourse, Offer } from '../direction.ts';
import { endNumbered, endsNamed } from '../ends.ts';
import { coinAsked } from '../../../law/coins.ts';
import { changeUnderCap, reserveUnderCap, underCap } from '../capped.ts';
import { offerInCoin } from './coinOffer.ts';
import { firstMoney } from '../questions.ts';
import {
  columnsOf,
  sourceColumns,
  quoteFor,
  requireAllowance,
  requireAmount,
  requireCurrency,
  requireMethod,
  requireFundingAccount,
  requireTerms,
  type Saving,
} from '../quotes.ts';
import { payerOf, remittanceOf, type PaymentRedirectRow, type Remittance } from '../store.ts';
import { notificationPath } from '../webhooks.ts';
import * as movements from './movements.ts';

/** Money comes from a payment provider, into a wallet at once or by way of its trading platform. */
export const deposits: Omit<AskedCourse<'deposit'>, 'applyPayment'> = {
  asked: {
    gate: 'deposit',
    questions: {
      confirm: [firstMoney, async (ctx, offered) => (isCapped(ctx.client.profile) ? underCap(ctx, offered) : undefined)],
      save: [],
    },
    offer,
    prepare,
    reserve: async (ctx, saving) => (isCapped(ctx.client.profile) ? reserveUnderCap(ctx, saving) : undefined),
    begin,
    refuseShort,
  },
  movers: { starting: openPaymentPage, received: credit },
};

async function offer({ payments }: Needs, ctx: ProcessContext, input: ConfirmInput<'deposit'>): Promise<Offer> {
  const ends = await endsNamed(ctx.sql, ctx.client.id, [input.account_number]);
  const fundingAccount = requireFundingAccount(ctx, ends, { asked: input.account_number, field: 'account_number' });
  const { methodId, currency } = depositRoute({ methodId: input.pm_id, currency: input.currency });
  const { amount, bank, crypto_network: coin } = input;
  const desk = payments[routeOf(methodOf(Number(methodId)))?.provider ?? 'praxis']?.coins;
  const asked = { methodId, currency: requireCurrency(ctx, currency), amount, bank };
  if (desk) {
    const offered = requireMethod(ctx, methodId, { direction: 'deposit', payments });
    const terms = requireTerms(ctx, offered, asked.currency);
    return offerInCoin(ctx, { fundingAccount, method: offered.method, terms, asked: { amount, coin }, desk });
  }
  return offerInto(ctx, { fundingAccount, asked, payments, version: ends.ratesVersion });
}

interface Into {
  readonly fundingAccount: FundingAccount;
  readonly asked: {
    readonly methodId: string | number;
    readonly currency: Currency;
    readonly amount: string | number;
    readonly bank: string | undefined;
  };
  /** Left out where the method was offered a moment ago. */
  readonly payments?: Providers;
  readonly version: bigint;
}

async function offerInto(ctx: ProcessContext, { fundingAccount, asked, payments, version }: Into): Promise<Offer> {
  const offered = requireMethod(ctx, asked.methodId, { direction: 'deposit', ...(payments ? { payments } : {}) });
  const terms = requireTerms(ctx, offered, asked.currency);
  const amount = requireAmount(ctx, asked.amount, terms);
  const { feeBasisPoints } = terms;
  const quoted = await quoteFor(ctx, { amount, to: fundingAccount.currency, feeBasisPoints, direction: 'deposit', version });
  const { method } = offered;
  const provider = routeOf(method)?.provider ?? null;
  const target = { targetNumber: null, targetPlatform: null };
  const details = detailsOf(ctx, method, asked);
  const quote = { ...sourceColumns(fundingAccount), methodId: method.id, provider, details, ...target, ...columnsOf(quoted) };
  const exchangeLeft = await requireAllowance(ctx, { amount, to: fundingAccount.currency, version });
  return { quote, quoted, fundingAccount, terms, exchangeLeft };
}

/** The answers to the method's own fields: what is asked for there has to be one of its choices. */
function detailsOf(
  ctx: ProcessContext,
  method: PaymentMethod,
  { currency, bank }: Pick<Into['asked'], 'currency' | 'bank'>,
): PaymentDetails | null {
  const banks = choicesOf(method, 'bank', currency);
  if (banks.length === 0) return null;
  if (bank === undefined || bank === '') return ctx.refuse('field_required', { field: 'bank' });
  return banks.includes(bank) ? { bank } : ctx.refuse('bank_not_listed', { field: 'bank' });
}

/** Document 1 §4: a popup may have offered another amount. It is held to the same limits, at the rate of now. */
async function prepare(ctx: ProcessContext, { remittance, input, ends }: Saving): Promise<Remittance> {
  // The amount of a coin is what was quoted: another one is another quote.
  if (input.amount === undefined || isCoin(remittance.currency)) return remittance;
  const fundingAccount = endNumbered(ends, remittance.accountNumber);
  if (!fundingAccount) return ctx.refuse('unknown_account', { field: 'account_number' });
  const { methodId, currency, details } = remittance;
  const asked = { methodId: methodId ?? 0, currency, amount: input.amount, bank: details?.bank };
  const offered = await offerInto(ctx, { fundingAccount, asked, version: ends.ratesVersion });
  if (offered.quote.amount === remittance.amount) return remittance;
  await firstMoney(ctx, offered);
  await changeUnderCap(ctx, remittance, offered.quote);
  return (await remittanceOf(ctx.sql, remittance.id)) ?? remittance;
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
  const coin = coinAsked(remittance.details);
  const methodKey = coin?.coin.code ?? routeOf(methodOf(remittance.methodId))?.method;
  const answer = await provider.startPayment({
    intent: 'deposit',
    reference: remittance.reference,
    amount: money(remittance.amount, remittance.currency),
    clientId: remittance.clientId,
    locale: isLanguageKey(payer.language) ? languages[payer.language].tag : 'en',
    customer: { name: payer.name, email: payer.email, country: payer.country },
    ...(methodKey === undefined ? {} : { methodKey }),
    ...(coin ? { worth: coin.worth } : {}),
    ...(remittance.details?.bank === undefined ? {} : { bank: remittance.details.bank }),
    notificationUrl: `${needs.publicUrl}${notificationPath(provider)}`,
    returnUrl: `${needs.publicUrl}/${payer.language}/${paymentReturnPath}?tid=${remittance.id}`,
  });
  const now = needs.clock.now();
  const { id, phase: from } = remittance;
  if (answer.outcome === 'started') {
    const at = `${needs.publicUrl}/${payer.language}/${transferInformationPath}`;
    const { abandonedSeconds, transferSeconds } = run.settings.deposit;
    const patience = 'byTransfer' in answer ? transferSeconds : abandonedSeconds;
    const expiresAt = after(now, patience * secondMs).toISOString();
    const redirect =
      'redirect' in answer ? answer.redirect : payingTo(remittance, at, 'payTo' in answer ? answer.payTo : undefined);
    const set = { redirect, expires_at: expiresAt };
    const stage = 'byTransfer' in answer ? 'transfer_awaited' : 'waiting_payment';
    return change(context, remittance, { id, from, to: 'waiting_payment', stage, set });
  }
  if (answer.outcome === 'refused') {
    return change(context, remittance, { id, from, to: 'failed', stage: 'failed', reason: 'provider_refused' });
  }
  if (now.getTime() - remittance.updatedAt.getTime() < openingPatienceMs) return false;
  return change(context, remittance, { id, from, to: 'cancelled', stage: 'cancelled', reason: 'payment_page_unavailable' });
}

/** Document 1 §2: the page that tells how to pay, with its own query. The address is read by its client, and never from a query. */
function payingTo(remittance: Remittance, url: string, payTo: PaymentAddress | undefined): PaymentRedirectRow {
  const fields = {
    tid: String(remittance.id),
    source_currency: remittance.currency,
    ...(remittance.details?.coin === undefined ? {} : { crypto_network: remittance.details.coin }),
    amount: formatMinor(remittance.amount, remittance.currency),
    account_number: String(remittance.accountNumber),
  };
  return { url, method: 'GET', fields, ...(payTo ? { payTo } : {}) };
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
  if ((await owedBy(context.run.sql, remittance.clientId)).length === 0) return false;
  return (await operationOf(context, remittance, 'credit')) === undefined;
}

export interface Sealing {
  readonly vault: { seal(secret: string): string; open(sealed: string): string };
}

const sealValidMs = 10 * minuteMs;

/** Left out where no provider's page is led to. */
export function redirectDataOf({ vault }: Sealing, remittance: Remittance, now: Date): { readonly redirect_data?: string } {
  if (!isAtProvider(remittance)) return {};
  const text = JSON.stringify({ redirect: remittance.id, until: after(now, sealValidMs).toISOString() });
  return { redirect_data: vault.seal(text) };
}

/** Its payer is led to a page of its provider's. */
export function isAtProvider(remittance: Remittance): remittance is Remittance & { readonly redirect: PaymentRedirectRow } {
  const { phase, provider, redirect } = remittance;
  return phase === 'waiting_payment' && redirect !== null && redirect.payTo === undefined && provider !== 'bank';
}
