import { spawnSync } from 'node:child_process';
import path from 'node:path';

export interface Said {
  readonly status: number;
  /** What it wrote on both of its outputs. */
  readonly text: string;
}

const timeoutMs = 300_000;

/** Runs one of the programs of `bin` as an operator would, in that environment beside ours. */
export function runCommand(program: string, args: readonly string[], environment: Readonly<Record<string, string>>): Said {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `bin/${program}.ts`, ...args],
    { cwd: path.dirname(import.meta.dirname), encoding: 'utf8', env: { ...process.env, ...environment }, timeout: timeoutMs },
  );
  return { status: status ?? 1, text: `${stdout}${stderr}` };
}

/** The same; throws what it said when it fails. */
export function requireCommand(program: string, args: readonly string[], environment: Readonly<Record<string, string>>): string {
  const { status, text } = runCommand(program, args, environment);
  if (status !== 0) throw new Error(`npm run ${program} ${args.join(' ')} ended with ${status}: ${text.slice(-2000)}`);
  return text;
}
