/**
 * `npm run drill:late`: the tests in a copy of the working tree where answers, messages, jobs and what is final in the database come late,
 * each by a time of its own (bench/late/plants.ts). A test that only a fast machine passes is red here, on any machine.
 *
 *   --units       the tests of vitest alone      --journeys   those in a browser alone
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { faultOf, plants } from './late/plants.ts';
import { openScratch, untilInterrupted, type Scratch } from './scratch.ts';

const root = path.dirname(import.meta.dirname);

function chosenSteps(): readonly (readonly [string, readonly string[]])[] {
  const { values } = parseArgs({
    options: { units: { type: 'boolean', default: false }, journeys: { type: 'boolean', default: false } },
  });
  const isWhole = values.units === values.journeys;
  return [
    ...(isWhole || values.units ? [['vitest', ['run', '--reporter=dot']] as const] : []),
    ...(isWhole || values.journeys
      ? [['npm', ['run', 'build']] as const, ['playwright', ['test', '--reporter=dot']] as const]
      : []),
  ];
}

function plantAll(scratch: Scratch): void {
  for (const plant of plants) {
    const text = scratch.original(plant.file);
    const fault = faultOf(plant, text);
    if (fault !== undefined) throw new Error(fault);
    scratch.write(
      plant.file,
      text.replace(plant.find, () => plant.replace),
    );
    process.stdout.write(`late: ${plant.what}\n`);
  }
}

/** A group of its own, so that whatever a test has started ends with it. */
async function isGreen({ folder, env }: Scratch, command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: folder, env, stdio: 'inherit', detached: true });
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  };
  const interrupted = untilInterrupted();
  interrupted.addEventListener('abort', end);
  const [status] = (await once(child, 'exit')) as [number | null];
  interrupted.removeEventListener('abort', end);
  return status === 0;
}

async function main(): Promise<void> {
  const steps = chosenSteps();
  const scratch = openScratch(root, 'late');
  const red: string[] = [];
  try {
    plantAll(scratch);
    for (const [command, args] of steps) if (!(await isGreen(scratch, command, args))) red.push([command, ...args].join(' '));
  } finally {
    scratch.remove();
  }
  process.stdout.write(
    red.length === 0 ? 'GREEN: nothing depends on what a fast machine does at once\n' : `RED: ${red.join(', ')}\n`,
  );
  if (red.length > 0) process.exitCode = 1;
}

await main();
