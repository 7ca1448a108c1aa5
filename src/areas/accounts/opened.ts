import type { Currency } from '../../base/currency.ts';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { AccountType } from '../../law/accountTypes.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { AccountStatus } from './contract.ts';
import { mayChangeStatus } from './rules.ts';

/* How an account comes to be, and what becomes of it. */

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
  readonly promotionId?: number;
}

/** Writes the intention to open an account. */
export async function insertAccount(sql: Sql, account: NewAccount): Promise<void> {
  await sql.run(
    `insert into trading_account (number, client_id, company_id, platform, is_demo, type_key, currency, leverage, swap_free,
       group_name, status, name, opened_at, demo_balance, mirrored_from, is_promo, promotion_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'opening', $11, $12, $13, $12, $14, $15)`,
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
      account.promotionId ?? null,
    ],
  );
  await writeStatusChange(sql, { number: account.number, from: null, to: 'opening', at: account.openedAt });
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
