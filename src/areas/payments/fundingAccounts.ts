import type { Currency } from '../../base/currency.ts';
import { formatMinor, money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { accountNumber, rowNumber, type ClientId } from '../../base/id.ts';
import { isCopied } from '../../law/accountTypes.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { amountSaid, type Wording } from '../../base/wording.ts';
import { accountsOf } from '../accounts/face.ts';
import { fundingAccountOf, walletBalances, type FundingAccount, type FundingAccountNames } from '../fundingAccounts/face.ts';
import { missingIn } from './questions.ts';
import { withdrawable } from './rules.ts';
import type { Remittance } from './store.ts';

/** A funding account as forms of money offer it; amounts are decimal strings of its currency. */
export interface OwnFundingAccount {
  /** As `ownFundingAccount` of protocol/payment shows it. */
  readonly shown: {
    readonly number: number;
    readonly kind: 'trading' | 'wallet';
    readonly name: string;
    readonly type: string | null;
    readonly platform: PlatformKey | null;
    readonly currency: Currency;
    readonly first_deposit: string | null;
  };
  readonly balance: string;
  readonly available: string;
  /** When the platform said so; null for a wallet, whose amounts are the ledger's of now. */
  readonly asOf: string | null;
  readonly isPromo: boolean;
  /** Which promotion its bonus is from; null where nobody said. */
  readonly promotionId: number | null;
}

/** The client's active trading accounts and then wallets; demo accounts hold no money. */
export async function ownFundingAccountsOf(sql: Sql, client: ClientId): Promise<OwnFundingAccount[]> {
  const accounts = await accountsOf(sql, client);
  const wallets = await walletBalances(sql, client);
  const active = accounts.filter((account) => !account.isDemo && account.status === 'active' && !isCopied(account.type));
  const trading = await Promise.all(
    active.map(async ({ clientId, number, name, type, platform, currency, snapshot, isPromo, promotionId }) => ({
      shown: {
        number,
        kind: 'trading' as const,
        name,
        type: type.name,
        platform,
        currency,
        first_deposit: await firstDeposit(sql, { clientId, number, type, currency }),
      },
      balance: formatMinor(snapshot?.balance ?? 0n, currency),
      available: formatMinor(snapshot ? withdrawable(snapshot) : 0n, currency),
      asOf: snapshot?.at.toISOString() ?? null,
      isPromo,
      promotionId,
    })),
  );
  const own = wallets
    .filter((wallet) => wallet.status === 'active')
    .map(({ number, currency, balanceMinor }) => {
      const balance = formatMinor(balanceMinor, currency);
      const shown = { number, kind: 'wallet' as const, name: '', type: null, platform: null, currency, first_deposit: null };
      return { shown, balance, available: balance, asOf: null, isPromo: false, promotionId: null };
    });
  return [...trading, ...own];
}

/** A client's own funding account, by its number as callers write it; undefined for a demo account too. */
export async function ownFundingAccountOf(sql: Sql, asked: string, client: ClientId): Promise<FundingAccount | undefined> {
  const number = rowNumber(asked);
  const fundingAccount = number === undefined ? undefined : await fundingAccountOf(sql, client, accountNumber(number));
  return fundingAccount?.isDemo ? undefined : fundingAccount;
}

async function firstDeposit(sql: Sql, fundingAccount: Parameters<typeof missingIn>[1]): Promise<string | null> {
  const missing = await missingIn(sql, fundingAccount);
  return missing && missing.minor > 0n ? formatMinor(missing.minor, missing.currency) : null;
}

/** What sentences about a transfer are made of. */
type Worded = Pick<
  Remittance,
  | 'id'
  | 'type'
  | 'amount'
  | 'currency'
  | 'accountAmount'
  | 'accountCurrency'
  | 'arrivedMinor'
  | 'arrivedCurrency'
  | 'accountNumber'
  | 'targetNumber'
  | 'reasonValues'
>;

/** What every sentence about a transfer may name. */
export function wordsOf(remittance: Worded, fundingAccounts: FundingAccountNames): Wording {
  const { currency, accountCurrency, arrivedMinor, arrivedCurrency, accountNumber, targetNumber } = remittance;
  return {
    id: remittance.id,
    amount: amountSaid(money(remittance.amount, currency)),
    arrives: amountSaid(money(remittance.accountAmount, accountCurrency)),
    account: fundingAccounts.phraseOf(accountNumber),
    target: fundingAccounts.phraseOf(targetNumber ?? accountNumber),
    arrived: arrivedMinor !== null && arrivedCurrency !== null ? amountSaid(money(arrivedMinor, arrivedCurrency)) : '',
    type: remittance.type,
    ...remittance.reasonValues,
  };
}
