import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { Intent } from '../../ledger/book.ts';
import { dealIntent } from './deals.ts';
import { keepDeals, markPosted, setMark, waitingDeals, type ToldDeal } from './store.ts';

export { readTrades, tradedSymbols, type KeptTrade, type ToldDeal, type TradeQuery } from './store.ts';

/** The topic that asks for a platform's new deals to be read now: `{ platform }`. Told after a fill, so that history follows at once. */
export const newDealsTopic = 'mirror.deals';

/** Sets the reading of a platform's deals back, when accounts with an older history were brought in. */
export async function readDealsFrom(sql: Sql, platform: PlatformKey, from: Date): Promise<void> {
  await setMark(sql, platform, from);
}

const mostImported = 100_000;

/**
 * Takes in the deals of accounts that came with a history, within the caller's transaction, and answers what the ledger
 * has to be told of them, oldest first: the caller posts it in the same transaction.
 */
export async function importDeals(
  sql: Sql,
  server: PlatformKey,
  told: { readonly deals: readonly ToldDeal[]; readonly at: Date },
): Promise<Intent[]> {
  await keepDeals(sql, server, told.deals);
  const waiting = await waitingDeals(sql, server, mostImported);
  await markPosted(sql, server, { tickets: waiting.map((deal) => deal.ticket), at: told.at });
  return waiting.map(dealIntent);
}
