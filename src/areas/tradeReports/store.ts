import { currencies, isCurrency, type Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';

/** What is asked for: the deals of an account between two instants, the first included. */
export interface DealSpan {
  readonly number: number;
  readonly currency: Currency;
  readonly from: Date;
  readonly to: Date;
}

/** Deals that are posted as deals: what the client trades and what the platform charges. Money that comes and goes is a transfer. */
const kinds = `('buy', 'sell', 'commission', 'charge', 'dividend', 'tax', 'split', 'other')`;

/**
 * The half of the spread that a deal crosses, as what the client pays: null where the platform did not tell the market of that
 * moment. `$4` is ten to the power of the currency's decimals.
 */
const spread = `case when d.kind in ('buy', 'sell')
  then -round((d.market_ask - d.market_bid) / 2 * d.contract_size * d.lots * d.rate_profit * $4::numeric) end`;
/** A deal that is nothing but a commission or a charge has it as its profit. */
const commission = `d.commission + case d.kind when 'commission' then d.profit else 0 end`;
const service = `case d.kind when 'charge' then d.profit else 0 end`;
const ofSpan = `d.number = $1 and d.at >= $2 and d.at < $3 and d.kind in ${kinds}`;

const valuesOf = ({ number, from, to, currency }: DealSpan) => [number, from, to, 10 ** currencies[currency].decimals];

export interface DealSums {
  /** yyyy-MM-dd, UTC; null: all days together. */
  readonly day: string | null;
  readonly deals: number;
  /** Of those that are trades: the ones whose spread nobody told. */
  readonly untold: number;
  readonly result: bigint;
  readonly spread: bigint;
  readonly commission: bigint;
  readonly swap: bigint;
  readonly service: bigint;
}

/** More days than a report may have, and one for the sum. */
const mostRows = 3_701;

/** The sums of all deals, and of those of each day that had some. Nothing where there are none. */
export async function dealSums(sql: Sql, span: DealSpan): Promise<DealSums[]> {
  return sql.many<DealSums>(
    `select day, count(*)::integer as deals, (count(*) filter (where spread is null and is_trade))::integer as untold,
       sum(result)::bigint as result, coalesce(sum(spread), 0)::bigint as spread, sum(commission)::bigint as commission,
       sum(swap)::bigint as swap, sum(service)::bigint as service
     from (
       select to_char(d.at at time zone 'UTC', 'YYYY-MM-DD') as day, d.kind in ('buy', 'sell') as is_trade, d.swap,
         d.profit + d.swap + d.commission as result, ${spread} as spread, ${commission} as commission, ${service} as service
         from platform_deal d where ${ofSpan}
     ) deals
     group by grouping sets ((), (day)) having count(*) > 0 order by day nulls first limit ${mostRows}`,
    valuesOf(span),
  );
}

/** How many deals there are, counted up to `most`. */
export async function countDeals(sql: Sql, { number, from, to }: DealSpan, most: number): Promise<number> {
  const { count } = await sql.one<{ count: number }>(
    `select count(*)::integer as count from (select from platform_deal d where ${ofSpan} limit $4) deals`,
    [number, from, to, most],
  );
  return count;
}

export interface DealLine {
  readonly ticket: string;
  readonly kind: string;
  readonly entry: 'in' | 'out' | null;
  readonly symbol: string | null;
  readonly lots: string;
  readonly price: string;
  readonly at: Date;
  readonly result: bigint;
  /** Null where it is not known. */
  readonly spread: bigint | null;
  readonly commission: bigint;
  readonly swap: bigint;
  readonly service: bigint;
}

/** The deals, the oldest first, page by page; each page costs the same. */
export async function* dealLines(sql: Sql, span: DealSpan, pageSize: number): AsyncGenerator<readonly DealLine[]> {
  let last: DealLine | undefined;
  for (;;) {
    const page: DealLine[] = await sql.many<DealLine>(
      `select d.ticket, d.kind, d.entry, d.symbol, trim_scale(d.lots)::text as lots, d.price::text as price, d.at, d.swap,
         d.profit + d.swap + d.commission as result, (${spread})::bigint as spread, (${commission})::bigint as commission,
         (${service})::bigint as service
       from platform_deal d where ${ofSpan} and d.at >= $5 and (d.at, d.ticket) > ($5, $6)
       order by d.at, d.ticket limit $7`,
      [...valuesOf(span), last?.at ?? span.from, last?.ticket ?? '', pageSize],
    );
    if (page.length > 0) yield page;
    last = page.at(-1);
    if (!last || page.length < pageSize) return;
  }
}

/** What left a trading account as a fee of the broker's, or as a provider's share of what copying brought, as it is booked. */
export interface BookedFee {
  readonly key: string;
  readonly at: Date;
  readonly minor: bigint;
}

/** More than a client pays in the longest period. */
export const mostCharges = 2_000;

export function bookedFees(sql: Sql, account: string, { from, to }: DealSpan): Promise<BookedFee[]> {
  return sql.many<BookedFee>(
    `select m.key, m.at, e.amount as minor from ledger_account a join ledger_entry e on e.from_account = a.id
       join ledger_movement m on m.id = e.movement_id
      where a.code = $1 and m.kind in ('fee', 'share_paid') and m.at >= $2 and m.at < $3 order by m.at, m.id limit ${mostCharges}`,
    [account, from, to],
  );
}

/** A payment of the account that was exchanged. */
export interface Exchanged {
  readonly id: number;
  readonly at: Date;
  /** The account is where it arrived; otherwise it left there. */
  readonly isIncoming: boolean;
  /** What was exchanged, the fee taken off, and what came of it. */
  readonly given: bigint;
  readonly currency: Currency;
  readonly arrives: bigint;
  readonly arrivesIn: Currency;
}

export async function exchangedPayments(sql: Sql, { number, from, to }: DealSpan): Promise<Exchanged[]> {
  const rows = await sql.many<Omit<Exchanged, 'currency' | 'arrivesIn'> & { currency: string; arrivesIn: string }>(
    `select id, saved_at as at, transfer_type = 'deposit' or target_number is not distinct from $1 as "isIncoming", amount - fee as given,
       currency, account_amount as arrives, account_currency as "arrivesIn"
     from remittance
     where (account_number = $1 or target_number = $1) and transfer_type <> 'reversal' and phase = 'completed'
       and saved_at >= $2 and saved_at < $3 and currency <> account_currency order by saved_at, id limit ${mostCharges}`,
    [number, from, to],
  );
  return rows.flatMap(({ currency, arrivesIn, ...row }) =>
    isCurrency(currency) && isCurrency(arrivesIn) ? [{ ...row, currency, arrivesIn }] : [],
  );
}
