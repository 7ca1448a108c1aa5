import { currencies, isCoin, readCurrency, type Currency } from '../../base/currency.ts';
import { rowNumber } from '../../base/id.ts';
import {
  formatMinor,
  formatMoney,
  formatRate,
  money,
  parseMinor,
  type ExactRate,
  type Money,
  type Rate,
} from '../../base/money.ts';
import type { Verdict } from '../../base/refusal.ts';
import { after, secondMs } from '../../base/time.ts';
import { amountSaid } from '../../base/wording.ts';
import {
  methodOffered,
  termsIn,
  type MethodDirection,
  type MethodOffer,
  type MethodScope,
  type MethodTerms,
} from '../../law/methods.ts';
import { isCopied } from '../../law/accountTypes.ts';
import { closedAtBank } from '../../law/methodChoice.ts';
import type { Providers } from '../../ports/payments/index.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { isCapped } from '../../law/verified.ts';
import { percentOf } from '../../base/amount.ts';
import { exchangeAllowance, quoteRate, type Allowance, type Exchange } from '../rates/face.ts';
import type { ProcessContext, ProcessInput } from './contract.ts';
import type { FundingAccount } from '../fundingAccounts/face.ts';
import { endNumbered, type Ends } from './ends.ts';
import { quoteAmounts, type QuotedAmounts } from './rules.ts';
import type { Remittance } from './store.ts';

/** The method that the broker's own transfers go by (document 1 §3: 19 wallet). */
export const internalMethodId = 19;

/* What the ways of asking for a movement of money have in common: what is asked is read, held to the law and quoted. */

/** One of the client's own funding accounts that money can go into or leave: no demo account, and none that was put away. */
export function requireFundingAccount(
  ctx: ProcessContext,
  ends: Ends,
  { asked, field, mayBeCopied }: AskedAccount,
): FundingAccount {
  if (asked === undefined) return ctx.refuse('field_required', { field });
  const fundingAccount = endNumbered(ends, rowNumber(asked));
  if (!fundingAccount || fundingAccount.companyId !== ctx.client.companyId) return ctx.refuse('unknown_account', { field });
  if (fundingAccount.isDemo) return ctx.refuse('demo_account', { field });
  if (!fundingAccount.isActive) return ctx.refuse('account_not_active', { field });
  if (mayBeCopied !== field && fundingAccount.type && isCopied(fundingAccount.type))
    return ctx.refuse('investment_account', { field });
  return fundingAccount;
}

interface AskedAccount {
  readonly asked: string | number | undefined;
  readonly field: 'account_number' | 'target_account_number';
  /** The end that is a follow's: its money is kept apart from what was made with it, and goes to no other follow. */
  readonly mayBeCopied?: AskedAccount['field'] | undefined;
}

/** The method if it is offered to this client; what no form shows nobody can use. */
export function requireMethod(
  ctx: ProcessContext,
  asked: string | number,
  from: { readonly direction: MethodDirection; readonly payments?: Providers },
): MethodOffer {
  return (
    methodOffered(Number(asked), methodScopeOf(ctx, from.direction, from.payments)) ??
    ctx.refuse('method_not_offered', { field: 'pm_id' })
  );
}

/** Where this client's table of methods is read; what goes through a provider that is none of the broker's is not offered. */
export function methodScopeOf(
  ctx: Pick<ProcessContext, 'settings'> & { readonly client: Pick<ProcessContext['client'], 'profile'> },
  direction: MethodDirection,
  payments?: Providers,
): MethodScope {
  const { profile } = ctx.client;
  const providers = payments ? { providers: new Set(usable(payments, direction)) } : {};
  const region = regionProfileOf(profile).key;
  const withoutAccount = payments?.bank?.bank
    ? closedAtBank(payments.bank.bank.accounts, { direction, region, company: profile.company })
    : [];
  return {
    direction,
    region,
    country: profile.country,
    changes: [...ctx.settings.methods, ...withoutAccount],
    // What may have to go back is not taken by a way that takes nothing back.
    ...(direction === 'deposit' && isCapped(profile) ? { goesBack: true } : {}),
    ...providers,
  };
}

/** The broker's providers that do what the direction asks of them. */
function usable(payments: Providers, direction: MethodDirection): readonly string[] {
  return Object.entries(payments).flatMap(([name, provider]) => (direction === 'withdraw' && !provider.payOut ? [] : [name]));
}

/** An amount as a caller wrote it: a decimal string, or a JSON number that says exactly what it means. */
export function readAmount(asked: string | number, currency: Currency): Verdict<Money, 'bad_amount'> {
  const text = typeof asked === 'number' ? String(asked) : asked.trim();
  // Only digits and one point: no sign, no exponent, no separators (document 1 §5).
  const isWritten = /^\d{1,15}(\.\d{1,20})?$/.test(text);
  const minor = isWritten ? parseMinor(text, currency) : undefined;
  if (minor !== undefined && minor > 0n) return { ok: true, value: money(minor, currency) };
  const { decimals } = currencies[currency];
  const fault = minor === 0n ? 'nothing' : !isWritten ? 'form' : decimals === 0 ? 'whole' : 'decimals';
  const example = formatMinor(250n * 10n ** BigInt(decimals), currency);
  return { ok: false, code: 'bad_amount', field: 'amount', values: { currency, fault, decimals, example } };
}

/** ISO letters or one of the documents' numbers. */
function readAskedCurrency(asked: string | number): Verdict<Currency, 'unknown_currency'> {
  const currency = readCurrency(asked);
  return currency ? { ok: true, value: currency } : { ok: false, code: 'unknown_currency', field: 'currency' };
}

export function requireCurrency(ctx: ProcessContext, asked: string | number): Currency {
  const read = readAskedCurrency(asked);
  return read.ok ? read.value : ctx.refuse(read.code, read);
}

export function requireTerms(ctx: ProcessContext, offer: MethodOffer, currency: Currency): MethodTerms {
  return termsIn(offer, currency) ?? ctx.refuse('currency_not_offered', { field: 'currency', values: { currency } });
}

/** Document 1 §5: 'limit_exceed' for too little and too much alike, with both limits. */
export function requireAmount(ctx: ProcessContext, asked: string | number, terms: Pick<MethodTerms, 'min' | 'max'>): Money {
  const { currency } = terms.min;
  const read = readAmount(asked, currency);
  if (!read.ok) return ctx.refuse(read.code, read);
  const { minor } = read.value;
  if (minor >= terms.min.minor && minor <= terms.max.minor) return read.value;
  return refuseAmount(ctx, terms);
}

export function refuseAmount(ctx: ProcessContext, { min, max }: Pick<MethodTerms, 'min' | 'max'>): never {
  return ctx.refuse('limit_exceed', {
    field: 'amount',
    values: { min: amountSaid(min), max: amountSaid(max) },
    data: { min: formatMoney(min), max: formatMoney(max) },
  });
}

export interface Quoted {
  readonly amounts: QuotedAmounts;
  /** What it was reckoned at, and the same as it is shown and kept. */
  readonly exact: ExactRate | undefined;
  readonly rate: Rate | undefined;
  readonly rateAsOf: Date | undefined;
  /** What the rate holds for the broker, in basis points, and whether that is so much because the day's rates are awaited. */
  readonly markup: number;
  readonly isAwaited: boolean;
}

interface QuoteQuestion {
  readonly amount: Money;
  readonly to: Currency;
  readonly feeBasisPoints: number;
  readonly direction: MethodDirection;
  /** Of the rates, where it was read just now. */
  readonly version?: bigint | undefined;
}

/** The amounts at the rate of now. */
export async function quoteFor(
  ctx: Pick<ProcessContext, 'sql' | 'now' | 'settings'> & {
    readonly refuse: (code: 'arrives_as_nothing' | 'rate_not_available', detail?: { field?: string }) => never;
  },
  question: QuoteQuestion,
): Promise<Quoted> {
  const { amount, to, feeBasisPoints, direction, version } = question;
  const from = amount.currency;
  const priced =
    from === to ? undefined : await quoteRate(ctx.sql, { from, to, direction, at: ctx.now, rules: ctx.settings.rates, version });
  if (from !== to && !priced) return ctx.refuse('rate_not_available', { field: 'currency' });
  const amounts = quoteAmounts({ amount, to, rate: priced?.exact, feeBasisPoints });
  if (!amounts.ok) return ctx.refuse(amounts.code, { field: 'amount' });
  const { exact, rate, asOf: rateAsOf, markup = 0, isAwaited = false } = priced ?? {};
  return { amounts: amounts.value, exact, rate, rateAsOf, markup, isAwaited };
}

/** The columns of the funding account that a movement begins with. */
export function sourceColumns(fundingAccount: FundingAccount) {
  return {
    clientId: fundingAccount.clientId,
    companyId: fundingAccount.companyId,
    accountNumber: fundingAccount.number,
    accountPlatform: fundingAccount.platform ?? null,
  };
}

export function columnsOf(quoted: Quoted) {
  const { amount, fee, arrives, leftOver } = quoted.amounts;
  return {
    amount: amount.minor,
    currency: amount.currency,
    fee: fee.minor,
    leftOver: leftOver.minor,
    accountAmount: arrives.minor,
    accountCurrency: arrives.currency,
    rate: quoted.rate ?? null,
    rateAsOf: quoted.rateAsOf ?? null,
  };
}

/** How long a quote holds. */
export function validity(ctx: ProcessContext) {
  return { now: ctx.now, expiresAt: after(ctx.now, ctx.settings.transfer.quoteSeconds * secondMs) };
}

/** What a movement would come to, as the forms' quotes answer it. */
export function shownQuote(quoted: Omit<Quoted, 'exact'>) {
  const { amounts, rate, rateAsOf } = quoted;
  return {
    amount: formatMoney(amounts.amount),
    currency: amounts.amount.currency,
    account_amount: formatMoney(amounts.arrives),
    account_currency: amounts.arrives.currency,
    rate: rate === undefined ? null : formatRate(rate),
    rate_as_of: rateAsOf?.toISOString() ?? null,
    ...shownMarkup(quoted),
    fee: formatMoney(amounts.fee),
  };
}

export function shownMarkup({ markup, isAwaited }: Pick<Quoted, 'markup' | 'isAwaited'>) {
  return { markup_percent: percentOf(markup), is_rate_awaited: isAwaited };
}

/** A quote that its client saves, with what came along. */
export interface Saving {
  readonly remittance: Remittance;
  readonly input: ProcessInput;
  readonly ends: Ends;
}

/**
 * A quote holds while its rate does. Whoever could keep yesterday's until after today's is known would gain without any risk
 * what the broker loses (docs/decisions/0008).
 */
export async function requireSameRate(
  ctx: ProcessContext,
  { remittance, ends }: Saving,
  direction: MethodDirection,
): Promise<void> {
  const { currency: from, accountCurrency: to, rate } = remittance;
  // Nobody has a coin's rate of now: its quote holds for its own time, and what is paid later counts at the rate of then.
  if (rate === null || isCoin(from)) return;
  const { rates: rules } = ctx.settings;
  const priced = await quoteRate(ctx.sql, { from, to, direction, at: ctx.now, rules, version: ends.ratesVersion });
  if (!priced) ctx.refuse('rate_not_available', { field: 'currency' });
  else if (priced.rate !== rate) ctx.refuse('quote_expired', { field: 'remittance_id' });
}

/** A quote is for one amount; another one is another quote. */
export function requireSameAmount(ctx: ProcessContext, { remittance, input }: Pick<Saving, 'remittance' | 'input'>): void {
  if (input.amount === undefined) return;
  const read = readAmount(input.amount, remittance.currency);
  if (!read.ok) ctx.refuse(read.code, read);
  else if (read.value.minor !== remittance.amount) ctx.refuse('amount_changed', { field: 'amount' });
}

export function exchangeIn(ctx: ProcessContext, of: Pick<Exchange, 'amount' | 'to' | 'version'>): Exchange {
  return { ...of, clientId: ctx.client.id, at: ctx.now, dailyExchange: ctx.settings.rates.dailyExchange };
}

/** Says how much may still be exchanged today. */
export function refuseForAllowance(ctx: ProcessContext, { most, left }: Allowance): never {
  return ctx.refuse('exchange_limit', {
    field: 'amount',
    values: { most: amountSaid(most), left: amountSaid(left) },
    data: { most: formatMoney(most), left: formatMoney(left), currency: left.currency },
  });
}

/** What may still be exchanged today, where anything is; refused when it is less than this. */
export async function requireAllowance(
  ctx: ProcessContext,
  of: Pick<Exchange, 'amount' | 'to' | 'version'>,
): Promise<Money | undefined> {
  if (of.amount.currency === of.to) return undefined;
  const allowance = await exchangeAllowance(ctx.sql, exchangeIn(ctx, of));
  if (allowance?.isEnough === false) refuseForAllowance(ctx, allowance);
  return allowance?.left;
}
