import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { isAskedOf, visitorOf } from './counting.ts';
import { consentOf } from './store.ts';

export { track } from './counting.ts';

/** Whether the client has agreed that what they do is counted. */
export async function isCounted(sql: Sql, client: ClientId): Promise<boolean> {
  return (await visitorOf(sql, client)) !== undefined;
}

/** Whether the client is to be asked, having said neither yes nor no yet. */
export async function isStillToAsk(
  sql: Sql,
  client: { readonly id: ClientId; readonly profile: { readonly company: CompanyId; readonly country: string } },
): Promise<boolean> {
  return isAskedOf(client.profile) && (await consentOf(sql, client.id)) === undefined;
}
