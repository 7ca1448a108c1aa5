import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** Statuses of closed clients (document 1 §4). */
const closed = '(5, 18, 19)';

/** So many behind that client. */
interface Page {
  readonly after: number;
  readonly limit: number;
}

/** Closed clients with money in a wallet or on an account that is no demo, so many at most; each with whether it is so. */
export function closedWithMoney(sql: Sql, { after, limit }: Page): Promise<{ clientId: ClientId }[]> {
  return sql.many<{ clientId: ClientId }>(
    `select c.id as "clientId" from client c where c.id > $2 and c.status_id in ${closed} and (
       exists (select from ledger_account b where b.client_id = c.id and b.kind = 'wallet' and b.balance > 0)
       or exists (select from trading_account a where a.client_id = c.id and not a.is_demo and a.balance > 0))
     order by c.id limit $1`,
    [limit, after],
  );
}

/** Clients whose case stands in the queue. */
export async function casesOpen(sql: Sql, { after, limit }: Page): Promise<ClientId[]> {
  const rows = await sql.many<{ clientId: ClientId }>(
    `select client_id as "clientId" from desk_case where queue = 'withdrawals' and closed_at is null and subject like 'closing:%' and client_id > $2
     order by client_id limit $1`,
    [limit, after],
  );
  return rows.map(({ clientId }) => clientId);
}
