import { balancesOf, type ClientBalance } from '../../ledger/statement.ts';
import { accountNumber, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { walletsOf, type Wallet } from './store.ts';

/** A wallet with what is on it and what is set aside of it, in minor units. */
export interface WalletBalance extends Wallet {
  readonly balanceMinor: bigint;
  /** Set aside of it for transfers and withdrawals under way; not part of the balance any more. */
  readonly heldMinor: bigint;
  /** Bonuses in its currency, each on the trading account where it counts; no part of the balance, and not the client's to withdraw. */
  readonly bonuses: readonly { readonly accountNumber: AccountNumber; readonly minor: bigint }[];
}

/** Every wallet of a client with its balance: two statements. */
export async function walletBalances(sql: Sql, client: ClientId): Promise<WalletBalance[]> {
  const [wallets, balances] = [await walletsOf(sql, client), await balancesOf(sql, client)];
  const sumOf = (currency: string, isMeant: (balance: ClientBalance) => boolean): bigint =>
    balances.reduce((sum, each) => (each.unit === currency && isMeant(each) ? sum + each.minor : sum), 0n);
  return wallets.map((wallet) => ({
    ...wallet,
    balanceMinor: sumOf(wallet.currency, ({ kind }) => kind === 'wallet'),
    heldMinor: sumOf(wallet.currency, ({ source }) => source === 'wallet'),
    bonuses: balances.flatMap(({ kind, unit, name, minor }) =>
      kind === 'bonus' && unit === wallet.currency && name !== '' && minor > 0n
        ? [{ accountNumber: accountNumber(Number(name)), minor }]
        : [],
    ),
  }));
}
