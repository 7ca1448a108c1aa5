import type { Sql } from '../../base/sql.ts';

export interface NewStatement {
  /** SHA-256 of the file. */
  readonly digest: Buffer;
  readonly name: string;
  /** The member of staff; null: it was fetched. */
  readonly broughtBy: string | null;
  readonly fileId: string | null;
  readonly entries: number;
  readonly now: Date;
}

/** A statement that was read, as the desk lists it. */
export interface KeptStatement {
  readonly id: number;
  readonly name: string;
  readonly broughtBy: string | null;
  readonly entries: number;
  /** Of them, those that no statement before it told of. */
  readonly fresh: number;
  readonly unmatched: number;
  readonly importedAt: Date;
}

/** Keeps that a file was read; undefined when one of the same bytes was read before. */
export async function addStatement(sql: Sql, added: NewStatement): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into bank_statement (digest, name, brought_by, file_id, entries, imported_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (digest) do nothing returning id`,
    [added.digest, added.name.slice(0, 200), added.broughtBy, added.fileId, added.entries, added.now],
  );
  return row?.id;
}

/** The latest, at most fifty. */
export function latestStatements(sql: Sql): Promise<KeptStatement[]> {
  return sql.many<KeptStatement>(
    `select s.id, s.name, s.brought_by as "broughtBy", s.entries, s.imported_at as "importedAt", count(e.id)::integer as fresh,
       count(e.id) filter (where e.outcome = 'suspense')::integer as unmatched
     from (select * from bank_statement order by id desc limit 50) s left join bank_entry e on e.statement_id = s.id
     group by s.id, s.name, s.brought_by, s.entries, s.imported_at order by s.id desc`,
  );
}

/** Of the names that the bank tells, those whose files were not read, nor found to be none that can be. */
export async function unreadNames(sql: Sql, names: readonly string[]): Promise<string[]> {
  const known = await sql.many<{ name: string }>('select name from bank_file where name = any($1)', [names]);
  const read = new Set(known.map(({ name }) => name));
  return names.filter((name) => !read.has(name));
}

export async function noteFile(
  sql: Sql,
  { name, fault, now }: { readonly name: string; readonly fault: string | null; readonly now: Date },
): Promise<void> {
  await sql.run('insert into bank_file (name, fault, seen_at) values ($1, $2, $3) on conflict (name) do nothing', [
    name,
    fault,
    now,
  ]);
}
