import { isCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { accountTypeNamed, type AccountType } from '../../law/accountTypes.ts';
import { isPlatformKey, type PlatformKey } from '../../law/platforms.ts';
import { companyIds, type CompanyId } from '../../law/regions/profile.ts';
import type { AccountStatus } from './contract.ts';
import { mayChangeStatus } from './rules.ts';

/** A trading account as the database keeps it. Amounts are minor units of its currency. */
export interface TradingAccount {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly platform: PlatformKey;
  readonly isDemo: boolean;
  readonly type: AccountType;
  readonly currency: Currency;
  readonly leverage: number;
  readonly leverageWanted: number | undefined;
  readonly swapFree: boolean;
  readonly groupName: string;
  readonly status: AccountStatus;
  readonly name: string;
  readonly isPromo: boolean;
  readonly openedAt: Date;
  readonly demoBalance: bigint | undefined;
  /** Deals from then on are posted to the ledger. */
  readonly mirroredFrom: Date;
  /** What the platform said last; undefined before it first did. */
  readonly snapshot: Snapshot | undefined;
}

export interface Snapshot {
  readonly balance: bigint;
  readonly equity: bigint;
  readonly margin: bigint;
  readonly marginFree: bigint;
  readonly credit: bigint;
  readonly floating: bigint;
  /** Wall time. */
  readonly at: Date;
}

interface AccountRow {
  number: number;
  client_id: number;
  company_id: number;
  platform: string;
  is_demo: boolean;
  type_key: string;
  currency: string;
  leverage: number;
  leverage_wanted: number | null;
  swap_free: boolean;
  group_name: string;
  status: AccountStatus;
  name: string;
  is_promo: boolean;
  opened_at: Date;
  demo_balance: bigint | null;
  mirrored_from: Date;
  balance: bigint | null;
  equity: bigint | null;
  margin: bigint | null;
  margin_free: bigint | null;
  credit: bigint | null;
  floating: bigint | null;
  snapshot_at: Date | null;
}

const columns = `number, client_id, company_id, platform, is_demo, type_key, currency, leverage, leverage_wanted, swap_free,
  group_name, status, name, is_promo, opened_at, demo_balance, mirrored_from, balance, equity, margin,
  margin_free, credit, floating, snapshot_at`;

/** The most accounts that a client's list shows: far beyond what account opening allows. */
const mostOfClient = 200;

export async function accountOf(sql: Sql, number: number): Promise<TradingAccount | undefined> {
  const row = await sql.maybe<AccountRow>(`select ${columns} from trading_account where number = $1`, [number]);
  return row && readAccount(row);
}

/** Every account of a client that came to be, in the order of opening; those whose opening failed are left out. */
export async function accountsOf(sql: Sql, client: ClientId): Promise<TradingAccount[]> {
  const rows = await sql.many<AccountRow>(
    `select ${columns} from trading_account where client_id = $1 and status <> 'failed' order by opened_at, number limit ${mostOfClient}`,
    [client],
  );
  return rows.map(readAccount);
}

/** The row, locked until the end of the caller's transaction. */
export async function lockAccount(sql: Sql, number: number): Promise<TradingAccount | undefined> {
  const row = await sql.maybe<AccountRow>(`select ${columns} from trading_account where number = $1 for update`, [number]);
  return row && readAccount(row);
}

/** A row that does not fit the law's tables is a fault of ours and throws. */
function readAccount(row: AccountRow): TradingAccount {
  const type = accountTypeNamed(row.type_key);
  const { platform, currency } = row;
  const companyId = companyIds.find((known) => known === row.company_id);
  if (!type || !isPlatformKey(platform) || !isCurrency(currency) || companyId === undefined) {
    throw new Error(
      `account ${row.number} does not fit the tables: ${row.type_key}, ${platform}, ${currency}, ${row.company_id}`,
    );
  }
  return {
    number: accountNumber(row.number),
    clientId: clientId(row.client_id),
    companyId,
    platform,
    isDemo: row.is_demo,
    type,
    currency,
    leverage: row.leverage,
    leverageWanted: row.leverage_wanted ?? undefined,
    swapFree: row.swap_free,
    groupName: row.group_name,
    status: row.status,
    name: row.name,
    isPromo: row.is_promo,
    openedAt: row.opened_at,
    demoBalance: row.demo_balance ?? undefined,
    mirroredFrom: row.mirrored_from,
    snapshot: readSnapshot(row),
  };
}

function readSnapshot(row: AccountRow): Snapshot | undefined {
  if (row.snapshot_at === null || row.balance === null) return undefined;
  const { balance } = row;
  return {
    balance,
    equity: row.equity ?? balance,
    margin: row.margin ?? 0n,
    marginFree: row.margin_free ?? balance,
    credit: row.credit ?? 0n,
    floating: row.floating ?? 0n,
    at: row.snapshot_at,
  };
}

export interface NewAccount {
  readonly number: number;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly isDemo: boolean;
  readonly type: AccountType;
  readonly currency: Currency;
  readonly leverage: number;
  readonly swapFree: boolean;
  readonly groupName: string;
  readonly name: string;
  readonly demoBalance?: bigint | undefined;
  readonly openedAt: Date;
  readonly isPromo?: boolean;
}

/** Writes the intention to open an account. */
export async function insertAccount(sql: Sql, account: NewAccount): Promise<void> {
  await sql.run(
    `insert into trading_account (number, client_id, company_id, platform, is_demo, type_key, currency, leverage, swap_free,
       group_name, status, name, opened_at, demo_balance, mirrored_from, is_promo)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'opening', $11, $12, $13, $12, $14)`,
    [
      account.number,
      account.clientId,
      account.companyId,
      account.type.platform,
      account.isDemo,
      account.type.name,
      account.currency,
      account.leverage,
      account.swapFree,
      account.groupName,
      account.name,
      account.openedAt,
      account.demoBalance ?? null,
      account.isPromo ?? false,
    ],
  );
  await writeStatusChange(sql, { number: account.number, from: null, to: 'opening', at: account.openedAt });
}

/** How many accounts of each sort a client holds now; those that are still being opened count. */
export async function countAccounts(
  sql: Sql,
  of: { readonly clientId: ClientId; readonly isDemo: boolean; readonly typeName: string },
): Promise<{ readonly all: number; readonly ofType: number }> {
  return sql.one(
    `select count(*)::integer as all, (count(*) filter (where type_key = $3))::integer as "ofType" from trading_account
      where client_id = $1 and is_demo = $2 and status in ('opening', 'active')`,
    [of.clientId, of.isDemo, of.typeName],
  );
}

/** The next login of a range, never given twice. Undefined when the range is used up. */
export async function takeLogin(sql: Sql, range: { readonly first: number; readonly last: number }): Promise<number | undefined> {
  const { taken } = await sql.one<{ taken: number }>(
    `insert into login_sequence values ($1, $1 + 1)
     on conflict (range_first) do update set next_number = login_sequence.next_number + 1 returning next_number - 1 as taken`,
    [range.first],
  );
  return taken <= range.last ? taken : undefined;
}

interface StatusChange {
  readonly number: number;
  readonly from: AccountStatus;
  readonly to: AccountStatus;
  readonly at: Date;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The only way that a status changes: along the table of steps, and only from where the row still stands. */
export async function changeStatus(sql: Sql, change: StatusChange): Promise<boolean> {
  const { number, from, to } = change;
  if (!mayChangeStatus(from, to)) throw new Error(`an account does not go from ${from} to ${to}`);
  const changed = await sql.run('update trading_account set status = $3 where number = $1 and status = $2', [number, from, to]);
  if (changed === 0) return false;
  await writeStatusChange(sql, change);
  return true;
}

async function writeStatusChange(
  sql: Sql,
  change: Omit<StatusChange, 'from' | 'to'> & { readonly from: string | null; readonly to: string },
): Promise<void> {
  await sql.run('insert into trading_account_step (number, from_status, to_status, at, detail) values ($1, $2, $3, $4, $5)', [
    change.number,
    change.from,
    change.to,
    change.at,
    JSON.stringify(change.detail ?? {}),
  ]);
}

/** Client_info tells whether another account can be opened. The client's row is locked until the caller's transaction ends. */
export async function growClientVersion(sql: Sql, client: ClientId): Promise<void> {
  await sql.run('update client set version = version + 1 where id = $1', [client]);
}

/** What the client calls it. */
export async function renameAccount(sql: Sql, number: number, name: string): Promise<void> {
  await sql.run('update trading_account set name = $2 where number = $1', [number, name]);
}

/**
 * Claims the account for a change of its leverage, one at a time: false while another is under way. From then on no order
 * opens anything on it (`holdForOrder`), until the leverage is settled.
 */
export async function wantLeverage(sql: Sql, number: number, leverage: number): Promise<boolean> {
  const rows = await sql.run('update trading_account set leverage_wanted = $2 where number = $1 and leverage_wanted is null', [
    number,
    leverage,
  ]);
  return rows === 1;
}

/**
 * Whether an order may open something on the account now. It stays so until the caller's transaction, which writes the
 * order, has ended: a change of leverage waits that long and then finds the order.
 */
export async function holdForOrder(sql: Sql, number: number): Promise<'free' | 'account_not_active' | 'leverage_changing'> {
  const row = await sql.one<{ status: AccountStatus; leverage_wanted: number | null }>(
    'select status, leverage_wanted from trading_account where number = $1 for share',
    [number],
  );
  if (row.status !== 'active') return 'account_not_active';
  return row.leverage_wanted === null ? 'free' : 'leverage_changing';
}

/**
 * Our row follows the platform's leverage: from what it said when the platform was asked, and while no change is under way.
 * False where the row stands elsewhere by now.
 */
export async function followLeverage(
  sql: Sql,
  number: number,
  leverage: Readonly<Record<'from' | 'to', number>>,
): Promise<boolean> {
  const rows = await sql.run(
    'update trading_account set leverage = $3 where number = $1 and leverage = $2 and leverage_wanted is null',
    [number, leverage.from, leverage.to],
  );
  return rows === 1;
}

/** The platform has taken the leverage that was asked for, or (`taken` false) refused it. */
export async function applyLeverage(
  sql: Sql,
  number: number,
  outcome: { readonly leverage: number; readonly taken: boolean },
): Promise<void> {
  await sql.run(
    `update trading_account set leverage = case when $3 then $2 else leverage end, leverage_wanted = null
      where number = $1 and leverage_wanted = $2`,
    [number, outcome.leverage, outcome.taken],
  );
}
