import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { unpackOldProgram } from '../upgrade/old.ts';
import { subjects, type Answered, type Asked, type Subject } from '../beside/subjects.ts';
import { middle, type Figure } from './figure.ts';
import { judgeSides, takenByOthers } from './judging.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const rounds = 5;
const seconds = 4;
/** Connections are made, statements prepared and code compiled before anything counts. */
const warmUpSeconds = 6;
const postingsLeast = 5.6;

/**
 * This program beside the one that bench/upgrade/from.json names, each on a database of its own, under the same load. They take turns, and
 * who begins changes with each round, so that whatever else the machine does falls on both.
 */
export async function measureBeside(): Promise<Figure[]> {
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'beside-'));
  const oldRoot = path.join(folder, 'program');
  process.stdout.write(`the release before: ${unpackOldProgram(oldRoot)}\n`);
  // What asks is the same on both sides.
  cpSync(path.join(root, 'bench'), path.join(oldRoot, 'bench'), { recursive: true });
  const sides: Side[] = [];
  try {
    sides.push(await openSide(oldRoot, path.join(folder, 'old')), await openSide(root, path.join(folder, 'new')));
    const [before, now] = sides;
    if (!before || !now) throw new Error('there are not two programs');
    return await compare(before, now);
  } finally {
    for (const side of sides) await side.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Figures = Extract<Answered, { perSecond: number }>;

interface Side {
  measure(subject: Subject, seconds: number): Promise<Figures>;
  close(): Promise<void>;
}

async function openSide(programRoot: string, folder: string): Promise<Side> {
  mkdirSync(folder, { mode: 0o700 });
  const child = fork(path.join(programRoot, 'bench/beside/side.ts'), [folder], {
    cwd: programRoot,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  await answerOf(child);
  return {
    measure(subject, during) {
      // That it has ended answers what cannot be sent any more.
      child.send({ subject, seconds: during } satisfies Asked, () => undefined);
      return answerOf(child);
    },
    async close() {
      if (!child.connected) return;
      child.send('close' satisfies Asked);
      await once(child, 'exit');
    },
  };
}

async function answerOf(child: ChildProcess): Promise<Figures> {
  const over = new AbortController();
  try {
    const told = once(child, 'message', { signal: over.signal });
    const [answer] = (await Promise.race([told, untilEnded(child, over.signal)])) as [Answered];
    if ('fault' in answer) throw new Error(answer.fault);
    return answer;
  } finally {
    over.abort();
  }
}

/** Of its own accord or by a signal, which is none of the bench's. What has ended before it was asked tells nobody again. */
async function untilEnded(child: ChildProcess, signal: AbortSignal): Promise<never> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit', { signal });
  const how = child.signalCode === null ? `with ${child.exitCode}` : `by ${child.signalCode}`;
  throw new Error(`one of the programs ended ${how}: ${child.spawnargs.join(' ')}`);
}

async function compare(before: Side, now: Side): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const subject of subjects) {
    for (const side of [before, now]) await side.measure(subject, warmUpSeconds);
    const taken: [Figures[], Figures[]] = [[], []];
    const yardsticks: number[] = [];
    const others: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Both programs have nothing to do just now.
      others.push(await takenByOthers());
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      for (const which of order) taken[which === 0 ? 0 : 1].push(await (which === 0 ? before : now).measure(subject, seconds));
      yardsticks.push((await now.measure('pgbench', seconds)).perSecond);
    }
    figures.push(...figuresOf(subject, taken, { yardsticks, others: middle(others) }));
    process.stdout.write(`measured: ${subject}, before and now\n`);
  }
  return figures;
}

/** What was looked at in each round besides. */
interface Beside {
  readonly yardsticks: readonly number[];
  /** What of the machine others had. */
  readonly others: number;
}

function figuresOf(
  subject: Subject,
  [before, now]: readonly [readonly Figures[], readonly Figures[]],
  { yardsticks, others }: Beside,
): Figure[] {
  const ratio = middle(now.map(({ perSecond }, round) => perSecond / (before[round]?.perSecond ?? Infinity)));
  const each = (figures: readonly Figures[]) => {
    const cpu = figures.flatMap(({ cpuMs }) => cpuMs ?? []);
    return `${middle(figures.map(({ perSecond }) => perSecond)).toFixed(0)} /s${cpu.length > 0 ? ` at ${middle(cpu).toPrecision(3)} ms CPU` : ''}`;
  };
  const byYardstick = middle(now.map(({ perSecond }, round) => perSecond / (yardsticks[round] ?? Infinity)));
  const value = `${ratio.toFixed(2)} × (${each(now)} against ${each(before)}; ${byYardstick.toFixed(3)} × pgbench)`;
  const cpuRatio = middle(now.map(({ cpuMs = Infinity }, round) => cpuMs / (before[round]?.cpuMs ?? Infinity)));
  const figure = { what: `${subject}, now ÷ release before`, value, ...judgeSides({ ratio, cpuRatio, others }) };
  if (subject !== 'postings') return [figure];
  const isMet = byYardstick >= postingsLeast;
  const value2 = `${byYardstick.toFixed(2)} ×`;
  return [
    figure,
    { what: 'postings with 256 callers ÷ pgbench, median of five', value: value2, target: `≥ ${postingsLeast} ×`, isMet },
  ];
}
