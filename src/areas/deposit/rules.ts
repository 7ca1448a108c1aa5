import type { z } from 'zod';
import { isMore } from '../../base/amount.ts';
import { methodOf, routeOf } from '../../law/methods.ts';
import type { depositMethod, depositTarget, methodTerms } from './contract.ts';

export type DepositMethod = z.infer<typeof depositMethod>;
export type DepositTarget = z.infer<typeof depositTarget>;
type MethodTerms = z.infer<typeof methodTerms>;

/** Readings §2: it pays again with a card that has paid before; its provider's page has the cards, and is where one is chosen. */
export const savedCardMethod = 243;

/** A method's terms in a currency; undefined where it does not take that one. */
export function termsOf(method: DepositMethod | undefined, currency: string): MethodTerms | undefined {
  return method?.terms.find((terms) => terms.currency === currency);
}

/**
 * From how much to how much: a method's own limits, from what the account's first money has to come to where that is more
 * and in the same currency.
 */
export function limitsOf(terms: MethodTerms, account: DepositTarget | undefined): Pick<MethodTerms, 'min' | 'max'> {
  const { min, max, currency } = terms;
  const first = account?.currency === currency ? account.first_deposit : null;
  return { min: first !== null && isMore(first, min) ? first : min, max };
}

/** What can be chosen here. */
export interface DepositOffer {
  readonly accounts: readonly DepositTarget[];
  readonly methods: readonly DepositMethod[];
  /** What the client paid by last: what the form begins with. */
  readonly last_method: number | null;
}

/** The coin that is wanted where the method takes it, else the first that it does. */
export function coinOf(method: DepositMethod | undefined, wanted: string): DepositMethod['coins'][number] | undefined {
  return method?.coins.find(({ key }) => key === wanted) ?? method?.coins[0];
}

/** The banks that the method lists for the currency. */
export function banksOf(method: DepositMethod | undefined, currency: string): readonly string[] {
  return method?.banks[currency] ?? [];
}

/** Amounts to begin with: the least that is taken and its multiples, rounded to what people say, as far as they are taken. */
export function quickAmounts({ min, max }: Pick<MethodTerms, 'min' | 'max'>): readonly string[] {
  const whole = BigInt(min.split('.')[0] ?? '0') + (/\.0*[1-9]/.test(min) ? 1n : 0n);
  const least = whole > 0n ? whole : 1n;
  const amounts = [least * 10n, least * 25n, least * 50n, least * 100n].map((tenths) => tenths / 10n);
  return [...new Set(amounts)].map(String).filter((amount) => !isMore(amount, max));
}

/** What is typed. */
export interface DepositWish {
  /** Empty where the method lists no banks for the currency. */
  readonly bank: string;
  /** Empty where the method is not paid in a coin. */
  readonly crypto_network: string;
  readonly account_number: string;
  readonly pm_id: string;
  readonly currency: string;
  readonly amount: string;
}

/**
 * What was asked for where it is offered, else the first that is; a currency that the method does not take gives way to the
 * account's own, and where it does not take that one either, to the method's first.
 */
export function offeredWish({ accounts, methods, last_method }: DepositOffer, wish: DepositWish): DepositWish {
  const account = accounts.find(({ number }) => String(number) === wish.account_number) ?? accounts[0];
  const named = (id: string) => methods.find(({ pm_id }) => String(pm_id) === id);
  const method = named(wish.pm_id) ?? named(String(last_method)) ?? methods[0];
  const terms = termsOf(method, wish.currency) ?? termsOf(method, account?.currency ?? '') ?? method?.terms[0];
  return {
    account_number: String(account?.number ?? ''),
    pm_id: String(method?.pm_id ?? ''),
    currency: terms?.currency ?? '',
    amount: wish.amount,
    crypto_network: coinOf(method, wish.crypto_network)?.key ?? '',
    bank: banksOf(method, terms?.currency ?? '').includes(wish.bank) ? wish.bank : '',
  };
}

/** Readings §5: bank wire, local transfer and coins. Once it was shown where to pay, no page is worth waiting on. */
export function leadsToTransfers(method: number): boolean {
  const provider = routeOf(methodOf(method))?.provider;
  return provider === 'bank' || provider === 'nowpayments';
}
