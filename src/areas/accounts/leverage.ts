import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { AccountStatus } from './contract.ts';

/* One change of an account's leverage at a time, and none while an order opens something. */

/**
 * Claims the account for a change of its leverage, one at a time: false while another is under way. From then on no order
 * opens anything on it (`holdForOrder`), until the leverage is settled.
 */
export async function wantLeverage(sql: Sql, number: AccountNumber, leverage: number): Promise<boolean> {
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
export async function holdForOrder(
  sql: Sql,
  number: AccountNumber,
): Promise<'free' | 'account_not_active' | 'leverage_changing'> {
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
  number: AccountNumber,
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
  number: AccountNumber,
  outcome: { readonly leverage: number; readonly taken: boolean },
): Promise<void> {
  await sql.run(
    `update trading_account set leverage = case when $3 then $2 else leverage end, leverage_wanted = null
      where number = $1 and leverage_wanted = $2`,
    [number, outcome.leverage, outcome.taken],
  );
}

/** An account whose leverage is to become less, as soon as nothing is open on it. */
export interface Lowering {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly leverage: number;
  readonly askedAt: Date;
  readonly isTold: boolean;
}

const lowering = 'number, client_id as "clientId", leverage, asked_at as "askedAt", told_at is not null as "isTold"';

/** From now on these of a client's live accounts are to have no more than so much, and no others; answers what was asked for before. */
export async function wantLower(
  sql: Sql,
  { client, most, now }: { readonly client: ClientId; readonly most: number; readonly now: Date },
): Promise<Lowering[]> {
  const before = await sql.many<Lowering>(`delete from leverage_lowering where client_id = $1 returning ${lowering}`, [client]);
  await sql.run(
    `insert into leverage_lowering (number, client_id, leverage, asked_at, next_at)
     select number, client_id, $2, $3, $3 from trading_account
      where client_id = $1 and not is_demo and status in ('opening', 'active') and leverage > $2`,
    [client, most, now],
  );
  return before;
}

/** Those that are due, the longest waiting first, each put off until later, so that no other process takes it too. */
export async function takeLowerings(
  sql: Sql,
  of: { readonly now: Date; readonly next: Date; readonly limit: number },
): Promise<Lowering[]> {
  return sql.many<Lowering>(
    `update leverage_lowering set next_at = $2
      where number in (select number from leverage_lowering where next_at <= $1 order by next_at, number limit $3 for update skip locked)
     returning ${lowering}`,
    [of.now, of.next, of.limit],
  );
}

export async function markTold(sql: Sql, { number }: Pick<Lowering, 'number'>, at: Date): Promise<void> {
  await sql.run('update leverage_lowering set told_at = $2 where number = $1', [number, at]);
}

/** False where it was withdrawn, or asks for another leverage by now. */
export async function endLowering(sql: Sql, { number, leverage }: Pick<Lowering, 'number' | 'leverage'>): Promise<boolean> {
  return (await sql.run('delete from leverage_lowering where number = $1 and leverage = $2', [number, leverage])) === 1;
}

/** The account is of another type from now on, with its group and leverage: the claim of the change ends with it. */
export async function becomeType(
  sql: Sql,
  number: AccountNumber,
  to: { readonly typeName: string; readonly groupName: string; readonly leverage: number },
): Promise<void> {
  await sql.run(
    'update trading_account set type_key = $2, group_name = $3, leverage = $4, leverage_wanted = null where number = $1',
    [number, to.typeName, to.groupName, to.leverage],
  );
}

/**
 * The platform has put the account into the other group: with swap, or without. False, and nothing is written, where the account stood
 * in another group by then, or is being changed otherwise.
 */
export async function setSwapFree(
  sql: Sql,
  number: AccountNumber,
  to: { readonly swapFree: boolean; readonly from: string; readonly groupName: string },
): Promise<boolean> {
  const written = await sql.run(
    `update trading_account set swap_free = $2, group_name = $4
      where number = $1 and group_name = $3 and leverage_wanted is null and status = 'active'`,
    [number, to.swapFree, to.from, to.groupName],
  );
  return written === 1;
}
