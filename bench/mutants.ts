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
  const scratch = openMutantCopy(root);
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-mutants-server-'));
  const server = await startEmbedded({ folder, isDurable: false, settings: { max_connections: '400' } });
  try {
    const by = { server: server.url('postgres'), signal: untilInterrupted() };
    await requireSound(scratch, chosen, by);
    process.exitCode = await plantAll(scratch, chosen, by);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    scratch.remove();
  }
}

/** A test that is red by itself would see everything, and what does not compile needs no test. */
async function requireSound(scratch: MutantCopy, chosen: readonly Mutant[], by: Testing): Promise<void> {
  scratch.plant(chosen);
  const said = scratch.compile();
  scratch.restore(chosen);
  if (said !== '') throw new Error(`not every mutant compiles:\n${said}`);
  say(`${chosen.length} mutants, all of which compile. First their tests without any of them …`);
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  const plain = await scratch.test(files, by);
  if (plain.outcome !== 'passed') throw new Error(`without any mutant the tests do not pass: ${toldOf(plain)}`);
}

async function plantAll(scratch: MutantCopy, chosen: readonly Mutant[], by: Testing): Promise<number> {
  const survivors: Mutant[] = [];
  for (const [place, mutant] of chosen.entries()) {
    const begun = performance.now();
    scratch.plant([mutant]);
    const run = await scratch.test(mutant.tests, by);
    scratch.restore([mutant]);
    if (by.signal.aborted) throw new Error(`broken off; --from ${mutant.name} goes on`);
    if (run.outcome === 'broken') throw new Error(`${mutant.name} keeps its tests from running at all:\n${run.output}`);
    if (run.outcome === 'passed') survivors.push(mutant);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    say(`${String(place + 1).padStart(3)} ${mutant.name.padEnd(26)} ${toldOf(run)} (${seconds} s)`);
  }
  for (const { name, file, breaks } of survivors) say(`survived: ${name} in ${file}. ${breaks}`);
  const share = survivors.length / chosen.length;
  say(`${chosen.length - survivors.length} of ${chosen.length} caught; ${(share * 100).toFixed(1)} % survived`);
  return share > mostSurvivors ? 1 : 0;
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
