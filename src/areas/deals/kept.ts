import { type AccountNumber, type ClientId } from '../../base/id.ts';
import { knownCurrency, type Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { followSplits } from './splits.ts';

/** A deal as a platform told it, in the words of its port. */
export interface ToldDeal {
  readonly ticket: string;
  readonly login: number;
  readonly kind: string;
  readonly entry: 'in' | 'out' | undefined;
  readonly symbol: string | undefined;
  readonly lots: string;
  readonly price: string;
  readonly profit: bigint;
  readonly swap: bigint;
  readonly commission: bigint;
  readonly position: string | undefined;
  readonly tag: string;
  readonly at: Date;
  /** The market in that moment; where the platform does not tell it, what the spread cost stays unknown. */
  readonly market?: Readonly<Record<'bid' | 'ask' | 'contractSize' | 'rateProfit', string>> | undefined;
}

/** Kinds of deals that the ledger learns from the platform. Balance operations are posted by whoever asked for them. */
const postedKinds = ['buy', 'sell', 'commission', 'charge', 'dividend', 'tax', 'split', 'other'];

/**
 * Keeps deals that were read and makes closed trades of those that closed something, all in the caller's transaction.
 * Deals that are known already, and those of accounts that are not ours, are passed over. Answers the clients and
 * accounts that have new ones.
 */
export async function keepDeals(
  sql: Sql,
  server: PlatformKey,
  deals: readonly ToldDeal[],
): Promise<readonly { clientId: ClientId; number: AccountNumber }[]> {
  if (deals.length === 0) return [];
  const touched = await sql.many<{ clientId: ClientId; number: AccountNumber }>(
    `with told as (
       select * from jsonb_to_recordset($2) as t(ticket text, number integer, kind text, entry text, symbol text, lots numeric,
         price numeric, profit bigint, swap bigint, commission bigint, position text, tag text, at timestamptz,
         bid numeric, ask numeric, contract numeric, rate numeric)
     ), kept as (
       insert into platform_deal
       select $1, t.ticket, t.number, t.kind, t.entry, t.symbol, t.lots, t.price, t.profit, t.swap, t.commission, t.position,
         t.tag, t.at, not a.is_demo and t.at >= a.mirrored_from and t.kind = any($3::text[])
           and (t.profit <> 0 or t.swap <> 0 or t.commission <> 0), null,
         t.bid, t.ask, t.contract, t.rate
         from told t join trading_account a using (number)
       on conflict do nothing returning *
     ), before as (
       select d.* from platform_deal d
        where d.server = $1 and d.entry = 'in' and d.position in (select position from kept where entry = 'out')
     ), opened as (
       -- Each deal beside the first that opened its position. By a window: what a statement is writing cannot be counted
       -- before, so a join of it is planned for a few rows, and took seconds over the deals of two years.
       select *, first_value(case entry when 'in' then at end) over own as opened_at,
         first_value(case entry when 'in' then price end) over own as open_price,
         first_value(case entry when 'in' then lots end) over own as open_lots,
         first_value(case entry when 'in' then commission end) over own as open_commission
         from (select *, true as is_new from kept union all select *, false from before) as deals
       window own as (partition by position order by entry, at)
     ), trades as (
       insert into closed_trade (server, ticket, number, position, symbol, side, lots, open_price, close_price, profit, swap,
         commission, opened_at, closed_at)
       -- A position is closed by a deal of the other side; a part of it bears its share of the opening commission.
       select $1, ticket, number, position, symbol, case kind when 'buy' then 'sell' else 'buy' end, lots, open_price, price,
         profit, swap, commission + coalesce(round(open_commission * lots / nullif(open_lots, 0)), 0)::bigint, opened_at, at
         from opened
        where is_new and entry = 'out' and position is not null and symbol is not null and kind <> 'split'
        order by ticket
       on conflict do nothing
     )
     select distinct a.client_id as "clientId", k.number from kept k join trading_account a using (number)`,
    [server, JSON.stringify(deals.map(rowOf)), postedKinds],
  );
  const positions = deals.flatMap(({ entry, position }) => (entry === 'out' && position !== undefined ? [position] : []));
  if (positions.length > 0) await followSplits(sql, server, [...new Set(positions)]);
  return touched;
}

function rowOf({ login, at, profit, swap, commission, market, ...deal }: ToldDeal) {
  return {
    ...deal,
    number: login,
    profit: String(profit),
    swap: String(swap),
    commission: String(commission),
    at: at.toISOString(),
    ...(market && { bid: market.bid, ask: market.ask, contract: market.contractSize, rate: market.rateProfit }),
  };
}

/** A deal that the ledger has to be told of, with whose it is. */
export interface WaitingDeal {
  readonly server: PlatformKey;
  readonly ticket: string;
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: number;
  readonly currency: Currency;
  /** In the words of the platform's port. */
  readonly kind: string;
  readonly profit: bigint;
  readonly swap: bigint;
  readonly commission: bigint;
  readonly at: Date;
}

/** The oldest deals of a server that are not posted yet. */
export async function waitingDeals(sql: Sql, server: PlatformKey, limit: number): Promise<WaitingDeal[]> {
  const rows = await sql.many<Omit<WaitingDeal, 'currency' | 'server'> & { currency: string }>(
    `select d.ticket, d.number, a.client_id as "clientId", a.company_id as "companyId", a.currency, d.kind, d.profit, d.swap,
       d.commission, d.at
     from platform_deal d join trading_account a using (number)
     where d.server = $1 and d.is_posted and d.posted_at is null order by d.at limit $2`,
    [server, limit],
  );
  return rows.map((row) => ({ ...row, server, currency: knownCurrency(row.currency) }));
}

export async function markPosted(
  sql: Sql,
  server: PlatformKey,
  posted: { readonly tickets: readonly string[]; readonly at: Date },
): Promise<void> {
  if (posted.tickets.length === 0) return;
  await sql.run('update platform_deal set posted_at = $3 where server = $1 and ticket = any($2::text[])', [
    server,
    posted.tickets,
    posted.at,
  ]);
}

/** What deals of an account come to that the ledger has not been told of: those that wait, and of those told now the unknown. */
export async function sumUnposted(
  sql: Sql,
  of: { readonly server: PlatformKey; readonly number: AccountNumber; readonly told: readonly ToldDeal[] },
): Promise<bigint> {
  const row = await sql.one<{ sum: bigint }>(
    `select (coalesce((select sum(profit + swap + commission) from platform_deal
         where server = $1 and number = $2 and is_posted and posted_at is null), 0)
       + coalesce((select sum(t.profit + t.swap + t.commission)
           from jsonb_to_recordset($3) as t(ticket text, kind text, profit bigint, swap bigint, commission bigint)
          where t.kind = any($4::text[])
            and not exists (select from platform_deal d where d.server = $1 and d.ticket = t.ticket)), 0))::bigint as sum`,
    [of.server, of.number, JSON.stringify(of.told.map(rowOf)), postedKinds],
  );
  return row.sum;
}

/** Where the reading of a server's deals has got to; undefined before the first time. */
export async function readMark(sql: Sql, server: PlatformKey): Promise<Date | undefined> {
  const row = await sql.maybe<{ value: { at?: string } }>('select value from cursor_mark where name = $1', [markName(server)]);
  return row?.value.at === undefined ? undefined : new Date(row.value.at);
}

export async function setMark(sql: Sql, server: PlatformKey, at: Date): Promise<void> {
  await sql.run(
    `insert into cursor_mark (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [markName(server), JSON.stringify({ at: at.toISOString() })],
  );
}

const markName = (server: PlatformKey) => `deals:${server}`;

export interface KeptTrade {
  readonly id: bigint;
  readonly ticket: string;
  readonly position: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly openPrice: string | null;
  readonly closePrice: string;
  readonly profit: bigint;
  readonly swap: bigint;
  readonly commission: bigint;
  readonly openedAt: Date | null;
  readonly closedAt: Date;
}

export interface TradeQuery {
  readonly number: AccountNumber;
  /** yyyy-MM-dd, both days included, UTC. */
  readonly from?: string | undefined;
  readonly till?: string | undefined;
  readonly symbol?: string | undefined;
  readonly side?: string | undefined;
  /** The last trade of the page before. */
  readonly after?: { readonly closedAt: Date; readonly id: bigint } | undefined;
  readonly limit: number;
}

/** One page of an account's closed trades, the newest first; every page costs the same, however deep. */
export async function readTrades(sql: Sql, query: TradeQuery): Promise<KeptTrade[]> {
  return sql.many<KeptTrade>(
    `select id, ticket, position, symbol, side, lots, open_price as "openPrice", close_price as "closePrice", profit, swap,
       commission, opened_at as "openedAt", closed_at as "closedAt"
     from closed_trade
     where number = $1
       and ($2::date is null or closed_at >= $2::date)
       and ($3::date is null or closed_at < $3::date + 1)
       and ($4::text is null or symbol = $4)
       and ($5::text is null or side = $5)
       and ($6::timestamptz is null or (closed_at, id) < ($6, $7::bigint))
     order by closed_at desc, id desc limit $8`,
    [
      query.number,
      query.from ?? null,
      query.till ?? null,
      query.symbol ?? null,
      query.side ?? null,
      query.after?.closedAt ?? null,
      query.after?.id ?? null,
      query.limit,
    ],
  );
}

const mostSymbols = 200;

/** Every symbol that an account has closed trades in. */
export async function tradedSymbols(sql: Sql, number: AccountNumber): Promise<string[]> {
  const rows = await sql.many<{ symbol: string }>(
    `select distinct symbol from closed_trade where number = $1 order by symbol limit ${mostSymbols}`,
    [number],
  );
  return rows.map((row) => row.symbol);
}

/** What a deal came to, in minor units of its account's currency, negative where the account pays. */
export interface DealMoney {
  readonly currency: Currency;
  readonly profit: bigint;
  readonly swap: bigint;
  readonly commission: bigint;
}

/** What an order's deal came to: what closed something with its share of what opening cost. Undefined until it has been read. */
export async function dealMoney(
  sql: Sql,
  of: { readonly number: AccountNumber; readonly ticket: string },
): Promise<DealMoney | undefined> {
  const row = await sql.maybe<Omit<DealMoney, 'currency'> & { currency: string }>(
    `select a.currency, d.profit, d.swap, coalesce(t.commission, d.commission) as commission
       from trading_account a
       join platform_deal d on d.server = a.platform and d.ticket = $2 and d.number = a.number
       left join closed_trade t on t.server = d.server and t.ticket = d.ticket
      where a.number = $1`,
    [of.number, of.ticket],
  );
  return row && { ...row, currency: knownCurrency(row.currency) };
}

/** What all deals of one tag came to together, as above; undefined until so many have been read. */
export async function moneyOfTag(
  sql: Sql,
  of: { readonly number: AccountNumber; readonly tag: string; readonly deals: number },
): Promise<DealMoney | undefined> {
  const row = await sql.maybe<Omit<DealMoney, 'currency'> & { currency: string }>(
    `select a.currency, sum(d.profit)::bigint as profit, sum(d.swap)::bigint as swap,
       sum(coalesce(t.commission, d.commission))::bigint as commission
       from trading_account a
       join platform_deal d on d.server = a.platform and d.number = a.number and d.tag = $2
       left join closed_trade t on t.server = d.server and t.ticket = d.ticket
      where a.number = $1 group by a.currency having count(*) >= $3`,
    [of.number, of.tag, of.deals],
  );
  return row && { ...row, currency: knownCurrency(row.currency) };
}

/** Whether a client has ever traded with money: on a live account, as the platforms told. */
export async function hasTraded(sql: Sql, clientId: ClientId): Promise<boolean> {
  const row = await sql.maybe(
    `select from trading_account a where a.client_id = $1 and not a.is_demo
        and (exists (select from platform_deal d where d.number = a.number and d.kind in ('buy', 'sell'))
          or exists (select from closed_trade t where t.number = a.number)) limit 1`,
    [clientId],
  );
  return row !== undefined;
}

/** What trading has brought an account between two instants, the first included: profit, swap and commission, in minor units. */
export async function resultBetween(
  sql: Sql,
  of: { readonly number: AccountNumber; readonly from: Date; readonly to: Date },
): Promise<bigint> {
  const { sum } = await sql.one<{ sum: bigint }>(
    `select coalesce(sum(d.profit + d.swap + d.commission), 0)::bigint as sum
       from platform_deal d join trading_account a on a.number = d.number and a.platform = d.server
      where d.number = $1 and d.at >= $2 and d.at < $3 and d.kind = any($4::text[])`,
    [of.number, of.from, of.to, postedKinds],
  );
  return sum;
}
