import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { isHeldClient } from './store.ts';

/** Whether that client may be on a list of sanctions by now, or is: nothing is paid out to them. */
export function isHeld(sql: Sql, client: ClientId): Promise<boolean> {
  return isHeldClient(sql, client);
}
