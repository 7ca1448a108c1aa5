import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { passwordFacts as factsOf, type PasswordFacts } from './store.ts';

export { isBreached } from './breached.ts';
export { judgePassword } from './judging.ts';
export { changeSignInPassword, type ChangeNeeds } from './change.ts';

/** What of a client a new password hangs on. */
export function passwordFacts(sql: Sql, client: ClientId): Promise<PasswordFacts> {
  return factsOf(sql, client);
}
