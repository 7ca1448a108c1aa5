import type { Currency } from '../../base/currency.ts';
import { formatMinor, formatMoney, formatRate, money, type ExactRate, type Money, type Rate } from '../../base/money.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import { after, secondMs } from '../../base/time.ts';
import { amountSaid } from '../../base/wording.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { wallet } from '../../ledger/chart.ts';
import { mayTurn, type GateAction, type GateCode } from '../../law/gates.ts';
import { methodOffered, termsIn, type MethodOffer, type MethodTerms } from '../../law/methods.ts';
import { regionOf } from '../../law/regions/index.ts';
import type { ContextOf } from '../../wire/call.ts';
import { quoteRate } from '../rates/face.ts';
import type { remittanceContract, TransferType } from './contract.ts';
import type { Needs } from './work.ts';
import { missingFirst, placeOf, type Place } from './places.ts';
import { quoteAmounts, readAmount, readAskedCurrency, withdrawable, type QuotedAmounts } from './rules.ts';
import { addQuote, type Remittance } from './store.ts';
import type { z } from 'zod';

export type ProcessContext = ContextOf<(typeof remittanceContract)['calls']['process']>;
export type ProcessInput = z.output<(typeof remittanceContract)['calls']['process']['input']>;

/** The method that the house's own transfers go by (document 1 §3: 19 wallet). */
export const houseMethodId = 19;

type AskedType = Exclude<TransferType, 'reversal'>;

/** Checks everything that can be checked before money moves, and keeps the quote. */
export async function confirm(house: Needs, ctx: ProcessContext, input: ProcessInput) {
  const type = input.transfer_type ?? ctx.refuse('field_required', { field: 'transfer_type' });
  requireGate(ctx, type);
  const remittance = type === 'transfer' ? await confirmTransfer(house, ctx, input) : await confirmPayment(ctx, input, type);
  return {
    remittance_id: remittance.row.id,
    quote: {
      amount: formatMinor(remittance.row.amount, remittance.row.currency),
      currency: remittance.row.currency,
      account_amount: formatMinor(remittance.row.accountAmount, remittance.row.accountCurrency),
      account_currency: remittance.row.accountCurrency,
      // Of one currency there is no rate to look up: a unit is a unit.
      rate: remittance.row.rate === null ? '1' : formatRate(remittance.row.rate),
      fee: formatMinor(remittance.row.fee, remittance.row.currency),
      rate_as_of: remittance.row.rateAsOf?.toISOString() ?? null,
      expires_at: remittance.row.expiresAt.toISOString(),
      arrives: remittance.arrives,
    },
    popup: null,
    pin_required: false,
  };
}

/** The gate follows from what is asked for, so it is looked at here and not by serve. */
export function requireGate(
  ctx: Pick<ProcessContext, 'client'> & { readonly refuse: (code: GateCode, detail?: RefusalDetail) => never },
  action: Extract<GateAction, AskedType>,
): void {
  const turn = mayTurn(action, ctx.client.standing);
  if (!turn.allowed) ctx.refuse(turn.code, { data: { gate: action, ...(turn.next ? { next: turn.next } : {}) } });
}

interface Confirmed {
  readonly row: Remittance;
  readonly arrives: MethodTerms['arrives'];
}

async function confirmPayment(ctx: ProcessContext, input: ProcessInput, type: 'deposit' | 'withdraw'): Promise<Confirmed> {
  const place = await requirePlace(ctx, input.account_number, 'account_number');
  const offer = requireMethod(ctx, input.pm_id ?? ctx.refuse('field_required', { field: 'pm_id' }), type);
  const currency = requireCurrency(ctx, input.currency ?? ctx.refuse('field_required', { field: 'currency' }));
  const terms = requireTerms(ctx, offer, currency);
  const amount = requireAmount(ctx, input.amount ?? ctx.refuse('field_required', { field: 'amount' }), terms);
  const quoted = await quoteDeposit(ctx, { place, terms, amount });
  const row = await addQuote(ctx.sql, {
    ...placed(place),
    type,
    methodId: offer.method.id,
    provider: offer.method.provider,
    targetNumber: null,
    targetPlatform: null,
    ...columnsOf(quoted),
    ...validity(ctx),
  });
  return { row, arrives: terms.arrives };
}

export interface DepositQuestion {
  readonly place: Place;
  readonly terms: MethodTerms;
  readonly amount: Money;
}

/** What a deposit brings, and whether it is enough for a first one. */
export async function quoteDeposit(ctx: ProcessContext, question: DepositQuestion): Promise<Quoted> {
  const { place, terms, amount } = question;
  const { feeBasisPoints, max } = terms;
  const quoted = await quoteFor(ctx, { amount, to: place.currency, feeBasisPoints, direction: 'deposit' });
  const min = await missingFirst(ctx.sql, { place, quoted, feeBasisPoints });
  return min ? refuseAmount(ctx, { min, max }) : quoted;
}

async function confirmTransfer(house: Needs, ctx: ProcessContext, input: ProcessInput): Promise<Confirmed> {
  const source = await requirePlace(ctx, input.account_number, 'account_number');
  const target = await requirePlace(ctx, input.target_account_number, 'target_account_number');
  if (source.number === target.number) return ctx.refuse('same_account', { field: 'target_account_number' });
  const offer = requireMethod(ctx, input.pm_id ?? houseMethodId, 'transfer');
  const { currency } = source;
  if (input.currency !== undefined && requireCurrency(ctx, input.currency) !== currency) {
    return ctx.refuse('wrong_currency', { field: 'currency', values: { currency } });
  }
  const terms = requireTerms(ctx, offer, currency);
  const limits = currency === target.currency ? terms : { ...terms, min: terms.minExchanged };
  const amount = requireAmount(ctx, input.amount ?? ctx.refuse('field_required', { field: 'amount' }), limits);
  const { feeBasisPoints } = ctx.settings.transfer;
  const quoted = await quoteFor(ctx, { amount, to: target.currency, feeBasisPoints, direction: 'transfer' });
  const min = await missingFirst(ctx.sql, { place: target, quoted, feeBasisPoints });
  if (min) refuseAmount(ctx, { min, max: terms.max });
  await requireFunds(house, ctx, { source, amount });
  const row = await addQuote(ctx.sql, {
    ...placed(source),
    type: 'transfer',
    methodId: offer.method.id,
    provider: null,
    targetNumber: target.number,
    targetPlatform: target.platform ?? null,
    ...columnsOf(quoted),
    ...validity(ctx),
  });
  return { row, arrives: terms.arrives };
}

async function requirePlace(
  ctx: ProcessContext,
  asked: string | number | undefined,
  field: 'account_number' | 'target_account_number',
): Promise<Place> {
  if (asked === undefined) return ctx.refuse('field_required', { field });
  const number = Number(asked);
  const fits = Number.isSafeInteger(number) && number > 0 && number < 2 ** 31;
  const place = fits ? await placeOf(ctx.sql, number, ctx.client.id) : undefined;
  if (!place || place.companyId !== ctx.client.companyId) return ctx.refuse('unknown_account', { field });
  if (place.isDemo) return ctx.refuse('demo_account', { field });
  if (!place.isActive) return ctx.refuse('account_not_active', { field });
  return place;
}

/** The method if it is offered to this client; what no form shows nobody can use. */
export function requireMethod(ctx: ProcessContext, asked: string | number, direction: AskedType): MethodOffer {
  return methodOffered(Number(asked), placeOfMethods(ctx, direction)) ?? ctx.refuse('method_not_offered', { field: 'pm_id' });
}

/** Where this client's table of methods is read. */
export function placeOfMethods(ctx: Pick<ProcessContext, 'client' | 'settings'>, direction: AskedType) {
  const { company, country } = ctx.client.standing;
  return { direction, region: regionOf(company, country), changes: ctx.settings.methods };
}

function requireCurrency(ctx: ProcessContext, asked: string | number): Currency {
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

function refuseAmount(ctx: ProcessContext, { min, max }: Pick<MethodTerms, 'min' | 'max'>): never {
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
}

interface QuoteQuestion {
  readonly amount: Money;
  readonly to: Currency;
  readonly feeBasisPoints: number;
  readonly direction: 'deposit' | 'transfer';
}

/** The amounts at the rate of now. */
export async function quoteFor(
  ctx: Pick<ProcessContext, 'sql' | 'now' | 'settings'> & {
    readonly refuse: (code: 'arrives_as_nothing' | 'rate_not_available', detail?: { field?: string }) => never;
  },
  question: QuoteQuestion,
): Promise<Quoted> {
  const { amount, to, feeBasisPoints, direction } = question;
  const from = amount.currency;
  const priced =
    from === to ? undefined : await quoteRate(ctx.sql, { from, to, direction, at: ctx.now, markups: ctx.settings.rates.markups });
  if (from !== to && !priced) return ctx.refuse('rate_not_available', { field: 'currency' });
  const amounts = quoteAmounts({ amount, to, rate: priced?.exact, feeBasisPoints });
  if (!amounts.ok) return ctx.refuse(amounts.code, { field: 'amount' });
  return { amounts: amounts.value, exact: priced?.exact, rate: priced?.rate, rateAsOf: priced?.asOf };
}

/** Whether the source has it now. The last word is the hold's and the platform's, when the transfer is saved. */
async function requireFunds(house: Needs, ctx: ProcessContext, asked: { source: Place; amount: Money }): Promise<void> {
  const { source, amount } = asked;
  const available = await availableOf(house, ctx, source);
  if (available < amount.minor) refuseForWant(ctx, money(available, source.currency));
}

/** Says how much can leave. */
export function refuseForWant(ctx: ProcessContext, available: Money): never {
  const values = { available: amountSaid(available) };
  return ctx.refuse('not_enough_money', { field: 'amount', values, data: { available: formatMoney(available) } });
}

async function availableOf(house: Needs, ctx: ProcessContext, source: Place): Promise<bigint> {
  if (!source.platform)
    return balanceOf(ctx.sql, wallet({ company: source.companyId, clientId: source.clientId }, source.currency));
  const answer = await house.platforms[source.platform].account(source.number);
  if (answer.outcome !== 'done') return ctx.refuse('platform_unavailable', { field: 'account_number' });
  return withdrawable(answer.account);
}

function placed(place: Place) {
  return {
    clientId: place.clientId,
    companyId: place.companyId,
    accountNumber: place.number,
    accountPlatform: place.platform ?? null,
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

function validity(ctx: ProcessContext) {
  return { now: ctx.now, expiresAt: after(ctx.now, ctx.settings.transfer.quoteSeconds * secondMs) };
}

/** What a movement would come to, as the forms' quotes answer it. */
export function shownQuote(quoted: Pick<Quoted, 'amounts' | 'rate' | 'rateAsOf'>) {
  const { amounts, rate, rateAsOf } = quoted;
  return {
    amount: formatMoney(amounts.amount),
    currency: amounts.amount.currency,
    account_amount: formatMoney(amounts.arrives),
    account_currency: amounts.arrives.currency,
    rate: rate === undefined ? null : formatRate(rate),
    rate_as_of: rateAsOf?.toISOString() ?? null,
    fee: formatMoney(amounts.fee),
  };
}
