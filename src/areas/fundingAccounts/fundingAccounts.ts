import { clientId as ofClient } from '../../base/id.ts';
import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { Phrase } from '../../base/wording.ts';
import { shownName, type AccountType } from '../../law/accountTypes.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { accountOf, accountsOf, type TradingAccount } from '../accounts/face.ts';
import { walletOf, walletsOf, type Wallet } from './store.ts';

/** Somewhere that a client's money can be: a trading account or a wallet. */
export interface FundingAccount {
  readonly number: number;
  readonly clientId: number;
  readonly companyId: number;
  readonly currency: Currency;
  readonly isActive: boolean;
  /** Undefined: a wallet. */
  readonly platform: PlatformKey | undefined;
  readonly type: AccountType | undefined;
  readonly isDemo: boolean;
  readonly isPromo: boolean;
}

/** The client's own place of that number. Somebody else's is as unknown as one that does not exist. */
export async function fundingAccountOf(sql: Sql, number: number, clientId: number): Promise<FundingAccount | undefined> {
  const found = (await tradingFundingAccount(sql, number)) ?? (await walletFundingAccount(sql, number));
  return found?.clientId === clientId ? found : undefined;
}

async function tradingFundingAccount(sql: Sql, number: number): Promise<FundingAccount | undefined> {
  const account = await accountOf(sql, number);
  if (!account) return undefined;
  const { clientId, companyId, currency, platform, type, isDemo, isPromo } = account;
  return { number, clientId, companyId, currency, platform, type, isDemo, isPromo, isActive: account.status === 'active' };
}

async function walletFundingAccount(sql: Sql, number: number): Promise<FundingAccount | undefined> {
  const wallet = await walletOf(sql, number);
  if (!wallet) return undefined;
  const { clientId, companyId, currency } = wallet;
  const isActive = wallet.status === 'active';
  return { number, clientId, companyId, currency, platform: undefined, type: undefined, isDemo: false, isPromo: false, isActive };
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
