import { accountTypeNamed, shownName } from '../../law/accountTypes.ts';
import type { Words } from '../words/words.ts';

/** A place that money can be in, as forms and lists know it. */
export interface NamedFundingAccount {
  readonly number: number;
  readonly kind: 'trading' | 'wallet';
  /** The client's own name for it; empty when there is none. */
  readonly name: string;
  /** The account type's name; null for a wallet. */
  readonly type: string | null;
  readonly currency: string;
}

/** What the client calls a place: the own name, else the type's, else that it is the wallet. */
export function fundingAccountName(fundingAccount: NamedFundingAccount, t: Words['t']): string {
  if (fundingAccount.name !== '') return fundingAccount.name;
  if (fundingAccount.kind === 'wallet' || fundingAccount.type === null)
    return t('money.wallet', { currency: fundingAccount.currency });
  const type = accountTypeNamed(fundingAccount.type);
  return type ? shownName(type) : fundingAccount.type;
}

/** Places as a list offers them, by name and number: what they hold stands under it, where there is room at every width. */
export function fundingAccountOptions(
  fundingAccounts: readonly NamedFundingAccount[],
  t: Words['t'],
): { readonly value: string; readonly label: string }[] {
  return fundingAccounts.map((fundingAccount) => ({
    value: String(fundingAccount.number),
    label: t('money.place', { name: fundingAccountName(fundingAccount, t), number: String(fundingAccount.number) }),
  }));
}
