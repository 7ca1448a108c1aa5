import type { Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Phrase, Say } from '../../base/wording.ts';
import { trading, wallet as walletAccount, type Account } from '../../ledger/chart.ts';
import { accountsOf } from '../accounts/face.ts';
import { fundingAccountNames, walletsOf, type Wallet } from '../fundingAccounts/face.ts';

/** Something of a client's that the book has a statement of. */
export interface Fund {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: number;
  readonly currency: Currency;
  readonly name: string | Phrase;
  readonly account: Account;
  /** Undefined: a trading account. */
  readonly wallet: Wallet | undefined;
}

/** Wallets first, then live trading accounts: also those that are closed, because what has been stays asked for. Two statements. */
export async function fundsOf(sql: Sql, client: ClientId): Promise<Fund[]> {
  const [wallets, accounts] = [await walletsOf(sql, client), await accountsOf(sql, client)];
  const names = fundingAccountNames(accounts, wallets);
  const named = (number: AccountNumber): string | Phrase => names.nameOf(number) ?? String(number);
  return [
    ...wallets.map((each): Fund => {
      const { number, clientId, companyId, currency } = each;
      const account = walletAccount({ company: companyId, clientId }, currency);
      return { number, clientId, companyId, currency, name: named(number), account, wallet: each };
    }),
    ...accounts
      .filter(({ isDemo }) => !isDemo)
      .map(({ number, clientId, companyId, currency }): Fund => {
        const account = trading({ company: companyId, clientId }, currency, number);
        return { number, clientId, companyId, currency, name: named(number), account, wallet: undefined };
      }),
  ];
}

/** Of that number; somebody else's is as unknown as one that does not exist. */
export async function fundOf(sql: Sql, client: ClientId, number: string): Promise<Fund | undefined> {
  return (await fundsOf(sql, client)).find((fund) => fund.number === Number(number));
}

export function nameIn(say: Say, { name }: Fund): string {
  return typeof name === 'string' ? name : say(name.phrase, name.values);
}
