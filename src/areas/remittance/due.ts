import type { Sql } from '../../base/sql.ts';
import { columns, type Remittance } from './store.ts';

/** What no worker has moved on for a while; taken by the sweep. */
export async function stuckRemittances(sql: Sql, before: Date, limit: number): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `select id from remittance where phase in ('starting', 'received', 'held', 'sent', 'returning', 'reversing') and updated_at < $1
     order by updated_at, id limit $2`,
    [before, limit],
  );
  return rows.map((row) => row.id);
}

/** Payments that nobody finished in time. */
export async function overduePayments(sql: Sql, now: Date, limit: number): Promise<Remittance[]> {
  return sql.many<Remittance>(
    `select ${columns} from remittance r where r.phase = 'waiting_payment' and r.expires_at <= $1 order by r.expires_at, r.id limit $2`,
    [now, limit],
  );
}

/** Drops quotes that nobody saved and that ran out before then, at most a thousand; answers how many. */
export async function dropOldQuotes(sql: Sql, before: Date): Promise<number> {
  const row = await sql.one<{ dropped: number }>('select remittance_drop_quotes($1) as dropped', [before]);
  return row.dropped;
}
