import { isCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import { gathered } from '../../base/gather.ts';
import type { Sql } from '../../base/sql.ts';
import { accountTypeNamed, type AccountType } from '../../law/accountTypes.ts';
import { isPlatformKey, type PlatformKey } from '../../law/platforms.ts';
import { companyIds, type CompanyId } from '../../law/regions/profile.ts';
import type { AccountStatus } from './contract.ts';

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
  /** Which promotion its bonus is from; null where nobody said. */
  readonly promotionId: number | null;
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
  promotion_id: number | null;
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
  group_name, status, name, is_promo, promotion_id, opened_at, demo_balance, mirrored_from, balance, equity, margin,
  margin_free, credit, floating, snapshot_at`;

/** The most accounts that a client's list shows: far beyond what account opening allows. */
const mostOfClient = 200;

export async function accountOf(sql: Sql, number: number): Promise<TradingAccount | undefined> {
  const row = await sql.maybe<AccountRow>(`select ${columns} from trading_account where number = $1`, [number]);
  return row && readAccount(row);
}

/** Every account of a client that came to be, in the order of opening; those whose opening failed are left out. */
export async function accountsOf(sql: Sql, client: ClientId): Promise<TradingAccount[]> {
  return (await accountRowsOf(sql, client)).map(readAccount);
}

const accountRowsOf = gathered<ClientId, AccountRow[]>(async (sql, clients) => {
  const rows = await sql.many<AccountRow & { readonly place: number }>(
    `select a.place::integer as place, t.* from unnest($1::integer[]) with ordinality a (client, place),
       lateral (select ${columns} from trading_account where client_id = a.client and status <> 'failed'
         order by opened_at, number limit ${mostOfClient}) t
      order by a.place, t.opened_at, t.number`,
    [clients],
  );
  const answers: AccountRow[][] = clients.map(() => []);
  for (const row of rows) answers[row.place - 1]?.push(row);
  return answers;
});

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
    promotionId: row.promotion_id,
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

/** Whether an account has swap because its client lost the right to be without. */
export async function isSwapFreeTakenAway(sql: Sql, number: number): Promise<boolean> {
  return (await sql.maybe('select from swap_free_change where number = $1 and changed_back_at is null', [number])) !== undefined;
}

/** Whether both books of it were found to differ at two looks, and still do: no money leaves it meanwhile. */
export async function isUnderReview(sql: Sql, number: number): Promise<boolean> {
  return (await sql.maybe('select from funding_account where number = $1 and is_under_review', [number])) !== undefined;
}
