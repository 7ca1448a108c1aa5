import type { Sql } from '../../base/sql.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { StatusId } from '../../law/statuses.ts';
import type { OpenKind } from './contract.ts';

/** How many clients there are of one kind. */
export interface ClientsOfKind {
  readonly company: CompanyId;
  readonly country: string;
  readonly status: StatusId;
  readonly count: number;
}

export function clientsByKind(sql: Sql): Promise<ClientsOfKind[]> {
  return sql.many<ClientsOfKind>(
    `select company_id as company, country, status_id as status, count(*)::integer as count from client
     group by company_id, country, status_id order by company_id, country, status_id limit 10000`,
  );
}

/** Payments that have not come to their end, and quotes that hold, of one kind. */
export interface RequestsOfKind {
  readonly company: CompanyId;
  readonly country: string;
  readonly type: 'deposit' | 'withdraw' | 'transfer';
  readonly method: number | null;
  readonly currency: string;
  readonly isQuote: boolean;
  readonly count: number;
}

export function requestsByKind(sql: Sql, now: Date): Promise<RequestsOfKind[]> {
  return sql.many<RequestsOfKind>(
    `select r.company_id as company, c.country, r.transfer_type as type, r.method_id as method, r.currency, r.phase = 'quoted' as "isQuote",
       count(*)::integer as count
     from (
       select remittance_id as id from remittance_under_way
       union all select id from remittance where saved_at is null and phase = 'quoted' and expires_at > $1
     ) open join remittance r using (id) join client c on c.id = r.client_id
     where r.transfer_type <> 'reversal'
     group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3 limit 10000`,
    [now],
  );
}

/** Of each kind what is open now. */
export function countOpen(sql: Sql, now: Date): Promise<Readonly<Record<OpenKind, number>>> {
  return sql.one<Record<OpenKind, number>>(
    `select (select count(*) from gold_quote where used_at is null and expires_at > $1)::integer as gold_quotes,
       (select count(*) from gold_pledge where weight > 0 or credit > 0)::integer as gold_pledges,
       (select count(*) from gold_delivery where phase = 'asked')::integer as gold_terms,
       (select count(*) from gold_delivery where phase = 'requested')::integer as gold_unpaid,
       (select count(*) from gold_delivery where phase in ('requested', 'paid', 'allocated', 'shipped'))::integer as gold_deliveries,
       (select count(*) from negative_balance where status in ('found', 'waiting', 'corrected'))::integer as losses,
       (select count(*) from bank_entry where outcome = 'suspense')::integer as unmatched`,
    [now],
  );
}
