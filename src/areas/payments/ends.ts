import { rowNumber, type ClientId, type RemittanceId } from '../../base/id.ts';
import { gathered, inTheirOrder } from '../../base/gather.ts';
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
  readonly place: number;
  readonly accounts: readonly (FundingAccountRow | null)[];
  readonly ratesVersion: bigint;
  readonly owes: boolean;
}

/** Of a client who is named in a row of `a`. */
const besides = `(select version from rate_version) as "ratesVersion",
  exists (select from client_debt d where d.client_id = a.client and d.remaining > 0) as owes`;

/** The funding accounts that a client names, by their numbers as callers write them. */
export async function endsNamed(sql: Sql, client: ClientId, named: readonly (string | number | undefined)[]): Promise<Ends> {
  const numbers = named.flatMap((each) => (each === undefined ? [] : (rowNumber(each) ?? [])));
  const row = await endsRow(sql, { client, numbers });
  if (!row) throw new Error('the ends of a payment were not answered');
  return readEnds(row);
}

const endsRow = gathered<{ readonly client: ClientId; readonly numbers: readonly number[] }, EndsRow | undefined>(
  async (sql, asked) => {
    const rows = await sql.many<EndsRow>(
      `select a.place::integer as place, ${besides}, coalesce((select jsonb_agg(${fundingAccountJson('f')})
         from funding_account f where f.number = any(a.numbers::integer[]) and f.client_id = a.client), '[]') as accounts
       from unnest($1::integer[], $2::text[]) with ordinality a (client, numbers, place)`,
      [asked.map(({ client }) => client), asked.map(({ numbers }) => `{${numbers.join(',')}}`)],
    );
    return inTheirOrder(asked.length, rows);
  },
);

/** A client's payment with its ends; undefined when it is somebody else's, or none. */
export async function remittanceWithEnds(
  sql: Sql,
  client: ClientId,
  id: RemittanceId,
): Promise<{ readonly remittance: Remittance; readonly ends: Ends } | undefined> {
  const row = await rowWithEnds(sql, { client, id });
  if (!row) return undefined;
  const { place: _, accounts, ratesVersion, owes, ...remittance } = row;
  return { remittance, ends: readEnds({ accounts, ratesVersion, owes }) };
}

const rowWithEnds = gathered<{ readonly client: ClientId; readonly id: RemittanceId }, (Remittance & EndsRow) | undefined>(
  async (sql, asked) => {
    const rows = await sql.many<Remittance & EndsRow>(
      `select a.place::integer as place, ${columns}, ${besides}, (select coalesce(jsonb_agg(${fundingAccountJson('f')} order by f.number <> r.account_number), '[]')
       from funding_account f where f.number in (r.account_number, r.target_number) and f.client_id = r.client_id) as accounts
     from unnest($1::integer[], $2::integer[]) with ordinality a (client, id, place)
     join remittance r on r.id = a.id and r.client_id = a.client`,
      [asked.map(({ client }) => client), asked.map(({ id }) => id)],
    );
    return inTheirOrder(asked.length, rows);
  },
);

function readEnds({ accounts, ratesVersion, owes }: Omit<EndsRow, 'place'>): Ends {
  return { accounts: accounts.flatMap((row) => (row ? [readFundingAccount(row)] : [])), ratesVersion, owes };
}

/** That of a number; undefined when it is none of the client's. */
export function endNumbered({ accounts }: Ends, number: number | null | undefined): FundingAccount | undefined {
  return accounts.find((each) => each.number === number);
}
