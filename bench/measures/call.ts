import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../server.ts';
import { middle, type Figure } from './figure.ts';
import { signIn } from './visitor.ts';

const call = '/api/js/api/account_types/live';
const rounds = 3;
const requests = 8000;
const warmUp = 2000;
const connections = 16;
const target = 3;

/** What a signed-in read costs the server in processor time, beside a bare server that sends the same bytes. */
export async function measureCall(server: ServerProcess): Promise<Figure[]> {
  const headers = await signIn(server.url, 'global.active');
  const answer = await fetch(server.url + call, { headers });
  const sent = Object.fromEntries([...answer.headers].filter(([name]) => !hopHeaders.has(name)));
  const bare = await startBare({ headers: sent, body: await answer.text() });
  try {
    const whole = { url: server.url + call, processId: server.processId(), headers };
    const least = { url: `http://127.0.0.1:${bare.port}${call}`, processId: bare.processId, headers };
    load(whole, warmUp);
    load(least, warmUp);
    const idlePerSecond = await idleCpu(server.processId());
    const taken = { whole: [] as number[], least: [] as number[] };
    // They take turns, so that whatever else the machine does falls on both.
    for (let round = 0; round < rounds; round += 1) {
      taken.whole.push(cpuEach(whole, idlePerSecond));
      taken.least.push(cpuEach(least, 0));
    }
    const [wholeMs, leastMs] = [middle(taken.whole), middle(taken.least)];
    const ratio = wholeMs / leastMs;
    const value = `${ratio.toFixed(2)} × (${(wholeMs * 1000).toFixed(0)} µs against ${(leastMs * 1000).toFixed(0)} µs a request)`;
    return [
      { what: 'CPU of GET api/account_types/live ÷ bare node:http', value, target: `≤ ${target} ×`, isMet: ratio <= target },
    ];
  } finally {
    bare.stop();
  }
}

/** Of the connection, not of the answer. */
const hopHeaders = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length']);

interface Loaded {
  readonly url: string;
  readonly processId: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Milliseconds of processor time a request, without what the server does when nobody asks. */
function cpuEach(loaded: Loaded, idlePerSecond: number): number {
  const [before, begun] = [cpuMs(loaded.processId), performance.now()];
  load(loaded, requests);
  const seconds = (performance.now() - begun) / 1000;
  return (cpuMs(loaded.processId) - before - idlePerSecond * seconds) / requests;
}

function load({ url, headers }: Loaded, amount: number): void {
  const asked = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const parameters = ['-a', String(amount), '-c', String(connections), '-j', '-n', ...asked, url];
  const result = spawnSync('autocannon', parameters, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  if (result.status !== 0) throw new Error(`autocannon failed: ${result.stderr || String(result.error)}`);
  const report = JSON.parse(result.stdout) as { '2xx': number; non2xx: number; errors: number };
  if (report['2xx'] < amount || report.errors > 0)
    throw new Error(`${amount} requests: ${report['2xx']} answered, ${report.non2xx} refused, ${report.errors} failed`);
}

async function idleCpu(processId: number): Promise<number> {
  const seconds = 4;
  const before = cpuMs(processId);
  await wait(seconds * 1000);
  return (cpuMs(processId) - before) / seconds;
}

/** Linux counts a process's time in hundredths of a second (proc_pid_stat(5): utime and stime). */
export function cpuMs(processId: number): number {
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function startBare(answer: { readonly headers: Record<string, string>; readonly body: string }) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'bare.ts')], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the bare server has no pipes');
  stdin.end(JSON.stringify(answer));
  const [line] = (await once(stdout.setEncoding('utf8'), 'data')) as [string];
  return { port: Number(line), processId: child.pid ?? 0, stop: () => child.kill() };
}
