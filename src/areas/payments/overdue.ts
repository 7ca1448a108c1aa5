import type { RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { drivenPhases } from './rules.ts';
import { columns, type Remittance } from './store.ts';

/** What no worker has moved on for a while; taken by the sweep. */
export async function stuckRemittances(sql: Sql, before: Date, limit: number): Promise<RemittanceId[]> {
  const rows = await sql.many<{ id: RemittanceId }>(
    `select u.remittance_id as id from remittance_under_way u join remittance r on r.id = u.remittance_id
     where u.phase = any($3) and u.updated_at < $1
       -- Its parts are looked at one by one; that the last one has ended, whoever ended it may not have lived to see.
       and not (r.transfer_type = 'withdraw' and u.phase = 'sent'
         and exists (select from payout p where p.remittance_id = r.id and p.phase in ('waiting', 'sent')))
     order by u.updated_at, u.remittance_id limit $2`,
    [before, limit, drivenPhases],
  );
  return rows.map((row) => row.id);
}

/** Payments that nobody finished in time. */
export async function overduePayments(sql: Sql, now: Date, limit: number): Promise<Remittance[]> {
  return sql.many<Remittance>(
    `select ${columns} from remittance_under_way u join remittance r on r.id = u.remittance_id
     where u.phase = 'waiting_payment' and u.expires_at <= $1 order by u.expires_at, u.remittance_id limit $2`,
    [now, limit],
  );
}

/** Drops quotes that nobody saved and that ran out before then, at most a thousand; answers how many. */
export async function dropOldQuotes(sql: Sql, before: Date): Promise<number> {
  const row = await sql.one<{ dropped: number }>('select remittance_drop_quotes($1) as dropped', [before]);
  return row.dropped;
}
