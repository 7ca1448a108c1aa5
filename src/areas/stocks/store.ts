import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { StockFacts } from './rules.ts';

interface FactsRow {
  hasCommon: boolean;
  hasExtra: boolean;
  validUntil: string | null;
}

export async function stockFactsOf(sql: Sql, client: ClientId): Promise<StockFacts> {
  const row = await sql.one<FactsRow>(
    `select exists (select from stock_questionnaire where client_id = $1 and kind = 'common') as "hasCommon",
       exists (select from stock_questionnaire where client_id = $1 and kind = 'extra') as "hasExtra",
       (select to_char(valid_until, 'YYYY-MM-DD') from w8ben where client_id = $1 order by id desc limit 1) as "validUntil"`,
    [client],
  );
  return { ...row, validUntil: row.validUntil ?? undefined };
}

/** Who signs, and the tax number that is known: of an earlier W-8BEN, else of the registration. */
export async function signerOf(sql: Sql, client: ClientId): Promise<{ readonly name: string; readonly tin: string }> {
  return sql.one(
    `select trim(first_name || ' ' || last_name) as name, coalesce(
       (select tin from w8ben where client_id = $1 order by id desc limit 1),
       (select answers ->> 'tax_id' from enrolment where client_id = $1 order by at desc limit 1), '') as tin
     from client where id = $1`,
    [client],
  );
}

export interface Answered {
  readonly client: ClientId;
  readonly kind: 'common' | 'extra';
  readonly answers: Readonly<Record<string, string | boolean>>;
  readonly at: Date;
}

export async function keepQuestionnaire(sql: Sql, { client, kind, answers, at }: Answered): Promise<void> {
  await sql.run('insert into stock_questionnaire (client_id, kind, answers, at) values ($1, $2, $3, $4)', [
    client,
    kind,
    JSON.stringify(answers),
    at,
  ]);
}

export interface Signed {
  readonly client: ClientId;
  readonly tin: string;
  readonly country: string;
  readonly mailing: Readonly<Record<string, string>> | null;
  readonly signature: string;
  readonly at: Date;
  readonly validUntil: string;
}

export async function keepW8ben(sql: Sql, signed: Signed): Promise<void> {
  const { client, tin, country, mailing, signature, at, validUntil } = signed;
  await sql.run(
    `insert into w8ben (client_id, tin, country, mailing, signature, signed_at, valid_until) values ($1, $2, $3, $4, $5, $6, $7)`,
    [client, tin, country, mailing === null ? null : JSON.stringify(mailing), signature, at, validUntil],
  );
}

export interface Ending {
  readonly id: number;
  readonly clientId: ClientId;
  readonly validUntil: string;
}

/** The newest W-8BEN of each client whose last day is within a span (yyyy-MM-dd, both included), after that row. */
export async function endingBetween(
  sql: Sql,
  span: { readonly from: string; readonly till: string; readonly after: number; readonly limit: number },
): Promise<Ending[]> {
  return sql.many<Ending>(
    `select id::integer as id, client_id as "clientId", to_char(valid_until, 'YYYY-MM-DD') as "validUntil" from w8ben w
      where valid_until between $1::date and $2::date and id > $3
        and not exists (select from w8ben newer where newer.client_id = w.client_id and newer.id > w.id)
      order by id limit $4`,
    [span.from, span.till, span.after, span.limit],
  );
}

/** What was agreed to with the exchange, with the account that it is for. */
export async function keepAgreement(
  sql: Sql,
  of: { readonly number: number; readonly client: ClientId; readonly isNonProfessional: boolean; readonly at: Date },
): Promise<void> {
  await sql.run('insert into stock_agreement (number, client_id, non_professional, agreed_at) values ($1, $2, $3, $4)', [
    of.number,
    of.client,
    of.isNonProfessional,
    of.at,
  ]);
}

/** Accounts of these types behind the one of that number whose clients have no W-8BEN that counts on a day (yyyy-MM-dd). */
export async function accountsWithoutForm(
  sql: Sql,
  of: {
    readonly platform: PlatformKey;
    readonly types: readonly string[];
    readonly day: string;
    readonly after: number;
    readonly limit: number;
  },
): Promise<readonly { readonly number: AccountNumber; readonly clientId: ClientId }[]> {
  return sql.many(
    `select a.number, a.client_id as "clientId" from trading_account a
      where a.platform = $1 and a.status = 'active' and a.type_key = any($2::text[]) and a.number > $4
        and not coalesce((select w.valid_until >= $3::date from w8ben w where w.client_id = a.client_id order by w.id desc limit 1), false)
      order by a.number limit $5`,
    [of.platform, of.types, of.day, of.after, of.limit],
  );
}
