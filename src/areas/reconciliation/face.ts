import type { AccountNumber } from '../../base/id.ts';
import { after, hourMs } from '../../base/time.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { Intent } from '../../ledger/book.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { dealIntent, overlapMs } from './deals.ts';
import { keepDeals, markPosted, readMark, setMark, sumUnposted, waitingDeals, type ToldDeal } from '../deals/face.ts';

import * as store from './store.ts';

export { concludeNegative } from './negativeLimits.ts';
export { isDifferenceReported, waitingNegative } from './waiting.ts';
export type { FoundDifference } from './store.ts';

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

const mostLate = 1000;

/**
 * What trades have brought or cost on an account and the ledger does not know yet, in minor units: the platform is asked for its
 * latest deals. Undefined when it does not answer.
 */
export async function unpostedResult(
  of: { readonly sql: Sql; readonly platform: Pick<Platform, 'deals'>; readonly server: PlatformKey; readonly now: Date },
  login: AccountNumber,
): Promise<bigint | undefined> {
  const mark = (await readMark(of.sql, of.server)) ?? after(of.now, -hourMs);
  const answer = await of.platform.deals({
    login,
    from: after(mark, -overlapMs),
    to: after(of.now, hourMs),
    offset: 0,
    total: mostLate,
  });
  return answer.outcome === 'done' ? sumUnposted(of.sql, { server: of.server, number: login, told: answer.deals }) : undefined;
}

/** Differences between platforms and the book, those that stand open first seen before among them. */
export async function differencesFound(sql: Sql, days: { readonly from: string; readonly till: string }) {
  return store.differencesFound(sql, days);
}
