import type { Sql } from '../../base/sql.ts';
import { accessOf, type Wanted } from './store.ts';
import * as store from './store.ts';

export { compareAccess } from './looking.ts';

/** What an account that is not archived is to be at its platform. */
export async function wantedAccess(sql: Sql, number: number): Promise<Wanted> {
  return (await accessOf(sql, number))?.wanted ?? 'full';
}

/** Where what the platform is asked about an account's access has come to; undefined while it is asked or is to be. */
export async function settledAccess(
  sql: Sql,
  number: number,
): Promise<{ readonly wanted: Wanted; readonly turn: number } | undefined> {
  const row = await accessOf(sql, number);
  if (!row) return { wanted: 'full', turn: 0 };
  return row.state === 'asked' ? undefined : { wanted: row.wanted, turn: row.turn };
}

/** An instant of the database's clock, from which `compareAccess` counts what it was told. */
export async function lookBegins(sql: Sql): Promise<Date> {
  return store.wallNow(sql);
}
