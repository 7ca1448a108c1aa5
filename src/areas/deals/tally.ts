import type { AccountNumber } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** What closed trades came to, in minor units of their account's currency, costs included. */
export interface Tally {
  readonly trades: number;
  readonly won: number;
  readonly lost: number;
  readonly buys: number;
  /** Of those that brought something, and of those that cost something, both positive. */
  readonly gained: bigint;
  readonly given: bigint;
  readonly swap: bigint;
  readonly commission: bigint;
  readonly lots: string;
  readonly best: bigint;
  readonly worst: bigint;
  /** Of those whose opening is known; null where none is. */
  readonly heldSeconds: number | null;
}

export interface Tallies {
  /** Undefined where nothing was closed. */
  readonly all: Tally | undefined;
  readonly bySymbol: readonly (Tally & { readonly symbol: string })[];
  /** By the hour (0 to 23, UTC) in which they were opened, or closed where that is not known. */
  readonly byHour: readonly (Tally & { readonly hour: number })[];
}

interface TallyRow extends Tally {
  readonly symbol: string | null;
  readonly hour: number | null;
}

/** More symbols than a broker offers. */
const mostRows = 1025;

/** What an account's trades came to that were closed since a day (yyyy-MM-dd, UTC): all together, by symbol and by hour. */
export async function tallyTrades(sql: Sql, of: { readonly number: AccountNumber; readonly since: string }): Promise<Tallies> {
  const rows = await sql.many<TallyRow>(
    `select symbol, hour, count(*)::integer as trades, (count(*) filter (where result > 0))::integer as won,
       (count(*) filter (where result < 0))::integer as lost, (count(*) filter (where side = 'buy'))::integer as buys,
       coalesce(sum(result) filter (where result > 0), 0)::bigint as gained,
       coalesce(-sum(result) filter (where result < 0), 0)::bigint as given,
       sum(swap)::bigint as swap, sum(commission)::bigint as commission, trim_scale(sum(lots))::text as lots,
       max(result) as best, min(result) as worst, round(avg(extract(epoch from closed_at - opened_at)))::integer as "heldSeconds"
     from (
       select symbol, side, lots, swap, commission, profit + swap + commission as result, opened_at, closed_at,
         extract(hour from coalesce(opened_at, closed_at) at time zone 'UTC')::integer as hour
         from closed_trade where number = $1 and closed_at >= $2::date at time zone 'UTC'
     ) trades
     group by grouping sets ((), (symbol), (hour)) having count(*) > 0
     order by symbol, hour limit ${mostRows}`,
    [of.number, of.since],
  );
  return {
    all: rows.find(({ symbol, hour }) => symbol === null && hour === null),
    bySymbol: rows.flatMap(({ symbol, ...tally }) => (symbol === null ? [] : [{ ...tally, symbol }])),
    byHour: rows.flatMap(({ hour, ...tally }) => (hour === null ? [] : [{ ...tally, hour }])),
  };
}
