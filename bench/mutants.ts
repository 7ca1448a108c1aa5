/**
 * `npm run drill:mutants`: defects of our own, one at a time, in a copy of the working tree; the tests that are named with each
 * have to see it. Ends red when more than one in twenty is seen by none, or when a defect cannot be planted any more.
 *
 *   --only a,b    these only
 *   --from a      from this one on
 *   --plain       prints the list and plants nothing
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../src/server/database/embedded.ts';
import { faultsOf, mutants } from './mutants/list.ts';
import type { Mutant } from './mutants/mutant.ts';
import { openMutantCopy, type MutantCopy, type Testing, type TestRun } from './mutants/copy.ts';
import { untilInterrupted } from './scratch.ts';

const root = path.dirname(import.meta.dirname);
const mostSurvivors = 0.05;
/** So many copies of the tree side by side. */
const atOnce = 2;

function chosenMutants(): readonly Mutant[] {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, from: { type: 'string' }, plain: { type: 'boolean', default: false } },
  });
  const names = values.only?.split(',') ?? mutants.map(({ name }) => name);
  const unknown = [...names, ...(values.from === undefined ? [] : [values.from])].filter(
    (name) => !mutants.some((mutant) => mutant.name === name),
  );
  if (unknown.length > 0) throw new RangeError(`there is no mutant called ${unknown.join(', ')}`);
  const first = mutants.findIndex(({ name }) => name === values.from);
  const chosen = mutants.filter(({ name }, place) => names.includes(name) && place >= first);
  if (!values.plain) return chosen;
  for (const { name, file, breaks } of chosen) say(`${name.padEnd(26)} ${file.padEnd(40)} ${breaks}`);
  return [];
}

async function main(): Promise<void> {
  const chosen = chosenMutants();
  if (chosen.length === 0) return;
  const faults = chosen.flatMap((mutant) => faultsOf(mutant, root));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const copies = Array.from({ length: Math.min(atOnce, chosen.length) }, () => openMutantCopy(root));
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-mutants-server-'));
  const server = await startEmbedded({ folder, isDurable: false, settings: { max_connections: '400' } });
  try {
    const by = { server: server.url('postgres'), signal: untilInterrupted() };
    await requireSound(copies, chosen, by);
    process.exitCode = await plantAll(copies, chosen, by);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    for (const copy of copies) copy.remove();
  }
}

/** A test that is red by itself would see everything, and what does not compile needs no test. */
async function requireSound([copy]: readonly MutantCopy[], chosen: readonly Mutant[], by: Testing): Promise<void> {
  if (!copy) return;
  copy.plant(chosen);
  const said = copy.compile();
  copy.restore(chosen);
  if (said !== '') throw new Error(`not every mutant compiles:\n${said}`);
  say(`${chosen.length} mutants, all of which compile. First their tests without any of them …`);
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  const plain = await copy.test(files, by);
  if (plain.outcome !== 'passed') throw new Error(`without any mutant the tests do not pass: ${toldOf(plain)}`);
}

async function plantAll(copies: readonly MutantCopy[], chosen: readonly Mutant[], by: Testing): Promise<number> {
  const survivors: Mutant[] = [];
  const waiting = chosen.entries();
  const broken = new AbortController();
  const within = { ...by, signal: AbortSignal.any([by.signal, broken.signal]) };
  // One iterator for all: each copy takes the next mutant that none has taken.
  const plantInto = async (copy: MutantCopy): Promise<void> => {
    for (const [place, mutant] of waiting) {
      const begun = performance.now();
      const run = await plantOne(copy, mutant, within);
      if (run.outcome === 'passed') survivors.push(mutant);
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      say(`${String(place + 1).padStart(3)} ${mutant.name.padEnd(26)} ${toldOf(run)} (${seconds} s)`);
    }
  };
  const ends = await Promise.allSettled(
    copies.map((copy) =>
      plantInto(copy).catch((error: unknown) => {
        broken.abort();
        throw error;
      }),
    ),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  for (const { name, file, breaks } of survivors) say(`survived: ${name} in ${file}. ${breaks}`);
  const share = survivors.length / chosen.length;
  say(`${chosen.length - survivors.length} of ${chosen.length} caught; ${(share * 100).toFixed(1)} % survived`);
  return share > mostSurvivors ? 1 : 0;
}

async function plantOne(copy: MutantCopy, mutant: Mutant, by: Testing): Promise<TestRun> {
  copy.plant([mutant]);
  const run = await copy.test(mutant.tests, by);
  copy.restore([mutant]);
  if (by.signal.aborted) throw new Error(`broken off; --from ${mutant.name} goes on`);
  if (run.outcome === 'broken') throw new Error(`${mutant.name} keeps its tests from running at all:\n${run.output}`);
  return run;
}

function toldOf(run: TestRun): string {
  if (run.outcome === 'failed') return `caught: ${run.by}`;
  if (run.outcome === 'endless') return 'caught: its tests came to no end';
  return run.outcome === 'broken' ? `cannot be run:\n${run.output}` : 'SURVIVED';
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
