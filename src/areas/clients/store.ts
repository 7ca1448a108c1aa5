import type { Currency } from '../../base/currency.ts';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Destination } from './contract.ts';

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

export interface DestinationRow {
  readonly methodId: number;
  readonly name: string;
  /** Null: what paid in, to which a withdrawal goes back. */
  readonly details: unknown;
  readonly createdAt: Date;
  /** It has cooled off from then on; null while no withdrawal to it was asked for. */
  readonly usableFrom: Date | null;
  /** Of a prepaid card: whether money can go onto it; null of all else. */
  readonly isOpen: boolean | null;
  /** Of an address of a chain: what was said of it last. */
  readonly risk: NonNullable<Destination['screening']>['risk'] | null;
  readonly screenedAt: Date | null;
}

const mostDestinations = 50;

/** Where a client's withdrawals go, have gone, or were to go: what they named, and what they paid in by. The newest first. */
export function destinationsOf(sql: Sql, client: ClientId): Promise<DestinationRow[]> {
  return sql.many(
    `select * from (
       select o.method_id as "methodId", o.name, o.details, o.created_at as "createdAt", d.usable_from as "usableFrom", c.is_open as "isOpen",
         s.risk, s.at as "screenedAt"
       from own_destination o
       left join payout_destination d on d.client_id = o.client_id and d.method_id = o.method_id and d.name = o.name
       left join card_destination c on c.destination_id = o.id
       left join lateral (select risk, at from destination_screening where destination_id = o.id order by id desc limit 1) s on true
       where o.client_id = $1
       union all
       select d.method_id, d.name, null, d.created_at, d.usable_from, null, null, null from payout_destination d
       where d.client_id = $1 and not exists (select from own_destination o
         where o.client_id = d.client_id and o.method_id = d.method_id and o.name = d.name)
     ) known order by "createdAt" desc, name limit ${mostDestinations}`,
    [client],
  );
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
