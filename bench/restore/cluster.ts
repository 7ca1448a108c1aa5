import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../src/server/database/freePort.ts';
import { postgresBin } from '../debian.ts';
import { end } from '../server.ts';

/** A PostgreSQL 15 of Debian in a folder of the drill's, on the loopback. */
export interface Cluster {
  readonly name: string;
  readonly adminUrl: string;
  /** The two logins' addresses of that database. */
  addresses(database: string): Addresses;
  stop(): Promise<void>;
}

export interface Addresses {
  readonly DATABASE_URL: string;
  readonly DATABASE_OWNER_URL: string;
}

/** PostgreSQL refuses to run as root; every Linux has uid 1. */
export const identity = process.getuid?.() === 0 ? { uid: 1, gid: 1 } : {};
const startMost = 300;
const betweenLooksMs = 100;
/** One for all clusters of the drill, as an operator has one of each. */
const passwords = { owner: randomBytes(12).toString('hex'), portal: randomBytes(12).toString('hex') };

/** Gives a folder to whom PostgreSQL runs as. */
export function ownFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid);
  return folder;
}

/** Runs one of PostgreSQL's own programs to its end. Throws what it said when it fails. */
export function run(program: string, args: readonly string[]): void {
  runAsOwner(path.join(postgresBin, program), args);
}

/** The same with any other program, as who PostgreSQL runs as. */
export function runAsOwner(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, [...args], {
    ...identity,
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (status !== 0) throw new Error(`${program} failed: ${(stderr || String(error)).slice(-2000)}`);
}

export interface ClusterParts {
  readonly password: string;
  /** Lines of a new one's postgresql.conf, which its physical copies have too. */
  readonly configuration?: readonly string[];
}

/** Makes a cluster in the folder, or starts the one that stands there (a physical copy). */
export async function openCluster(
  folder: string,
  name: string,
  { password, configuration = [] }: ClusterParts,
): Promise<Cluster> {
  const data = path.join(folder, name);
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    const file = path.join(folder, `${name}.password`);
    writeFileSync(file, password, { mode: 0o600 });
    if (identity.uid !== undefined) chownSync(file, identity.uid, identity.gid);
    run('initdb', ['-D', data, '-U', 'admin', '--auth=scram-sha-256', `--pwfile=${file}`, '--encoding=UTF8', '--locale=C']);
    appendFileSync(path.join(data, 'postgresql.conf'), configuration.map((line) => `${line}\n`).join(''));
  }
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=120', 'shared_buffers=128MB'];
  const log = openSync(path.join(folder, `${name}.log`), 'a', 0o600);
  const child = spawn(
    path.join(postgresBin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...identity, cwd: '/', stdio: ['ignore', 'ignore', log], env: { ...process.env, LC_ALL: 'C' } },
  );
  closeSync(log);
  const adminUrl = `postgres://admin:${password}@127.0.0.1:${port}/postgres`;
  await untilReady(adminUrl, child).catch((error: Error) => {
    throw new Error(`${error.message}:\n${readFileSync(path.join(folder, `${name}.log`), 'utf8').slice(-2000)}`);
  });
  const urlOf = (user: string, secret: string, database: string) => `postgres://${user}:${secret}@127.0.0.1:${port}/${database}`;
  return {
    name,
    adminUrl,
    addresses: (database) => ({
      DATABASE_URL: urlOf('atrium_portal', passwords.portal, database),
      DATABASE_OWNER_URL: urlOf('atrium_owner', passwords.owner, database),
    }),
    // Fast: open sessions are ended.
    stop: () => end(child, 'SIGINT'),
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let looks = 0; looks < startMost; looks += 1) {
    if (child.exitCode !== null) throw new Error('PostgreSQL did not start');
    if (spawnSync(path.join(postgresBin, 'pg_isready'), ['-q', '-d', url]).status === 0) return;
    await wait(betweenLooksMs);
  }
  throw new Error('PostgreSQL did not answer');
}
