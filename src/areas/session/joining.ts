import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { companyProfileOf } from '../../law/regions/index.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { StatusId } from '../../law/statuses.ts';

/** Who signs up, once the e-mail is theirs. */
export interface NewClient {
  readonly company: CompanyId;
  readonly country: string;
  readonly status: StatusId;
  readonly email: string;
  readonly mobilePhone: string;
  readonly passwordHash: string;
  readonly language: LanguageKey;
  /** Of the notice on personal data, that need not be asked of them; 0: it is. */
  readonly personalDataVersion: number;
  readonly at: Date;
}

/** Whether a client has this e-mail, which is in small letters. */
export async function isKnownEmail(sql: Sql, email: string): Promise<boolean> {
  return (await whoseEmail(sql, email)) !== 'nobody';
}

/**
 * Whose this e-mail is, which is in small letters. Of somebody who had their data erased it is kept with their records for as long as the law
 * keeps those: nobody signs in with it, and nobody signs up.
 */
export async function whoseEmail(sql: Sql, email: string): Promise<'nobody' | 'client' | 'erased'> {
  const row = await sql.maybe<{ isErased: boolean }>(
    `select exists (select from erasure_request r where r.client_id = c.id and r.state = 'agreed') as "isErased"
       from client c where c.email = $1`,
    [email],
  );
  if (!row) return 'nobody';
  return row.isErased ? 'erased' : 'client';
}

/** Writes a new client with a person of its own; undefined when a client with this e-mail is there by now. */
export async function insertClient(sql: Sql, joining: NewClient): Promise<ClientId | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `with human as (
       insert into person (created_at) select $9 where not exists (select from client where email = $5) returning id)
     insert into client (person_id, company_id, branch_id, country, status_id, email, mobile_phone, password_hash, language,
         is_terms_agreed, can_refer, registered_at, personal_data_version)
       select id, $1, $2, $3, $4, $5, $6, $7, $8, false, true, $9, $10 from human
     on conflict (email) do nothing returning id`,
    [
      joining.company,
      companyProfileOf(joining.company).branch,
      joining.country,
      joining.status,
      joining.email,
      joining.mobilePhone,
      joining.passwordHash,
      joining.language,
      joining.at,
      joining.personalDataVersion,
    ],
  );
  return row && clientId(row.id);
}
