import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { startEmbedded, type EmbeddedServer } from './embedded.ts';
import { migrate } from './migrate.ts';
import { applicationRole, openPool, type Pool } from './pool.ts';

/** The database of this house, migrated, seen by its three users. */
export interface OpenDatabase {
  /** What the application works with. */
  readonly application: Pool;
  /** The connections of the book's lanes. */
  readonly writer: Pool;
  /** The owner of the tables: migrations, the sandbox's reset. */
  readonly owner: Pool;
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

const databaseName = 'atrium';
const applicationUser = 'atrium_portal';

export async function openDatabase(config: Config, progress: (text: string) => void): Promise<OpenDatabase> {
  const embedded = config.databaseUrl === undefined ? await startOwn(config, progress) : undefined;
  const applicationUrl = embedded?.applicationUrl ?? config.databaseUrl ?? '';
  const ownerUrl = embedded?.ownerUrl ?? config.databaseOwnerUrl ?? applicationUrl;
  try {
    const ran = await migrate({ ownerUrl, applicationUrl });
    if (ran.length > 0) progress(`Migrated: ${ran.length} files`);
  } catch (error) {
    await embedded?.server.stop();
    throw error;
  }
  const application = openPool({ url: applicationUrl, role: applicationRole, max: 24 });
  const writer = openPool({ url: applicationUrl, role: applicationRole, max: 4 });
  const owner = openPool({ url: ownerUrl, max: 2 });
  return {
    application,
    writer,
    owner,
    isEmbedded: embedded !== undefined,
    async close() {
      await Promise.all([application.close(), writer.close(), owner.close()]);
      await embedded?.server.stop();
    },
  };
}

/** Starts the embedded server and makes sure of the database and the application's login. */
async function startOwn(
  config: Config,
  progress: (text: string) => void,
): Promise<{ server: EmbeddedServer; ownerUrl: string; applicationUrl: string }> {
  const folder = path.join(config.dataFolder, 'postgres');
  progress(existsSync(folder) ? 'Starting PostgreSQL …' : 'Making a PostgreSQL in the data folder …');
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 });
  const server = await startEmbedded({ folder, isDurable: true });
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    const password = applicationPassword(config.dataFolder);
    const { rows: roles } = await client.query('select 1 from pg_roles where rolname = $1', [applicationUser]);
    const verb = roles.length === 0 ? 'create' : 'alter';
    await client.query(`${verb} role ${applicationUser} login password ${client.escapeLiteral(password)}`);
    const { rows: databases } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (databases.length === 0) await client.query(`create database ${databaseName}`);
    const applicationUrl = Object.assign(new URL(server.url(databaseName)), { username: applicationUser, password }).href;
    return { server, ownerUrl: server.url(databaseName), applicationUrl };
  } finally {
    await client.end();
  }
}

function applicationPassword(dataFolder: string): string {
  const file = path.join(dataFolder, 'application.password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
