import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { LanguageKey } from '../../law/languages.ts';

/** What is typed at sign-up, with what it came by. */
export interface SignUp {
  readonly email: string;
  readonly country: string;
  readonly mobilePhone: string;
  readonly passwordHash: string;
  readonly language: LanguageKey;
  readonly termsVersion: number;
  readonly agentId: string | null;
  readonly campaign: Readonly<Record<string, string>>;
}

export interface SignUpRow {
  id: number;
  secret_hash: Buffer;
  email: string;
  country: string;
  mobile_phone: string;
  password_hash: string;
  language: LanguageKey;
  terms_version: number;
  agent_id: string | null;
  campaign: Record<string, string>;
}

const columns = 'id, secret_hash, email, country, mobile_phone, password_hash, language, terms_version, agent_id, campaign';

export interface Hashes {
  readonly secretHash: Buffer;
  readonly linkHash: Buffer;
}

export async function insertSignUp(
  sql: Sql,
  begun: SignUp & Hashes & { readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await sql.run(
    `insert into registration (secret_hash, link_hash, email, country, mobile_phone, password_hash, language, terms_version,
       agent_id, campaign, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      begun.secretHash,
      begun.linkHash,
      begun.email,
      begun.country,
      begun.mobilePhone,
      begun.passwordHash,
      begun.language,
      begun.termsVersion,
      begun.agentId,
      JSON.stringify(begun.campaign),
      begun.at,
      begun.expiresAt,
    ],
  );
}

/** What was typed before is typed anew by the browser that began it: its letter stays good. */
export async function changeSignUp(sql: Sql, changed: SignUp & { readonly id: number }): Promise<void> {
  await sql.run(
    `update registration set country = $2, mobile_phone = $3, password_hash = $4, language = $5, terms_version = $6,
       agent_id = $7, campaign = $8 where id = $1`,
    [
      changed.id,
      changed.country,
      changed.mobilePhone,
      changed.passwordHash,
      changed.language,
      changed.termsVersion,
      changed.agentId,
      JSON.stringify(changed.campaign),
    ],
  );
}

/** A letter with another link is on its way. */
export async function changeLink(sql: Sql, changed: { readonly id: number; readonly linkHash: Buffer }): Promise<void> {
  await sql.run('update registration set link_hash = $2 where id = $1', [changed.id, changed.linkHash]);
}

/** The sign-up that is under way by the cookie or by the link of its letter. */
export function findSignUp(sql: Sql, by: { readonly secretHash: Buffer; readonly now: Date }): Promise<SignUpRow | undefined> {
  return sql.maybe(`select ${columns} from registration where secret_hash = $1 and expires_at > $2`, [by.secretHash, by.now]);
}

export function findSignUpByLink(
  sql: Sql,
  by: { readonly linkHash: Buffer; readonly now: Date },
): Promise<SignUpRow | undefined> {
  return sql.maybe(`select ${columns} from registration where link_hash = $1 and expires_at > $2`, [by.linkHash, by.now]);
}

/** Ends a sign-up; false when it has ended meanwhile. */
export async function endSignUp(sql: Sql, id: number): Promise<boolean> {
  return (await sql.run('delete from registration where id = $1', [id])) === 1;
}

/** Forgets the sign-ups that nobody has finished in time. */
export async function clearSignUps(sql: Sql, now: Date): Promise<void> {
  await sql.run('delete from registration where expires_at <= $1', [now]);
}

export interface OriginRow {
  confirmed_by: 'code' | 'link';
  address: string;
  agent: string;
  language: string;
  agent_id: string | null;
  campaign: Record<string, string>;
  at: Date;
}

export async function keepOrigin(sql: Sql, of: { readonly clientId: ClientId; readonly origin: OriginRow }): Promise<void> {
  const { origin } = of;
  await sql.run(
    `insert into client_origin (client_id, confirmed_by, address, agent, language, agent_id, campaign, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      of.clientId,
      origin.confirmed_by,
      origin.address,
      origin.agent.slice(0, 400),
      origin.language,
      origin.agent_id,
      JSON.stringify(origin.campaign),
      origin.at,
    ],
  );
}

export function originOf(sql: Sql, client: number): Promise<OriginRow | undefined> {
  return sql.maybe(
    'select confirmed_by, address, agent, language, agent_id, campaign, at from client_origin where client_id = $1',
    [client],
  );
}

/** Which terms a client has agreed to, newest first. */
export function agreementsOf(
  sql: Sql,
  client: number,
): Promise<{ company_id: number; version: number; agreed_at: Date; address: string }[]> {
  return sql.many(
    `select company_id, version, agreed_at, address from terms_agreement where client_id = $1
      order by agreed_at desc, company_id, version desc limit 100`,
    [client],
  );
}
