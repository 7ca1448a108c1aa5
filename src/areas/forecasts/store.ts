import type { Sql } from '../../base/sql.ts';
import type { ForecastLanguage, ForecastPeriod } from './contract.ts';

export interface ForecastRow {
  readonly id: number;
  readonly year: number;
  readonly period: ForecastPeriod;
  readonly language: ForecastLanguage;
  readonly title: string;
  readonly text: string;
  readonly postedBy: string;
  readonly postedAt: Date;
  readonly withdrawnAt: Date | null;
  /** When the first of that period and language was posted, where this one is not it. */
  readonly corrects: Date | null;
}

const columns = `f.id, f.year, f.period, f.language, f.title, f.text, f.posted_by as "postedBy", f.posted_at as "postedAt",
  f.withdrawn_at as "withdrawnAt",
  (select min(b.posted_at) from market_forecast b
    where b.year = f.year and b.period = f.period and b.language = f.language and b.id < f.id) as corrects`;

/** The newest of each period and language, unless that one is withdrawn. */
export function currentForecasts(sql: Sql, year: number): Promise<ForecastRow[]> {
  return sql.many<ForecastRow>(
    `select ${columns} from market_forecast f
      where f.year = $1 and f.withdrawn_at is null and f.id = (select max(n.id) from market_forecast n
        where n.year = f.year and n.period = f.period and n.language = f.language)
      order by f.id limit 100`,
    [year],
  );
}

export async function yearsWithForecasts(sql: Sql): Promise<number[]> {
  const rows = await sql.many<{ year: number }>(
    'select distinct year from market_forecast where withdrawn_at is null order by year desc limit 100',
  );
  return rows.map(({ year }) => year);
}

/** The newest first. */
export function postedFor(sql: Sql, year: number, limit: number): Promise<ForecastRow[]> {
  return sql.many<ForecastRow>(`select ${columns} from market_forecast f where f.year = $1 order by f.id desc limit $2`, [
    year,
    limit,
  ]);
}

export async function forecastById(sql: Sql, id: number): Promise<ForecastRow | undefined> {
  return sql.maybe<ForecastRow>(`select ${columns} from market_forecast f where f.id = $1`, [id]);
}

/** Until the end of the caller's transaction: whoever posts for a year comes one after the other. */
export async function lockYear(sql: Sql, year: number): Promise<void> {
  await sql.run(`select pg_advisory_xact_lock(hashtext('market_forecast'), $1)`, [year]);
}

export type NewForecast = Omit<ForecastRow, 'id' | 'withdrawnAt' | 'corrects'>;

export async function insertForecast(sql: Sql, of: NewForecast): Promise<number> {
  const { id } = await sql.one<{ id: number }>(
    `insert into market_forecast (year, period, language, title, text, posted_by, posted_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [of.year, of.period, of.language, of.title, of.text, of.postedBy, of.postedAt],
  );
  return id;
}

/** False where it was withdrawn before. */
export async function withdrawForecast(sql: Sql, id: number, now: Date): Promise<boolean> {
  return (await sql.run('update market_forecast set withdrawn_at = $2 where id = $1 and withdrawn_at is null', [id, now])) === 1;
}
