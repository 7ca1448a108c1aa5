import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import * as store from './store.ts';

export {
  fundingAccountJson,
  fundingAccountNames,
  fundingAccountNamesOf,
  fundingAccountOf,
  readFundingAccount,
  type FundingAccount,
  type FundingAccountNames,
} from './fundingAccounts.ts';
export { walletBalances, type WalletBalance } from './wallets.ts';
export type { FundingAccountRow, Wallet, WalletOrder } from './store.ts';

/** The wallet of that number, whoever's it is. */
export async function walletOf(sql: Sql, number: AccountNumber): Promise<store.Wallet | undefined> {
  return store.walletOf(sql, number);
}

/** Every wallet of a client, the oldest first. */
export async function walletsOf(sql: Sql, client: ClientId): Promise<store.Wallet[]> {
  return store.walletsOf(sql, client);
}

/** The client's wallet of that currency, opened when there is none yet. A closed one is opened again. */
export async function ensureWallet(sql: Sql, order: store.WalletOrder): Promise<store.Wallet> {
  return store.ensureWallet(sql, order);
}
