import type { AccountNumber } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';

/**
 * The deals of the splits of a position in pairs, what was taken out and what was brought in again, and what each made of a lot: `into`
 * lots of `of`. Both in platform_deal `d` and its `out`.
 */
const pairs = `select server, number, position, symbol, at, ticket, lots as lots_after, price as price_after, lots_before, price_before
  from (
    select d.*, lag(d.lots) over own as lots_before, lag(d.price) over own as price_before, lag(d.entry) over own as entry_before
      from platform_deal d
     where d.kind = 'split'`;
const paired = `window own as (partition by d.server, d.position order by d.at, length(d.ticket), d.ticket)
  ) d where entry = 'in' and entry_before = 'out' and lots_before > 0`;

/**
 * Closed parts of positions that a split came over count from the price and the lots that they were held at after it; of what opening
 * cost each bears the share that it was of the lots before. Read anew whenever a deal of theirs is kept, as deals may come late.
 */
export async function followSplits(sql: Sql, server: PlatformKey, positions: readonly string[]): Promise<void> {
  const { is } = await sql.one<{ is: boolean }>(
    `select exists (select from platform_deal where server = $1 and position = any($2::text[]) and entry = 'in' and kind = 'split') as is`,
    [server, positions],
  );
  if (!is) return;
  const told = await sql.many<Split & { readonly position: string }>(
    `${pairs} and d.server = $1 and d.position = any($2::text[]) ${paired} order by position, at, length(ticket), ticket limit ${mostSplits}`,
    [server, positions],
  );
  for (const [position, splits] of Map.groupBy(told, (split) => split.position))
    await countAnew(sql, { server, position, splits });
}
const mostSplits = 1000;

interface Split {
  readonly ticket: string;
  readonly at: Date;
  readonly lots_before: string;
  readonly lots_after: string;
  readonly price_after: string;
}

async function countAnew(
  sql: Sql,
  { server, position, splits }: { readonly server: PlatformKey; readonly position: string; readonly splits: readonly Split[] },
): Promise<void> {
  for (const [index, split] of splits.entries()) {
    const before = splits.slice(0, index + 1);
    const until = splits[index + 1]?.at ?? null;
    // What closed in the very second of a split was told behind it: its ticket is the higher one.
    await sql.run(
      `update closed_trade t set open_price = $5::numeric,
         commission = d.commission + coalesce(round(o.commission * d.lots * $6::numeric / nullif(o.lots * $7::numeric, 0)), 0)::bigint
         from platform_deal d, (select commission, lots from platform_deal
           where server = $1 and position = $2 and entry = 'in' and kind <> 'split' order by at, length(ticket), ticket limit 1) o
        where t.server = $1 and t.position = $2 and d.server = t.server and d.ticket = t.ticket
          and (d.at, length(d.ticket), d.ticket) > ($3::timestamptz, length($8::text), $8::text)
          and ($4::timestamptz is null or d.at < $4)`,
      [
        server,
        position,
        split.at,
        until,
        split.price_after,
        product(before, 'lots_before'),
        product(before, 'lots_after'),
        split.ticket,
      ],
    );
  }
}

/** Exact: a split of one into three is no decimal, two whole numbers are. */
function product(splits: readonly Split[], name: 'lots_before' | 'lots_after'): string {
  return String(splits.reduce((sum, split) => sum * hundredMillionths(split[name]), 1n));
}

function hundredMillionths(lots: string): bigint {
  const [whole = '0', fraction = ''] = lots.split('.');
  return BigInt(whole + fraction.slice(0, 8).padEnd(8, '0'));
}

/** A split of shares that were held on an account. */
export interface KeptSplit {
  readonly ticket: string;
  readonly position: string;
  readonly symbol: string;
  readonly at: Date;
  readonly lotsBefore: string;
  readonly lotsAfter: string;
  readonly priceBefore: string;
  readonly priceAfter: string;
}

/** The latest first. */
export async function splitsOf(sql: Sql, of: { readonly number: AccountNumber; readonly limit: number }): Promise<KeptSplit[]> {
  return sql.many<KeptSplit>(
    `select ticket, position, symbol, at, trim_scale(lots_before)::text as "lotsBefore", trim_scale(lots_after)::text as "lotsAfter",
       price_before::text as "priceBefore", price_after::text as "priceAfter"
       from (${pairs} and d.number = $1 ${paired}) splits
      order by at desc, length(ticket) desc, ticket desc limit $2`,
    [of.number, of.limit],
  );
}

/** What a share brought an account on a day: before tax, what was kept back (negative), both together; minor units. */
export interface KeptDividend {
  /** yyyy-MM-dd, UTC. */
  readonly day: string;
  /** Empty where the platform does not name it. */
  readonly symbol: string;
  readonly gross: bigint;
  readonly tax: bigint;
}

/**
 * The latest first, each day whole: on the last one there may be more than asked for. What was paid twice, and what was taken back, stands
 * in the sums of the day that it is dated to.
 */
export async function dividendsOf(
  sql: Sql,
  of: { readonly number: AccountNumber; readonly before?: string | undefined; readonly limit: number },
): Promise<KeptDividend[]> {
  return sql.many<KeptDividend>(
    `select * from (
       select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, coalesce(symbol, '') as symbol,
         coalesce(sum(profit) filter (where kind = 'dividend'), 0)::bigint as gross,
         coalesce(sum(profit) filter (where kind = 'tax'), 0)::bigint as tax
         from platform_deal where number = $1 and kind in ('dividend', 'tax') and ($2::date is null or at < $2::date at time zone 'UTC')
        group by 1, 2 order by 1 desc fetch first ($3::integer) rows with ties) days
      order by day desc, symbol`,
    [of.number, of.before ?? null, of.limit],
  );
}
