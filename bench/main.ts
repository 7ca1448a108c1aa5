/**
 * `npm run bench`: what Atrium is held to, as ratios that a machine's speed does not decide, in one run and one table.
 * `-- --only call,lists` takes some of ledger, ticks, growth, beside, copying, screening, start, call, lists, exports, reports, strategies, sizes, screens. What cannot be measured says what it
 * misses in its line, and the run ends red. Everything stays on the loopback. The
 * second start alone is a time, held to what somebody waits for it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureBeside } from './measures/beside.ts';
import { measureCall } from './measures/call.ts';
import { attempt, print, type Figure } from './measures/figure.ts';
import { measureCopying } from './measures/copying.ts';
import { measureExports } from './measures/exports.ts';
import { measureGrowth } from './measures/growth.ts';
import { measureLists } from './measures/lists.ts';
import { measureReports } from './measures/reports.ts';
import { measureScreening } from './measures/screening.ts';
import { measureScreens } from './measures/screens.ts';
import { measureStart } from './measures/start.ts';
import { measureStrategies } from './measures/strategies.ts';
import { measureTicks } from './measures/ticks.ts';
import { openServerProcess, type ServerProcess } from './server.ts';

/** Those that need the whole server, in the order in which they disturb it least. */
const ofServer: Readonly<Record<string, (server: ServerProcess) => Promise<Figure[]>>> = {
  start: measureStart,
  call: measureCall,
  screens: measureScreens,
  lists: measureLists,
  exports: measureExports,
  reports: measureReports,
  strategies: measureStrategies,
};
const alone: Readonly<Record<string, () => Promise<Figure[]>>> = {
  sizes: async () => [measureSizes()],
  ledger: async () => [measureLedger()],
  ticks: measureTicks,
  growth: measureGrowth,
  beside: measureBeside,
  copying: measureCopying,
  screening: measureScreening,
};

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const wanted = values.only?.split(',') ?? [...Object.keys(alone), ...Object.keys(ofServer)];
  const unknown = wanted.filter((name) => !(name in ofServer) && !(name in alone));
  if (unknown.length > 0) throw new RangeError(`there is no measure ${unknown.join(', ')}`);
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(alone)) {
    if (!wanted.includes(name)) continue;
    figures.push(...(await attempt(name, measure)));
    process.stdout.write(`measured: ${name}\n`);
  }
  if (wanted.some((name) => name in ofServer)) figures.push(...(await attempt('the server', () => measureServer(wanted))));
  print(figures);
  process.exit(figures.every(({ isMet }) => isMet) ? 0 : 1);
}

async function measureServer(wanted: readonly string[]): Promise<Figure[]> {
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'bench-'));
  const server = await openServerProcess(folder);
  const figures: Figure[] = [];
  try {
    await server.start();
    for (const [name, measure] of Object.entries(ofServer)) {
      if (!wanted.includes(name)) continue;
      figures.push(...(await attempt(name, () => measure(server))));
      process.stdout.write(`measured: ${name}\n`);
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
}

/** The budget of the browser side, which has a program of its own. */
function measureSizes(): Figure {
  const { status, stdout } = spawnSync(process.execPath, ['bin/budget.ts'], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => /^(OVER|ok)/.test(line));
  const over = lines.filter((line) => line.startsWith('OVER')).map((line) => line.replace(/\s+/g, ' ').slice(5));
  const value = over.length === 0 ? `all ${lines.length} within` : over.join('; ');
  return { what: 'sizes of the browser side (npm run budget)', value, target: 'within', isMet: status === 0 && lines.length > 0 };
}

/** The ledger's bench beside pgbench, which has a program of its own and says more. */
function measureLedger(): Figure {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'bench/ledger.ts'], {
    encoding: 'utf8',
    env: { BENCH_SECONDS: '4', ...process.env },
  });
  process.stdout.write(stdout);
  const ratio = Number(/÷ pgbench\D*([\d.]+)/.exec(stdout)?.[1]);
  const value = Number.isNaN(ratio) ? `not measured: ${stderr.slice(-200)}` : `${ratio.toFixed(2)} ×`;
  return { what: 'postings with 256 callers ÷ pgbench TPC-B', value, target: '≥ 5.6 ×', isMet: status === 0 && ratio >= 5.6 };
}

await main();
