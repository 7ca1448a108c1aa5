import { createHash } from 'node:crypto';
import type { Sql } from '../../base/sql.ts';
import type { ListedPerson } from '../../ports/watchlists/port.ts';
import { keysOfPerson } from './names/nameIndex.ts';
import { prepare } from './names/scoring.ts';
import type { KeptEntry } from './store.ts';

/* The lists as they are kept: which file is known, its entries, and under which keys they are found. */

export interface ListRow {
  readonly list: string;
  readonly digest: string | null;
  readonly mark: string | null;
  readonly checkedAt: Date;
  readonly failure: string | null;
}

export function listRow(sql: Sql, list: string): Promise<ListRow | undefined> {
  return sql.maybe('select list, digest, mark, checked_at as "checkedAt", failure from watchlist where list = $1', [list]);
}

/**
 * Whether this process looks at it now: of several only one does, and nobody before it is due. Until the look has brought it to an end it
 * counts as failing: a process that dies over a list says nothing of it any more.
 */
export async function claimLook(
  sql: Sql,
  of: { readonly list: string; readonly now: Date; readonly dueBefore: Date },
): Promise<boolean> {
  const claimed = await sql.run(
    `insert into watchlist as w (list, checked_at, failing_since) values ($1, $2, $2)
     on conflict (list) do update set checked_at = excluded.checked_at, failing_since = coalesce(w.failing_since, excluded.failing_since)
       where w.checked_at <= $3`,
    [of.list, of.now, of.dueBefore],
  );
  return claimed === 1;
}

export async function noteFailure(sql: Sql, list: string, failure: string | null): Promise<void> {
  await sql.run('update watchlist set failure = $2 where list = $1 and failure is distinct from $2', [
    list,
    failure?.slice(0, 400) ?? null,
  ]);
}

/** Since when it cannot be read, or is looked at for the first time since it could be; null where it can be read. */
export async function failingSince(sql: Sql, list: string): Promise<Date | null> {
  const row = await sql.maybe<{ since: Date | null }>('select failing_since as since from watchlist where list = $1', [list]);
  return row?.since ?? null;
}

/** True where it could not be before. */
export async function markRead(sql: Sql, list: string): Promise<boolean> {
  return (
    (await sql.run('update watchlist set failing_since = null, is_stale = false where list = $1 and failing_since is not null', [
      list,
    ])) === 1
  );
}

/** What cannot be read since then or longer says nothing any more of who is on it now. */
export async function markStale(sql: Sql, list: string, since: Date): Promise<void> {
  await sql.run('update watchlist set is_stale = true where list = $1 and failing_since <= $2 and not is_stale', [list, since]);
}

/** Those of these lists for which what is paid out waits, and since when they cannot be read. */
export function staleLists(sql: Sql, lists: readonly string[]): Promise<{ list: string; since: Date }[]> {
  return sql.many(
    'select list, failing_since as since from watchlist where list = any($1) and is_stale order by list limit 100',
    [lists],
  );
}

export interface Imported {
  readonly version: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

export interface ImportedFile {
  readonly list: string;
  readonly digest: string;
  readonly mark: string | null;
  readonly publishedAt: string | null;
  readonly persons: readonly ListedPerson[];
  readonly now: Date;
  /** Fewer entries than this are no whole file. */
  readonly leastEntries: (known: number) => number;
  /** A file that lacks more of what is known is torn. */
  readonly mostGone: (known: number) => number;
}

/** What was known, and how many of these the file lacks. */
export interface Torn {
  readonly known: number;
  readonly gone: number;
}

const batchSize = 2000;

/** In the caller's transaction: all of the file, or nothing of it. */
export async function importFile(sql: Sql, file: ImportedFile): Promise<Imported | 'unchanged' | Torn> {
  const { list, now, persons } = file;
  const locked = await sql.one<{ digest: string | null }>('select digest from watchlist where list = $1 for update', [list]);
  if (locked.digest === file.digest) {
    await sql.run('update watchlist set mark = $2, failure = null where list = $1', [list, file.mark]);
    return 'unchanged';
  }
  const known = await knownDigests(sql, list);
  const keys = new Set(persons.map(({ key }) => key));
  const gone = [...known.keys()].filter((key) => !keys.has(key));
  if (persons.length < file.leastEntries(known.size) || gone.length > file.mostGone(known.size))
    return { known: known.size, gone: gone.length };
  const digested = persons.map((person) => ({ ...person, digest: digestOf(person) }));
  const fresh = digested.filter(({ key, digest }) => known.get(key) !== digest);
  const added = fresh.filter(({ key }) => !known.has(key)).length;
  const counts = { added, changed: fresh.length - added, removed: gone.length };
  const { id } = await sql.one<{ id: number }>(
    `insert into watchlist_version (list, digest, published_at, entries, added, changed, removed, imported_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [list, file.digest, file.publishedAt, persons.length, counts.added, counts.changed, counts.removed, now],
  );
  for (let at = 0; at < fresh.length; at += batchSize)
    await writeEntries(sql, { list, version: id, persons: fresh.slice(at, at + batchSize) });
  for (let at = 0; at < gone.length; at += batchSize)
    await sql.run('update watchlist_entry set removed_at = $3 where list = $1 and key = any($2) and removed_at is null', [
      list,
      gone.slice(at, at + batchSize),
      now,
    ]);
  await sql.run('update watchlist set digest = $2, mark = $3, failure = null where list = $1', [list, file.digest, file.mark]);
  return { version: id, ...counts };
}

/** The digest of each entry that is on the list now, by its number. */
async function knownDigests(sql: Sql, list: string): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  for (let after = 0; ;) {
    const rows = await sql.many<{ id: number; key: string; digest: string }>(
      'select id, key, digest from watchlist_entry where list = $1 and id > $2 and removed_at is null order by id limit 10000',
      [list, after],
    );
    for (const row of rows) known.set(row.key, row.digest);
    const last = rows.at(-1);
    if (!last) return known;
    after = last.id;
  }
}

function digestOf({ kind, names, birthDates, countries, reasons }: ListedPerson): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, names, birthDates, countries, reasons]))
    .digest('hex')
    .slice(0, 32);
}

interface Writing {
  readonly list: string;
  readonly version: number;
  readonly persons: readonly (ListedPerson & { readonly digest: string })[];
}

async function writeEntries(sql: Sql, { list, version, persons }: Writing): Promise<void> {
  const written = await sql.many<{ id: number; key: string }>(
    `insert into watchlist_entry as e (list, key, kind, digest, person, version_id)
       select $1, key, kind, digest, person::jsonb, $2 from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as t (key, kind, digest, person)
     on conflict (list, key) do update set kind = excluded.kind, digest = excluded.digest, person = excluded.person,
       version_id = excluded.version_id, removed_at = null
     returning id, key`,
    [
      list,
      version,
      persons.map(({ key }) => key),
      persons.map(({ kind }) => kind),
      persons.map(({ digest }) => digest),
      persons.map(({ names, birthDates, countries, reasons }) => JSON.stringify({ names, birthDates, countries, reasons })),
    ],
  );
  const ids = new Map(written.map(({ id, key }) => [key, id]));
  await sql.run('delete from watchlist_key where entry_id = any($1)', [written.map(({ id }) => id)]);
  const keys = persons.flatMap((person) => keysOfPerson(prepare(person)).map((key) => ({ key, id: ids.get(person.key) })));
  await sql.run(
    'insert into watchlist_key (key, entry_id) select key, id from unnest($1::text[], $2::integer[]) as t (key, id)',
    [keys.map(({ key }) => key), keys.map(({ id }) => id)],
  );
}

/** An entry with what is compared. */
export interface Entry extends KeptEntry {
  readonly id: number;
  readonly list: string;
  readonly key: string;
  readonly kind: 'sanctions' | 'pep';
  readonly digest: string;
}

type EntryRow = Omit<Entry, keyof KeptEntry> & { readonly person: KeptEntry };

const entryColumns = 'e.id, e.list, e.key, e.kind, e.digest, e.person';
const entryOf = ({ person, ...row }: EntryRow): Entry => ({ ...row, ...person });

/** Those that may be somebody with one of these keys, page by page. */
export async function entriesWithKeys(
  sql: Sql,
  page: { readonly keys: readonly string[]; readonly after: number; readonly limit: number },
): Promise<Entry[]> {
  const rows = await sql.many<EntryRow>(
    `select ${entryColumns} from watchlist_entry e
      where e.removed_at is null and e.id > $2 and e.id in (select entry_id from watchlist_key where key = any($1)) order by e.id limit $3`,
    [page.keys, page.after, page.limit],
  );
  return rows.map(entryOf);
}

/** What a file has brought, page by page. */
export async function entriesOfVersion(
  sql: Sql,
  page: { readonly version: number; readonly after: number; readonly limit: number },
): Promise<Entry[]> {
  const rows = await sql.many<EntryRow>(
    `select ${entryColumns} from watchlist_entry e where e.version_id = $1 and e.id > $2 and e.removed_at is null order by e.id limit $3`,
    [page.version, page.after, page.limit],
  );
  return rows.map(entryOf);
}

/** The oldest file that clients are still to be compared with. */
export function unscreenedVersion(sql: Sql): Promise<{ id: number; list: string; screenedTo: number } | undefined> {
  return sql.maybe(
    'select id, list, screened_to as "screenedTo" from watchlist_version where screened_at is null order by id limit 1',
  );
}

export async function noteScreened(
  sql: Sql,
  of: { readonly version: number; readonly to: number; readonly endedAt: Date | null },
): Promise<void> {
  await sql.run(
    'update watchlist_version set screened_to = greatest(screened_to, $2), screened_at = $3 where id = $1 and screened_at is null',
    [of.version, of.to, of.endedAt],
  );
}

export interface ListStateRow extends ListRow {
  readonly publishedAt: string | null;
  readonly importedAt: Date | null;
  readonly screenedAt: Date | null;
  readonly entries: number | null;
  readonly failingSince: Date | null;
  readonly isStale: boolean;
  readonly added: number | null;
  readonly changed: number | null;
  readonly removed: number | null;
}

export function listStates(sql: Sql): Promise<ListStateRow[]> {
  return sql.many(
    `select w.list, w.digest, w.mark, w.checked_at as "checkedAt", w.failure, w.failing_since as "failingSince", w.is_stale as "isStale", v.published_at as "publishedAt", v.imported_at as "importedAt",
       v.screened_at as "screenedAt", v.entries, v.added, v.changed, v.removed
     from watchlist w left join lateral (select * from watchlist_version v where v.list = w.list order by id desc limit 1) v on true
     order by w.list limit 100`,
  );
}
