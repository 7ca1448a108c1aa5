import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openScratch } from '../scratch.ts';
import { applied, type Command, type Missed, type Piece } from './recipe.ts';

/** A copy of the tree in which recipes are done, one after the other. */
export interface Kitchen {
  /** Does these pieces and no others, formats what they touch, and runs the commands. */
  cook(pieces: readonly Piece[], commands: readonly Command[]): Promise<void>;
  /** Puts back what one command wrote. */
  unwrite(command: Command): void;
  /** Everything as it was. */
  clear(): void;
  /** The whole quick check: the first red step's name and output, or undefined when it is green. */
  check(): Promise<Red | undefined>;
  /** How the check takes it: by which step what is missing is named. */
  listen(missed: Missed): Promise<Heard>;
  /** Runs tests; undefined when they pass, else what was printed. */
  test(proof: string, tests: readonly string[]): Promise<string | undefined>;
  /** Changes a file of the copy until all is cleared: a defect of our own. */
  spoil(file: string, change: (text: string) => string): void;
  remove(): void;
}

export interface Red {
  readonly step: string;
  readonly output: string;
}

export type Heard = { readonly by: string } | { readonly by: undefined; readonly red: readonly Red[] };

export interface KitchenNeeds {
  readonly root: string;
  /** A superuser's address of a PostgreSQL. */
  readonly server: string;
  readonly signal: AbortSignal;
}

/** A step of bin/quick.json: its name, its program and what it is called with. */
type Step = readonly [name: string, program: string, args: readonly string[]];

const writtenBy: Readonly<Record<Command['script'], readonly string[]>> = {
  map: ['docs/map.md'],
  registries: [
    'src/desk/areas.ts',
    'src/server/noticeTypes.ts',
    'src/server/served.ts',
    'src/settings/joined.ts',
    'src/web/areas.ts',
  ],
};

export function openKitchen({ root, server, signal }: KitchenNeeds): Kitchen {
  const scratch = openScratch(root, 'recipes');
  const place = { root, folder: scratch.folder, env: { ...scratch.env, ATRIUM_TEST_SERVER: server }, signal };
  const touched = new Set<string>();
  const spoilt = new Set<string>();
  const run: Tool = (program, args) => runIn(place, program, args);
  return {
    ...looking(place, run),
    async cook(pieces, commands) {
      const texts = applied(pieces, scratch.original);
      scratch.restore([...touched].filter((file) => !texts.has(file) && !isWritten(file)));
      for (const [file, text] of texts) {
        touched.add(file);
        scratch.write(file, text);
      }
      const formatted = await run('oxfmt', ['.']);
      if (formatted.status !== 0) throw new Error(formatted.output);
      for (const { script } of commands) {
        for (const file of writtenBy[script]) {
          scratch.original(file);
          touched.add(file);
        }
        const { status, output } = await run('node', [`bin/${script}.ts`]);
        if (status !== 0) throw new Error(`npm run ${script} fails:\n${output}`);
      }
    },
    unwrite: ({ script }) => scratch.restore(writtenBy[script]),
    spoil(file, change) {
      const text = readFileSync(path.join(scratch.folder, file), 'utf8');
      if (change(text) === text) throw new Error(`nothing of ${file} is spoilt`);
      spoilt.add(file);
      scratch.write(file, change(text));
    },
    clear() {
      scratch.restore([...touched, ...spoilt]);
      touched.clear();
      spoilt.clear();
    },
    remove: scratch.remove,
  };
}

function looking({ root, folder }: Place, run: Tool): Pick<Kitchen, 'check' | 'listen' | 'test'> {
  const steps = (): readonly Step[] => JSON.parse(readFileSync(path.join(folder, 'bin/quick.json'), 'utf8'));
  // The compiler looks anew only at what an edit reaches.
  const runStep = ([, program, args]: Step): Promise<Run> =>
    run(
      program,
      program === 'tsc' ? [...args, '--incremental', '--tsBuildInfoFile', `.atrium/${args.at(-1)}.tsbuildinfo`] : args,
    );
  return {
    async check() {
      for (const step of steps()) {
        const { status, output } = await runStep(step);
        if (status !== 0) return { step: step[0], output };
      }
      return undefined;
    },
    async listen({ by, named }) {
      const red: Red[] = [];
      const later = (step: Step): number => Number(!step[0].includes(by));
      for (const step of steps().toSorted((one, other) => later(one) - later(other))) {
        const { status, output } = await runStep(step);
        if (status !== 0 && named.test(output)) return { by: step[0] };
        if (status !== 0) red.push({ step: step[0], output });
      }
      return { by: undefined, red };
    },
    async test(proof, tests) {
      const copy = path.join(folder, 'bench/recipes/proofs', proof.replace(/\.ts$/, '.test.ts'));
      cpSync(path.join(root, 'bench/recipes/proofs', proof), copy);
      const { status, output } = await run('vitest', ['run', '--maxWorkers=1', '--reporter=dot', copy, ...tests]);
      rmSync(copy);
      return status === 0 ? undefined : output;
    },
  };
}

function isWritten(file: string): boolean {
  return Object.values(writtenBy).some((files) => files.includes(file));
}

interface Run {
  readonly status: number | null;
  readonly output: string;
}

type Tool = (program: string, args: readonly string[]) => Promise<Run>;

interface Place {
  readonly root: string;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

async function runIn({ folder, env, signal }: Place, program: string, args: readonly string[]): Promise<Run> {
  signal.throwIfAborted();
  const child = spawn(program, args, { cwd: folder, env: { ...env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'], signal });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}
