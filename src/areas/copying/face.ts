import type { Sql } from '../../base/sql.ts';
import * as past from './past.ts';

export type { PastCopies, PastCopy } from './past.ts';
export { copySize, type LotLimits, type NoCopy, type Worth } from './rules.ts';

/** What was copied before, of trades that are over, as a seed brings it: all later trades are copied as they come. */
export async function bringCopies(sql: Sql, of: past.PastCopies): Promise<void> {
  await past.bringCopies(sql, of);
}
