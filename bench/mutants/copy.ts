import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openScratch } from '../scratch.ts';
import { mutated } from './list.ts';
import type { Mutant } from './mutant.ts';

/** A copy of the working tree to plant in. */
export interface MutantCopy {
  plant(mutants: readonly Mutant[]): void;
  /** Puts the originals back. */
  restore(mutants: readonly Mutant[]): void;
  /** What the compiler says of it; empty when it compiles. */
  compile(): string;
  test(files: readonly string[], by: Testing): Promise<TestRun>;
  remove(): void;
}

export interface Testing {
  /** A superuser's address of a PostgreSQL. */
  readonly server: string;
  /** Aborted: the tests end at once, as endless ones do. */
  readonly signal: AbortSignal;
}

export type TestRun =
  | { readonly outcome: 'passed' }
  /** The first test that failed, or the first file that could not be run to its end. */
  | { readonly outcome: 'failed'; readonly by: string }
  | { readonly outcome: 'endless' }
  /** No test was run at all: what was printed. */
  | { readonly outcome: 'broken'; readonly output: string };

/** A bound of hanging, not of speed: what is planted may wait for ever. */
const mostRunMs = 600_000;

export function openMutantCopy(root: string): MutantCopy {
  const scratch = openScratch(root, 'mutants');
  const { folder, env } = scratch;
  return {
    plant(mutants) {
      for (const mutant of mutants) scratch.write(mutant.file, mutated(mutant, folder));
    },
    restore: (mutants) => scratch.restore(mutants.map(({ file }) => file)),
    compile() {
      // A defect may leave a name behind that nothing uses any more: no test needs it.
      const unused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
      const args = ['-p', 'tsconfig.server.json', ...unused];
      const { status, stdout } = spawnSync('tsc', args, { cwd: folder, env, encoding: 'utf8' });
      return status === 0 ? '' : stdout;
    },
    test: (files, { server, signal }) => runTests({ folder, files, env: { ...env, ATRIUM_TEST_SERVER: server }, signal }),
    remove: scratch.remove,
  };
}

interface Running {
  readonly folder: string;
  readonly files: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

async function runTests({ folder, files, env, signal }: Running): Promise<TestRun> {
  const report = path.join(folder, 'report.json');
  rmSync(report, { force: true });
  const args = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...files];
  // A group of its own, so that whatever a test has started ends with it.
  const child = spawn('vitest', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-4000)));
  let isEndless = false;
  const end = (): void => {
    isEndless = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const limit = setTimeout(end, mostRunMs);
  signal.addEventListener('abort', end);
  const [status] = await once(child, 'exit');
  clearTimeout(limit);
  signal.removeEventListener('abort', end);
  if (isEndless) return { outcome: 'endless' };
  if (status === 0) return { outcome: 'passed' };
  const by = existsSync(report) ? failureIn(readFileSync(report, 'utf8')) : undefined;
  return by === undefined ? { outcome: 'broken', output } : { outcome: 'failed', by };
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function failureIn(text: string): string | undefined {
  const { testResults }: Report = JSON.parse(text);
  const failed = testResults.flatMap(({ assertionResults }) => assertionResults).find(({ status }) => status === 'failed');
  return failed?.fullName ?? testResults.find(({ status }) => status === 'failed')?.name;
}
