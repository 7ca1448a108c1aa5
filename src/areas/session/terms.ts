import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

interface Agreement {
  readonly clientId: ClientId;
  readonly company: number;
  readonly version: number;
  /** From where it was agreed to. */
  readonly address: string;
  readonly at: Date;
}

/** The client has agreed to that version of the terms: kept for good, and told to every session. */
export async function agreeTerms(sql: Sql, { clientId: client, company, version, address, at }: Agreement): Promise<void> {
  await sql.run(
    `insert into terms_agreement (client_id, company_id, version, agreed_at, address) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [client, company, version, at, address],
  );
  await sql.run(
    `update client set is_terms_agreed = true, terms_version = greatest(terms_version, $2), version = version + 1
      where id = $1 and (not is_terms_agreed or terms_version < $2)`,
    [client, version],
  );
}

/** The client has agreed to that version of the notice on personal data: kept for good, and told to every session. */
export async function agreePersonalData(sql: Sql, { clientId: client, company, version, address, at }: Agreement): Promise<void> {
  await sql.run(
    `insert into personal_data_agreement (client_id, company_id, version, agreed_at, address) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [client, company, version, at, address],
  );
  await sql.run(
    'update client set personal_data_version = $2, version = version + 1 where id = $1 and personal_data_version < $2',
    [client, version],
  );
}
