import type { Sql } from '../../base/sql.ts';
import { addStatement, type KeptStatement } from './store.ts';
import { takeIntoStock } from './stock.ts';

/** What lay in a vault before this portal: bars that were bought, and what the supplier says lies there besides. */
export interface StockBefore {
  readonly purchase: Parameters<typeof takeIntoStock>[1];
  readonly statement: Omit<KeptStatement, 'id'> & { readonly digest: Buffer };
}

export async function bringStock(sql: Sql, { purchase, statement }: StockBefore): Promise<void> {
  await takeIntoStock(sql, purchase);
  await addStatement(sql, { ...statement, fileId: null });
}
