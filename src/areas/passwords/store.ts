import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { clientProfileColumns, readClientProfile, type ClientProfileRow } from '../../law/clientProfile.ts';
import type { ClientProfile } from '../../law/gates.ts';

/** What of a client a new password hangs on. */
export interface PasswordFacts {
  readonly id: ClientId;
  readonly profile: ClientProfile;
  readonly email: string;
  readonly mobilePhone: string | null;
  readonly language: string;
  /** What nobody should find in a password. */
  readonly names: readonly string[];
  readonly passwordHash: string;
  readonly isChangeRequired: boolean;
}

type FactsRow = ClientProfileRow & {
  email: string;
  mobile_phone: string | null;
  language: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  is_password_change_required: boolean;
};

const columns = `${clientProfileColumns()}, email, mobile_phone, language, first_name, last_name, password_hash,
  is_password_change_required`;

export async function passwordFacts(sql: Sql, client: ClientId): Promise<PasswordFacts> {
  return readFacts(await sql.one<FactsRow>(`select ${columns} from client where id = $1`, [client]));
}

/** Of the client with that address, in lower case. */
export async function passwordFactsOf(sql: Sql, email: string): Promise<PasswordFacts | undefined> {
  const row = await sql.maybe<FactsRow>(`select ${columns} from client where email = $1`, [email]);
  return row && readFacts(row);
}

function readFacts(row: FactsRow): PasswordFacts {
  return {
    id: clientId(row.id),
    profile: readClientProfile(row),
    email: row.email,
    mobilePhone: row.mobile_phone,
    language: row.language,
    names: [row.first_name, row.last_name],
    passwordHash: row.password_hash,
    isChangeRequired: row.is_password_change_required,
  };
}

export interface NewPassword {
  readonly client: ClientId;
  readonly hash: string;
  /** Only while a change is required of the client. */
  readonly onlyWhenRequired?: boolean;
}

/** False when it is not required any more. */
export async function setPassword(sql: Sql, { client, hash, onlyWhenRequired = false }: NewPassword): Promise<boolean> {
  const changed = await sql.run(
    `update client set password_hash = $2, is_password_change_required = false, version = version + 1
      where id = $1 and (is_password_change_required or not $3)`,
    [client, hash, onlyWhenRequired],
  );
  return changed === 1;
}
