import { gathered } from '../../base/gather.ts';
import { exactTime, type Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { PlatformAccount } from '../../ports/platform/port.ts';
import { clientId, type ClientId } from '../../base/id.ts';
import type { DayFlow } from './rules.ts';

/**
 * Keeps what the platform has just said of accounts, and when it was asked where that is to count. Answers the clients for whom
 * something has changed: with the market alone, or money too. An account whose bonus is gone, by whatever way, is no promo
 * account any more.
 */
export async function keepSnapshots(
  sql: Sql,
  told: readonly PlatformAccount[],
  askedAt?: Date,
): Promise<{ readonly client: ClientId; readonly isMoney: boolean }[]> {
  if (told.length === 0) return [];
  const rows = await sql.many<{ client_id: number; is_money: boolean }>(
    `with told as (
       select * from jsonb_to_recordset($1) as t(number integer, balance bigint, equity bigint, margin bigint,
         margin_free bigint, credit bigint, floating bigint, at timestamptz)
     ), before as (
       select a.number, a.client_id, (a.balance, a.equity, a.margin, a.margin_free, a.credit)
           is distinct from (t.balance, t.equity, t.margin, t.margin_free, t.credit) as is_changed,
         (a.balance, a.credit) is distinct from (t.balance, t.credit) as is_money
         from trading_account a join told t using (number)
        where a.snapshot_at is null or a.snapshot_at < t.at order by a.number for update of a
     ), kept as (
       update trading_account a set balance = t.balance, equity = t.equity, margin = t.margin, margin_free = t.margin_free,
         credit = t.credit, floating = t.floating, snapshot_at = t.at, is_promo = a.is_promo and t.credit > 0, asked_at = coalesce($2, a.asked_at)
       from told t join before b using (number) where a.number = t.number
     )
     select client_id, bool_or(is_money) as is_money from before where is_changed group by client_id limit ${mostTold}`,
    [JSON.stringify(told.map(rowOf)), askedAt ?? null],
  );
  return rows.map((row) => ({ client: clientId(row.client_id), isMoney: row.is_money }));
}

/** Platforms answer at most so many accounts at a time. */
export const mostTold = 500;

/** What the platform has just said of one account. */
export async function keepSnapshot(sql: Sql, told: PlatformAccount): Promise<void> {
  await snapshotKept(sql, told);
}

/** Of an account that is told twice the later counts. */
const snapshotKept = gathered<PlatformAccount, undefined>(async (sql, told) => {
  const latest = new Map<number, PlatformAccount>();
  for (const one of told.toSorted((first, second) => first.readAt.getTime() - second.readAt.getTime()))
    latest.set(one.login, one);
  await keepSnapshots(sql, [...latest.values()]);
  return told.map(() => undefined);
});

function rowOf(told: PlatformAccount) {
  return {
    number: told.login,
    balance: String(told.balance),
    equity: String(told.equity),
    margin: String(told.margin),
    margin_free: String(told.marginFree),
    credit: String(told.credit),
    floating: String(told.floating),
    at: told.readAt.toISOString(),
  };
}

/** How old a snapshot may grow before the platform is asked again, by how much it matters. */
export const refreshSeconds = { watched: 2, open: 30, resting: 6 * 3600 } as const;

/**
 * Accounts whose amounts should be asked for again, the longest unasked first, at most `mostTold`: soon when their client
 * is at the screen, from time to time when positions are open, and now and then otherwise. Each of the four is a short
 * way through an index, however many accounts there are.
 */
export async function dueForSnapshot(
  sql: Sql,
  platform: PlatformKey,
  at: { readonly now: Date; readonly wall: Date },
): Promise<number[]> {
  const rows = await sql.many<{ number: number }>(
    `with due as (
       (select number, asked_at from trading_account
         where platform = $1 and status = 'active' and asked_at is null limit ${mostTold})
       union
       (select number, asked_at from trading_account
         where platform = $1 and status = 'active' and asked_at < $2::timestamptz - make_interval(secs => ${refreshSeconds.resting})
         order by asked_at limit ${mostTold})
       union
       (select number, asked_at from trading_account
         where platform = $1 and status = 'active' and margin > 0 and asked_at < $2::timestamptz - make_interval(secs => ${refreshSeconds.open})
         order by asked_at limit ${mostTold})
       union
       (select a.number, a.asked_at from trading_account a
         join (select distinct client_id from session where ended_at is null and seen_at > $3::timestamptz - interval '3 minutes') s using (client_id)
         where a.platform = $1 and a.status = 'active' and a.asked_at < $2::timestamptz - make_interval(secs => ${refreshSeconds.watched})
         order by a.asked_at limit ${mostTold})
     )
     select number from due order by asked_at nulls first limit ${mostTold}`,
    [platform, at.now, at.wall],
  );
  return rows.map((row) => row.number);
}

/** Notes that the platform was asked for accounts that it does not know. */
export async function noteAsked(sql: Sql, numbers: readonly number[], now: Date): Promise<void> {
  if (numbers.length === 0) return;
  await sql.run('update trading_account set asked_at = $2 where number = any($1::integer[])', [numbers, now]);
}

/** How far a job has looked at accounts: up to what their platforms told at that time, of accounts up to that number. */
export interface ToldMark {
  /** ISO 8601, to the microsecond. */
  readonly at: string;
  readonly number: number;
}

/** The mark that a job keeps under that name; undefined before its first look. */
export async function toldMark(sql: Sql, name: string): Promise<ToldMark | undefined> {
  return (await sql.maybe<{ value: ToldMark }>('select value from cursor_mark where name = $1', [name]))?.value;
}

export async function setToldMark(sql: Sql, name: string, { at, number }: ToldMark): Promise<void> {
  await sql.run(
    `insert into cursor_mark (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [name, JSON.stringify({ at, number })],
  );
}

/** Accounts whose lines one statement writes. */
export const equitySlice = 2000;

/**
 * Writes the day's line of accounts that were told of after the mark, the one told of longest ago first; the last one of a day
 * stays. Answers the mark behind them; undefined when there are no more.
 */
export async function keepEquityDays(sql: Sql, after: ToldMark): Promise<ToldMark | undefined> {
  return sql.maybe<ToldMark>(
    `with told as (
       select number, balance, equity, snapshot_at from trading_account
        where status = 'active' and (snapshot_at, number) > ($1::timestamptz, $2) order by snapshot_at, number limit ${equitySlice}
     ), kept as (
       insert into equity_snapshot (number, day, balance, equity)
       select number, (snapshot_at at time zone 'UTC')::date, balance, equity from told
        where not exists (select from equity_snapshot e where e.number = told.number
          and e.day = (told.snapshot_at at time zone 'UTC')::date and (e.balance, e.equity) = (told.balance, told.equity))
       on conflict (number, day) do update set balance = excluded.balance, equity = excluded.equity
         where (equity_snapshot.balance, equity_snapshot.equity) is distinct from (excluded.balance, excluded.equity)
     )
     select ${exactTime('snapshot_at')} as at, number from told order by snapshot_at desc, number desc limit 1`,
    [after.at, after.number],
  );
}

/**
 * Draws the equity line of an account that came with a history: its balance at the end of each day with deals, which
 * with its bonus is also its equity as far as one can know afterwards. Needs the deals as the ledger has them. Answers how many days it wrote.
 */
export async function drawEquityFromDeals(sql: Sql, number: number): Promise<number> {
  return sql.run(
    `insert into equity_snapshot (number, day, balance, equity)
     select $1, day, balance, equity from (
       select distinct on (day) day, sum(amount) over (order by at, ticket) as equity,
         coalesce(sum(amount) filter (where kind not in ('credit', 'bonus')) over (order by at, ticket), 0) as balance from (
         select (at at time zone 'UTC')::date as day, at, ticket, kind, profit + swap + commission as amount
           from platform_deal where number = $1
       ) deals order by day, at desc, ticket desc
     ) days
     on conflict (number, day) do nothing`,
    [number],
  );
}

export interface EquityPoint {
  /** yyyy-MM-dd, UTC. */
  readonly day: string;
  readonly balance: bigint;
  readonly equity: bigint;
}

/**
 * An account's days since `first` (yyyy-MM-dd), the oldest first. Days on which nothing was told have no point, so what
 * stood when the time begins is told as of its first day.
 */
export async function equitySince(sql: Sql, number: number, first: string): Promise<EquityPoint[]> {
  return sql.many<EquityPoint>(
    `select to_char(greatest(day, $2), 'YYYY-MM-DD') as day, balance, equity from equity_snapshot
      where number = $1
        and day >= coalesce((select max(day) from equity_snapshot where number = $1 and day <= $2::date), $2::date)
      order by equity_snapshot.day`,
    [number, first],
  );
}

/** Days on which money came to an account or went from it otherwise than by trading, the oldest first. */
export async function flowsSince(sql: Sql, number: number, first: string): Promise<DayFlow[]> {
  return sql.many<DayFlow>(
    `select to_char((at at time zone 'UTC')::date, 'YYYY-MM-DD') as day, sum(profit)::bigint as flow from platform_deal
      where number = $1 and kind in ('balance', 'correction', 'credit', 'bonus') and at >= $2::date at time zone 'UTC'
      group by 1 order by 1`,
    [number, first],
  );
}
