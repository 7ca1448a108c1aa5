import type { Currency } from '../../base/currency.ts';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/* What other areas keep of a client, as lines of the file that compliance takes along. What is suspected of a client is not among them. */

export interface FileLine {
  readonly at: Date | null;
  readonly what: string;
  readonly detail: string;
}

const mostLines = 200;

const lines = {
  papers: `select created_at as at, kind as what,
      concat_ws(', ', case status when 1 then 'new' when 2 then 'approved' when 3 then 'rejected' when 4 then 'expired' when 5 then 'pending' when 6 then 'closed' else 'under way' end,
        'decided ' || to_char(decided_at, 'YYYY-MM-DD'), 'until ' || expiry_date) as detail
    from document where client_id = $1 order by id desc limit ${mostLines}`,
  screening: `select found_at as at, list || ', ' || kind as what, concat_ws(', ', entry->'names'->>0, points || ' of 100', replace(status, '_', ' ')) as detail
    from screening_hit where client_id = $1 order by id desc limit ${mostLines}`,
  tests: `select at, 'appropriateness, version ' || version as what, case when is_passed then 'passed' else 'not passed' end || ', ' || points || ' points' as detail
    from appropriateness_attempt where client_id = $1 order by id desc limit ${mostLines}`,
  dues: `select due_at as at, replace(what, '_', ' ') as what, replace(why, '_', ' ') as detail
    from client_due where client_id = $1 order by due_at limit ${mostLines}`,
  cases: `select opened_at as at, queue || ' ' || replace(subject, ':', ' ') as what, coalesce(replace(outcome, '_', ' '), 'open') as detail
    from desk_case where client_id = $1 order by id desc limit ${mostLines}`,
} as const;
export type FileSection = keyof typeof lines;
export const fileSections = Object.keys(lines) as readonly FileSection[];

export function linesOf(sql: Sql, section: FileSection, client: ClientId): Promise<FileLine[]> {
  return sql.many(lines[section], [client]);
}

export interface PaymentSum {
  readonly type: string;
  readonly currency: Currency;
  readonly count: number;
  readonly minor: bigint;
  readonly lastAt: Date;
}

/** What has come and gone, by kind and currency. */
export function paymentSums(sql: Sql, client: ClientId): Promise<PaymentSum[]> {
  return sql.many(
    `select transfer_type as type, currency, count(*)::integer as count, sum(amount)::bigint as minor, max(updated_at) as "lastAt"
       from remittance where client_id = $1 and phase = 'completed' group by transfer_type, currency order by 1, 2 limit ${mostLines}`,
    [client],
  );
}
