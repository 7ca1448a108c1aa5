import { knownCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, type AccountNumber } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';

/** A strategy that somebody follows. */
export interface Followed {
  readonly strategyId: number;
  readonly number: AccountNumber;
  readonly currency: Currency;
  /** Nobody followed it before. */
  readonly since: Date;
  /** How far its deals have been read. */
  readonly readTo: Date | null;
}

const mostFollowed = 20_000;

export async function followedStrategies(sql: Sql, platform: PlatformKey): Promise<Followed[]> {
  const rows = await sql.many<Followed>(
    `select s.id as "strategyId", s.number, a.currency, min(i.started_at) as since, r.read_to as "readTo"
       from investment i join strategy s on s.id = i.strategy_id join trading_account a on a.number = s.number
       left join copy_reading r on r.strategy_id = s.id
      where a.platform = $1 and i.status <> 'closed' and i.started_at is not null
      group by s.id, s.number, a.currency, r.read_to order by s.id limit ${mostFollowed}`,
    [platform],
  );
  return rows.map((row) => ({ ...row, number: accountNumber(row.number), currency: knownCurrency(row.currency) }));
}

/** A position of a strategy as its signals have made it. */
export interface KnownPosition {
  readonly strategyId: number;
  readonly position: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly opened: string;
  readonly remaining: string;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  readonly changes: number;
}

const positionColumns = `strategy_id as "strategyId", position, symbol, side, opened::text, remaining::text, stop_loss as "stopLoss",
  take_profit as "takeProfit", changes`;

export async function openPositions(sql: Sql, strategies: readonly number[]): Promise<KnownPosition[]> {
  return sql.many(`select ${positionColumns} from copy_position where strategy_id = any($1) and remaining > 0 limit 100000`, [
    strategies,
  ]);
}

/** One reader of a strategy's deals at a time, until the transaction ends. */
export async function lockReading(sql: Sql, of: { readonly strategyId: number; readonly readTo: Date }): Promise<void> {
  await sql.run(
    `insert into copy_reading (strategy_id, read_to) values ($1, $2)
     on conflict (strategy_id) do update set read_to = greatest(copy_reading.read_to, excluded.read_to)`,
    [of.strategyId, of.readTo],
  );
}

export async function knownKeys(sql: Sql, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.many<{ key: string }>('select key from copy_signal where key = any($1::text[]) limit 100000', [keys]);
  return new Set(rows.map(({ key }) => key));
}

/** Lots that a deal opened (or, below zero, closed) of a strategy's position. */
export async function movePosition(
  sql: Sql,
  of: Pick<KnownPosition, 'strategyId' | 'position' | 'symbol' | 'side'> & { readonly lots: string; readonly isOpening: boolean },
): Promise<KnownPosition> {
  return sql.one(
    `insert into copy_position as p (strategy_id, position, symbol, side, opened, remaining)
     values ($1, $2, $3, $4, case when $6 then $5::numeric else 0 end, case when $6 then $5::numeric else -$5::numeric end)
     on conflict (strategy_id, position) do update set opened = p.opened + excluded.opened, remaining = p.remaining + excluded.remaining
     returning ${positionColumns}`,
    [of.strategyId, of.position, of.symbol, of.side, of.lots, of.isOpening],
  );
}

export interface StrategySplit {
  readonly strategyId: number;
  readonly position: string;
  /** Of the deal that brought the position in again, with its server. */
  readonly key: string;
  readonly lotsBefore: string;
  readonly lotsAfter: string;
  readonly at: Date;
}

/**
 * The share was split: what was opened of the strategy's position and what is left of it are told in the new lots from now on, and what
 * its followers hold of it too, as the platform splits every position in the same moment. Once, however often it is read.
 */
export async function splitPosition(sql: Sql, of: StrategySplit): Promise<void> {
  await sql.run(
    `with first as (
       insert into copy_split (strategy_id, key, at) values ($1, $3, $6) on conflict do nothing returning strategy_id
     ), held as (
       update copy_position p set opened = trunc(p.opened * $5::numeric / $4::numeric, 8),
         remaining = trunc(p.remaining * $5::numeric / $4::numeric, 8)
         from first where p.strategy_id = first.strategy_id and p.position = $2
     )
     update copy_decision d set open_lots = trunc(d.open_lots * $5::numeric / $4::numeric, 4),
         split_lots = trunc(coalesce(d.split_lots, d.filled_lots) * $5::numeric / $4::numeric, 4)
       from first join investment i on i.strategy_id = first.strategy_id
      where d.investment_id = i.id and d.position = $2 and d.kind = 'open' and d.open_lots > 0`,
    [of.strategyId, of.position, of.key, of.lotsBefore, of.lotsAfter, of.at],
  );
}

/**
 * A position that was there before anybody followed: it is copied to nobody. What is shown of it counts, because of a part that was
 * closed before it was first looked at its deals say what is gone and not how much there was.
 */
export async function keepOlder(
  sql: Sql,
  of: Pick<KnownPosition, 'strategyId' | 'position' | 'symbol' | 'side'> & { readonly lots: string },
): Promise<void> {
  await sql.run(
    `insert into copy_position (strategy_id, position, symbol, side, opened, remaining) values ($1, $2, $3, $4, $5, $5)
     on conflict (strategy_id, position) do update set opened = greatest(copy_position.opened, excluded.opened),
       remaining = excluded.remaining`,
    [of.strategyId, of.position, of.symbol, of.side, of.lots],
  );
}

/** A position that went while nobody followed: no deal will tell of it any more. One that is copied waits for its deal. */
export async function forgetPosition(sql: Sql, of: Pick<KnownPosition, 'strategyId' | 'position'>): Promise<void> {
  await sql.run(
    `update copy_position set remaining = 0 where strategy_id = $1 and position = $2
       and not exists (select from copy_signal g where g.strategy_id = $1 and g.position = $2 and g.decided_at is null)
       and not exists (select from copy_decision d join investment i on i.id = d.investment_id
         where i.strategy_id = $1 and d.position = $2 and d.kind = 'open' and (d.open_lots > 0 or d.state in ('waiting', 'sent')))`,
    [of.strategyId, of.position],
  );
}

/** Answers how often the stops of the position have been changed with this; undefined where they were so already. */
export async function changeStops(
  sql: Sql,
  of: Pick<KnownPosition, 'strategyId' | 'position' | 'stopLoss' | 'takeProfit'>,
): Promise<number | undefined> {
  const row = await sql.maybe<{ changes: number }>(
    `update copy_position set stop_loss = $3, take_profit = $4, changes = changes + 1
      where strategy_id = $1 and position = $2 and remaining > 0
        and (coalesce(stop_loss::numeric, 0), coalesce(take_profit::numeric, 0))
          <> (coalesce($3::numeric, 0), coalesce($4::numeric, 0)) returning changes`,
    [of.strategyId, of.position, of.stopLoss, of.takeProfit],
  );
  return row?.changes;
}

export interface NewSignal {
  readonly strategyId: number;
  readonly key: string;
  readonly kind: 'open' | 'close' | 'stops';
  readonly position: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string | null;
  readonly price: string | null;
  readonly opened: string;
  readonly remaining: string;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  readonly isStopOut: boolean;
  readonly at: Date;
  readonly seenAt: Date;
}

export interface Signal extends NewSignal {
  readonly id: number;
}

export async function insertSignal(sql: Sql, of: NewSignal): Promise<void> {
  await sql.run(
    `insert into copy_signal (strategy_id, key, kind, position, symbol, side, lots, price, opened, remaining, stop_loss, take_profit,
       is_stop_out, at, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, greatest(0, $10::numeric), $11, $12, $13, $14, $15) on conflict (key) do nothing`,
    [
      of.strategyId,
      of.key,
      of.kind,
      of.position,
      of.symbol,
      of.side,
      of.lots,
      of.price,
      of.opened,
      of.remaining,
      of.stopLoss,
      of.takeProfit,
      of.isStopOut,
      of.at,
      of.seenAt,
    ],
  );
}

/** What nobody has decided of yet on a platform, in the order in which it was seen. */
export async function openSignals(
  sql: Sql,
  platform: PlatformKey,
  limit: number,
): Promise<(Signal & { readonly number: AccountNumber })[]> {
  return sql.many(
    `select g.id::integer as id, g.strategy_id as "strategyId", g.key, g.kind, g.position, g.symbol, g.side, g.lots::text, g.price,
       g.opened::text, g.remaining::text, g.stop_loss as "stopLoss", g.take_profit as "takeProfit", g.is_stop_out as "isStopOut", g.at,
       g.seen_at as "seenAt", s.number
     from copy_signal g join strategy s on s.id = g.strategy_id join trading_account a on a.number = s.number
     where g.decided_at is null and a.platform = $1 order by g.id limit $2`,
    [platform, limit],
  );
}

/** False where somebody else has decided it. Its row stays locked until the transaction ends. */
export async function markDecided(sql: Sql, id: number, at: Date): Promise<boolean> {
  return (await sql.run('update copy_signal set decided_at = $2 where id = $1 and decided_at is null', [id, at])) === 1;
}

/** A deal of a strategy's. */
export interface StrategyDeal {
  readonly ticket: string;
  readonly login: number;
  readonly kind: string;
  readonly entry: 'in' | 'out' | undefined;
  readonly symbol: string | undefined;
  readonly lots: string;
  readonly price: string;
  readonly position: string | undefined;
  readonly tag: string;
  readonly at: Date;
}

const mostDeals = 5000;

/** Deals of these accounts that were kept and that no signal tells of: opened and closed again between two looks at the platform. */
export async function unseenDeals(
  sql: Sql,
  of: { readonly platform: PlatformKey; readonly numbers: readonly number[]; readonly from: Date },
): Promise<StrategyDeal[]> {
  const rows = await sql.many<StrategyDeal & { readonly entry: 'in' | 'out' }>(
    `select d.ticket, d.number as login, d.kind, d.entry, d.symbol, d.lots::text, d.price::text, d.position, d.tag, d.at
       from platform_deal d
      where d.server = $1 and d.number = any($2) and d.at >= $3 and d.entry is not null and d.position is not null
        and not exists (select from copy_signal g where g.key = 'deal:' || d.server || ':' || d.ticket)
      order by d.at, length(d.ticket), d.ticket limit ${mostDeals}`,
    [of.platform, of.numbers, of.from],
  );
  return rows;
}
