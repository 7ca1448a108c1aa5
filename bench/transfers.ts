/**
 * `npm run bench:transfers`: the whole way of a transfer over HTTP, confirm and save, from a wallet to a wallet of another currency and
 * from a wallet to a trading account, by many clients at once. The web, the worker, the vendors and the database are processes of
 * their own. Of each it prints how many are completed in a second, beside pgbench's TPC-B on the same server, and what one costs:
 * commits, statements, processor time. What the portal does when nobody asks is measured first and taken off; what the worker does
 * for a transfer afterwards (its news, its letters) counts with it.
 *
 *   --only 1,64     how many callers (1,16,64,256)     --seconds N   of each run (10)
 *   --trace         instead: the statements of one transfer of each kind, in their order
 *   --statements    beside it: what the database spent its time on, by statement
 *   --kind account  one kind only: wallet or account
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { middle } from './measures/figure.ts';
import { findPgbench, measurePgbench } from './pgbench.ts';
import { openLine, type Line } from './transfers/ask.ts';
import { openCallers, prepareClients, type Caller } from './transfers/clients.ts';
import { between, costliest, each, readIdle, readStatements, readWhenTold, type Counters } from './transfers/counters.ts';
import { openPortal, type Portal } from './transfers/portal.ts';
import { trace } from './transfers/trace.ts';

const kinds = {
  'wallet to wallet': ({ otherWallet }: Caller) => otherWallet,
  'wallet to account': ({ account }: Caller) => account,
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

const usualCallers = [1, 16, 64, 256];
const callersMost = 256;
const secondsMost = 120;
/** However fast the machine is: what the clients hold and the disk takes is bounded. */
const transfersMost = 50_000;
const idleSeconds = 12;
const processPath = '/api/js/api/payments_process';

interface Options {
  readonly callers: readonly number[];
  readonly seconds: number;
  readonly isTrace: boolean;
  readonly showsStatements: boolean;
  readonly kinds: readonly Kind[];
}

interface Measured {
  readonly perSecond: number;
  readonly completed: number;
  readonly unfinished: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cost: Counters;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '10' },
      trace: { type: 'boolean', default: false },
      statements: { type: 'boolean', default: false },
      kind: { type: 'string', default: '' },
    },
  });
  const callers = values.only?.split(',').map(Number) ?? usualCallers;
  const seconds = Number(values.seconds);
  const isWithin = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
  if (!callers.every((count) => isWithin(count, callersMost)))
    throw new RangeError(`--only takes numbers from 1 to ${callersMost}`);
  if (!isWithin(seconds, secondsMost)) throw new RangeError(`--seconds takes a whole number from 1 to ${secondsMost}`);
  const wanted = kindNames.filter((kind) => kind.endsWith(values.kind));
  if (wanted.length === 0) throw new RangeError('--kind is wallet or account');
  const { trace: isTrace, statements: showsStatements } = values;
  return { callers: isTrace ? [1] : callers, seconds, isTrace, showsStatements, kinds: wanted };
}

async function main(): Promise<void> {
  const options = readOptions();
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'transfers-'));
  const count = Math.max(...options.callers);
  try {
    const portal = await openPortal(folder, { prepare: (owner) => prepareClients(owner, count) });
    const line = openLine(portal.url, count);
    try {
      const callers = await openCallers(portal.owner, line.ask, count);
      await (options.isTrace ? traceEach : measureEach)({ portal, line, callers, options });
    } finally {
      await line.close();
      await portal.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Bench {
  readonly portal: Portal;
  readonly line: Line;
  readonly callers: readonly Caller[];
  readonly options: Options;
}

async function traceEach({ portal, line, callers, options }: Bench): Promise<void> {
  const [caller] = callers;
  if (!caller) throw new Error('there is no client');
  for (const kind of options.kinds) {
    // The first one prepares what is prepared once a connection.
    await move(line, caller, kind);
    const statements = await trace(portal, () => move(line, caller, kind));
    for (const by of ['web', 'worker'] as const) {
      const own = statements.filter((one) => one.by === by);
      const asked = own.filter(({ text }) => !/^(commit|rollback)/i.test(text));
      print(`${kind}, by the ${by}`, `${own.filter(({ commits }) => commits).length} commits (●), ${asked.length} statements`);
    }
    for (const { by, connection, text, commits } of statements)
      process.stdout.write(`  ${commits ? '●' : ' '} ${by.padEnd(6)} ${connection}  ${text}\n`);
  }
}

async function measureEach(bench: Bench): Promise<void> {
  const { portal, options } = bench;
  const program = findPgbench();
  const tpcb: number[] = [];
  const takeTpcb = () => {
    const at = { url: portal.yardstickUrl, seconds: options.seconds, isFirst: tpcb.length === 0 };
    if (program) tpcb.push(measurePgbench({ ...at, program }));
  };
  // Connections are made and statements prepared before anything counts.
  for (const kind of options.kinds) await Promise.all(bench.callers.map((caller) => move(bench.line, caller, kind)));
  const idle = await readIdle(portal, idleSeconds);
  print('when nobody asks, a second', costOf(idle));
  for (const kind of options.kinds) {
    takeTpcb();
    const measured: [number, Measured][] = [];
    let before = await readWhenTold(portal);
    for (const callers of options.callers) {
      const statements = await readStatements(portal);
      const ran = await run(bench, { kind, callers, seconds: options.seconds });
      const after = await readWhenTold(portal);
      if (options.showsStatements) showStatements(costliest(statements, await readStatements(portal)), ran.completed);
      measured.push([callers, { ...ran, cost: each(between(before, after), idle, ran.completed) }]);
      before = after;
    }
    takeTpcb();
    // What pgbench did just before these runs and just after.
    const yardstick = tpcb.length > 0 ? middle(tpcb.slice(-2)) : undefined;
    for (const [callers, one] of measured) report(`${kind}, ${callers} callers`, one, yardstick);
  }
  print(
    'pgbench TPC-B -c 8 -j 2, scale 10',
    tpcb.length > 0 ? tpcb.map((figure) => `${Math.round(figure)} /s`).join(', ') : 'not found',
  );
}

async function run(
  { line, callers: all }: Bench,
  { kind, callers, seconds }: { kind: Kind; callers: number; seconds: number },
): Promise<Omit<Measured, 'cost'>> {
  const latencies: number[] = [];
  let begunCount = 0;
  let unfinished = 0;
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const work = async (caller: Caller): Promise<void> => {
    while (performance.now() < until && begunCount < transfersMost) {
      begunCount += 1;
      const sent = performance.now();
      const status = await move(line, caller, kind);
      if (status === 'completed') latencies.push(performance.now() - sent);
      else unfinished += 1;
    }
  };
  await Promise.all(all.slice(0, callers).map(work));
  const took = (performance.now() - begun) / 1000;
  if (latencies.length === 0) throw new Error(`no transfer ${kind} was completed`);
  latencies.sort((first, second) => first - second);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { perSecond: latencies.length / took, completed: latencies.length, unfinished, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Confirms and saves, as a browser does it; answers how the transfer stands. */
async function move({ ask }: Line, caller: Caller, kind: Kind): Promise<string> {
  const { headers, wallet } = caller;
  const confirm = {
    action: 'confirm',
    transfer_type: 'transfer',
    account_number: wallet,
    target_account_number: kinds[kind](caller),
  };
  const quoted = await ask({ path: processPath, headers, body: { ...confirm, amount: '10', currency: 'USD' } });
  const saved = await ask({ path: processPath, headers, body: { action: 'save', remittance_id: quoted['remittance_id'] } });
  return String(saved['status']);
}

function report(what: string, one: Measured, yardstick: number | undefined): void {
  const ratio = yardstick === undefined ? '' : `, ${(one.perSecond / yardstick).toFixed(3)} × pgbench`;
  const times = `p50 ${one.p50Ms.toFixed(0)} ms, p99 ${one.p99Ms.toFixed(0)} ms`;
  const waiting = one.unfinished > 0 ? `, ${one.unfinished} more not completed at once` : '';
  print(what, `${one.perSecond.toFixed(1)} /s${ratio}, ${times}${waiting}`);
  print('', `each ${costOf(one.cost)}`);
}

function showStatements(statements: ReturnType<typeof costliest>, transfers: number): void {
  for (const { text, calls, ms } of statements)
    print(
      `  ${(calls / transfers).toFixed(2)} × ${(ms / calls).toFixed(3)} ms`,
      `${(ms / transfers).toFixed(3)} ms each: ${text}`,
    );
}

function costOf({ commits, statements, webMs, workerMs, vendorsMs, databaseMs, callersMs }: Counters): string {
  const parts = { web: webMs, worker: workerMs, vendors: vendorsMs, database: databaseMs, callers: callersMs };
  const times = Object.entries(parts).map(([name, ms]) => `${name} ${ms.toFixed(2)}`);
  const whole = Object.values(parts).reduce((sum, ms) => sum + ms, 0);
  return `${commits.toFixed(1)} commits, ${statements.toFixed(1)} statements, CPU ms ${whole.toFixed(2)}: ${times.join(', ')}`;
}

function print(what: string, figure: string): void {
  process.stdout.write(`${what.padEnd(36)} ${figure}\n`);
}

await main();
