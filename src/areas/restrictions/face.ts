import type { Sql } from '../../base/sql.ts';
import { accessOf, type Wanted } from './store.ts';
import * as store from './store.ts';

export { compareAccess } from './looking.ts';

/** What an account that is not archived is to be at its platform. */
export async function wantedAccess(sql: Sql, number: number): Promise<Wanted> {
  return (await accessOf(sql, number))?.wanted ?? 'full';
}

/** Which of the wishes for an account, counted from 1, its platform has; undefined while it is asked or is to be. */
export async function accessCountAtRest(sql: Sql, number: number): Promise<number | undefined> {
  const row = await accessOf(sql, number);
  if (!row) return 0;
  return row.state === 'asked' ? undefined : row.turn;
}

/** An instant of the database's clock, from which `compareAccess` counts what it was told. */
export async function lookBegins(sql: Sql): Promise<Date> {
  return store.wallNow(sql);
}
