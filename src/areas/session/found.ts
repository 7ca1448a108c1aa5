import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { clientProfileColumns, readClientProfile, type ClientProfileRow } from '../../law/clientProfile.ts';
import type { ClientProfile } from '../../law/gates.ts';

/** What staff look for: by numbers that are known to be clients', or by the beginning of a name or an address. */
export type ClientQuestion =
  | { readonly by: 'newest' }
  | { readonly by: 'ids'; readonly ids: readonly number[] }
  | { readonly by: 'email'; readonly start: string }
  | { readonly by: 'name'; readonly words: readonly string[] };

/** A client as staff see one. */
export interface FoundClient {
  readonly id: ClientId;
  readonly profile: ClientProfile;
  readonly email: string;
  readonly mobilePhone: string | null;
  readonly branch: number;
  readonly title: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: string;
  readonly asm: string | null;
  /** The next thing that the client is asked for is a new password (document 2 §2). */
  readonly mustSetPassword: boolean;
}

type ClientRow = ClientProfileRow & {
  email: string;
  mobile_phone: string | null;
  branch_id: number;
  title: string;
  first_name: string;
  last_name: string;
  language: string;
  asm: string | null;
  is_password_change_required: boolean;
};

const columns = `${clientProfileColumns()}, email, mobile_phone, branch_id, title, first_name, last_name, language, asm,
  is_password_change_required`;

/** A page of those who fit, at most `limit`. */
export async function findClients(
  sql: Sql,
  question: ClientQuestion,
  page: { readonly offset: number; readonly limit: number },
): Promise<FoundClient[]> {
  const { where, values, order = 'id' } = conditionOf(question);
  const rows = await sql.many<ClientRow>(`select ${columns} from client where ${where} order by ${order} limit $1 offset $2`, [
    page.limit,
    page.offset,
    ...values,
  ]);
  return rows.map(readClient);
}

export async function clientById(sql: Sql, id: number): Promise<FoundClient | undefined> {
  const row = await sql.maybe<ClientRow>(`select ${columns} from client where id = $1`, [id]);
  return row && readClient(row);
}

function conditionOf(question: ClientQuestion): { where: string; values: readonly unknown[]; order?: string } {
  switch (question.by) {
    case 'newest':
      return { where: 'true', values: [], order: 'id desc' };
    case 'ids':
      return { where: 'id = any($3::integer[])', values: [question.ids] };
    case 'email':
      return { where: 'email like $3', values: [startingWith(question.start)] };
    case 'name':
      return nameCondition(question.words);
  }
}

/** One word is either name or begins the address; of more, the first and the rest are the two names, in either order. */
function nameCondition([first = '', ...rest]: readonly string[]) {
  const start = startingWith(first);
  if (rest.length === 0)
    return { where: '(lower(first_name) like $3 or lower(last_name) like $3 or email like $3)', values: [start] };
  return {
    where: `((lower(first_name) like $3 and lower(last_name) like $4) or (lower(last_name) like $3 and lower(first_name) like $4)
      or lower(first_name) like $5 or lower(last_name) like $5)`,
    values: [start, startingWith(rest.join(' ')), startingWith([first, ...rest].join(' '))],
  };
}

/** What begins so; signs that mean something to LIKE mean themselves. */
function startingWith(start: string): string {
  return `${start.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

function readClient(row: ClientRow): FoundClient {
  return {
    id: clientId(row.id),
    profile: readClientProfile(row),
    email: row.email,
    mobilePhone: row.mobile_phone,
    branch: row.branch_id,
    title: row.title,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language,
    asm: row.asm,
    mustSetPassword: row.is_password_change_required,
  };
}

/** A session of a client, whether it stands or has ended. */
export interface SessionRow {
  id: bigint;
  sid: string;
  address: string;
  agent: string;
  created_at: Date;
  seen_at: Date;
  ended_at: Date | null;
}

/** Newest first. */
export function sessionsOf(
  sql: Sql,
  of: { readonly clientId: ClientId; readonly before: bigint | undefined; readonly limit: number },
): Promise<SessionRow[]> {
  return sql.many(
    `select id, sid, address, agent, created_at, seen_at, ended_at from session
      where client_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [of.clientId, of.before ?? null, of.limit],
  );
}

/** What the audit has of somebody who came in: by a password, from the lock screen, by a new password, or by signing up. */
const cameIn = ['session.sign_in', 'session.unlock', 'session.reset_password', 'registration.sign_up'] as const;

/** When each of them came in last (application time), by the audit, which keeps it for good; nothing of whoever never did. */
export async function lastInOf(sql: Sql, clients: readonly ClientId[]): Promise<ReadonlyMap<ClientId, Date>> {
  const rows = await sql.many<{ id: number; at: Date }>(
    `select c.id, e.at from unnest($1::integer[]) as c(id), lateral (select at from audit_event
       where client_id = c.id and action = any($2) order by id desc limit 1) e`,
    [clients, cameIn],
  );
  return new Map(rows.map(({ id, at }) => [clientId(id), at]));
}

/** Has a client set a new password before anything else; false where that is asked of them already. */
export async function requirePassword(sql: Sql, client: ClientId): Promise<boolean> {
  const changed = await sql.run(
    `update client set is_password_change_required = true, version = version + 1
      where id = $1 and not is_password_change_required`,
    [client],
  );
  return changed === 1;
}
