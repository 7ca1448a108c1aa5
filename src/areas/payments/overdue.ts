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

interface Overdue {
  readonly provider: string;
  readonly now: Date;
  /** Behind that one, as it was read; undefined: from the first on. */
  readonly behind: Pick<Remittance, 'id' | 'expiresAt'> | undefined;
  readonly limit: number;
}

/** Who has payments that nobody finished in time. */
export async function overdueProviders(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql.many<{ provider: string }>(
    `select distinct r.provider from remittance_under_way u join remittance r on r.id = u.remittance_id
     where u.phase = 'waiting_payment' and u.expires_at <= $1 and r.provider is not null order by r.provider`,
    [now],
  );
  return rows.map(({ provider }) => provider);
}

/** Payments of a provider that nobody finished in time. */
export async function overduePayments(sql: Sql, { provider, now, behind, limit }: Overdue): Promise<Remittance[]> {
  return sql.many<Remittance>(
    `select ${columns} from remittance_under_way u join remittance r on r.id = u.remittance_id
     where u.phase = 'waiting_payment' and u.expires_at <= $1 and r.provider = $2
       and ($3::bigint is null or (u.expires_at, u.remittance_id) > ($4::timestamptz, $3))
     order by u.expires_at, u.remittance_id limit $5`,
    [now, provider, behind?.id ?? null, behind?.expiresAt ?? null, limit],
  );
}

/** Drops quotes that nobody saved and that ran out before then, at most a thousand; answers how many. */
export async function dropOldQuotes(sql: Sql, before: Date): Promise<number> {
  const row = await sql.one<{ dropped: number }>('select remittance_drop_quotes($1) as dropped', [before]);
  return row.dropped;
}
