import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { decideRequest, insertRequest } from './store.ts';

/** A provider who was taken before there were requests here, as seeds and moves from other systems bring them. */
export async function takeProvider(
  sql: Sql,
  of: {
    readonly clientId: ClientId;
    readonly nickname: string;
    readonly ownNumber: AccountNumber;
    readonly by: string;
    readonly at: Date;
  },
): Promise<void> {
  const { clientId, nickname, ownNumber, by, at } = of;
  const id = await insertRequest(sql, { clientId, nickname, ownNumber, externalAccount: null, askedAt: at });
  await decideRequest(sql, { id, status: 'approved', reason: null, by, at });
}
