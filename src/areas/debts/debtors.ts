import type { ClientId, RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** Clients who owe something and were not looked at since then, the longest ago first; they are taken as looked at now. */
export async function takeDebtors(
  sql: Sql,
  of: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<ClientId[]> {
  const rows = await sql.many<{ clientId: ClientId }>(
    `update client_debt d set looked_at = $2 from (
       select id from client_debt where remaining > 0 and looked_at <= $1 order by looked_at limit $3 for update skip locked
     ) due where d.id = due.id returning d.client_id as "clientId"`,
    [of.before, of.now, of.limit],
  );
  return [...new Set(rows.map(({ clientId }) => clientId))];
}

/** The next sweep looks at that debt, whenever it was looked at last. */
export async function lookAgain(sql: Sql, remittanceId: RemittanceId): Promise<void> {
  await sql.run('update client_debt set looked_at = opened_at where remittance_id = $1 and remaining > 0', [remittanceId]);
}
