import { knownCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Course } from './rules.ts';

export type StrategyStatus = 'converting' | 'active' | 'failed' | 'closed';

/** A strategy with its account. Amounts are minor units of the account's currency. */
export interface StrategyRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly number: AccountNumber;
  readonly name: string;
  /** Of its provider. */
  readonly nickname: string;
  readonly description: string;
  readonly status: StrategyStatus;
  readonly share: number;
  readonly minimum: bigint;
  readonly askedAt: Date;
  readonly since: Date | null;
  readonly closedAt: Date | null;
  readonly currency: Currency;
}

const columns = `s.id, s.client_id as "clientId", s.number, s.name, s.nickname, s.description, s.status, s.share, s.minimum,
  s.asked_at as "askedAt", s.since, s.closed_at as "closedAt", a.currency`;
const joined = 'strategy s join trading_account a on a.number = s.number';

/** The most strategies of one provider that are read at once: far beyond what one may have. */
const mostOfClient = 100;

export async function strategiesOf(sql: Sql, client: ClientId): Promise<StrategyRow[]> {
  const rows = await sql.many<StrategyRow>(
    `select ${columns} from ${joined} where s.client_id = $1 and s.status <> 'failed' order by s.id limit ${mostOfClient}`,
    [client],
  );
  return rows.map(known);
}

export async function strategyById(sql: Sql, id: number): Promise<StrategyRow | undefined> {
  const row = await sql.maybe<StrategyRow>(`select ${columns} from ${joined} where s.id = $1`, [id]);
  return row && known(row);
}

/** However its name is written. */
export async function strategyNamed(sql: Sql, name: string): Promise<StrategyRow | undefined> {
  const row = await sql.maybe<StrategyRow>(
    `select ${columns} from ${joined} where lower(s.name) = lower($1) and s.status <> 'failed'`,
    [name],
  );
  return row && known(row);
}

const known = <Row extends StrategyRow>(row: Row): Row => ({
  ...row,
  clientId: clientId(row.clientId),
  number: accountNumber(row.number),
  currency: knownCurrency(row.currency),
});

export type NewStrategy = Pick<
  StrategyRow,
  'clientId' | 'number' | 'name' | 'nickname' | 'description' | 'share' | 'minimum' | 'askedAt'
>;

/** Undefined where the name, or the account, is somebody's already. */
export async function insertStrategy(sql: Sql, of: NewStrategy): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into strategy (client_id, number, name, nickname, description, status, share, minimum, asked_at)
     values ($1, $2, $3, $4, $5, 'converting', $6, $7, $8) on conflict do nothing returning id`,
    [of.clientId, of.number, of.name, of.nickname, of.description, of.share, of.minimum, of.askedAt],
  );
  if (row) await insertOffer(sql, { strategy: row.id, share: of.share, minimum: of.minimum, at: of.askedAt });
  return row?.id;
}

export interface Offer {
  readonly strategy: number;
  readonly share: number;
  readonly minimum: bigint;
  readonly at: Date;
}

async function insertOffer(sql: Sql, { strategy, share, minimum, at }: Offer): Promise<void> {
  await sql.run('insert into strategy_offer (strategy_id, share, minimum, made_at) values ($1, $2, $3, $4)', [
    strategy,
    share,
    minimum,
    at,
  ]);
}

export interface OfferRow {
  readonly id: number;
  readonly share: number;
  readonly minimum: bigint;
}

export async function newestOffer(sql: Sql, strategy: number): Promise<OfferRow> {
  return sql.one<OfferRow>('select id, share, minimum from strategy_offer where strategy_id = $1 order by id desc limit 1', [
    strategy,
  ]);
}

/** Another offer from now on, beside those of before. */
export async function changeOffer(sql: Sql, offer: Offer): Promise<void> {
  await sql.run('update strategy set share = $2, minimum = $3 where id = $1', [offer.strategy, offer.share, offer.minimum]);
  await insertOffer(sql, offer);
}

/** False when it is not being converted any more. */
export async function endConversion(
  sql: Sql,
  { id, isDone, at }: { readonly id: number; readonly isDone: boolean; readonly at: Date },
): Promise<boolean> {
  const since = `case when $2 = 'active' then $3::timestamptz end`;
  const done = `update strategy set status = $2, since = ${since} where id = $1 and status = 'converting'`;
  return (await sql.run(done, [id, isDone ? 'active' : 'failed', at])) === 1;
}

/** Nobody follows it from now on. False where it could not be followed anyway. */
export const closeStrategy = async (sql: Sql, id: number, at: Date): Promise<boolean> =>
  (await sql.run(`update strategy set status = 'closed', closed_at = $2 where id = $1 and status = 'active'`, [id, at])) === 1;

export interface DealOfStrategy {
  readonly ticket: string;
  readonly kind: string;
  readonly entry: 'in' | 'out' | null;
  readonly position: string | null;
  readonly lots: string;
  /** Profit, swap and commission, or what came and went. */
  readonly amount: bigint;
  readonly at: Date;
}

/** An account's deals from then on, the oldest first. A whole history is some ten thousand. */
export async function dealsSince(sql: Sql, number: number, from: Date): Promise<DealOfStrategy[]> {
  return sql.many<DealOfStrategy>(
    `select ticket, kind, entry, position, lots, profit + swap + commission as amount, at from platform_deal
      where number = $1 and at >= $2 order by at, length(ticket), ticket limit ${mostDeals}`,
    [number, from],
  );
}
const mostDeals = 1_000_000;

export interface Before {
  /** Deals of the strategy, from its beginning on. */
  readonly deals: number;
  readonly funds: bigint;
  readonly credit: bigint;
  /** Lots by position, of those that are open. */
  readonly open: readonly { readonly position: string; readonly lots: string }[];
}

/** What an account's deals before an instant come to. */
export async function standBefore(
  sql: Sql,
  of: { readonly number: number; readonly since: Date; readonly before: Date },
): Promise<Before> {
  return sql.one<Before>(
    `with deals as (
       select kind, entry, position, lots, profit + swap + commission as amount, at from platform_deal
        where number = $1 and at < $3
     ), open as (
       select position, sum(case entry when 'in' then lots else -lots end) as lots from deals
        where position is not null and entry is not null group by position
        having sum(case entry when 'in' then lots else -lots end) > 0
     )
     select (count(*) filter (where at >= $2))::integer as deals,
       coalesce(sum(amount) filter (where kind not in ('credit', 'bonus')), 0)::bigint as funds,
       coalesce(sum(amount) filter (where kind in ('credit', 'bonus')), 0)::bigint as credit,
       coalesce((select jsonb_agg(jsonb_build_object('position', position, 'lots', lots::text)) from open), '[]') as open
      from deals`,
    [of.number, of.since, of.before],
  );
}

export interface DayValue {
  readonly balance: bigint;
  readonly equity: bigint;
}

/** What the platform told of an account at the end of each day, from one on. */
export async function valuesSince(sql: Sql, number: number, from: string): Promise<(DayValue & { readonly day: string })[]> {
  return sql.many(
    `select day::text as day, balance, equity from equity_snapshot where number = $1 and day >= $2::date order by day limit 20000`,
    [number, from],
  );
}

export interface DayRow extends Course {
  readonly day: string;
  readonly funds: bigint;
  readonly deals: number;
  readonly equity: bigint;
  readonly flow: bigint;
  readonly result: bigint;
  readonly isEstimated: boolean;
}

const dayColumns = `day::text as day, unit_price as price, peak, drawdown, start_price as "startPrice", start_base as "startBase",
  funds, deals, equity, flow, result, is_estimated as "isEstimated"`;

/** The days of a strategy from one on, the oldest first. */
export async function daysSince(sql: Sql, strategy: number, from = '0001-01-01'): Promise<DayRow[]> {
  return sql.many<DayRow>(
    `select ${dayColumns} from strategy_day where strategy_id = $1 and day >= $2::date order by strategy_day.day limit 20000`,
    [strategy, from],
  );
}

/** The last days before that one, the latest first. */
export async function daysBefore(
  sql: Sql,
  strategy: number,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<DayRow[]> {
  return sql.many<DayRow>(
    `select ${dayColumns} from strategy_day where strategy_id = $1 and day < $2::date order by strategy_day.day desc limit $3`,
    [strategy, before, limit],
  );
}

export async function lastDay(sql: Sql, strategy: number): Promise<string | undefined> {
  const row = await sql.one<{ day: string | null }>('select max(day)::text as day from strategy_day where strategy_id = $1', [
    strategy,
  ]);
  return row.day ?? undefined;
}

/** The days from one on are these now. */
export async function writeDays(sql: Sql, strategy: number, rows: readonly DayRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  await sql.run('delete from strategy_day where strategy_id = $1 and day >= $2::date', [strategy, first.day]);
  await sql.run(
    `insert into strategy_day (strategy_id, day, unit_price, peak, drawdown, start_price, start_base, funds, deals, equity, flow,
       result, is_estimated)
     select $1, day, price, peak, drawdown, "startPrice", "startBase", funds, deals, equity, flow, result, "isEstimated"
       from jsonb_to_recordset($2) as t(day date, price bigint, peak bigint, drawdown integer, "startPrice" bigint,
         "startBase" bigint, funds bigint, deals integer, equity bigint, flow bigint, result bigint, "isEstimated" boolean)`,
    [strategy, JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))],
  );
}

export interface FiguresRow {
  readonly totalReturn: bigint;
  readonly monthReturn: bigint;
  readonly drawdown: number;
  readonly dailyMove: number | undefined;
  readonly risk: number | undefined;
  readonly price: bigint;
  readonly equity: bigint;
  readonly isEstimated: boolean;
}

export async function writeFigures(sql: Sql, strategy: number, figures: FiguresRow & { readonly at: Date }): Promise<void> {
  await sql.run(
    `insert into strategy_figures (strategy_id, total_return, month_return, drawdown, daily_move, risk, unit_price, equity,
       is_estimated, figured_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (strategy_id) do update set total_return = excluded.total_return, month_return = excluded.month_return,
       drawdown = excluded.drawdown, daily_move = excluded.daily_move, risk = excluded.risk, unit_price = excluded.unit_price,
       equity = excluded.equity, is_estimated = excluded.is_estimated, figured_at = excluded.figured_at`,
    [
      strategy,
      figures.totalReturn,
      figures.monthReturn,
      figures.drawdown,
      figures.dailyMove ?? null,
      figures.risk ?? null,
      figures.price,
      figures.equity,
      figures.isEstimated,
      figures.at,
    ],
  );
}

/** Strategies whose figures are older than what is known of their accounts, those figured longest ago first. */
export async function dueForFigures(sql: Sql, before: Date, limit: number): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `select s.id from strategy s left join strategy_figures f on f.strategy_id = s.id
      where s.status = 'active' and (f.figured_at is null or f.figured_at < $1) order by f.figured_at nulls first, s.id limit $2`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Keeps what the platform told right after money came or went, so that it need not be estimated: what was told no longer than that
 * after, and with the balance that the deal left. The first that was kept stays.
 */
export async function keepReadings(sql: Sql, strategy: number, withinSeconds: number): Promise<void> {
  await sql.run(
    `insert into strategy_reading (strategy_id, ticket, equity, read_at)
     select s.id, d.ticket, a.equity - a.credit - d.profit, a.snapshot_at
       from strategy s join trading_account a on a.number = s.number
       join lateral (select ticket, profit, at from platform_deal
          where number = s.number and kind in ('balance', 'correction') order by at desc, ticket desc limit 1) d on true
      where s.id = $1 and d.at >= s.since and a.snapshot_at between d.at and d.at + make_interval(secs => $2)
        and a.balance = (select sum(profit + swap + commission) from platform_deal
          where number = s.number and at <= d.at and kind not in ('credit', 'bonus'))
     on conflict do nothing`,
    [strategy, withinSeconds],
  );
}

export async function readingsOf(sql: Sql, strategy: number): Promise<ReadonlyMap<string, bigint>> {
  const rows = await sql.many<{ ticket: string; equity: bigint }>(
    'select ticket, equity from strategy_reading where strategy_id = $1 limit 20000',
    [strategy],
  );
  return new Map(rows.map(({ ticket, equity }) => [ticket, equity]));
}
