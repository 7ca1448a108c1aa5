import type { Sql } from '../../base/sql.ts';
import { ensureWallet } from '../fundingAccounts/face.ts';
import { postWalletCrossed } from './postings.ts';
import { lockClient, type LeftBehind } from './clientRows.ts';

/** What came into the wallet of a former company goes into the one of the client's company. */
export async function followClient(sql: Sql, found: LeftBehind, now: Date): Promise<void> {
  const { clientId, company: from, to, currency, movement } = found;
  await lockClient(sql, clientId);
  await ensureWallet(sql, { clientId, companyId: to, currency, now });
  // Under the last movement that brought something: two who look at the same time post it once.
  await postWalletCrossed(sql, {
    move: { id: 0, clientId, from, to },
    name: `late:${clientId}:${currency}:${movement}`,
    currency,
    at: now,
  });
}
