import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from '../../base/sql.ts';
import { eraFault, type EraFault } from '../../ledger/era.ts';
import { ConfigurationError, ownersLogin } from '../start/config.ts';
import { readFunctions, type Functions } from './functions.ts';

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The migrations of this version by name, as the table `migration` keeps those that ran. */
export function migrationNames(): string[] {
  return readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => path.basename(file, '.sql'));
}

/** A migration with the SHA-256 of its file, in hexadecimal digits. */
export interface Migration {
  readonly name: string;
  readonly digest: string;
}

/** What a program brings along for its database. */
export interface Release {
  readonly migrations: readonly Migration[];
  readonly functions: Functions;
}

export const thisRelease = (): Release => ({ migrations: migrationNames().map(withDigest), functions: readFunctions() });

function withDigest(name: string): Migration {
  const text = readFileSync(path.join(migrationsFolder, `${name}.sql`));
  return { name, digest: createHash('sha256').update(text).digest('hex') };
}

/** How a database stands to a program: `ahead` names what the program has never heard of, `changed` what had another text when it ran. */
export type SchemaState =
  | { readonly is: 'current' }
  | { readonly is: 'behind'; readonly missing: readonly string[] }
  | { readonly is: 'changed'; readonly changed: readonly string[] }
  | { readonly is: 'ahead'; readonly unknown: readonly string[] };

/** Asks as whoever may read; the application's role may. */
export async function schemaState(sql: Sql, { migrations, functions }: Release): Promise<SchemaState> {
  const there = await sql.one<{ migration: boolean; digests: boolean; numbers: boolean }>(
    `select to_regclass('public.migration') is not null as migration,
       exists (select from pg_attribute
         where attrelid = to_regclass('public.migration') and attname = 'digest' and not attisdropped) as digests,
       exists (select from pg_attribute
         where attrelid = to_regclass('public.repeatable_sql') and attname = 'number' and not attisdropped) as numbers`,
  );
  const digest = there.digests ? 'digest' : 'null::text as digest';
  const ran = there.migration
    ? await sql.many<{ name: string; digest: string | null }>(`select name, ${digest} from migration order by id`)
    : [];
  const applied = there.numbers
    ? await sql.many<{ name: string; hash: string; number: number }>('select name, hash, number from repeatable_sql')
    : [];
  const known = new Map(migrations.map((migration) => [migration.name, migration.digest]));
  const unknown = [
    ...ran.map(({ name }) => name).filter((name) => !known.has(name)),
    ...applied.filter(({ number }) => number > functions.number).map(({ name }) => path.basename(name)),
  ];
  if (unknown.length > 0) return { is: 'ahead', unknown };
  // One that ran before digests were kept has none until the next migrating.
  const changed = ran.filter((each) => each.digest !== null && each.digest !== known.get(each.name)).map(({ name }) => name);
  if (changed.length > 0) return { is: 'changed', changed };
  const has = new Set([...ran.map(({ name }) => name), ...applied.map(({ name, hash }) => name + hash)]);
  const missing = [
    ...[...known.keys()].filter((name) => !has.has(name)),
    ...functions.files.filter(({ name, hash }) => !has.has(name + hash)).map(({ name }) => path.basename(name)),
  ];
  return missing.length > 0 ? { is: 'behind', missing } : { is: 'current' };
}

/**
 * A program that is older than its database would undo what the newer one has brought; and one whose migrations are not those that ran
 * takes the database for something that it is not.
 */
export function refuseOther(state: SchemaState): void {
  if (state.is === 'changed')
    throw new ConfigurationError(
      `Migrations of this program had another text when they ran on this database (${listed(state.changed)}): start the release as it was published, what is new belongs into a migration of its own.`,
    );
  if (state.is !== 'ahead') return;
  throw new ConfigurationError(
    `The database is of a newer release than this program (it has ${listed(state.unknown)}): start the release that migrated it, or a newer one.`,
  );
}

/** What a program in production needs of its database before it begins; it changes nothing. */
export function requireCurrent(state: SchemaState): void {
  refuseOther(state);
  if (state.is !== 'behind') return;
  throw new ConfigurationError(
    `The database is of an older release than this program (it lacks ${listed(state.missing)}): run npm run migrate with DATABASE_OWNER_URL, then start again.`,
  );
}

const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

const faults: Readonly<Record<EraFault, string>> = {
  other_cluster: 'The database was restored into another PostgreSQL than the one that its audit chain was written in',
  behind: 'The PostgreSQL counts its transactions from before the last seal of the audit chain, as after a restored dump',
};

/** Refuses the login of whoever owns the tables, or may become their owner: what goes wrong with it could change the books. */
export async function requireOwnLogin(sql: Sql): Promise<void> {
  const { owns } = await sql.one<{ owns: boolean }>(
    `select bool_or(pg_has_role(session_user, relowner, 'member')) as owns from pg_class
      where oid in ('ledger_movement'::regclass, 'audit_event'::regclass)`,
  );
  if (owns) throw new ConfigurationError(ownersLogin);
}

/** Before anything is written: what a restored dump takes in is not sealed, and cannot be sealed later. */
export async function requireEra(sql: Sql): Promise<void> {
  const fault = await eraFault(sql);
  if (fault === undefined) return;
  throw new ConfigurationError(
    `${faults[fault]}: run npm run audit, then npm run audit -- --new-era, and start again (docs/operate/backup.md).`,
  );
}
