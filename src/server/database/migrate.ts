import { runner } from 'node-pg-migrate';
import type pg from 'pg';
import { ConfigurationError } from '../start/config.ts';
import type { Functions } from './functions.ts';
import { applicationRole, singleClient, sqlOver } from './pool.ts';
import { migrationsFolder, refuseOther, schemaState, thisRelease, type Migration, type Release } from './schema.ts';

/** Any number that no other program of this database locks. */
const migrationLock = 7_214_605_831;

export interface MigrationAddresses {
  /** Connects as the role that owns the tables. */
  readonly ownerUrl: string;
  /** Connects as the role that the application uses; the owner's address when there is one role only. */
  readonly applicationUrl: string;
}

/**
 * Brings the database to this version. Several machines may start at once: one migrates, the others wait. A database that a newer
 * version has migrated, or with other texts, is left as it is. Answers the names of the migrations that ran.
 */
export async function migrate(addresses: MigrationAddresses, release: Release = thisRelease()): Promise<string[]> {
  // A migration may run for long, and whoever waits for its lock waits as long: only what is read before has a bound.
  const client = singleClient({ url: addresses.ownerUrl, answerWithinMs: undefined });
  await client.connect();
  try {
    await requireVersion(client);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    return await migrateAlone(client, addresses, release).finally(() =>
      client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined),
    );
  } finally {
    await client.end();
  }
}

async function migrateAlone(client: pg.Client, addresses: MigrationAddresses, release: Release): Promise<string[]> {
  refuseOther(await schemaState(sqlOver(client), release));
  await ensureApplicationRole(client, new URL(addresses.applicationUrl).username);
  const ran = await runMigrations(client);
  await keepDigests(client, release.migrations);
  await applyFunctions(client, release.functions);
  // So that every process can tell whether the database is of its own version.
  await client.query(`grant select on migration to ${applicationRole}`);
  return ran.map((migration) => migration.name);
}

/** Whoever waits for a table's lock keeps everybody behind it waiting too: given up soon, and tried again. */
const lockWithin = '3s';
const triesMost = 10;
const lockNotAvailable = '55P03';

async function runMigrations(client: pg.Client): Promise<readonly { readonly name: string }[]> {
  await client.query(`set lock_timeout = '${lockWithin}'`);
  for (let tries = 1; ; tries += 1) {
    try {
      const ran = await runner({
        dbClient: client,
        dir: migrationsFolder,
        direction: 'up',
        migrationsTable: 'migration',
        noLock: true,
        checkOrder: false,
        log: () => undefined,
      });
      await client.query('reset lock_timeout');
      return ran;
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable || tries === triesMost) throw error;
    }
  }
}

/** What each file was when it ran; of one that ran before digests were kept, what it is now. */
async function keepDigests(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    `update migration set digest = known.digest from unnest($1::text[], $2::text[]) as known (name, digest)
      where migration.name = known.name and migration.digest is null`,
    [migrations.map(({ name }) => name), migrations.map(({ digest }) => digest)],
  );
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

async function requireVersion(client: pg.Client): Promise<void> {
  const sql = sqlOver(client, versionWithinMs);
  const { version } = await sql.one<{ version: number }>(`select current_setting('server_version_num')::int as version`);
  const fault = versionFault(version);
  if (fault !== undefined) throw new ConfigurationError(fault);
}

const versionWithinMs = 35_000;

/** What is wrong with a server of that `server_version_num` (150004 is 15.4); undefined when it will do. */
export function versionFault(version: number): string | undefined {
  if (version >= 150_000) return undefined;
  return `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; Atrium needs 15 or newer.`;
}

/** The role the application runs as: it may write what the migrations grant, and owns nothing. */
async function ensureApplicationRole(client: pg.Client, applicationUser: string): Promise<void> {
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [applicationRole]);
  if (rows.length === 0) {
    await client.query(`create role ${applicationRole} nologin`).catch((error: Error) => {
      throw new ConfigurationError(
        `The owner of the database may not create the role ${applicationRole} (${error.message}): create it first, or grant CREATEROLE.`,
      );
    });
  }
  const user = decodeURIComponent(applicationUser);
  if (user) {
    if (!(await mayBecome(client, user))) {
      await client.query(`grant ${applicationRole} to ${client.escapeIdentifier(user)}`).catch((error: Error) => {
        throw new ConfigurationError(
          `The owner of the database may not let ${user} act as ${applicationRole} (${error.message}): run "grant ${applicationRole} to ${user}" as a superuser first.`,
        );
      });
    }
  }
  await client.query(`grant usage on schema public to ${applicationRole}`);
}

/** From PostgreSQL 16 on, who made a role is a member that may give it away and not become it (createrole_self_grant). */
async function mayBecome(client: pg.Client, user: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role($1, $2, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) as may`,
    [user, applicationRole],
  );
  return rows[0]?.may === true;
}

async function applyFunctions(client: pg.Client, { files, number }: Functions): Promise<void> {
  for (const { name, text, hash } of files) {
    const { rows } = await client.query<{ hash: string }>('select hash from repeatable_sql where name = $1', [name]);
    if (rows[0]?.hash === hash) continue;
    await client.query('begin');
    await client.query(text);
    await client.query(
      `insert into repeatable_sql (name, hash, number) values ($1, $2, $3)
       on conflict (name) do update set hash = excluded.hash, number = excluded.number`,
      [name, hash, number],
    );
    await client.query('commit');
  }
  await client.query('delete from repeatable_sql where name <> all($1)', [files.map(({ name }) => name)]);
  await client.query('update repeatable_sql set number = $1 where number <> $1', [number]);
}
