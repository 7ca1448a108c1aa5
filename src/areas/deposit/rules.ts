import type { z } from 'zod';
import type { depositMethod, depositTarget, methodTerms } from './contract.ts';

/** Basis points as per cent, without trailing zeros: 250 is "2.5", 0 is "0". */
export function percentOf(basisPoints: number): string {
  const hundredths = String(basisPoints % 100).padStart(2, '0');
  return `${Math.trunc(basisPoints / 100)}.${hundredths}`.replace(/\.?0+$/, '') || '0';
}

export type DepositMethod = z.infer<typeof depositMethod>;
export type DepositTarget = z.infer<typeof depositTarget>;
type MethodTerms = z.infer<typeof methodTerms>;

/** A method's terms in a currency; undefined where it does not take that one. */
export function termsOf(method: DepositMethod | undefined, currency: string): MethodTerms | undefined {
  return method?.terms.find((terms) => terms.currency === currency);
}

interface Wish {
  readonly account: number | undefined;
  readonly currency: string | undefined;
  readonly amount: string | undefined;
  readonly method: number | undefined;
}

/** What the form begins with: what was asked for where it is offered, else the first that is; the account's own currency first. */
export function firstChoice(offered: {
  readonly accounts: readonly DepositTarget[];
  readonly methods: readonly DepositMethod[];
  readonly asked: Wish;
}): { readonly account_number: string; readonly pm_id: string; readonly currency: string; readonly amount: string } {
  const { accounts, methods, asked } = offered;
  const account = accounts.find(({ number }) => number === asked.account) ?? accounts[0];
  const method = methods.find(({ pm_id }) => pm_id === asked.method) ?? methods[0];
  const currency = [asked.currency, account?.currency]
    .filter((code) => code !== undefined)
    .find((code) => termsOf(method, code) !== undefined);
  return {
    account_number: account ? String(account.number) : '',
    pm_id: method ? String(method.pm_id) : '',
    currency: currency ?? method?.terms[0]?.currency ?? '',
    amount: asked.amount ?? '',
  };
}
