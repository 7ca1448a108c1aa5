import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { lastDoneEach } from './store.ts';

export { announcedFor, monthsLater } from './rules.ts';

/** When each of them last traded, paid or registered; `now` of whoever has a position open. */
export async function lastDoneOf(
  sql: Sql,
  of: { readonly clients: readonly ClientId[]; readonly now: Date },
): Promise<ReadonlyMap<ClientId, Date>> {
  const rows = await lastDoneEach(sql, of);
  return new Map(rows.map(({ clientId, lastDoneAt }) => [clientId, lastDoneAt]));
}
