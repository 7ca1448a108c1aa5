import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../src/server/database/freePort.ts';

const root = path.dirname(import.meta.dirname);
const startsWithinMs = 120_000;

/** A whole broker in a box of its own, made anew and thrown away at the end. Needs the build. */
export async function withApplication(use: (url: string) => Promise<void>): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), 'atrium-picture-'));
  const port = await freePort();
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), ATRIUM_DATA: data, ATRIUM_MODE: 'sandbox' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await ready(`http://localhost:${port}`, server);
    await use(`http://localhost:${port}`);
  } finally {
    await ended(server);
    rmSync(data, { recursive: true, force: true });
  }
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  for (const until = Date.now() + startsWithinMs; Date.now() < until; await pause(250)) {
    if (server.exitCode !== null) throw new Error('the application did not open: see above');
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('the application was not ready in time');
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const end = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await end;
}
