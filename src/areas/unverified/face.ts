import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { reopenClosed } from './store.ts';

/** The account is open again: what its closing had ended runs on, and goes back at once where its time is over. */
export async function takeUpClosed(sql: Sql, client: ClientId): Promise<void> {
  await reopenClosed(sql, client);
}
