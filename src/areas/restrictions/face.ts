import type { Sql } from '../../base/sql.ts';
import { accessOf, type Wanted } from './store.ts';
import * as store from './store.ts';

export { compareAccess } from './looking.ts';

/** What an account that is not archived is to be at its platform. */
export async function wantedAccess(sql: Sql, number: number): Promise<Wanted> {
  return (await accessOf(sql, number))?.wanted ?? 'full';
}

/** An instant of the database's clock, from which `compareAccess` counts what it was told. */
export async function lookBegins(sql: Sql): Promise<Date> {
  return store.wallNow(sql);
}
