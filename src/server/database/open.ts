import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigurationError, type Config } from '../start/config.ts';
import { findEmbedded, startEmbedded, type EmbeddedServer } from './embedded.ts';
import { migrate } from './migrate.ts';
import { applicationRole, openPool, singleClient, type Pool } from './pool.ts';
import { requireCurrent, requireEra, requireOwnLogin, schemaState, thisRelease } from './schema.ts';

/** The database of this application, migrated, seen by its three users. */
export interface OpenDatabase {
  /** What the application works with. */
  readonly application: Pool;
  /** The connections of the book's lanes. */
  readonly writer: Pool;
  /** The owner of the tables, for the sandbox's reset. Production starts without the owner's password. */
  readonly owner: Pool | undefined;
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

/** The most connections of one process; those that listen are each on their own. Reckoned with in docs/operate/database.md. */
export const connectionsEach = { application: 24, writer: 4, listening: 2 } as const;

const databaseName = 'atrium';
const applicationUser = 'atrium_portal';

/**
 * Opens it for an application: a sandbox brings it to this version by itself, production refuses one that `npm run migrate` has not
 * brought there. Neither begins on a restored dump whose chain cannot go on yet.
 */
export async function openDatabase(
  config: Config,
  progress: (text: string) => void,
  look: Look = { atRestored: false },
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl === undefined ? await startOwn(config, progress) : undefined;
  const applicationUrl = embedded?.applicationUrl ?? config.databaseUrl ?? '';
  const ownerUrl = embedded?.ownerUrl ?? config.databaseOwnerUrl ?? applicationUrl;
  try {
    if (!embedded)
      await requireReach({
        DATABASE_URL: applicationUrl,
        ...(config.mode === 'sandbox' && config.databaseOwnerUrl && { DATABASE_OWNER_URL: ownerUrl }),
      });
    if (config.mode === 'sandbox') {
      const ran = await migrate({ ownerUrl, applicationUrl });
      if (ran.length > 0) progress(`Migrated: ${ran.length} files`);
    }
    await requireUsable(applicationUrl, look, config.mode);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const application = openPool({ url: applicationUrl, role: applicationRole, max: connectionsEach.application });
  const writer = openPool({ url: applicationUrl, role: applicationRole, max: connectionsEach.writer });
  const owner = config.mode === 'sandbox' ? openPool({ url: ownerUrl, max: 2 }) : undefined;
  return {
    application,
    writer,
    owner,
    isEmbedded: embedded !== undefined,
    async close() {
      await Promise.all([application.close(), writer.close(), owner?.close()]);
      await embedded?.stop();
    },
  };
}

interface Look {
  /** For who sees what became of a restored dump, and begins its new era. */
  readonly atRestored: boolean;
}

/** Refuses a database that this program must not write into, in one sentence that says what to do. Changes nothing. */
async function requireUsable(url: string, look: Look, mode: Config['mode']): Promise<void> {
  // As the login itself: in an empty database there is no role of the application yet.
  const pool = openPool({ url, max: 1 });
  try {
    requireCurrent(await schemaState(pool.sql, thisRelease()));
    if (mode === 'production') await requireOwnLogin(pool.sql);
    if (!look.atRestored) await requireEra(pool.sql);
  } finally {
    await pool.close();
  }
}

/**
 * The application's connections for a command that runs beside an application: it neither holds the data folder nor ends the server.
 * Where no application runs on the folder, its database is opened and closed as the application would.
 */
export async function joinDatabase(
  config: Config,
  look: Look = { atRestored: false },
): Promise<Pick<OpenDatabase, 'application' | 'close'>> {
  const server = config.databaseUrl === undefined ? await findEmbedded(path.join(config.dataFolder, 'postgres')) : undefined;
  const url = config.databaseUrl ?? (server && applicationUrlOf(server, config.dataFolder));
  if (url === undefined) return openDatabase(config, () => undefined, look);
  await requireReach({ DATABASE_URL: url });
  await requireUsable(url, look, config.mode);
  const application = openPool({ url, role: applicationRole, max: 2 });
  return { application, close: () => application.close() };
}

/** Refuses an address that nobody answers at, or that does not let us in, in one sentence that names it. */
async function requireReach(urls: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, connectionString] of Object.entries(urls)) {
    const client = singleClient({ url: connectionString, answerWithinMs: madeWithinMs });
    const fault = await client.connect().then(
      () => undefined,
      (error: unknown) => error,
    );
    await client.end().catch(() => undefined);
    if (fault === undefined) continue;
    const { host } = new URL(connectionString);
    throw new ConfigurationError(`${name} leads to ${host}, where no connection can be made: ${reasonOf(fault)}.`);
  }
}

/** Several addresses of one name that all refuse come as an error of errors without a message of its own. */
function reasonOf(fault: unknown): string {
  if (fault instanceof AggregateError && fault.errors[0] instanceof Error) return fault.errors[0].message;
  return fault instanceof Error ? fault.message : String(fault);
}

interface OwnServer {
  readonly ownerUrl: string;
  readonly applicationUrl: string;
  stop(): Promise<void>;
}

/** Starts the embedded server, makes sure of the database and the application's login, and keeps the server up. */
async function startOwn(config: Config, progress: (text: string) => void): Promise<OwnServer> {
  const folder = path.join(config.dataFolder, 'postgres');
  requireFolder(config.dataFolder);
  progress(existsSync(folder) ? 'Starting PostgreSQL …' : 'Making a PostgreSQL in the data folder …');
  const server = await startEmbedded({ folder, isDurable: true });
  const holder = await holdFolder(server, config.dataFolder);
  try {
    await ensureDatabase(holder, applicationPassword(config.dataFolder));
    const applicationUrl = applicationUrlOf(server, config.dataFolder);
    return { stop: keepUp({ server, holder, folder, config, progress }), ownerUrl: server.url(databaseName), applicationUrl };
  } catch (error) {
    await holder.end().catch(() => undefined);
    await server.stop();
    throw error;
  }
}

function applicationUrlOf(server: EmbeddedServer, dataFolder: string): string {
  const password = applicationPassword(dataFolder);
  return Object.assign(new URL(server.url(databaseName)), { username: applicationUser, password }).href;
}

async function ensureDatabase(client: pg.Client, password: string): Promise<void> {
  const { rows: roles } = await client.query('select 1 from pg_roles where rolname = $1', [applicationUser]);
  const verb = roles.length === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${applicationUser} login password ${client.escapeLiteral(password)}`);
  const { rows: databases } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (databases.length === 0) await client.query(`create database ${databaseName}`);
}

interface Kept {
  readonly server: EmbeddedServer;
  readonly holder: pg.Client;
  readonly folder: string;
  readonly config: Config;
  readonly progress: (text: string) => void;
}

/**
 * Starts the server again on the same port when somebody ended it: PostgreSQL recovers what it had acknowledged, and the
 * pools and listeners find it by themselves. Answers what ends the watch and the server.
 */
function keepUp(kept: Kept): () => Promise<void> {
  let { server, holder } = kept;
  let restarting: Promise<void> | undefined;
  const restart = async (): Promise<void> => {
    kept.progress('PostgreSQL has ended unexpectedly; it is started again.');
    server = await startEmbedded({ folder: kept.folder, isDurable: true, port: server.port });
    holder = await holdFolder(server, kept.config.dataFolder);
  };
  const watch = setInterval(() => {
    if (restarting || server.isRunning()) return;
    restarting = restart()
      .catch((error: unknown) => kept.progress(`PostgreSQL could not be started again: ${reasonOf(error)}`))
      .finally(() => {
        restarting = undefined;
      });
  }, watchMs);
  return async () => {
    clearInterval(watch);
    await restarting;
    await holder.end().catch(() => undefined);
    await server.stop();
  };
}

const watchMs = 500;
/** The first start makes a database over this connection: a copy of a template, which a slow disk takes its time for. */
const madeWithinMs = 120_000;

/** A connection that holds the lock of the data folder for as long as this process and the server live. */
async function holdFolder(server: EmbeddedServer, dataFolder: string): Promise<pg.Client> {
  const client = singleClient({ url: server.url('postgres'), answerWithinMs: madeWithinMs });
  await client.connect();
  await requireAlone(client, dataFolder);
  return client;
}

function requireFolder(folder: string): void {
  try {
    makeFolder(folder);
    readdirSync(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigurationError(`ATRIUM_DATA is ${folder}, where nothing can be written: ${reasonOf(error)}.`);
  }
}

/** One level after another: below /proc, Node's own recursive way never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Any number that no other program of this cluster locks. */
const folderLock = 7_214_605_833;
const aloneWithinMs = 5000;
const askAgainMs = 200;

/**
 * One process a data folder: a second one would take the database over and end it under the first. The lock goes with the
 * connection, so that a process which was killed leaves none; its connection may linger for a moment.
 */
async function requireAlone(client: pg.Client, dataFolder: string): Promise<void> {
  const until = Date.now() + aloneWithinMs;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [folderLock]);
    if (rows[0]?.mine) return;
    if (Date.now() >= until) break;
    await wait(askAgainMs);
  }
  await client.end();
  throw new ConfigurationError(`Atrium is running on ${dataFolder} already: end it, or set ATRIUM_DATA to another folder.`);
}

function applicationPassword(dataFolder: string): string {
  const file = path.join(dataFolder, 'application.password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
