import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** What the platform is told of an account's owner. */
export interface Owner {
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly isTermsAgreed: boolean;
}

interface OwnerRow {
  first_name: string;
  last_name: string;
  email: string;
  country: string;
  is_terms_agreed: boolean;
}

const ownerColumns = 'first_name, last_name, email, country, is_terms_agreed';

/** The client's row, locked: two openings at once are counted one after the other. */
export async function lockOwner(sql: Sql, client: ClientId): Promise<Owner> {
  return readOwner(await sql.one<OwnerRow>(`select ${ownerColumns} from client where id = $1 for update`, [client]));
}

export async function ownerOf(sql: Sql, client: ClientId): Promise<Owner> {
  return readOwner(await sql.one<OwnerRow>(`select ${ownerColumns} from client where id = $1`, [client]));
}

/** MetaTrader keeps at most 127 characters of a name, and wants one. */
const longestName = 127;

function readOwner(row: OwnerRow): Owner {
  return {
    name: (`${row.first_name} ${row.last_name}`.trim() || row.email).slice(0, longestName),
    email: row.email,
    country: row.country,
    isTermsAgreed: row.is_terms_agreed,
  };
}

export async function agreeTerms(sql: Sql, client: ClientId): Promise<void> {
  await sql.run('update client set is_terms_agreed = true, version = version + 1 where id = $1', [client]);
}
