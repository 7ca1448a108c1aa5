/**
 * `npm run bench:transfers`: many clients at once send transfers over HTTP, confirm and save. They go from a wallet to a wallet of
 * another currency and from a wallet to a trading account. Withdrawals go back to a card, with a PIN, up to where they wait for staff.
 * The web, the worker, the vendors and the database are processes of their own. Of each it prints how many are completed in a second, beside pgbench's TPC-B on the same server, and what one costs:
 * commits, statements, processor time. What the portal does when nobody asks is measured first and taken off; what the worker does
 * for a transfer afterwards (its news, its letters) counts with it. What 64 callers reach with transfers is held to its figures: it fails
 * on a miss. Of withdrawals the figures are told: their times are those of the two calls, the letter with the PIN comes between them.
 *
 *   --only 1,64     how many callers (1,16,64,256)     --seconds N   of each run (10)
 *   --trace         instead: the statements of one transfer of each kind, in their order
 *   --statements    beside it: what the database spent its time on, by statement
 *   --kind account  one kind only: wallet, account or withdrawal
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { middle, print as printFigures, type Figure } from './measures/figure.ts';
import { findPgbench, measurePgbench } from './pgbench.ts';
import { openLine, type Line } from './transfers/ask.ts';
import { openCallers, prepareClients, type Caller } from './transfers/clients.ts';
import { between, costliest, each, readIdle, readStatements, readWhenTold, type Counters } from './transfers/counters.ts';
import { kindNames, move, runEach, runTransfers, type Kind, type Run } from './transfers/moving.ts';
import { openPortal, type Portal } from './transfers/portal.ts';
import { trace } from './transfers/trace.ts';
import { openLetters, prepareWithdrawers, withdraw, withdrawersLeast, type Letters } from './transfers/withdrawing.ts';

const usualCallers = [1, 16, 64, 256];
const callersMost = 256;
const secondsMost = 120;
const idleSeconds = 12;

interface Options {
  readonly callers: readonly number[];
  readonly seconds: number;
  readonly isTrace: boolean;
  readonly showsStatements: boolean;
  readonly kinds: readonly Measurable[];
}

const withdrawal = 'withdrawal';
type Measurable = Kind | typeof withdrawal;

interface Measured extends Run {
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
  const wanted = [...kindNames, withdrawal].filter((kind): kind is Measurable => kind.endsWith(values.kind));
  if (wanted.length === 0) throw new RangeError('--kind is wallet, account or withdrawal');
  const { trace: isTrace, statements: showsStatements } = values;
  return { callers: isTrace ? [1] : callers, seconds, isTrace, showsStatements, kinds: wanted };
}

async function main(): Promise<void> {
  const options = readOptions();
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'transfers-'));
  const count = Math.max(...options.callers, options.kinds.includes(withdrawal) ? withdrawersLeast : 1);
  const prepare = async (owner: Portal['owner']): Promise<void> => {
    await prepareClients(owner, count);
    if (options.kinds.includes(withdrawal)) await prepareWithdrawers(owner);
  };
  try {
    const portal = await openPortal(folder, { prepare });
    const line = openLine(portal.url, count);
    const letters = openLetters(folder);
    try {
      const callers = await openCallers(portal.owner, line.ask, count);
      await (options.isTrace ? traceEach : measureEach)({ portal, line, letters, callers, options });
    } finally {
      letters.close();
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
  readonly letters: Letters;
  readonly callers: readonly Caller[];
  readonly options: Options;
}

/** One of that kind, whatever becomes of it. */
const act = ({ line, letters }: Bench, caller: Caller, kind: Measurable): Promise<unknown> =>
  kind === withdrawal ? withdraw(line, caller, letters) : move(line, caller, kind);

function run(bench: Bench, kind: Measurable, load: { readonly callers: number; readonly seconds: number }): Promise<Run> {
  if (kind !== withdrawal) return runTransfers(bench, { kind, ...load });
  const { line, letters, callers: clients } = bench;
  return runEach({ clients, ...load, act: (caller) => withdraw(line, caller, letters), what: kind });
}

async function traceEach(bench: Bench): Promise<void> {
  const { portal, options } = bench;
  const [caller, other] = bench.callers;
  if (!caller) throw new Error('there is no client');
  for (const kind of options.kinds) {
    // The first one prepares what is prepared once a connection.
    await act(bench, caller, kind);
    // Nobody is sent two PINs at once.
    const statements = await trace(portal, () => act(bench, kind === withdrawal && other ? other : caller, kind));
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
  const figures: Figure[] = [];
  const takeTpcb = () => {
    const at = { url: portal.yardstickUrl, seconds: options.seconds, isFirst: tpcb.length === 0 };
    if (program) tpcb.push(measurePgbench({ ...at, program }));
  };
  // Connections are made and statements prepared before anything counts.
  for (const kind of options.kinds) await Promise.all(bench.callers.map((caller) => act(bench, caller, kind)));
  const idle = await readIdle(portal, idleSeconds);
  print('when nobody asks, a second', costOf(idle));
  for (const kind of options.kinds) {
    takeTpcb();
    const measured: [number, Measured][] = [];
    let before = await readWhenTold(portal);
    for (const callers of options.callers) {
      const statements = await readStatements(portal);
      const ran = await run(bench, kind, { callers, seconds: options.seconds });
      const after = await readWhenTold(portal);
      if (options.showsStatements) showStatements(costliest(statements, await readStatements(portal)), ran.completed);
      measured.push([callers, { ...ran, cost: each(between(before, after), idle, ran.completed) }]);
      before = after;
    }
    takeTpcb();
    // What pgbench did just before these runs and just after.
    const yardstick = tpcb.length > 0 ? middle(tpcb.slice(-2)) : undefined;
    for (const [callers, one] of measured) report(`${kind}, ${callers} callers`, one, yardstick);
    if (kind !== withdrawal)
      figures.push(...measured.filter(([callers]) => callers === heldCallers).flatMap(([, one]) => held(kind, one, yardstick)));
  }
  print(
    'pgbench TPC-B -c 8 -j 2, scale 10',
    tpcb.length > 0 ? tpcb.map((figure) => `${Math.round(figure)} /s`).join(', ') : 'not found',
  );
  printFigures(figures);
  if (figures.some(({ isMet }) => !isMet)) process.exitCode = 1;
}

const heldCallers = 64;
const most = { commits: 8, statements: 20 } as const;
const leastRatio: Readonly<Record<Kind, number>> = { 'wallet to wallet': 0.1, 'wallet to account': 0.05 };

function held(kind: Kind, { cost, perSecond }: Measured, yardstick: number | undefined): Figure[] {
  const ratio = yardstick === undefined ? undefined : perSecond / yardstick;
  const least = leastRatio[kind];
  const counted = (['commits', 'statements'] as const).map((name) => ({
    what: `${kind}: ${name} a transfer`,
    value: cost[name].toFixed(1),
    target: `≤ ${most[name]}`,
    isMet: cost[name] <= most[name],
  }));
  const value = ratio === undefined ? 'not measured: there is no pgbench' : `${ratio.toFixed(3)} ×`;
  const speed = { what: `${kind}: ÷ pgbench TPC-B`, value, target: `≥ ${least} ×`, isMet: ratio !== undefined && ratio >= least };
  return [...counted, speed];
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
