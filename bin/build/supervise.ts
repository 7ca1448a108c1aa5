import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

export interface Supervised {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Folders below `cwd` whose files the program is made of. */
  readonly folders: readonly string[];
  /** Whether the program is to start anew when that file changes; its path is below `cwd`. */
  readonly isOfProgram: (file: string) => boolean;
  readonly say: (line: string) => void;
}

/** Editors and git write many files at once. */
const quietMs = 150;

/**
 * Runs a program and starts it anew when one of its files changes. Folders are watched and not files: a file that is
 * replaced by another of its name, as git, sed and careful editors do it, is a file that nobody watches. A program that
 * ends by itself is started again with the next change. `close` ends the program and the watch, and waits for both.
 */
export function supervise(supervised: Supervised): { readonly close: () => Promise<void> } {
  const { command, args, cwd, folders, isOfProgram, say } = supervised;
  let child = start();
  let restarting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const watched = watchFolders(
    folders.map((folder) => path.join(cwd, folder)),
    (file) => {
      const changed = path.relative(cwd, file);
      if (isClosed || !isOfProgram(changed)) return;
      clearTimeout(timer);
      timer = setTimeout(() => restart(changed), quietMs);
    },
  );
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      watched.close();
      await restarting;
      await ended(child);
    },
  };

  function start(): ChildProcess {
    const started = spawn(command, args, { cwd, stdio: 'inherit' });
    started.once('exit', (code, signal) => {
      if (!isClosed && restarting === undefined)
        say(`The server ended (${signal ?? code}); it starts again with the next change.`);
    });
    return started;
  }

  function restart(changed: string): void {
    // Whatever changes while the old one ends, the new one reads.
    restarting ??= (async () => {
      say(`${changed} has changed: starting anew …`);
      await ended(child);
      restarting = undefined;
      if (!isClosed) child = start();
    })();
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await end;
}

/** Tells of every file that is written, replaced, added or taken away in the folders and all that are below them, also new ones. */
function watchFolders(folders: readonly string[], changed: (file: string) => void): { readonly close: () => void } {
  const watchers = new Map<string, FSWatcher>();
  const add = (folder: string): void => {
    if (watchers.has(folder) || !existsSync(folder)) return;
    const watcher = watch(folder, (_event, name) => {
      if (!existsSync(folder)) remove(folder);
      // What was written into a new folder before it was watched has changed too.
      else for (const file of addBelow(folder)) changed(file);
      changed(path.join(folder, name ?? ''));
    });
    // A folder that was taken away while it was looked at.
    watcher.once('error', () => remove(folder));
    watchers.set(folder, watcher);
  };
  /** The files of the folders that were not watched yet. */
  const addBelow = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const inner = path.join(folder, entry.name);
      if (!entry.isDirectory() || watchers.has(inner)) return [];
      add(inner);
      return [...filesIn(inner), ...addBelow(inner)];
    });
  const remove = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  for (const folder of folders) {
    add(folder);
    addBelow(folder);
  }
  return { close: () => watchers.forEach((watcher) => watcher.close()) };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [path.join(folder, entry.name)] : []));
}
