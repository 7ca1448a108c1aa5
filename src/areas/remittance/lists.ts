import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { TransferStatus, TransferType } from './contract.ts';
import type { ListCursor } from './rules.ts';
import { columns, type Remittance } from './store.ts';

export interface ListFilters {
  readonly clientId: number;
  /** Included. */
  readonly from: Date | undefined;
  /** Not included. */
  readonly till: Date | undefined;
  readonly type: TransferType | undefined;
  readonly status: TransferStatus | undefined;
  readonly account: number | undefined;
}

/**
 * Saved transfers, the newest first. Every page behind a cursor costs the same, however deep: bounds that are not asked
 * for are infinite instead of absent, so that the one kept plan walks the index from the cursor on.
 */
export async function listTransfers(
  sql: Sql,
  filters: ListFilters,
  page: { readonly after: ListCursor | undefined; readonly offset: number; readonly limit: number },
): Promise<Remittance[]> {
  const upper = upperBound(filters.till, page.after);
  return sql.many<Remittance>(
    `select ${columns} from remittance r
     where r.client_id = $1 and r.saved_at is not null
       and (r.created_at, r.id) < ($2::timestamptz, $3::integer) and r.created_at >= $4::timestamptz
       and ($5::text is null or r.transfer_type = $5) and ($6::text is null or r.status = $6)
       and ($7::integer is null or r.account_number = $7 or r.target_number = $7)
     order by r.created_at desc, r.id desc limit $8 offset $9`,
    [
      filters.clientId,
      upper.at,
      upper.id,
      filters.from ?? '-infinity',
      filters.type ?? null,
      filters.status ?? null,
      filters.account ?? null,
      page.limit,
      page.offset,
    ],
  );
}

/** The index is entered at one place only, so the filter's end and the cursor are made one bound: the earlier of both. */
function upperBound(
  till: Date | undefined,
  after: ListCursor | undefined,
): { readonly at: Date | 'infinity'; readonly id: number } {
  if (after && (!till || after.at < till)) return after;
  return { at: till ?? 'infinity', id: 0 };
}

/** Saved transfers by their number, by an account at either end, or by an amount at either end; that very number first. */
export async function findTransfers(
  sql: Sql,
  wanted: {
    readonly clientId: number;
    readonly number: number | null;
    readonly amounts: readonly { readonly currency: Currency; readonly minor: bigint }[];
    readonly limit: number;
  },
): Promise<Remittance[]> {
  return sql.many<Remittance>(
    `select ${columns} from remittance r
     where r.client_id = $1 and r.saved_at is not null
       and (r.id = $2 or r.account_number = $2 or r.target_number = $2
         or (r.currency, r.amount) in (select * from unnest($3::text[], $4::bigint[]))
         or (r.account_currency, r.account_amount) in (select * from unnest($3::text[], $4::bigint[])))
     order by (r.id = $2) desc nulls last, r.created_at desc, r.id desc limit $5`,
    [
      wanted.clientId,
      wanted.number,
      wanted.amounts.map(({ currency }) => currency),
      wanted.amounts.map(({ minor }) => minor),
      wanted.limit,
    ],
  );
}

/** What is under way, the newest first. */
export async function openTransfers(sql: Sql, clientId: number, limit: number): Promise<Remittance[]> {
  return sql.many<Remittance>(
    `select ${columns} from remittance r where r.client_id = $1 and r.saved_at is not null
       and r.phase in ('starting', 'waiting_payment', 'on_review', 'received', 'held', 'sent', 'returning', 'reversing')
     order by r.created_at desc, r.id desc limit $2`,
    [clientId, limit],
  );
}

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

/** Whether anything has ever been credited to that account by a remittance. */
export async function wasEverFunded(sql: Sql, number: number): Promise<boolean> {
  const row = await sql.one<{ funded: boolean }>(
    `select exists (select from remittance where phase = 'completed' and transfer_type = 'deposit' and account_number = $1)
         or exists (select from remittance where phase = 'completed' and transfer_type = 'transfer' and target_number = $1) as funded`,
    [number],
  );
  return row.funded;
}

/** Cards as the provider masks them, by their last use. */
export async function cardsOf(sql: Sql, clientId: number): Promise<{ mask: string; brand: string | null; lastUsedAt: Date }[]> {
  return sql.many(
    `select card_mask as mask, max(card_brand) as brand, max(updated_at) as "lastUsedAt" from remittance
     where client_id = $1 and card_mask is not null and saved_at is not null group by card_mask order by 3 desc limit 50`,
    [clientId],
  );
}

/** Drops quotes that nobody saved and that ran out before then, at most a thousand; answers how many. */
export async function dropOldQuotes(sql: Sql, before: Date): Promise<number> {
  const row = await sql.one<{ dropped: number }>('select remittance_drop_quotes($1) as dropped', [before]);
  return row.dropped;
}
