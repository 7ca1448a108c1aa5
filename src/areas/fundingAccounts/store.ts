import { isCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { accountTypeNamed, type AccountType } from '../../law/accountTypes.ts';
import { walletRange } from '../../law/numbers.ts';
import { isPlatformKey, type PlatformKey } from '../../law/platforms.ts';
import { companyIds, type CompanyId } from '../../law/regions/profile.ts';

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
  /** Of a wallet: what was on it in the ledger, in minor units. */
  readonly inLedger: bigint | undefined;
  /** Its two books differ, and nobody has said why: no money leaves it until they agree. */
  readonly isUnderReview: boolean;
}

export interface FundingAccountRow {
  readonly number: number;
  readonly client_id: number;
  readonly company_id: number;
  readonly currency: string;
  readonly status: string;
  readonly platform: string | null;
  readonly type_key: string | null;
  readonly is_demo: boolean;
  readonly is_promo: boolean;
  readonly in_ledger: bigint | string | null;
  readonly is_under_review: boolean;
}

/** The rows of `funding_account f` as a column of another statement: `readFundingAccount` reads it. */
export const fundingAccountJson = (alias: string) => `case when ${alias}.number is not null then jsonb_build_object(
  'number', ${alias}.number, 'client_id', ${alias}.client_id, 'company_id', ${alias}.company_id, 'currency', ${alias}.currency,
  'status', ${alias}.status, 'platform', ${alias}.platform, 'type_key', ${alias}.type_key, 'is_demo', ${alias}.is_demo,
  'is_promo', ${alias}.is_promo, 'in_ledger', ${alias}.in_ledger::text,
  'is_under_review', ${alias}.is_under_review) end`;

/** The client's own funding accounts of these numbers, in one statement; one that is somebody else's is not among them. */
export async function fundingAccountsNumbered(sql: Sql, client: ClientId, numbers: readonly number[]): Promise<FundingAccount[]> {
  const rows = await sql.many<FundingAccountRow>(
    `select number, client_id, company_id, currency, status, platform, type_key, is_demo, is_promo, in_ledger,
       is_under_review
     from funding_account where number = any($1::integer[]) and client_id = $2`,
    [numbers, client],
  );
  return rows.map(readFundingAccount);
}

/** A row that does not fit the law's tables is a fault of ours and throws. */
export function readFundingAccount(row: FundingAccountRow): FundingAccount {
  const { number, currency, platform, type_key: typeKey, in_ledger: inLedger } = row;
  const type = typeKey === null ? undefined : accountTypeNamed(typeKey);
  const isWallet = platform === null;
  if (!isCurrency(currency) || (!isWallet && (!type || !isPlatformKey(platform))))
    throw new Error(`funding account ${number} does not fit the tables: ${typeKey}, ${platform}, ${currency}`);
  return {
    number: accountNumber(number),
    clientId: clientId(row.client_id),
    companyId: companyOf(row.company_id),
    currency,
    isActive: row.status === 'active',
    platform: isWallet ? undefined : platform,
    type,
    isDemo: row.is_demo,
    isPromo: row.is_promo,
    inLedger: isWallet && inLedger !== null ? BigInt(inLedger) : undefined,
    isUnderReview: row.is_under_review,
  };
}

/** A client's wallet in one currency. What is on it stands in the ledger. */
export interface Wallet {
  readonly number: number;
  readonly clientId: number;
  readonly companyId: CompanyId;
  readonly currency: Currency;
  readonly status: 'active' | 'closed';
}

interface WalletRow {
  number: number;
  client_id: number;
  company_id: number;
  currency: string;
  status: Wallet['status'];
}

const columns = 'number, client_id, company_id, currency, status';

/** More currencies than there are. */
const mostWallets = 100;

export async function walletOf(sql: Sql, number: number): Promise<Wallet | undefined> {
  const row = await sql.maybe<WalletRow>(`select ${columns} from wallet where number = $1`, [number]);
  return row && readWallet(row);
}

/** Every wallet of a client, the oldest first. */
export async function walletsOf(sql: Sql, clientId: number): Promise<Wallet[]> {
  const rows = await sql.many<WalletRow>(
    `select ${columns} from wallet where client_id = $1 order by opened_at, number limit ${mostWallets}`,
    [clientId],
  );
  return rows.map(readWallet);
}

export interface WalletOrder {
  readonly clientId: number;
  readonly companyId: number;
  readonly currency: Currency;
  /** Application time. */
  readonly now: Date;
}

/** The client's wallet of that currency, opened when there is none yet. A closed one is opened again. */
export async function ensureWallet(sql: Sql, order: WalletOrder): Promise<Wallet> {
  const known = await sql.maybe<WalletRow>(
    `update wallet set status = 'active' where client_id = $1 and currency = $2 returning ${columns}`,
    [order.clientId, order.currency],
  );
  if (known) return readWallet(known);
  const { first, last } = walletRange(companyOf(order.companyId));
  const opened = await sql.one<WalletRow>(
    `with given as (
       insert into wallet_number (company_id, last_number) values ($2, $5)
       on conflict (company_id) do update set last_number = wallet_number.last_number + 1
       returning last_number
     )
     insert into wallet (number, client_id, company_id, currency, opened_at)
     select last_number, $1, $2, $3, $4 from given where last_number <= $6
     on conflict (client_id, currency) do update set status = 'active'
     returning ${columns}`,
    [order.clientId, order.companyId, order.currency, order.now, first, last],
  );
  return readWallet(opened);
}

function readWallet(row: WalletRow): Wallet {
  if (!isCurrency(row.currency)) throw new Error(`wallet ${row.number} is kept in ${row.currency}, which is no currency of ours`);
  return {
    number: row.number,
    clientId: row.client_id,
    companyId: companyOf(row.company_id),
    currency: row.currency,
    status: row.status,
  };
}

function companyOf(id: number): CompanyId {
  const company = companyIds.find((known) => known === id);
  if (company === undefined) throw new Error(`there is no company ${id}`);
  return company;
}
