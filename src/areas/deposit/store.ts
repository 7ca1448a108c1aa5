import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** The method that the client wants deposits to begin with; undefined where they have chosen none. */
export async function preferredMethodOf(sql: Sql, clientId: ClientId): Promise<number | undefined> {
  const row = await sql.maybe<{ method: number }>('select method_id as method from preferred_method where client_id = $1', [
    clientId,
  ]);
  return row?.method;
}

export async function prefer(
  sql: Sql,
  { clientId, method, now }: { readonly clientId: ClientId; readonly method: number; readonly now: Date },
): Promise<void> {
  await sql.run(
    `insert into preferred_method (client_id, method_id, chosen_at) values ($1, $2, $3)
     on conflict (client_id) do update set method_id = excluded.method_id, chosen_at = excluded.chosen_at`,
    [clientId, method, now],
  );
}

export async function preferNone(sql: Sql, clientId: ClientId): Promise<void> {
  await sql.run('delete from preferred_method where client_id = $1', [clientId]);
}
