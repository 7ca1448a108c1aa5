import { clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import { exactTime, type Sql } from '../../base/sql.ts';
import { clientProfileColumns, readClientProfile, type ClientProfileRow } from '../../law/clientProfile.ts';
import type { ClientProfile } from '../../law/gates.ts';

export interface WatchedAccount {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly profile: ClientProfile;
  readonly began: bigint;
  readonly flow: bigint;
  readonly equity: bigint;
}

type WatchedRow = ClientProfileRow & Pick<WatchedAccount, 'number' | 'began' | 'flow' | 'equity'> & { readonly at: string };

/** Behind what was told at that time of that account. */
type Mark = Pick<WatchedRow, 'at'> & { readonly number: number };

interface Watched {
  readonly companies: readonly number[];
  readonly period: string;
  readonly limit: number;
}

/** Accounts that their platforms have told of behind the mark, the longest ago first; and the mark behind them. */
export async function toldAccounts(
  sql: Sql,
  of: Watched & { readonly after: Mark },
): Promise<{ readonly accounts: WatchedAccount[]; readonly last: Mark | undefined }> {
  const rows = await watched(sql, of, {
    where: '(a.snapshot_at, a.number) > ($4::timestamptz, $5)',
    order: 'a.snapshot_at, a.number',
    values: [of.after.at, of.after.number],
  });
  const last = rows.at(-1);
  return { accounts: rows.map(accountOf), last: last && { at: last.at, number: last.number } };
}

/** Accounts behind the one of that number with a loss in the period that was seen and not told. */
export async function untoldAccounts(sql: Sql, of: Watched & { readonly after: number }): Promise<WatchedAccount[]> {
  const rows = await watched(sql, of, {
    where: 'a.number in (select number from account_loss where period = $2::date and told_at is null and number > $4)',
    order: 'a.number',
    values: [of.after],
  });
  return rows.map(accountOf);
}

/**
 * Live accounts of retail clients of these companies, with what stood there when the period began: the end of the day before, or,
 * where that is not known, of the first day that is; nothing on an account that was opened since.
 */
function watched(
  sql: Sql,
  of: Watched,
  { where, order, values }: { readonly where: string; readonly order: string; readonly values: readonly unknown[] },
): Promise<WatchedRow[]> {
  return sql.many<WatchedRow>(
    `select ${clientProfileColumns('c')}, a.number, a.equity, coalesce(b.equity, 0) as began,
       ${exactTime('a.snapshot_at')} as at,
       coalesce((select sum(d.profit) from platform_deal d where d.number = a.number
         and d.kind in ('balance', 'correction', 'credit', 'bonus')
         and d.at >= coalesce(b.day + 1, $2::date) at time zone 'UTC'), 0)::bigint as flow
     from trading_account a join client c on c.id = a.client_id
       left join lateral (
         (select day, equity from equity_snapshot where number = a.number and day < $2::date order by day desc limit 1)
         union all
         (select day, equity from equity_snapshot where number = a.number and day >= $2::date
             and a.opened_at < $2::date at time zone 'UTC' order by day limit 1)
         order by day limit 1
       ) b on true
      where a.company_id = any($1::integer[]) and c.client_category = 0 and not a.is_demo and a.status = 'active'
        and a.equity is not null and ${where} order by ${order} limit $3`,
    [of.companies, of.period, of.limit, ...values],
  );
}

function accountOf(row: WatchedRow): WatchedAccount {
  const { number, began, flow, equity } = row;
  return { number, clientId: clientId(row.id), profile: readClientProfile(row), began, flow, equity };
}

interface Seen {
  readonly number: AccountNumber;
  readonly period: string;
  readonly step: number;
  readonly now: Date;
}

/** Notes the step, and forgets deeper ones that were not told: they have passed. */
export async function noteTenths(sql: Sql, { number, period, step, now }: Seen): Promise<void> {
  await sql.run('delete from account_loss where number = $1 and period = $2 and step > $3 and told_at is null', [
    number,
    period,
    step,
  ]);
  if (step > 0)
    await sql.run('insert into account_loss (number, period, step, seen_at) values ($1, $2, $3, $4) on conflict do nothing', [
      number,
      period,
      step,
      now,
    ]);
}

/** The deepest step that has been seen for so long and neither it nor a deeper one was told; it and those below it are told from now on. */
export async function tellTenths(
  sql: Sql,
  of: { readonly number: AccountNumber; readonly period: string; readonly seenBefore: Date; readonly now: Date },
): Promise<number | undefined> {
  const rows = await sql.many<{ step: number }>(
    `update account_loss l set told_at = $4 where number = $1 and period = $2 and told_at is null and seen_at <= $3 returning step`,
    [of.number, of.period, of.seenBefore, of.now],
  );
  const told = await sql.one<{ most: number }>(
    `select coalesce(max(step), 0)::integer as most from account_loss where number = $1 and period = $2 and told_at < $3`,
    [of.number, of.period, of.now],
  );
  const deepest = Math.max(0, ...rows.map(({ step }) => step));
  return deepest > told.most ? deepest : undefined;
}
