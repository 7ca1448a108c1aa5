import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

export interface PasswordFacts {
  first_name: string;
  last_name: string;
  password_hash: string;
  is_password_change_required: boolean;
}

export function passwordFacts(sql: Sql, client: ClientId): Promise<PasswordFacts> {
  return sql.one('select first_name, last_name, password_hash, is_password_change_required from client where id = $1', [client]);
}

/** Sets a password that has to be changed; false when it has been by now. */
export async function setPassword(sql: Sql, set: { readonly client: ClientId; readonly hash: string }): Promise<boolean> {
  const changed = await sql.run(
    `update client set password_hash = $2, is_password_change_required = false, version = version + 1
      where id = $1 and is_password_change_required`,
    [set.client, set.hash],
  );
  return changed === 1;
}

/** The client's open sessions but this one; their number is bounded where they are opened. */
export async function otherSessions(sql: Sql, of: { readonly client: ClientId; readonly sid: string }): Promise<string[]> {
  const rows = await sql.many<{ sid: string }>(
    'select sid from session where client_id = $1 and sid <> $2 and ended_at is null order by id',
    [of.client, of.sid],
  );
  return rows.map(({ sid }) => sid);
}
