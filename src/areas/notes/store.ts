import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { NoteCategory } from './contract.ts';

export interface NoteRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly category: NoteCategory;
  readonly text: string;
  readonly corrects: number | null;
  readonly correctedBy: number | null;
  readonly writtenBy: string;
  readonly at: Date;
}

const columns = `n.id, n.client_id as "clientId", n.category, n.text, n.corrects, n.written_by as "writtenBy", n.at,
  (select c.id from client_note c where c.corrects = n.id) as "correctedBy"`;

export function notesOf(
  sql: Sql,
  of: {
    readonly client: ClientId;
    readonly categories: readonly NoteCategory[];
    readonly before: number | undefined;
    readonly limit: number;
  },
): Promise<NoteRow[]> {
  return sql.many(
    `select ${columns} from client_note n where client_id = $1 and category = any($2) and ($3::integer is null or id < $3) order by id desc limit $4`,
    [of.client, of.categories, of.before ?? null, of.limit],
  );
}

/** Locked, so that two who correct it at once follow each other. */
export async function lockNote(sql: Sql, id: number): Promise<NoteRow | undefined> {
  await sql.maybe('select id from client_note where id = $1 for update', [id]);
  // Read once it is ours: what corrected it meanwhile is a row of its own.
  return sql.maybe(`select ${columns} from client_note n where n.id = $1`, [id]);
}

export async function insertNote(sql: Sql, of: Omit<NoteRow, 'id' | 'correctedBy'>): Promise<NoteRow> {
  const { id } = await sql.one<{ id: number }>(
    'insert into client_note (client_id, category, text, corrects, written_by, at) values ($1, $2, $3, $4, $5, $6) returning id',
    [of.clientId, of.category, of.text, of.corrects, of.writtenBy, of.at],
  );
  return { ...of, id, correctedBy: null };
}
