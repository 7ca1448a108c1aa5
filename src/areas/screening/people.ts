import { createHash } from 'node:crypto';
import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { shownByPapers } from '../documents/face.ts';
import { birthDatesTold } from '../enrolment/face.ts';
import type { KeptPerson } from './store.ts';

/* Clients as they are compared with lists, and which of them are to be. */

export interface ScreenedClient extends KeptPerson {
  readonly id: ClientId;
  /** Of what is compared: another digest is another question. */
  readonly digest: string;
  readonly isBirthDateProven: boolean;
}

interface NameRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly country: string;
}

/** Clients from that number on, in the order of their numbers. */
export async function clientsAfter(
  sql: Sql,
  page: { readonly after: number; readonly limit: number },
): Promise<ScreenedClient[]> {
  const rows = await sql.many<NameRow>(
    'select id, first_name, last_name, country from client where id > $1 order by id limit $2',
    [page.after, page.limit],
  );
  return withBirthDates(sql, rows);
}

/** Whether any date of birth is known, typed or read on papers: without one names alone are compared. */
export async function hasBirthDate(sql: Sql, client: ClientId): Promise<boolean> {
  const [person] = await clientsAfter(sql, { after: client - 1, limit: 1 });
  return person?.id === client && person.birthDates.length > 0;
}

export interface DueClient extends ScreenedClient {
  readonly status: number;
  /** How often something has changed; a change that comes meanwhile makes it another one. */
  readonly round: bigint;
}

/**
 * Those who are to be screened, the longest known first, and last those who could not be. Whoever was found to have no name is not looked at
 * again before there is one, typed or on papers.
 */
export async function dueClients(sql: Sql, limit: number): Promise<DueClient[]> {
  const rows = await sql.many<NameRow & { readonly round: bigint; readonly status: number }>(
    `select c.id, c.first_name, c.last_name, c.country, c.status_id as status, d.round
       from screening_due d join client c on c.id = d.client_id
      where d.failed_at is null or c.first_name <> '' or c.last_name <> '' or c.has_approved_id
      order by d.failed_at nulls first, d.client_id limit $1`,
    [limit],
  );
  const people = await withBirthDates(sql, rows);
  return people.map((person, at) => ({ ...person, round: rows[at]?.round ?? 0n, status: rows[at]?.status ?? 0 }));
}

/** The client was compared as they were then; whoever has changed since stays due. */
export async function noteCompared(sql: Sql, { id, round }: Pick<DueClient, 'id' | 'round'>): Promise<void> {
  await sql.run('delete from screening_due where client_id = $1 and round = $2', [id, round]);
}

/** Stays due, behind the others; true the first time. */
export async function noteFailed(sql: Sql, client: ClientId, at: Date): Promise<boolean> {
  const { isFirst } = await sql.one<{ isFirst: boolean }>(
    `insert into screening_due as d (client_id, failed_at) values ($1, $2)
     on conflict (client_id) do update set failed_at = excluded.failed_at
     returning (select failed_at from screening_due where client_id = $1) is null as "isFirst"`,
    [client, at],
  );
  return isFirst;
}

async function withBirthDates(sql: Sql, rows: readonly NameRow[]): Promise<ScreenedClient[]> {
  const ids = rows.map(({ id }) => clientId(id));
  const days = await birthDatesTold(sql, ids);
  const papers = await shownByPapers(sql, ids);
  return rows.map((row) => {
    const shown = papers.get(row.id);
    const person = {
      names: eachOnce([`${row.first_name} ${row.last_name}`.trim(), ...(shown?.names ?? [])]),
      birthDates: eachOnce([days.get(row.id) ?? '', ...(shown?.birthDates ?? [])]),
      countries: [row.country],
    };
    return { ...person, id: clientId(row.id), digest: digestOf(person), isBirthDateProven: shown !== undefined };
  });
}

/** Papers are in capitals. */
function eachOnce(texts: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const text of texts) if (text !== '' && !known.has(text.toLowerCase())) known.set(text.toLowerCase(), text);
  return [...known.values()];
}

function digestOf({ names, birthDates, countries }: KeptPerson): string {
  return createHash('sha256')
    .update(JSON.stringify([names, birthDates, countries]))
    .digest('hex')
    .slice(0, 32);
}
