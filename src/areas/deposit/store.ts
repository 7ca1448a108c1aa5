import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** The method that the client wants deposits to begin with; undefined where they have chosen none. */
export async function preferredMethodOf(sql: Sql, clientId: ClientId): Promise<number | undefined> {
  const row = await sql.maybe<{ method: number }>('select method_id as method from preferred_method where client_id = $1', [
    clientId,
  ]);
  return row?.method;
}

export async function prefer(
  sql: Sql,
  { clientId, method, now }: { readonly clientId: ClientId; readonly method: number; readonly now: Date },
): Promise<void> {
  await sql.run(
    `insert into preferred_method (client_id, method_id, chosen_at) values ($1, $2, $3)
     on conflict (client_id) do update set method_id = excluded.method_id, chosen_at = excluded.chosen_at`,
    [clientId, method, now],
  );
}

export async function preferNone(sql: Sql, clientId: ClientId): Promise<void> {
  await sql.run('delete from preferred_method where client_id = $1', [clientId]);
}

/** Whether deposits before the client's move to that company count there; undefined where the client has not moved there. */
export async function countsRecords(
  sql: Sql,
  { clientId, company }: { readonly clientId: ClientId; readonly company: number },
): Promise<boolean | undefined> {
  const row = await sql.maybe<{ counts: boolean }>(
    `select coalesce(counts_deposits, false) as counts from company_move where client_id = $1 and to_company = $2 and phase = 'moved'
     order by id desc limit 1`,
    [clientId, company],
  );
  return row?.counts;
}

/** False where the client has not moved to that company. */
export async function countRecords(
  sql: Sql,
  of: { readonly clientId: ClientId; readonly company: number; readonly counts: boolean },
): Promise<boolean> {
  const row = await sql.maybe(
    `update company_move set counts_deposits = $3 where id = (select max(id) from company_move
       where client_id = $1 and to_company = $2 and phase = 'moved') returning id`,
    [of.clientId, of.company, of.counts],
  );
  return row !== undefined;
}

/** Of each what is told; null fits nothing, and what is left out fits everything. */
export interface WaitingAsked {
  readonly clientId: ClientId;
  readonly currency: string | null | undefined;
  readonly coin: string | undefined;
  readonly minor: bigint | null | undefined;
  readonly account: number | undefined;
}

/** The newest deposit of the client's that is to be paid to an address or an account, and fits what is told of it. */
export async function waitingDeposit(sql: Sql, asked: WaitingAsked): Promise<number | undefined> {
  const { clientId, currency, coin, minor, account } = asked;
  if (currency === null || minor === null) return undefined;
  const row = await sql.maybe<{ id: number }>(
    `select id from remittance where client_id = $1 and transfer_type = 'deposit' and phase = 'waiting_payment'
       and (provider = 'bank' or details ? 'coin') and currency = coalesce($2, currency)
       and coalesce(details ->> 'coin', '') = coalesce($3, details ->> 'coin', '') and amount = coalesce($4, amount)
       and account_number = coalesce($5, account_number)
     order by id desc limit 1`,
    [clientId, currency ?? null, coin ?? null, minor ?? null, account ?? null],
  );
  return row?.id;
}
