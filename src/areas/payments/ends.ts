import { rowNumber, type ClientId, type RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { fundingAccountJson, readFundingAccount, type FundingAccount, type FundingAccountRow } from '../fundingAccounts/face.ts';
import { columns, type Remittance } from './store.ts';

/** All that a confirmation or a saving looks at besides its row, read in one statement. */
export interface Ends {
  /** The client's own funding accounts among those that were named. */
  readonly accounts: readonly FundingAccount[];
  /** Of the rates, so that they are read again only when there are others. */
  readonly ratesVersion: bigint;
  /** Whether the client owes anything: seldom, so only then it is read what. */
  readonly owes: boolean;
}

interface EndsRow {
  readonly accounts: readonly (FundingAccountRow | null)[];
  readonly ratesVersion: bigint;
  readonly owes: boolean;
}

/** `$1` is the client. */
const besides = `(select version from rate_version) as "ratesVersion",
  exists (select from client_debt d where d.client_id = $1 and d.remaining > 0) as owes`;

/** The funding accounts that a client names, by their numbers as callers write them. */
export async function endsNamed(sql: Sql, client: ClientId, named: readonly (string | number | undefined)[]): Promise<Ends> {
  const numbers = named.flatMap((each) => (each === undefined ? [] : (rowNumber(each) ?? [])));
  const row = await sql.one<EndsRow>(
    `select ${besides}, coalesce((select jsonb_agg(${fundingAccountJson('f')})
       from funding_account f where f.number = any($2::integer[]) and f.client_id = $1), '[]') as accounts`,
    [client, numbers],
  );
  return readEnds(row);
}

/** A client's payment with its ends; undefined when it is somebody else's, or none. */
export async function remittanceWithEnds(
  sql: Sql,
  client: ClientId,
  id: RemittanceId,
): Promise<{ readonly remittance: Remittance; readonly ends: Ends } | undefined> {
  const row = await sql.maybe<Remittance & EndsRow>(
    `select ${columns}, ${besides}, jsonb_build_array(${fundingAccountJson('a')}, ${fundingAccountJson('t')}) as accounts
     from remittance r
     left join funding_account a on a.number = r.account_number and a.client_id = r.client_id
     left join funding_account t on t.number = r.target_number and t.client_id = r.client_id
     where r.id = $2 and r.client_id = $1`,
    [client, id],
  );
  if (!row) return undefined;
  const { accounts, ratesVersion, owes, ...remittance } = row;
  return { remittance, ends: readEnds({ accounts, ratesVersion, owes }) };
}

function readEnds({ accounts, ...besidesThem }: EndsRow): Ends {
  return { accounts: accounts.flatMap((row) => (row ? [readFundingAccount(row)] : [])), ...besidesThem };
}

/** That of a number; undefined when it is none of the client's. */
export function endNumbered({ accounts }: Ends, number: number | null | undefined): FundingAccount | undefined {
  return accounts.find((each) => each.number === number);
}
