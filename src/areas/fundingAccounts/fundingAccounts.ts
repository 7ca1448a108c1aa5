import { isCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Phrase } from '../../base/wording.ts';
import { accountTypeNamed, shownName, type AccountType } from '../../law/accountTypes.ts';
import { isPlatformKey, type PlatformKey } from '../../law/platforms.ts';
import { isCompanyId, type CompanyId } from '../../law/regions/profile.ts';
import { accountsOf, type TradingAccount } from '../accounts/face.ts';
import { fundingAccountRows, walletsOf, type FundingAccountRow, type Wallet } from './store.ts';

/** Somewhere that a client's money can be: a trading account or a wallet. */
export interface FundingAccount {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly currency: Currency;
  readonly isActive: boolean;
  /** Undefined: a wallet. */
  readonly platform: PlatformKey | undefined;
  readonly type: AccountType | undefined;
  readonly isDemo: boolean;
  readonly isPromo: boolean;
  /** Which promotion its bonus is from; null where nobody said. */
  readonly promotionId: number | null;
  /** Of a wallet: what was on it in the ledger, in minor units. */
  readonly inLedger: bigint | undefined;
  /** Its two books differ, and nobody has said why: no money leaves it until they agree. */
  readonly isUnderReview: boolean;
}

/** The rows of `funding_account f` as a column of another statement: `readFundingAccount` reads it. */
export const fundingAccountJson = (alias: string) => `case when ${alias}.number is not null then jsonb_build_object(
  'number', ${alias}.number, 'client_id', ${alias}.client_id, 'company_id', ${alias}.company_id, 'currency', ${alias}.currency,
  'status', ${alias}.status, 'platform', ${alias}.platform, 'type_key', ${alias}.type_key, 'is_demo', ${alias}.is_demo,
  'is_promo', ${alias}.is_promo, 'in_ledger', ${alias}.in_ledger::text,
  'is_under_review', ${alias}.is_under_review, 'promotion_id', ${alias}.promotion_id) end`;

/** A row that does not fit the law's tables is a fault of ours and throws. */
export function readFundingAccount(row: FundingAccountRow): FundingAccount {
  const { number, currency, platform, type_key: typeKey, in_ledger: inLedger } = row;
  const type = typeKey === null ? undefined : accountTypeNamed(typeKey);
  const isWallet = platform === null;
  const { company_id: companyId } = row;
  if (!isCurrency(currency) || !isCompanyId(companyId) || (!isWallet && (!type || !isPlatformKey(platform))))
    throw new Error(`funding account ${number} does not fit the tables: ${typeKey}, ${platform}, ${currency}`);
  return {
    number: accountNumber(number),
    clientId: clientId(row.client_id),
    companyId,
    currency,
    isActive: row.status === 'active',
    platform: isWallet ? undefined : platform,
    type,
    isDemo: row.is_demo,
    isPromo: row.is_promo,
    promotionId: row.promotion_id,
    inLedger: isWallet && inLedger !== null ? BigInt(inLedger) : undefined,
    isUnderReview: row.is_under_review,
  };
}

/** The client's own funding account of that number. Somebody else's is as unknown as one that does not exist. */
export async function fundingAccountOf(sql: Sql, client: ClientId, number: AccountNumber): Promise<FundingAccount | undefined> {
  const [found] = await fundingAccountRows(sql, client, [number]);
  return found && readFundingAccount(found);
}

/** What a client calls the own funding accounts, by their numbers. */
export interface FundingAccountNames {
  /** The own name of an account, else its type's; that it is the wallet; undefined for a number that is none of theirs. */
  nameOf(number: number): string | Phrase | undefined;
  /** The funding account with its name and number, for sentences. */
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
export async function fundingAccountNamesOf(sql: Sql, client: ClientId): Promise<FundingAccountNames> {
  return fundingAccountNames(await accountsOf(sql, client), await walletsOf(sql, client));
}
