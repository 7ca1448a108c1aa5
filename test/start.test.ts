import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { personas } from '../seed/personas.ts';
import { openProgram, type Visitor } from './outside/program.ts';

/*
 * What `npm start` becomes, as a process of its own, on an empty folder and ended as an operating system ends programs; then
 * `npm start` itself on what it left, ended as a terminal does. Nothing here is measured: `npm run bench` does that.
 */

const root = path.dirname(import.meta.dirname);
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-start-'));
/** Where a copy of it is unpacked. */
const elsewhere = mkdtempSync(path.join(tmpdir(), 'atrium-start-copy-'));
/** The first start seeds two years of histories: seconds on a quiet machine, minutes on one that is busy with everything. */
const patienceMs = 300_000;

let port: number;
let server: Started | undefined;
let visitor: Visitor;
let accounts: unknown;

interface Started {
  /** The first of its process group. */
  readonly child: ChildProcess;
  /** Everything it has said until it was ready. */
  readonly said: string;
}

beforeAll(async () => {
  requireInstalled();
  port = await quietPort();
  if (!existsSync(path.join(root, 'dist/web/index.html'))) buildBrowserSide();
}, patienceMs);
afterAll(() => {
  if (server?.child.pid !== undefined) endNow(-server.child.pid);
  for (const place of [folder, elsewhere]) {
    for (const processId of databasesOn(place)) endNow(processId);
    rmSync(place, { recursive: true, force: true });
  }
}, patienceMs);

test(
  'an ordinary user has a whole broker out of an empty folder, and is told how far it is, where it stands and who can sign in',
  { timeout: patienceMs },
  async () => {
    server = await start(asOrdinaryUser());
    const steps = [
      'Making a PostgreSQL in the data folder …',
      'Migrated: ',
      'Starting the outside parties of the sandbox …',
      'Seeding the clients and their histories …',
      `Atrium is ready at ${address()} (`,
      'Sign in with one of these, password Sandbox2026!',
    ];
    const places = steps.map((step) => server?.said.indexOf(step) ?? -1);
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    for (const { name, country, status } of personas)
      expect(server.said).toMatch(new RegExp(`^ {2}${name}@atrium\\.test {2,}.*, ${country} {2,}${status} [A-Z]`, 'm'));

    const program = await openProgram(address());
    visitor = await program.signIn('global.active@atrium.test');
    accounts = await accountNumbers();
    expect(accounts).not.toEqual([]);
  },
);

test('SIGTERM, as a system that shuts down sends it, leaves nothing running', { timeout: patienceMs }, async () => {
  expect(databasesOn(folder)).toHaveLength(1);
  const { child } = running();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(databasesOn(folder)).toEqual([]);
  expect(existsSync(path.join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
});

test('a copy of the stopped folder, unpacked elsewhere, is the same broker', { timeout: patienceMs }, async () => {
  // What docs/operate/backup.md says, and not compressed: that is nothing but work.
  const archive = path.join(elsewhere, 'atrium-folder.tar');
  run('tar', ['-cf', archive, '-C', path.dirname(folder), path.basename(folder)]);
  run('tar', ['-xf', archive, '-C', elsewhere]);
  const copy = path.join(elsewhere, path.basename(folder));
  const { child, said } = await start({ command: ['npm', 'start'], identity: {}, place: copy });
  try {
    expect(said).not.toMatch(/Making|Migrated|Seeding/);
    expect([databasesOn(copy).length, databasesOn(folder).length]).toEqual([1, 0]);
    expect(await accountNumbers()).toEqual(accounts);
  } finally {
    // It has the port that the others want.
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await vi.waitUntil(() => !isGroupAlive(child), { timeout: 120_000, interval: 50 });
  }
});

test('npm start keeps everything that is there, whoever runs it, and seeds nothing anew', { timeout: patienceMs }, async () => {
  server = await start({ command: ['npm', 'start'], identity: {} });
  expect(server.said).toContain('Starting PostgreSQL …');
  expect(server.said).toContain(`Atrium is ready at ${address()} (`);
  expect(server.said).not.toMatch(/Making|Migrated|Seeding/);
  // The session is a row of the first life too.
  expect(await accountNumbers()).toEqual(accounts);
});

test('Ctrl-C ends npm, the server and its PostgreSQL, and the port is free', { timeout: patienceMs }, async () => {
  expect(databasesOn(folder)).toHaveLength(1);
  const { child } = running();
  expect(isGroupAlive(child)).toBe(true);
  const ended = once(child, 'exit');
  // A terminal sends it to every process of the group at once: to npm, its shell, bin/start.mjs and the server.
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
  await vi.waitUntil(() => !isGroupAlive(child), { timeout: 120_000, interval: 50 });
  expect(databasesOn(folder)).toEqual([]);
  expect(existsSync(path.join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
  await expect(fetch(address())).rejects.toThrow('fetch failed');
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s to npm alone, as a program or a supervisor that started it sends it, ends all of it too',
  { timeout: patienceMs },
  async (signal) => {
    const { child } = await start({ command: ['npm', 'start'], identity: {} });
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    await vi.waitUntil(() => !isGroupAlive(child), { timeout: 120_000, interval: 50 });
    expect(databasesOn(folder)).toEqual([]);
    await expect(fetch(address())).rejects.toThrow('fetch failed');
  },
);

/** Otherwise `npm start` would install everything anew, beneath the tests that run beside this one. */
function requireInstalled(): void {
  const wanted = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  const mark = path.join(root, 'node_modules/.installed-lock');
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted.digest('hex'))
    throw new Error('install by npm test or npm start first: this package-lock.json is not the one that was installed');
}

/**
 * Below those that systems give to outgoing connections: the server listens when it has seeded, and by then one of those may
 * be taken.
 */
async function quietPort(): Promise<number> {
  for (let left = 100; left > 0; left -= 1) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  return once(probe, 'listening').then(
    () => new Promise((resolve) => probe.close(() => resolve(true))),
    () => false,
  );
}

function address(): string {
  return `http://localhost:${port}`;
}

async function accountNumbers(): Promise<unknown[]> {
  const program = await openProgram(address());
  const { success, data } = await program.ask({ path: 'api/accounts', as: visitor });
  expect(success).toBe(true);
  return data.accounts.live.map(({ number }: { readonly number: number }) => number);
}

interface Runner {
  readonly command: readonly string[];
  readonly identity: { readonly uid?: number; readonly gid?: number };
  /** Its data folder, where it is another one. */
  readonly place?: string;
}

const program = [process.execPath, '--disable-warning=ExperimentalWarning', 'src/server/main.ts'];

/**
 * Whoever runs the tests, or somebody else than root: in a user namespace, which may read a clone that only root may enter,
 * and where there are none, uid 1, as the server's own PostgreSQL runs (src/server/database/embedded.ts).
 */
function asOrdinaryUser(): Runner {
  if (process.getuid?.() !== 0) return { command: program, identity: {} };
  const prefix = ['unshare', '--user', '--map-user=1000'];
  if (spawnSync('unshare', [...prefix.slice(1), 'true']).status === 0) return { command: [...prefix, ...program], identity: {} };
  chownSync(folder, 1, 1);
  return { command: program, identity: { uid: 1, gid: 1 } };
}

/** Answers when the server has said all that it says at a start. */
async function start({ command: [command = '', ...args], identity, place = folder }: Runner): Promise<Started> {
  const child = spawn(command, args, {
    ...identity,
    cwd: root,
    detached: true,
    // Nothing of the tests' own environment: what a newcomer's shell has.
    env: { PATH: process.env['PATH'], PORT: String(port), ATRIUM_DATA: place },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: string): void => {
      said += chunk;
      if (/^API: \S+$/m.test(said)) resolve();
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`it ended (${signal ?? code}) before it was ready:\n${said}`)));
    server = { child, said };
  });
  return { child, said };
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}

function running(): Started {
  if (!server) throw new Error('nothing was started');
  return server;
}

function isGroupAlive({ pid }: ChildProcess): boolean {
  try {
    return process.kill(-(pid ?? 0), 0);
  } catch {
    return false;
  }
}

/**
 * The process id of every PostgreSQL that was started on this folder: of the first of its processes. Those it forks bear its
 * command line until they have named themselves.
 */
function databasesOn(place: string): number[] {
  const ours = processes().filter(({ line }) => line.includes(`${place}/`) && line.includes('-D'));
  const ids = new Set(ours.map(({ id }) => id));
  return ours.flatMap(({ id, parent }) => (ids.has(parent) ? [] : [id]));
}

interface Process {
  readonly id: number;
  readonly parent: number;
  /** Its command line. */
  readonly line: string;
}

function processes(): Process[] {
  if (existsSync('/proc/self/stat')) return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? processOf(name) : []));
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((row) => {
    const [, id, parent, line = ''] = /^ *(\d+) +(\d+) (.*)$/.exec(row) ?? [];
    return id ? [{ id: Number(id), parent: Number(parent), line }] : [];
  });
}

/** Nothing for a process that has ended meanwhile. */
function processOf(id: string): Process[] {
  try {
    // What follows the name, which may hold any character: the state, then the parent.
    const [, parent] = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return [{ id: Number(id), parent: Number(parent), line }];
  } catch {
    return [];
  }
}

function endNow(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** On a clone where only the tests were ever run; with `npm test` the build stands already. */
function buildBrowserSide(): void {
  const build = `import('./bin/ready.mjs').then(({ buildWhenNeeded }) => buildWhenNeeded())`;
  const { status, stderr } = spawnSync(process.execPath, ['--eval', build], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the browser side could not be built:\n${stderr}`);
}
