import { clientId as ofClient, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Phrase } from '../../base/wording.ts';
import { shownName } from '../../law/accountTypes.ts';
import { accountsOf, type TradingAccount } from '../accounts/face.ts';
import { fundingAccountsNumbered, walletsOf, type FundingAccount, type Wallet } from './store.ts';

/** The client's own place of that number. Somebody else's is as unknown as one that does not exist. */
export async function fundingAccountOf(sql: Sql, client: ClientId, number: AccountNumber): Promise<FundingAccount | undefined> {
  const [found] = await fundingAccountsNumbered(sql, client, [number]);
  return found;
}

/** What a client calls the own places, by their numbers. */
export interface FundingAccountNames {
  /** The own name of an account, else its type's; that it is the wallet; undefined for a number that is none of theirs. */
  nameOf(number: number): string | Phrase | undefined;
  /** The place with its name and number, for sentences. */
  phraseOf(number: number): Phrase;
}

export function fundingAccountNames(accounts: readonly TradingAccount[], wallets: readonly Wallet[]): FundingAccountNames {
  const names = new Map<number, string | Phrase>([
    ...accounts.map(({ number, name, type }) => [number, name || shownName(type)] as const),
    ...wallets.map(({ number, currency }) => [number, { phrase: 'money.wallet', values: { currency } }] as const),
  ]);
  return {
    nameOf: (number) => names.get(number),
    phraseOf(number) {
      const name = names.get(number);
      const digits = String(number);
      return name === undefined
        ? { phrase: 'place.unnamed', values: { number: digits } }
        : { phrase: 'place.named', values: { name, number: digits } };
    },
  };
}

/** Two statements. */
export async function fundingAccountNamesOf(sql: Sql, client: number): Promise<FundingAccountNames> {
  return fundingAccountNames(await accountsOf(sql, ofClient(client)), await walletsOf(sql, client));
}
