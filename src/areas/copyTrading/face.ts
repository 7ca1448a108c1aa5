import type { Sql } from '../../base/sql.ts';
import { insertOffer } from './store.ts';

/** What a strategy's signals cost, as a seed brings it: in US cents for thirty days, nothing where they are free. */
export async function bringSignalOffer(
  sql: Sql,
  of: { readonly strategy: number; readonly price: bigint; readonly by: string; readonly at: Date },
): Promise<void> {
  await insertOffer(sql, of);
}
