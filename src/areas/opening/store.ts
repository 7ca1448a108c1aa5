import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** What the platform is told of an account's owner. */
export interface Owner {
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly is_terms_agreed: boolean;
  readonly terms_version: number;
}

interface OwnerRow {
  first_name: string;
  last_name: string;
  email: string;
  country: string;
  is_terms_agreed: boolean;
  terms_version: number;
}

const ownerColumns = 'first_name, last_name, email, country, is_terms_agreed, terms_version';

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
    is_terms_agreed: row.is_terms_agreed,
    terms_version: row.terms_version,
  };
}

/** The account that this key opened, unless that came to nothing. Under the lock of the client's row. */
export async function accountOfKey(sql: Sql, client: ClientId, key: string): Promise<number | undefined> {
  const row = await sql.maybe<{ number: number }>(
    `select k.number from opening_key k join trading_account a on a.number = k.number
      where k.client_id = $1 and k.key = $2 and a.status <> 'failed'`,
    [client, key],
  );
  return row?.number;
}

export async function keepKey(sql: Sql, kept: { client: ClientId; key: string; number: number }): Promise<void> {
  await sql.run(
    `insert into opening_key (client_id, key, number) values ($1, $2, $3)
     on conflict (client_id, key) do update set number = excluded.number`,
    [kept.client, kept.key, kept.number],
  );
}
