import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../src/server/database/freePort.ts';

/** The whole server as a process of its own, on its own data folder. */
export interface ServerProcess {
  readonly url: string;
  /** The file that it writes to what it has to say. */
  readonly output: string;
  /** Answers when it is ready to serve, in seconds. Started by `bin/start.mjs` it is what `npm start` runs. */
  start(by?: 'server' | 'npm start'): Promise<number>;
  /** Of the server itself, not of its database. */
  processId(): number;
  /** The owner's connection to its database. */
  databaseUrl(): string;
  killServer(): Promise<void>;
  /** Kills the embedded PostgreSQL without a word to anybody. */
  killDatabase(): void;
  /** Ends both in good order. */
  stop(): Promise<void>;
}

const programs = {
  server: ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'],
  'npm start': ['bin/start.mjs'],
} as const;
/** A bound of hanging, not of speed. */
const startTimeoutMs = 300_000;
const stopTimeoutMs = 20_000;

/**
 * `environment` goes beyond the port and the folder, which are its own; `PUBLIC_HOST` of it is the name that browsers know it by, such as
 * localhost, since passkeys refuse bare addresses. `root` is another program's, which stands elsewhere.
 */
export async function openServerProcess(
  dataFolder: string,
  { PUBLIC_HOST = '127.0.0.1', ...environment }: Readonly<Record<string, string>> = {},
  root = path.dirname(import.meta.dirname),
): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://${PUBLIC_HOST}:${port}`;
  const output = path.join(dataFolder, `server-${port}.log`);
  let child: ChildProcess | undefined;
  const postmaster = (): readonly string[] => {
    const file = path.join(dataFolder, 'postgres', 'data', 'postmaster.pid');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  };
  return {
    url,
    output,
    async start(by = 'server') {
      const begun = performance.now();
      const log = openSync(output, 'a', 0o600);
      const started = spawn(process.execPath, programs[by], {
        cwd: root,
        env: {
          ...process.env,
          PORT: String(port),
          HOST: '127.0.0.1',
          PUBLIC_URL: url,
          ATRIUM_DATA: dataFolder,
          LOG_LEVEL: 'error',
          // Nobody sends it calls but who ends it.
          CLOSING_SECONDS: '0',
          ...environment,
        },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      child = started;
      await untilReady(url, started, output);
      return (performance.now() - begun) / 1000;
    },
    processId: () => child?.pid ?? 0,
    databaseUrl() {
      const password = readFileSync(path.join(dataFolder, 'postgres', 'owner.password'), 'utf8').trim();
      return `postgres://atrium_owner:${password}@127.0.0.1:${postmaster()[3]}/atrium`;
    },
    async killServer() {
      await end(child, 'SIGKILL');
    },
    killDatabase() {
      const processId = Number(postmaster()[0]);
      if (processId > 0) process.kill(processId, 'SIGKILL');
    },
    async stop() {
      await end(child, 'SIGTERM');
    },
  };
}

async function untilReady(url: string, child: ChildProcess, output: string): Promise<void> {
  const until = Date.now() + startTimeoutMs;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server did not start:\n${readFileSync(output, 'utf8').slice(-4000)}`);
    const isReady = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await wait(100);
  }
  throw new Error(`the server was not ready within ${startTimeoutMs / 1000} s`);
}

export async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const inTime = await Promise.race([ended.then(() => true), wait(stopTimeoutMs, false)]);
  if (inTime) return;
  child.kill('SIGKILL');
  await ended;
}
