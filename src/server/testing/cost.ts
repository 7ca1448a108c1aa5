import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';

/* What tests cost in processor time, which unlike the clock on the wall hardly depends on what else the machine does. */

interface Cost {
  /** Of the test file, from the root; or of what all of them share. */
  readonly file: string;
  /** Of a journey in it; absent: the whole file. */
  readonly title?: string;
  readonly seconds: number;
}

/** Adds a line to the file that ATRIUM_TEST_COSTS names: `bin/test.mjs` shows the costliest. */
export function noteCost(cost: Cost): void {
  const costs = process.env['ATRIUM_TEST_COSTS'];
  if (costs !== undefined) appendFileSync(costs, `${JSON.stringify(cost)}\n`);
}

/** Seconds of processor time that this process has used with those that it started and that have ended. Zero where there is no /proc. */
export function usedHere(): number {
  return existsSync('/proc/self/stat') ? statOf('self').seconds : 0;
}

/** The same of a process with all that it started and that they started, while they run. */
export function usedWithin(root: number): number {
  const running = existsSync('/proc/self/stat') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  const known = new Map(running.flatMap(statIfThere).map((stat) => [stat.id, stat]));
  const isWithin = (id: number): boolean => {
    for (let at = known.get(id); at; at = known.get(at.parent)) if (at.id === root) return true;
    return false;
  };
  return [...known.values()].filter(({ id }) => isWithin(id)).reduce((sum, { seconds }) => sum + seconds, 0);
}

interface Stat {
  readonly id: number;
  readonly parent: number;
  /** Its own, and those of children that it has waited for. */
  readonly seconds: number;
}

/** Linux counts a process's time in hundredths of a second. */
const ticksPerSecond = 100;

function statOf(name: string): Stat {
  const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
  // After the program's name, which may hold anything: state, parent …, and from the 12th on four times (man 5 proc).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { id: Number.parseInt(stat, 10), parent: Number(fields[1]), seconds: ticks / ticksPerSecond };
}

/** Many end between being listed and being looked at. */
function statIfThere(name: string): readonly Stat[] {
  try {
    return [statOf(name)];
  } catch {
    return [];
  }
}
