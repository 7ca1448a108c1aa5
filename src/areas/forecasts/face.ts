import type { Sql } from '../../base/sql.ts';
import { insertForecast, type NewForecast } from './store.ts';

/** A forecast of the past, as a seed brings it. */
export async function bringForecast(sql: Sql, of: NewForecast): Promise<void> {
  await insertForecast(sql, of);
}
