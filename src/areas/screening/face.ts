import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { isAwaited, isHeldClient } from './store.ts';

/** Whether that client may be on a list of sanctions by now, or is: nothing is paid out to them. */
export function isHeld(sql: Sql, client: ClientId): Promise<boolean> {
  return isHeldClient(sql, client);
}

/** Whether it is still to be seen if that client is on one of the lists that the broker has configured: what would go out waits. */
export function isScreeningAwaited(sql: Sql, client: ClientId, lists: readonly string[]): Promise<boolean> {
  return isAwaited(sql, client, lists);
}
