import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { setMark } from './store.ts';

export { readTrades, tradedSymbols, type KeptTrade, type TradeQuery } from './store.ts';

/** The topic that asks for a platform's new deals to be read now: `{ platform }`. Told after a fill, so that history follows at once. */
export const newDealsTopic = 'mirror.deals';

/** Sets the reading of a platform's deals back, when accounts with an older history were brought in. */
export async function readDealsFrom(sql: Sql, platform: PlatformKey, from: Date): Promise<void> {
  await setMark(sql, platform, from);
}

/** How many accounts have a difference between the platform and the ledger that was found twice: for the metrics. */
export async function openDifferences(sql: Sql): Promise<number> {
  const row = await sql.one<{ count: number }>(
    'select count(*)::integer as count from reconciliation_difference where closed_at is null and reported_at is not null',
  );
  return row.count;
}
