/**
 * `npm run drill:busy`: the whole of the checks in a fresh clone, again and again, while another process keeps every core busy: a test
 * that trusts the speed of the machine is a defect, and this is how it is found. Of each round it prints what the checks said last.
 *
 *   --rounds N   (3)     --load N   busy threads (as many as there are cores)
 */
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

const root = path.dirname(import.meta.dirname);
const mostRounds = 10;
const mostLoad = 64;
const lastLines = 12;

interface Options {
  readonly rounds: number;
  readonly load: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '3' }, load: { type: 'string', default: String(availableParallelism()) } },
  });
  const [rounds, load] = [Number(values.rounds), Number(values.load)];
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > mostRounds)
    throw new RangeError(`--rounds takes a whole number from 1 to ${mostRounds}`);
  if (!Number.isInteger(load) || load < 0 || load > mostLoad)
    throw new RangeError(`--load takes a whole number from 0 to ${mostLoad}`);
  return { rounds, load };
}

const isGreen = async (folder: string, log: string): Promise<boolean> => {
  const clone = spawnSync('git', ['clone', '--quiet', root, folder], { stdio: 'inherit' });
  if (clone.status !== 0) throw new Error('the repository could not be cloned');
  const checks = spawn('bash', ['.ci/run'], {
    cwd: folder,
    env: { ...process.env, CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(log);
  checks.stdout.pipe(file, { end: false });
  checks.stderr.pipe(file, { end: false });
  const [code] = (await once(checks, 'close')) as [number | null];
  file.end();
  await once(file, 'close');
  return code === 0;
};

async function main(): Promise<void> {
  const { rounds, load } = readOptions();
  const busy = Array.from({ length: load }, () => new Worker('for (;;);', { eval: true }));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const begun = Date.now();
      const folder = mkdtempSync(path.join(tmpdir(), 'atrium-busy-'));
      const log = `${folder}.log`;
      const passed = await isGreen(folder, log);
      rmSync(folder, { recursive: true, force: true });
      const said = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lastLines).join('\n');
      const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
      process.stdout.write(
        `${said}\nround ${round} of ${rounds}, ${load} busy threads beside it: ${passed ? 'green' : 'RED'}, ${minutes} min (${log})\n`,
      );
      if (!passed) process.exitCode = 1;
    }
  } finally {
    await Promise.all(busy.map((worker) => worker.terminate()));
  }
}

await main();
