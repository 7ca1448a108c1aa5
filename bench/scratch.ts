import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A copy of the working tree to change at will, with the packages of the original. */
export interface Scratch {
  readonly folder: string;
  /** The environment in which every tool is found. */
  readonly env: NodeJS.ProcessEnv;
  /** A file's text as it was when the tree was copied; '' where there was none. */
  original(file: string): string;
  write(file: string, text: string): void;
  /** Puts these files back as they were, whoever wrote them: of what others write, the original has to be read before. */
  restore(files: readonly string[]): void;
  remove(): void;
}

export function openScratch(root: string, name: string): Scratch {
  const folder = mkdtempSync(path.join(tmpdir(), `atrium-${name}-`));
  const at = (file: string): string => path.join(folder, file);
  for (const file of filesOf(root)) {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    cpSync(path.join(root, file), at(file));
  }
  symlinkSync(path.join(root, 'node_modules'), at('node_modules'));
  const bin = path.join(root, 'node_modules', '.bin');
  const originals = new Map<string, string>();
  const original = (file: string): string => {
    const text = originals.get(file) ?? (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : '');
    originals.set(file, text);
    return text;
  };
  return {
    folder,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` },
    original,
    write(file, text) {
      original(file);
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), text);
    },
    restore(changed) {
      for (const file of changed) {
        if (original(file) === '') rmSync(at(file), { force: true });
        else writeFileSync(at(file), original(file));
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What git has and what is not committed yet, but nothing that it ignores. */
function filesOf(root: string): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));
}

/** Whoever breaks a drill off leaves no server and no copy behind. */
export function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  return interrupted.signal;
}
