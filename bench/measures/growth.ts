import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { emailOf, seedPassword } from '../../seed/personas.ts';
import { secondMs } from '../../src/base/time.ts';
import { clearAway } from '../../src/server/background/housekeeping.ts';
import { startEmbedded } from '../../src/server/database/embedded.ts';
import { openBroker, type Broker, type Cost, type Sweep } from '../growth/broker.ts';
import { stir } from '../growth/plant.ts';
import { middle, type Figure } from './figure.ts';
import { judgeJob, judgeRead } from './judging.ts';
import { signIn } from './visitor.ts';

const [few, many] = [1000, 100_000];
const runsEach = 7;
const readsEach = 200;

/**
 * What a broker of a hundred times as many clients pays more for, while as much happens at both: each job, and the reads that
 * clients do most, these while the jobs run by the clock. What they are held to, and why: docs/decisions/0026. The two brokers
 * take turns.
 */
export async function measureGrowth(): Promise<Figure[]> {
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'growth-'));
  const settings = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '10000' };
  const server = await startEmbedded({ folder, isDurable: true, settings });
  const brokers: Broker[] = [];
  try {
    for (const count of [few, many]) brokers.push(await openBroker(server, folder, count));
    const [small, large] = brokers;
    if (!small || !large) throw new Error('there are not two brokers');
    return [...(await measureJobs(small, large)), ...(await measureReads(small, large))];
  } finally {
    for (const broker of brokers) await broker.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Job = (broker: Broker) => Promise<unknown>;

async function measureJobs(small: Broker, large: Broker): Promise<Figure[]> {
  const jobs = new Map<string, Job>([
    ...[...small.sweeps.keys()].map((name) => [name, (broker: Broker) => sweepOf(broker, name).run(broker.context())] as const),
    ['housekeeping', ({ opened }: Broker) => clearAway(opened.database.application.sql)],
    ['a round of the outbox', ({ opened }: Broker) => opened.database.application.sql.run(emptyRound)],
  ]);
  // What is due at the first time was due because nothing had run before.
  for (const broker of [small, large]) for (const job of jobs.values()) await job(broker);
  const figures: Figure[] = [];
  for (const [name, job] of jobs) {
    const costs: [Cost[], Cost[]] = [[], []];
    const line = standInLine();
    for (let run = 0; run < runsEach; run += 1) {
      costs[0].push(await costOf(small, job));
      costs[1].push(await costOf(large, job));
    }
    figures.push(figureOf(`job ${name}`, costs, line()));
  }
  return figures;
}

const emptyRound = `select * from outbox_round(now(), '{}', '[]', '{bench}', 32, 30, 'bench')`;

function sweepOf({ sweeps }: Broker, name: string): Sweep {
  const sweep = sweeps.get(name);
  if (!sweep) throw new Error(`there is no sweep ${name}`);
  return sweep;
}

async function costOf(broker: Broker, job: Job): Promise<Cost> {
  await stir(broker);
  const before = await broker.cost();
  await job(broker);
  const after = await broker.cost();
  return { pages: after.pages - before.pages, ms: after.ms - before.ms };
}

function figureOf(what: string, costs: readonly [readonly Cost[], readonly Cost[]], waited: number): Figure {
  const middles = (name: keyof Cost) =>
    [middle(costs[0].map((cost) => cost[name])), middle(costs[1].map((cost) => cost[name]))] as const;
  const [pages, ms] = [middles('pages'), middles('ms')];
  const told = `${pages[1].toFixed(0)} pages against ${pages[0].toFixed(0)}, ${ms[1].toFixed(1)} ms against ${ms[0].toFixed(1)} ms`;
  return {
    what: `${what}, ${many} ÷ ${few} clients`,
    value: `${(pages[1] / Math.max(pages[0], 1)).toFixed(2)} × (${told})`,
    ...judgeJob({ pages, ms, waited }),
  };
}

const reads = [
  'api/client_info',
  'api/dashboard',
  'api/accounts',
  'api/transfers',
  'api/direct/wallets',
  'api/notifications',
  'api/payments/transfer',
].map((name) => `/api/js/${name}`);
const findClient = `/api/desk/clients?search=${encodeURIComponent(emailOf('eu.active'))}`;

async function measureReads(small: Broker, large: Broker): Promise<Figure[]> {
  const askers = await Promise.all([small, large].map(openAsker));
  const stops = [small, large].map(runByTheClock);
  const line = standInLine();
  const figures: { readonly what: string; readonly taken: readonly number[][] }[] = [];
  for (const read of [...reads, findClient]) {
    const taken = askers.map((): number[] => []);
    for (let count = 0; count < readsEach; count += 1)
      for (const [place, ask] of askers.entries()) taken[place]?.push(await ask(read));
    figures.push({ what: read.replace(/\?.*/, ''), taken });
  }
  const waited = line();
  await Promise.all(stops.map((stop) => stop()));
  return figures.map(({ what, taken: [one = [], other = []] }) => {
    const at = (times: readonly number[], share: number) =>
      times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
    const ratio = (share: number) => at(other, share) / at(one, share);
    const value = `p50 ${ratio(0.5).toFixed(2)} × (${at(other, 0.5).toFixed(1)} ms), p95 ${ratio(0.95).toFixed(2)} × (${at(other, 0.95).toFixed(1)} ms)`;
    return {
      what: `read ${what}, ${many} ÷ ${few} clients`,
      value,
      ...judgeRead({ ratios: [ratio(0.5), ratio(0.95)], waited }),
    };
  });
}

/** Asks as a client, and as a member of staff where it is the desk's; answers how long that took. */
async function openAsker({ url }: Broker): Promise<(read: string) => Promise<number>> {
  const client = await signIn(url, 'global.active');
  const staff = await signInStaff(url);
  return async (read) => {
    const begun = performance.now();
    const answer = await fetch(url + read, { headers: read.startsWith('/api/desk') ? staff : client });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${read} answers HTTP ${answer.status}`);
    return performance.now() - begun;
  };
}

async function signInStaff(url: string): Promise<{ readonly cookie: string }> {
  const body = JSON.stringify({ id: 'compliance@staff.atrium.test', password: seedPassword });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/desk/login`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`nobody could sign in at the desk: HTTP ${answer.status}`);
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  };
}

/** Every job as often as the worker runs it, while something happens. */
function runByTheClock(broker: Broker): () => Promise<void> {
  const running = new Map<string, Promise<unknown>>();
  const begin = (name: string, work: () => Promise<unknown>): void => {
    if (running.has(name)) return;
    running.set(
      name,
      work().finally(() => running.delete(name)),
    );
  };
  const timers = [
    setInterval(() => begin('stir', () => stir(broker)), secondMs),
    ...[...broker.sweeps.values()].map((sweep) =>
      setInterval(() => begin(sweep.name, () => sweep.run(broker.context())), sweep.seconds * secondMs),
    ),
  ];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running.values());
  };
}

/** From now on: what of its time this process stands in line for a processor, from 0 to 1 (Linux, /proc/self/schedstat). */
function standInLine(): () => number {
  const waitedMs = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1_000_000;
  const [before, begun] = [waitedMs(), performance.now()];
  return () => (waitedMs() - before) / (performance.now() - begun);
}
