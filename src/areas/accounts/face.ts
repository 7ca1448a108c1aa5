import type { Sql } from '../../base/sql.ts';
import { accountTypeNamed } from '../../law/accountTypes.ts';
import type { ClientId } from '../../base/id.ts';
import type { PlatformAccount } from '../../ports/platform/port.ts';
import { keepSnapshot } from './snapshots.ts';
import { changeStatus, insertAccount, lockAccount, type NewAccount } from './store.ts';

export { shownAccount, shownPosition, type Showing } from './shown.ts';
export { keepSnapshot } from './snapshots.ts';
export {
  accountOf,
  accountsOf,
  changeStatus,
  countAttempt,
  followLeverage,
  holdForOrder,
  insertAccount,
  takeLogin,
  type NewAccount,
  type Snapshot,
  type TradingAccount,
} from './store.ts';

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

/** An account that stands on the platform already, as a seed or a move from another system brings it. */
export interface ExistingAccount extends Omit<NewAccount, 'type'> {
  readonly typeName: string;
  /** What the platform says of it. */
  readonly told: PlatformAccount;
  /** Deals before this are part of the opening balance that is posted elsewhere. */
  readonly mirroredFrom: Date;
  readonly isPromo?: boolean;
}

/** Takes such an account in. A number that is known already is left as it is. */
export async function openAccountForSeed(sql: Sql, existing: ExistingAccount): Promise<void> {
  const type = accountTypeNamed(existing.typeName);
  if (!type) throw new Error(`there is no account type ${existing.typeName}`);
  if (await lockAccount(sql, existing.number)) return;
  await insertAccount(sql, { ...existing, type });
  await sql.run('update trading_account set mirrored_from = $2, is_promo = $3 where number = $1', [
    existing.number,
    existing.mirroredFrom,
    existing.isPromo ?? false,
  ]);
  await changeStatus(sql, { number: existing.number, from: 'opening', to: 'active', at: existing.openedAt });
  await keepSnapshot(sql, existing.told);
}

/**
 * Draws the equity line of an account that came with a history: its balance at the end of each day with deals, which
 * is also its equity as far as one can know afterwards. Needs the mirrored deals. Answers how many days it wrote.
 */
export async function drawEquityFromDeals(sql: Sql, number: number): Promise<number> {
  return sql.run(
    `insert into equity_snapshot (number, day, balance, equity)
     select $1, day, total, total from (
       select distinct on (day) day, sum(amount) over (order by at, ticket) as total from (
         select (at at time zone 'UTC')::date as day, at, ticket, profit + swap + commission as amount
           from platform_deal where number = $1 and kind not in ('credit', 'bonus')
       ) deals order by day, at desc, ticket desc
     ) days
     on conflict (number, day) do nothing`,
    [number],
  );
}
