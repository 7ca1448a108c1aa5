import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { NegativeFlag } from './store.ts';

/* What waits for a person. */

/** Whether both books of an account were found to differ at two looks, and still do. */
export async function isDifferenceReported(sql: Sql, number: number): Promise<boolean> {
  const row = await sql.one<{ is: boolean }>(
    `select exists (select from reconciliation_difference
       where number = $1 and closed_at is null and reported_at is not null) as is`,
    [number],
  );
  return row.is;
}

/** A negative balance that nobody has decided on yet. */
export function waitingNegative(
  sql: Sql,
  id: number,
): Promise<
  { id: number; number: AccountNumber; clientId: ClientId; currency: Currency; amount: bigint; flag: NegativeFlag } | undefined
> {
  return sql.maybe(
    `select id, number, client_id as "clientId", currency, amount, flag from negative_balance where id = $1 and status = 'waiting'`,
    [id],
  );
}
