import type { Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId, RemittanceId } from '../../base/id.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';

/** What a client owes of one reversal. Amounts are minor units. */
export interface Debt {
  readonly id: number;
  /** The reversal that it is the rest of. */
  readonly remittanceId: RemittanceId;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly remaining: bigint;
  readonly openedAt: Date;
}

export const debtColumns = `d.id, d.remittance_id as "remittanceId", d.client_id as "clientId", d.company_id as "companyId", d.currency,
  d.amount, d.remaining, d.opened_at as "openedAt"`;

const mostDebts = 1000;

/** What of a client is owed, the oldest first. */
export function openDebts(sql: Sql, clientId: ClientId): Promise<Debt[]> {
  return sql.many<Debt>(
    `select ${debtColumns} from client_debt d where d.client_id = $1 and d.remaining > 0 order by d.id limit ${mostDebts}`,
    [clientId],
  );
}

/** Takes so much off a debt. The table itself refuses more than remains of it. */
export async function payDebt(sql: Sql, paid: { readonly id: number; readonly minor: bigint; readonly at: Date }): Promise<void> {
  await sql.run(
    `update client_debt set remaining = remaining - $2, ended_at = case when remaining = $2 then $3::timestamptz end where id = $1`,
    [paid.id, paid.minor, paid.at],
  );
}

/** Something of a debt that is taken. */
export interface Collection {
  readonly id: number;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly currency: Currency;
  /** What of the debt it pays. */
  readonly amount: bigint;
  /** Null: a wallet. */
  readonly sourcePlatform: PlatformKey | null;
  readonly sourceNumber: AccountNumber;
  readonly sourceCurrency: Currency;
  readonly sourceAmount: bigint;
  readonly tag: string | null;
}

const collectionColumns = `c.id, c.client_id as "clientId", c.company_id as "companyId", c.currency, c.amount,
  c.source_platform as "sourcePlatform", c.source_number as "sourceNumber", c.source_currency as "sourceCurrency",
  c.source_amount as "sourceAmount", c.tag`;

/** Writes a collection down; one from a trading account is asked for then, one from a wallet is posted with it. */
export function insertCollection(
  sql: Sql,
  order: Omit<Collection, 'id' | 'tag'> & { /** In US cents; null: nothing is exchanged. */ readonly exchanged: bigint | null },
  at: Date,
): Promise<Collection> {
  return sql.one<Collection>(
    `insert into debt_collection as c (id, client_id, company_id, currency, amount, source_platform, source_number, source_currency,
       source_amount, tag, state, created_at, ended_at, exchanged)
     select n.id, $1, $2, $3, $4, $5::text, $6, $7, $8,
       case when $5::text is not null then 'd' || n.id || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8) end,
       case when $5::text is null then 'posted' else 'asked' end, $9, case when $5::text is null then $9::timestamptz end, $10
     from (select nextval(pg_get_serial_sequence('debt_collection', 'id'))::integer as id) n
     returning ${collectionColumns}`,
    [
      order.clientId,
      order.companyId,
      order.currency,
      order.amount,
      order.sourcePlatform,
      order.sourceNumber,
      order.sourceCurrency,
      order.sourceAmount,
      at,
      order.exchanged,
    ],
  );
}

/** What trading platforms were asked for and have not done yet. */
export function askedCollections(sql: Sql, clientId: ClientId): Promise<Collection[]> {
  return sql.many<Collection>(
    `select ${collectionColumns} from debt_collection c where c.client_id = $1 and c.state = 'asked' order by c.id limit 100`,
    [clientId],
  );
}

/** Ends one that was asked for; false when somebody else has ended it. */
export async function endCollection(
  sql: Sql,
  id: number,
  ended: { readonly state: 'posted' | 'dropped'; readonly at: Date },
): Promise<boolean> {
  const changed = await sql.run(`update debt_collection set state = $2, ended_at = $3 where id = $1 and state = 'asked'`, [
    id,
    ended.state,
    ended.at,
  ]);
  return changed === 1;
}
