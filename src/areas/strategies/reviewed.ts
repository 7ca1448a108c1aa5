import type { Sql } from '../../base/sql.ts';
import { ownComments } from '../../law/platforms.ts';

/* What a strategy has traded, out of its closed trades and its deals. */

/** Of an account, from one instant on and before another. */
export interface Span {
  readonly number: number;
  readonly from: Date;
  readonly to: Date;
}

export interface PairRow {
  readonly symbol: string;
  readonly buy: number;
  readonly sell: number;
  readonly loss: number;
  readonly profit: number;
  /** Minor units. */
  readonly lost: bigint;
  readonly won: bigint;
  readonly worst: bigint;
  readonly best: bigint;
  /** With one decimal. */
  readonly pips: string;
  /** How many the platform closed at a stop loss and at a take profit, and how far these were on the average; null without any. */
  readonly stopped: number;
  readonly taken: number;
  readonly stopPips: string | null;
  readonly takePips: string | null;
  readonly seconds: bigint;
  readonly timed: number;
}

const mostSymbols = 500;

/**
 * By symbol, the most traded first. A pip is the last decimal but one of prices with three or five, else the last one; of a trade
 * whose opening nobody told there are none.
 */
export async function pairsOf(sql: Sql, { number, from, to }: Span): Promise<PairRow[]> {
  return sql.many<PairRow>(
    `with trades as (
       select t.symbol, t.side, t.profit + t.swap + t.commission as result, t.opened_at, t.closed_at,
         (t.close_price - t.open_price) * case t.side when 'buy' then 1 else -1 end as move,
         starts_with(d.tag, $4) as is_stop, starts_with(d.tag, $5) as is_take,
         max(scale(t.close_price)) over (partition by t.symbol) as digits
         from closed_trade t left join platform_deal d on d.server = t.server and d.ticket = t.ticket
        where t.number = $1 and t.closed_at >= $2 and t.closed_at < $3
     ), measured as (
       select *, move * power(10::numeric, case when digits in (3, 5) then digits - 1 else digits end) as pips from trades
     )
     select symbol, (count(*) filter (where side = 'buy'))::integer as buy, (count(*) filter (where side = 'sell'))::integer as sell,
       (count(*) filter (where result < 0))::integer as loss, (count(*) filter (where result >= 0))::integer as profit,
       coalesce(sum(result) filter (where result < 0), 0)::bigint as lost,
       coalesce(sum(result) filter (where result >= 0), 0)::bigint as won,
       least(min(result), 0)::bigint as worst, greatest(max(result), 0)::bigint as best,
       coalesce(round(avg(pips), 1), 0.0)::text as pips,
       (count(*) filter (where is_stop))::integer as stopped, (count(*) filter (where is_take))::integer as taken,
       round(avg(pips) filter (where is_stop), 1)::text as "stopPips", round(avg(pips) filter (where is_take), 1)::text as "takePips",
       coalesce(sum(extract(epoch from closed_at - opened_at)), 0)::bigint as seconds, count(opened_at)::integer as timed
      from measured group by symbol order by count(*) desc, symbol limit ${mostSymbols}`,
    [number, from, to, ownComments.stopLoss, ownComments.takeProfit],
  );
}

export interface SpreadRow {
  /** `h0` … `h23`, `d0` (Monday) … `d6`, UTC, of the opening where it is known. */
  readonly key: string;
  readonly buy: number;
  readonly sell: number;
  readonly profitable: number;
  readonly unprofitable: number;
}

export async function spreadOf(sql: Sql, { number, from, to }: Span): Promise<SpreadRow[]> {
  return sql.many<SpreadRow>(
    `with trades as (
       select side, profit + swap + commission as result, coalesce(opened_at, closed_at) at time zone 'UTC' as at
         from closed_trade where number = $1 and closed_at >= $2 and closed_at < $3
     )
     select key, (count(*) filter (where side = 'buy'))::integer as buy, (count(*) filter (where side = 'sell'))::integer as sell,
       (count(*) filter (where result >= 0))::integer as profitable, (count(*) filter (where result < 0))::integer as unprofitable
      from trades, lateral (values ('h' || extract(hour from at)::integer), ('d' || extract(isodow from at)::integer - 1)) k (key)
     group by key limit 31`,
    [number, from, to],
  );
}

/** How many trades were closed in each month, and on how many days. */
export async function activityOf(sql: Sql, { number, from, to }: Span) {
  const months = await sql.many<{ date: string; quantity: number; days: number }>(
    `select to_char(date_trunc('month', closed_at at time zone 'UTC'), 'YYYY-MM-DD') as date, count(*)::integer as quantity,
       count(distinct (closed_at at time zone 'UTC')::date)::integer as days
      from closed_trade where number = $1 and closed_at >= $2 and closed_at < $3 group by 1 order by 1 limit 1200`,
    [number, from, to],
  );
  return {
    months: months.map(({ date, quantity }) => ({ date, quantity })),
    days: months.reduce((sum, { days }) => sum + days, 0),
  };
}

export interface DealRow {
  readonly ticket: string;
  readonly at: Date;
  readonly kind: string;
  readonly entry: 'in' | 'out' | null;
  readonly symbol: string | null;
  readonly lots: string;
  readonly price: string;
  readonly amount: bigint;
}

export async function dealsBetween(sql: Sql, { number, from, to }: Span, limit: number): Promise<DealRow[]> {
  return sql.many<DealRow>(
    `select ticket, at, kind, entry, symbol, lots, price, profit + swap + commission as amount from platform_deal
      where number = $1 and at >= $2 and at < $3 order by at, ticket limit $4`,
    [number, from, to, limit],
  );
}

/** Trades of it, the latest first. */
export async function latestDeals(sql: Sql, { number, from, to }: Span, limit: number): Promise<DealRow[]> {
  return sql.many<DealRow>(
    `select ticket, at, kind, entry, symbol, lots, price, profit + swap + commission as amount from platform_deal
      where number = $1 and at >= $2 and at < $3 and kind in ('buy', 'sell') order by at desc, ticket desc limit $4`,
    [number, from, to, limit],
  );
}
