import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';

/**
 * True for whoever may begin to compare both books of a server now: once in so many seconds, whatever process asks, and at once in a new
 * era of the chain.
 */
export async function takeComparison(sql: Sql, server: PlatformKey, everySeconds: number): Promise<boolean> {
  const taken = await sql.run(
    `insert into cursor_mark (name, value) select $1, jsonb_build_object('era', max(number)) from audit_era
       having not exists (select from cursor_mark where name = $1 and updated_at >= now() - make_interval(secs => $2)
         and coalesce((value->>'era')::integer, 1) >= max(number))
     on conflict (name) do update set updated_at = now(), value = excluded.value
       where cursor_mark.updated_at < now() - make_interval(secs => $2)
         or coalesce((cursor_mark.value->>'era')::integer, 1) < (excluded.value->>'era')::integer`,
    [`reconciled:${server}`, everySeconds],
  );
  return taken > 0;
}

/** When the first account of a server was opened; undefined while there is none. */
export async function firstOpening(sql: Sql, server: PlatformKey): Promise<Date | undefined> {
  const row = await sql.one<{ at: Date | null }>('select min(opened_at) as at from trading_account where platform = $1', [
    server,
  ]);
  return row.at ?? undefined;
}

/** Why a negative balance waits for a person. */
export type NegativeFlag = 'over_limit' | 'hedged' | 'no_rate';

export interface NewNegative {
  readonly number: number;
  readonly amount: bigint;
  readonly credit: bigint;
  /** Undefined: it is paid back by itself. */
  readonly flag: NegativeFlag | undefined;
  readonly now: Date;
}

/** Writes it down; undefined where one of that account is under way. */
export async function addNegative(sql: Sql, { number, amount, credit, flag, now }: NewNegative): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into negative_balance (number, client_id, company_id, currency, amount, credit, status, flag, found_at)
     select number, client_id, company_id, currency, $2, $3, $4, $5, $6 from trading_account where number = $1
     on conflict do nothing returning id`,
    [number, amount, credit, flag === undefined ? 'found' : 'waiting', flag ?? null, now],
  );
  return row?.id;
}

/** Whoever holds it is alone in writing down losses of that client; until the transaction ends. */
export async function lockNegatives(sql: Sql, clientId: ClientId): Promise<void> {
  await sql.one(`select pg_advisory_xact_lock(hashtext('negative_balance'), $1)::text as locked`, [clientId]);
}

/** What of a client's was paid back by itself that day, or is being, less what bonuses covered. */
export function paidBackOn(sql: Sql, clientId: ClientId, now: Date): Promise<{ currency: Currency; minor: bigint }[]> {
  return sql.many(
    `select currency, sum(amount - credit)::bigint as minor from negative_balance
     where client_id = $1 and flag is null and status in ('found', 'corrected', 'posted')
       and found_at >= date_trunc('day', $2::timestamptz at time zone 'UTC') at time zone 'UTC'
     group by currency`,
    [clientId, now],
  );
}

/** Why the last loss of an account waited, where staff left that as it was. */
export async function lastDeclinedFor(sql: Sql, number: number): Promise<NegativeFlag | undefined> {
  const row = await sql.maybe<{ flag: NegativeFlag }>(
    `select flag from (select flag, status from negative_balance where number = $1 order by id desc limit 1) last where status = 'declined'`,
    [number],
  );
  return row?.flag;
}

interface DecidedNegative {
  readonly id: number;
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly currency: Currency;
  readonly amount: bigint;
}

/** Takes one that waits to where somebody has decided; undefined when it does not wait any more. */
export function decideNegative(sql: Sql, id: number, status: 'found' | 'declined'): Promise<DecidedNegative | undefined> {
  return sql.maybe<DecidedNegative>(
    `update negative_balance set status = $2 where id = $1 and status = 'waiting'
     returning id, number, client_id as "clientId", currency, amount`,
    [id, status],
  );
}

/** An account of which a platform and the book did not say the same, as it was found last; minor units. */
export interface FoundDifference {
  readonly id: number;
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly company: number;
  readonly measure: string;
  readonly currency: Currency;
  readonly platform: bigint;
  readonly ledger: bigint;
  readonly day: string;
  /** Passing: one look alone has found it. */
  readonly state: 'passing' | 'open' | 'closed';
  readonly closedAt: Date | null;
}

/** Those that were first seen between two days, both among them, or stand open since before; the newest first. */
export function differencesFound(
  sql: Sql,
  { from, till }: { readonly from: string; readonly till: string },
): Promise<FoundDifference[]> {
  return sql.many<FoundDifference>(
    `select d.id::integer as id, d.number, a.client_id as "clientId", a.company_id as company, d.measure, d.currency,
       d.platform_balance as platform, d.ledger_balance as ledger, (d.first_seen_at at time zone 'UTC')::date::text as day,
       case when d.closed_at is not null then 'closed' when d.reported_at is null then 'passing' else 'open' end as state,
       d.closed_at as "closedAt"
     from reconciliation_difference d join trading_account a on a.number = d.number
     where (d.first_seen_at at time zone 'UTC')::date <= $2::date
       and (d.closed_at is null or (d.first_seen_at at time zone 'UTC')::date >= $1::date)
     order by d.first_seen_at desc, d.id desc limit 500`,
    [from, till],
  );
}

/** Whether a payment of an account has moved on since then and has not ended: its two books may differ by what it moves. */
export async function isMovingMoney(
  sql: Sql,
  { clientId, number }: { readonly clientId: ClientId; readonly number: AccountNumber },
  since: Date,
): Promise<boolean> {
  const { is } = await sql.one<{ is: boolean }>(
    `select exists (select from remittance_under_way u join remittance r on r.id = u.remittance_id
       where u.client_id = $1 and u.phase in ('starting', 'received', 'held', 'sent', 'returning', 'reversing') and u.updated_at > $3
         and $2 in (r.account_number, r.target_number)) as is`,
    [clientId, number, since],
  );
  return is;
}
