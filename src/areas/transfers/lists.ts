import type { Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId, RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { ListedType, TransferStatus } from './contract.ts';
import { columns, type Remittance } from '../payments/face.ts';
import type { ListCursor } from './rules.ts';

export type { Remittance } from '../payments/face.ts';

/** What a line of a list tells of a transfer, and what says whether it is still under way. */
export type ListedTransfer = Pick<
  Remittance,
  | 'id'
  | 'type'
  | 'phase'
  | 'status'
  | 'methodId'
  | 'accountNumber'
  | 'targetNumber'
  | 'amount'
  | 'currency'
  | 'fee'
  | 'accountAmount'
  | 'accountCurrency'
  | 'rate'
  | 'arrivedMinor'
  | 'arrivedCurrency'
  | 'reason'
  | 'reasonValues'
  | 'reverses'
  | 'createdAt'
  | 'expiresAt'
  | 'updatedAt'
>;

/** Of `remittance r`. A list has many lines: what none of them tells is not read. */
const listedColumns = `r.id, r.transfer_type as type, r.phase, r.status, r.method_id as "methodId", r.account_number as "accountNumber",
  r.target_number as "targetNumber", r.amount, r.currency, r.fee, r.account_amount as "accountAmount",
  r.account_currency as "accountCurrency", r.rate, r.arrived_amount as "arrivedMinor", r.arrived_currency as "arrivedCurrency", r.reason,
  r.reason_values as "reasonValues", r.reverses, r.created_at as "createdAt", r.expires_at as "expiresAt", r.updated_at as "updatedAt"`;

export interface ListFilters {
  readonly clientId: ClientId;
  /** Included. */
  readonly from: Date | undefined;
  /** Not included. */
  readonly till: Date | undefined;
  readonly type: ListedType | undefined;
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
): Promise<ListedTransfer[]> {
  const upper = upperBound(filters.till, page.after);
  return sql.many<ListedTransfer>(
    `select ${listedColumns} from remittance r
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

/** How many saved transfers fit, counted up to `most`. */
export async function countTransfers(sql: Sql, filters: ListFilters, most: number): Promise<number> {
  const { count } = await sql.one<{ count: number }>(
    `select count(*)::integer as count from (
       select 1 from remittance r
       where r.client_id = $1 and r.saved_at is not null and r.created_at < $2::timestamptz and r.created_at >= $3::timestamptz
         and ($4::text is null or r.transfer_type = $4) and ($5::text is null or r.status = $5)
         and ($6::integer is null or r.account_number = $6 or r.target_number = $6)
       limit $7) as found`,
    [
      filters.clientId,
      filters.till ?? 'infinity',
      filters.from ?? '-infinity',
      filters.type ?? null,
      filters.status ?? null,
      filters.account ?? null,
      most,
    ],
  );
  return count;
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
    readonly clientId: ClientId;
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

/** Saved transfers of a client by their numbers, at most a hundred. */
export async function transfersOf(sql: Sql, clientId: ClientId, ids: readonly RemittanceId[]): Promise<Remittance[]> {
  if (ids.length === 0) return [];
  return sql.many<Remittance>(
    `select ${columns} from remittance r where r.client_id = $1 and r.saved_at is not null and r.id = any($2::integer[]) limit 100`,
    [clientId, ids],
  );
}

export interface DepositHint {
  readonly clientId: ClientId;
  /** The letters and figures of what was typed, small. */
  readonly plain: string;
  /** As it was typed. */
  readonly typed: string;
}

/**
 * Saved deposits of a client by what they have of one: its number or reference, the number or hash of the payment, the address that was
 * paid to, or the last four digits of the card. The newest first, at most ten.
 */
export async function depositsHinted(sql: Sql, { clientId, plain, typed }: DepositHint): Promise<Remittance[]> {
  return sql.many<Remittance>(
    `select ${columns} from remittance r
     where r.client_id = $1 and r.transfer_type = 'deposit' and r.saved_at is not null
       and (r.id::text = $2 or replace(r.reference, '-', '') = $2 or lower(r.provider_transaction) = lower($3)
         or lower(r.redirect -> 'payTo' ->> 'address') = lower($3)
         or $2 ~ '^[0-9]{4}$' and r.card_mask like '%' || $2
         or exists (select from provider_transaction t where t.remittance_id = r.id
           and (lower(t.transaction_id) = lower($3) or lower(t.hash) = lower($3))))
     order by r.created_at desc, r.id desc limit 10`,
    [clientId, plain, typed],
  );
}

/** Whether anything went from the one to the other since, or is on its way. */
export async function wasMovedOn(
  sql: Sql,
  of: { readonly clientId: ClientId; readonly from: AccountNumber; readonly to: AccountNumber; readonly since: Date },
): Promise<boolean> {
  const { found } = await sql.one<{ found: boolean }>(
    `select exists (select from remittance where client_id = $1 and transfer_type = 'transfer' and account_number = $2
       and target_number = $3 and saved_at >= $4 and status not in ('declined', 'cancelled', 'failed')) as found`,
    [of.clientId, of.from, of.to, of.since],
  );
  return found;
}

/** What is under way, the newest first. */
export async function openTransfers(sql: Sql, clientId: ClientId, limit: number): Promise<Remittance[]> {
  return sql.many<Remittance>(
    `select ${columns} from remittance_under_way u join remittance r on r.id = u.remittance_id where u.client_id = $1
     order by r.created_at desc, r.id desc limit $2`,
    [clientId, limit],
  );
}

/** Cards as the provider masks them, by their last use. */
export async function cardsOf(sql: Sql, clientId: ClientId): Promise<{ mask: string; brand: string | null; lastUsedAt: Date }[]> {
  return sql.many(
    `select card_mask as mask, max(card_brand) as brand, max(updated_at) as "lastUsedAt" from remittance
     where client_id = $1 and card_mask is not null and saved_at is not null group by card_mask order by 3 desc limit 50`,
    [clientId],
  );
}

/** The method that a client paid in by last. */
export async function lastMethodOf(sql: Sql, clientId: ClientId): Promise<number | undefined> {
  const row = await sql.maybe<{ method: number | null }>(
    `select method_id as method from remittance
      where client_id = $1 and transfer_type = 'deposit' and saved_at is not null order by id desc limit 1`,
    [clientId],
  );
  return row?.method ?? undefined;
}
