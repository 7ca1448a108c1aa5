import { knownCurrency, type Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import type { ChosenFilter, FilterName, StrategySort } from '../../law/strategies.ts';
import type { CountOnce } from './counting.ts';

/* Strategies as lists show them. */

export interface ListedRow {
  readonly id: number;
  readonly number: number;
  readonly clientId: number;
  readonly name: string;
  readonly nickname: string;
  readonly description: string;
  readonly currency: Currency;
  readonly share: number;
  readonly minimum: bigint;
  readonly country: string;
  readonly since: Date;
  readonly totalReturn: bigint;
  readonly monthReturn: bigint;
  readonly drawdown: number;
  readonly dailyMove: number | null;
  readonly risk: number | null;
  readonly price: bigint;
  readonly equity: bigint;
  readonly isEstimated: boolean;
  readonly figuredAt: Date;
}

const columns = `s.id, s.number, s.client_id as "clientId", s.name, s.nickname, s.description, a.currency, s.share, s.minimum, c.country,
  s.since, f.total_return as "totalReturn", f.month_return as "monthReturn", f.drawdown, f.daily_move as "dailyMove", f.risk,
  f.unit_price as price, f.equity, f.is_estimated as "isEstimated", f.figured_at as "figuredAt"`;
const beside = `join strategy_figures f on f.strategy_id = s.id join trading_account a on a.number = s.number
  join client c on c.id = s.client_id`;
const joined = `strategy s ${beside}`;

/** What each filter and each order looks at. Percentages are typed whole; returns are hundredths of one, falls millionths. */
const measures: Readonly<Record<Exclude<FilterName, 'age'>, { readonly column: string; readonly unit: bigint }>> = {
  risk: { column: 'l.risk', unit: 1n },
  fee: { column: 'l.share', unit: 1n },
  profit: { column: 'l.total_return', unit: 100n },
  drawdown: { column: 'l.drawdown', unit: 10_000n },
};

type Direction = 'asc' | 'desc';
/** As the indexes have them: asking for no place of nulls where there are none lets them be read in order. */
const orders: Readonly<Record<StrategySort, { readonly usual: Direction; readonly by: (direction: Direction) => string }>> = {
  profit: { usual: 'desc', by: (direction) => `l.total_return ${direction}` },
  month: { usual: 'desc', by: (direction) => `l.month_return ${direction}` },
  drawdown: { usual: 'asc', by: (direction) => `l.drawdown ${direction}` },
  risk: { usual: 'asc', by: (direction) => `l.risk ${direction} nulls last` },
  // The oldest is the one that began first.
  age: { usual: 'desc', by: (direction) => `l.since ${direction === 'desc' ? 'asc' : 'desc'}` },
  fee: { usual: 'asc', by: (direction) => `l.share ${direction}` },
  name: { usual: 'asc', by: (direction) => `l.name ${direction}` },
};

export interface ListQuery {
  readonly now: Date;
  readonly search: string;
  /** Whose own are left out. */
  readonly notOf?: number;
  readonly filters: readonly ChosenFilter[];
  /** Only those that are so old at least, in days, and have fallen no deeper, in per cent, and gained. */
  readonly top: { readonly leastDays: number; readonly mostDrawdown: number } | undefined;
  readonly sort: StrategySort;
  readonly direction: Direction | undefined;
  readonly page: number;
  readonly size: number;
}

export interface ListPage {
  readonly rows: readonly ListedRow[];
  readonly total: number;
  /** The page that it is: the last where a later one was asked for. */
  readonly page: number;
}

/**
 * The narrow rows say which strategies are on the page; only of those anything more is read. Rows and total are asked for at once, since
 * hardly anybody asks for a page behind the last. `countOnce` may answer with what was counted a moment ago: a page that is not full
 * tells by itself how many there are.
 */
export async function listStrategies(
  sql: Sql,
  query: ListQuery,
  countOnce: CountOnce = (_key, count) => count(),
): Promise<ListPage> {
  const { where, values } = conditionsOf(query);
  const { usual, by } = orders[query.sort];
  const order = `${by(query.direction ?? usual)}, l.strategy_id`;
  const rowsOf = async (page: number): Promise<ListedRow[]> => {
    const rows = await sql.many<ListedRow>(
      `select ${columns} from (select l.* from strategy_listing l where ${where} order by ${order}
          limit ${query.size} offset ${(page - 1) * query.size}) l
        join strategy s on s.id = l.strategy_id ${beside} order by ${order}`,
      values,
    );
    return rows.map(known);
  };
  const count = async (): Promise<number> =>
    (await sql.one<{ total: number }>(`select count(*)::integer as total from strategy_listing l where ${where}`, values)).total;
  const [rows, counted] = await Promise.all([rowsOf(query.page), countOnce(keyOf(query), count)]);
  const seen = (query.page - 1) * query.size + rows.length;
  if (rows.length === query.size) return { rows, total: Math.max(counted, seen), page: query.page };
  if (rows.length > 0 || query.page === 1) return { rows, total: seen, page: query.page };
  const total = await count();
  const page = Math.min(query.page, Math.max(1, Math.ceil(total / query.size)));
  return { rows: await rowsOf(page), total, page };
}

/** What is counted, whatever the hour is: ages are in days. */
const keyOf = ({ search, notOf, filters, top }: ListQuery): string =>
  JSON.stringify([search, notOf ?? null, filters, top ?? null]);

interface Conditions {
  readonly where: string;
  readonly values: readonly unknown[];
}

function conditionsOf({ now, search, notOf, filters, top }: ListQuery): Conditions {
  const values: unknown[] = [now];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['l.since <= $1::timestamptz'];
  const daysAgo = (days: number): string => `${place(after(now, -days * dayMs))}::timestamptz`;
  if (search !== '') {
    const like = place(`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
    conditions.push(`l.strategy_id in (select id from strategy where name ilike ${like} or nickname ilike ${like})`);
  }
  if (notOf !== undefined)
    conditions.push(`l.strategy_id not in (select id from strategy where client_id = ${place(notOf)}::integer)`);
  for (const { name, operator, value } of filters) {
    if (name === 'age') conditions.push(...ages[operator](value).map(([side, days]) => `l.since ${side} ${daysAgo(days)}`));
    else conditions.push(`${measures[name].column} ${operator} ${place(BigInt(value) * measures[name].unit)}::bigint`);
  }
  if (top) {
    conditions.push('l.total_return > 0', `l.since <= ${daysAgo(top.leastDays)}`);
    conditions.push(`l.drawdown <= ${place(top.mostDrawdown * 10_000)}::integer`);
  }
  return { where: conditions.join(' and '), values };
}

type Bound = readonly [side: '<=' | '>', daysAgo: number];
/** An age is in whole days, so what is older than thirty began thirty-one days ago or earlier. */
const ages: Readonly<Record<ChosenFilter['operator'], (days: number) => readonly Bound[]>> = {
  '<': (days) => [['>', days]],
  '<=': (days) => [['>', days + 1]],
  '=': (days) => [
    ['<=', days],
    ['>', days + 1],
  ],
  '>=': (days) => [['<=', days]],
  '>': (days) => [['<=', days + 1]],
};

const known = (row: ListedRow): ListedRow => ({ ...row, currency: knownCurrency(row.currency) });

/** A strategy that can be followed, by its account. */
export async function listedByNumber(sql: Sql, number: number): Promise<ListedRow | undefined> {
  const row = await sql.maybe<ListedRow>(`select ${columns} from ${joined} where s.number = $1 and s.status = 'active'`, [
    number,
  ]);
  return row && known(row);
}

/** Those of these numbers that can be followed. */
export async function listedByIds(sql: Sql, ids: readonly number[]): Promise<ListedRow[]> {
  const rows = await sql.many<ListedRow>(
    `select ${columns} from ${joined} where s.id = any($1::integer[]) and s.status = 'active' order by s.id limit 1000`,
    [ids],
  );
  return rows.map(known);
}

/** Those of these accounts, or all, that can be followed. */
export async function listedByNumbers(sql: Sql, numbers: readonly number[] | undefined): Promise<ListedRow[]> {
  const rows = await sql.many<ListedRow>(
    `select ${columns} from ${joined} where s.status = 'active' and ($1::integer[] is null or s.number = any($1))
      order by lower(s.name), s.id limit 1000`,
    [numbers ?? null],
  );
  return rows.map(known);
}

/** Those whose risk and return are nearest, of other names. */
export async function similarTo(sql: Sql, to: ListedRow, limit: number): Promise<ListedRow[]> {
  const rows = await sql.many<ListedRow>(
    `select ${columns} from ${joined} where s.status = 'active' and s.id <> $1
      order by abs(coalesce(f.risk, 0) - coalesce($2::integer, 0)), abs(f.total_return - $3::bigint), s.id limit $4`,
    [to.id, to.risk, to.totalReturn, limit],
  );
  return rows.map(known);
}

export interface OthersOf {
  readonly clientId: number;
  /** The strategy beside which they are. */
  readonly except: number;
  readonly isActive: boolean;
}

const others = 's.client_id = $1 and s.id <> $2 and s.status = $3';
const valuesOf = ({ clientId, except, isActive }: OthersOf) => [clientId, except, isActive ? 'active' : 'closed'];

/** How many other strategies of a manager there are: that can be followed, or that are closed. */
export async function countOthers(sql: Sql, of: OthersOf): Promise<number> {
  const counted = `select count(*)::integer as total from ${joined} where ${others}`;
  return (await sql.one<{ total: number }>(counted, valuesOf(of))).total;
}

/** A page of them, those that gained most first. */
export async function othersOf(sql: Sql, of: OthersOf, { page, size }: Pick<ListQuery, 'page' | 'size'>): Promise<ListedRow[]> {
  const rows = await sql.many<ListedRow>(
    `select ${columns} from ${joined} where ${others} order by f.total_return desc, s.id
      limit ${size} offset ${(page - 1) * size}`,
    valuesOf(of),
  );
  return rows.map(known);
}

/** A manager with strategies that can be followed. */
export async function managerOf(sql: Sql, client: number) {
  return sql.maybe<{ nickname: string; country: string; since: Date; strategies: number; name: string; number: number }>(
    `select min(s.nickname) as nickname, min(c.country) as country, min(s.since) as since, count(*)::integer as strategies,
       (array_agg(s.name order by s.since, s.id))[1] as name, (array_agg(s.number order by s.since, s.id))[1] as number
       from strategy s join client c on c.id = s.client_id
      where s.client_id = $1 and s.status = 'active' having count(*) > 0`,
    [client],
  );
}

/** What a client follows of a strategy, which has not ended. */
export async function followOf(
  sql: Sql,
  of: { readonly client: number; readonly strategy: number },
): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `select id from investment where client_id = $1 and strategy_id = $2 and status <> 'closed'`,
    [of.client, of.strategy],
  );
  return row?.id;
}

/** Whether an account is a strategy's that is not closed. */
export async function isOfStrategy(sql: Sql, number: number): Promise<boolean> {
  const sought = `select from strategy where number = $1 and status in ('converting', 'active')`;
  return (await sql.one<{ is: boolean }>(`select exists (${sought}) as is`, [number])).is;
}
