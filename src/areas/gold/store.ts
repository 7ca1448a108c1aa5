import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { GoldAmounts, Side } from './rules.ts';

/** A price that is held for one client. */
export interface KeptQuote extends GoldAmounts {
  readonly id: string;
  readonly clientId: ClientId;
  readonly companyId: number;
  readonly side: Side;
  readonly bid: string;
  readonly ask: string;
  readonly priceAt: Date;
  readonly quotedAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

export async function keepQuote(sql: Sql, quote: Omit<KeptQuote, 'usedAt'>): Promise<void> {
  await sql.run(
    `insert into gold_quote
       (id, client_id, company_id, side, weight, metal, spread, tax, total, bid, ask, price_at, quoted_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      quote.id,
      quote.clientId,
      quote.companyId,
      quote.side,
      quote.weight,
      quote.metal,
      quote.spread,
      quote.tax,
      quote.total,
      quote.bid,
      quote.ask,
      quote.priceAt,
      quote.quotedAt,
      quote.expiresAt,
    ],
  );
}

const forgottenAtOnce = 10_000;

/** Forgets quotes that nobody has used and that ended before an instant; answers how many. */
export async function forgetUnused(sql: Sql, before: Date): Promise<number> {
  return sql.run(
    `delete from gold_quote where id in (
       select id from gold_quote where used_at is null and expires_at < $1 order by expires_at limit ${forgottenAtOnce}
     ) and used_at is null`,
    [before],
  );
}

/** The client's own quote, locked until the transaction ends, so that of two who use it at once the second sees it used. */
export async function lockQuote(sql: Sql, id: string, client: ClientId): Promise<KeptQuote | undefined> {
  const row = await sql.maybe<Omit<KeptQuote, 'clientId'> & { readonly clientId: number }>(
    `select id, client_id as "clientId", company_id as "companyId", side, weight, metal, spread, tax, total, bid, ask,
       price_at as "priceAt", quoted_at as "quotedAt", expires_at as "expiresAt", used_at as "usedAt"
     from gold_quote where id = $1 and client_id = $2 for update`,
    [id, client],
  );
  return row && { ...row, clientId: clientId(row.clientId) };
}

/** The quote is used and the trade written; answers the trade's number. */
export async function useQuote(sql: Sql, quote: KeptQuote, now: Date): Promise<bigint> {
  await sql.run('update gold_quote set used_at = $2 where id = $1', [quote.id, now]);
  const { id } = await sql.one<{ id: bigint }>(
    `insert into gold_trade (quote_id, client_id, company_id, side, weight, metal, spread, tax, total, traded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [quote.id, quote.clientId, quote.companyId, quote.side, quote.weight, quote.metal, quote.spread, quote.tax, quote.total, now],
  );
  return id;
}

export interface TradeMoney {
  readonly id: bigint;
  readonly total: bigint;
  readonly spread: bigint;
  readonly tax: bigint;
}

/** What was paid or received in these trades of a client. */
export async function moneyOfTrades(sql: Sql, client: ClientId, ids: readonly string[]): Promise<Map<string, TradeMoney>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.many<TradeMoney>(
    'select id, total, spread, tax from gold_trade where client_id = $1 and id = any($2::bigint[]) limit 100',
    [client, ids],
  );
  return new Map(rows.map((row) => [String(row.id), row]));
}
