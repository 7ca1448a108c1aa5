import type { z } from 'zod';
import type { transferAccount } from './contract.ts';

export type TransferAccount = z.infer<typeof transferAccount>;

/** What is typed. */
export interface TransferWish {
  readonly account_number: string;
  readonly target_account_number: string;
  readonly amount: string;
}

/** Where a transfer can begin: from there money can be moved to another place. */
export function sourcesAmong(fundingAccounts: readonly TransferAccount[]): readonly TransferAccount[] {
  return fundingAccounts.filter(({ number }) => fundingAccounts.some((each) => each.takes_in && each.number !== number));
}

/**
 * Two different places of the client's: a place that is not there gives way to the first that can stand in, and choosing
 * the same place twice can only mean to turn round. There must be one at least where a transfer can begin.
 */
export function twoAccounts(fundingAccounts: readonly TransferAccount[], next: TransferWish, before: TransferWish): TransferWish {
  const sources = sourcesAmong(fundingAccounts);
  const targets = fundingAccounts.filter(({ takes_in: takesIn }) => takesIn);
  const source = among(sources, next.account_number) ?? String((sources.find(hasMoney) ?? sources[0])?.number ?? '');
  const target = among(targets, next.target_account_number) ?? firstBut(targets, source);
  if (source !== target) return { ...next, account_number: source, target_account_number: target };
  const isTargetChosen = before.target_account_number !== target;
  return isTargetChosen
    ? { ...next, account_number: unlike(sources, before.target_account_number, target), target_account_number: target }
    : { ...next, account_number: source, target_account_number: unlike(targets, before.account_number, source) };
}

const among = (ends: readonly TransferAccount[], number: string): string | undefined => fundingAccountOf(ends, number) && number;

const firstBut = (ends: readonly TransferAccount[], than: string): string =>
  String(ends.find(({ number }) => String(number) !== than)?.number ?? '');

/** That place, where it is among them and another than that one; else the first other one. */
const unlike = (ends: readonly TransferAccount[], number: string, than: string): string =>
  number !== than && among(ends, number) !== undefined ? number : firstBut(ends, than);

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
