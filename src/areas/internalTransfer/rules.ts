import type { z } from 'zod';
import type { transferAccount } from './contract.ts';

export type TransferAccount = z.infer<typeof transferAccount>;

/** What is typed. */
export interface TransferWish {
  readonly account_number: string;
  readonly target_account_number: string;
  readonly amount: string;
}

/**
 * Two different places of the client's: a place that is not there gives way to the first that can stand in, and choosing
 * the same place twice can only mean to turn round. There must be two places at least.
 */
export function twoAccounts(fundingAccounts: readonly TransferAccount[], next: TransferWish, before: TransferWish): TransferWish {
  const known = (number: string): string | undefined => fundingAccountOf(fundingAccounts, number) && number;
  const other = (than: string | undefined): string =>
    String(fundingAccounts.find(({ number }) => String(number) !== than)?.number ?? '');
  const unlike = (number: string, than: string): string => (number === than ? other(than) : number);
  const first = fundingAccounts.find(hasMoney) ?? fundingAccounts[0];
  const source = known(next.account_number) ?? String(first?.number ?? '');
  const target = known(next.target_account_number) ?? other(source);
  if (source !== target) return { ...next, account_number: source, target_account_number: target };
  const isTargetChosen = before.target_account_number !== target;
  return isTargetChosen
    ? { ...next, account_number: unlike(known(before.target_account_number) ?? target, target), target_account_number: target }
    : { ...next, account_number: source, target_account_number: unlike(known(before.account_number) ?? source, source) };
}

/** The place of that number as forms write it. */
export function fundingAccountOf(fundingAccounts: readonly TransferAccount[], number: string): TransferAccount | undefined {
  return fundingAccounts.find((fundingAccount) => String(fundingAccount.number) === number);
}

function hasMoney({ available }: TransferAccount): boolean {
  return /[1-9]/.test(available);
}

/**
 * Where an address asks to begin (document 1 §2, `acc` and `currency`): the account that it names; else the first of that
 * currency that money can leave, and where none has any the first of it. Empty: it asks for nothing that is there.
 */
export function startOf(
  fundingAccounts: readonly TransferAccount[],
  asked: { readonly account: number | undefined; readonly currency: string | undefined },
): string {
  const named = fundingAccounts.find(({ number }) => number === asked.account);
  const alike = fundingAccounts.filter(({ currency }) => currency === asked.currency);
  return String((named ?? alike.find(hasMoney) ?? alike[0])?.number ?? '');
}
