import type { AccountNumber } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** Whether an order that opens something on the account is still without an outcome. */
export async function hasOpeningOnWay(sql: Sql, number: AccountNumber): Promise<boolean> {
  const row = await sql.one<{ found: boolean }>(
    `select exists (select from trading_order where number = $1 and status = 'processing' and kind in ('open', 'pending')) as found`,
    [number],
  );
  return row.found;
}
