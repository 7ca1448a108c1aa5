import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../src/server/database/freePort.ts';
import type { ServerProcess } from '../server.ts';
import { middle, type Figure } from './figure.ts';
import { signIn } from './visitor.ts';

const runs = 5;
const runMostMs = 90_000;
const run = promisify(execFile);

/** Lighthouse's mobile performance, the median of five runs of each screen, in the system's Chromium. */
export async function measureScreens(server: ServerProcess): Promise<Figure[]> {
  const browser = await openBrowser();
  const { port } = browser;
  try {
    const entrance = await measure({ what: 'Lighthouse mobile, sign-in', url: `${server.url}/en/login`, port, target: 0.95 });
    const { cookie } = await signIn(server.url, 'global.active');
    await browser.setCookies(cookie.split('; ').map((pair) => cookieOf(pair, server.url)));
    const dashboard = await measure({ what: 'Lighthouse mobile, dashboard', url: `${server.url}/en`, port, target: 0.9 });
    return [entrance, dashboard];
  } finally {
    await browser.close();
  }
}

interface Browser {
  readonly port: number;
  setCookies(cookies: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

const startMostMs = 20_000;

/** A browser of our own with a profile of its own, told what to do over its own protocol. */
async function openBrowser(): Promise<Browser> {
  const program = browserFile(process.env);
  const profile = mkdtempSync(path.join(tmpdir(), 'atrium-lighthouse-'));
  const port = await freePort();
  const child = spawn(
    program,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--no-first-run',
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${port}`,
    ],
    { stdio: 'ignore' },
  );
  const address = await addressOf(port);
  return {
    port,
    setCookies: (cookies) => command(address, { method: 'Storage.setCookies', params: { cookies } }),
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export function browserFile(environment: Readonly<Record<string, string | undefined>>): string {
  const program = environment['CHROME_PATH'] ?? '/usr/bin/chromium';
  if (!existsSync(program)) throw new Error(`there is no Chromium at ${program}: install it, or name one in CHROME_PATH`);
  return program;
}

async function addressOf(port: number): Promise<string> {
  const until = Date.now() + startMostMs;
  while (Date.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined);
    if (answer?.ok) return ((await answer.json()) as { webSocketDebuggerUrl: string }).webSocketDebuggerUrl;
    await wait(100);
  }
  throw new Error(`Chromium did not start within ${startMostMs / 1000} s`);
}

async function command(address: string, asked: { readonly method: string; readonly params: object }): Promise<void> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, ...asked }));
  const [message] = (await answered) as [{ readonly data: string }];
  socket.close();
  const answer = JSON.parse(message.data) as { error?: { message: string } };
  if (answer.error) throw new Error(`${asked.method}: ${answer.error.message}`);
}

interface Measured {
  readonly what: string;
  readonly url: string;
  readonly port: number;
  readonly target: number;
}

async function measure({ what, url, port, target }: Measured): Promise<Figure> {
  const scores: number[] = [];
  for (let count = 0; count < runs; count += 1) scores.push(await lighthouse(url, port));
  const score = middle(scores);
  const value = `${score.toFixed(2)} (${scores.map((each) => each.toFixed(2)).join(', ')})`;
  return { what, value, target: `≥ ${target}`, isMet: score >= target };
}

/** One run: simulated slow 4G and a four times slower processor, as Lighthouse ships. The caches are cleared, the cookies stay. */
async function lighthouse(url: string, port: number): Promise<number> {
  const { stdout } = await run(
    'lighthouse',
    [url, `--port=${port}`, '--quiet', '--output=json', '--only-categories=performance'],
    { maxBuffer: 64 * 1024 * 1024, timeout: runMostMs },
  );
  const report = JSON.parse(stdout) as { finalDisplayedUrl: string; categories: { performance: { score: number | null } } };
  if (new URL(report.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led on to ${report.finalDisplayedUrl}`);
  return report.categories.performance.score ?? 0;
}

function cookieOf(pair: string, url: string) {
  const at = pair.indexOf('=');
  return { name: pair.slice(0, at), value: pair.slice(at + 1), url, httpOnly: true, sameSite: 'Lax' };
}
