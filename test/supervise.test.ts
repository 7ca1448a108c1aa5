import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { supervise } from '../bin/build/supervise.ts';

let folder: string;
let close: () => Promise<void>;
const file = (name: string) => path.join(folder, name);
/** What the program has said at each of its starts. */
const starts = () => (existsSync(file('log')) ? readFileSync(file('log'), 'utf8').trim().split('\n') : []);
/** A bound of hanging, not of speed. */
const patience = { timeout: 60_000, interval: 20 };

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'atrium-supervise-'));
  mkdirSync(file('src'));
  writeFileSync(file('src/main.mjs'), program('first'));
  ({ close } = supervise({
    command: process.execPath,
    args: ['src/main.mjs'],
    cwd: folder,
    folders: ['src'],
    isOfProgram: (name) => /\.(mjs|sql)$/.test(name),
    say: () => undefined,
  }));
  await vi.waitUntil(() => starts().includes('first'), patience);
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

test('a file that is replaced by another of its name, again and again, starts the program anew each time', async () => {
  for (const [count, word] of ['second', 'third', 'fourth'].entries()) {
    writeFileSync(file('written'), program(word));
    renameSync(file('written'), file('src/main.mjs'));
    await expect.poll(starts, patience).toEqual(['first', 'second', 'third', 'fourth'].slice(0, count + 2));
  }
});

test('a new file in a new folder starts the program anew, and one that is not of it does not', async () => {
  writeFileSync(file('src/notes.txt'), 'x');
  mkdirSync(file('src/law/regions'), { recursive: true });
  writeFileSync(file('src/law/regions/0001.sql'), 'select 1');
  await expect.poll(starts, patience).toEqual(['first', 'first']);
  writeFileSync(file('src/law/regions/0002.sql'), 'select 2');
  await expect.poll(starts, patience).toEqual(['first', 'first', 'first']);
});

test('a program that has ended by itself is started again with the next change', async () => {
  writeFileSync(file('src/main.mjs'), `${log('broken')} process.exit(1);`);
  await expect.poll(starts, patience).toEqual(['first', 'broken']);
  writeFileSync(file('src/main.mjs'), program('mended'));
  await expect.poll(starts, patience).toEqual(['first', 'broken', 'mended']);
});

/** Says a word and stays until it is ended. */
function program(word: string): string {
  return `${log(word)} setInterval(() => {}, 60_000);`;
}

function log(word: string): string {
  return `import { appendFileSync } from 'node:fs'; appendFileSync('log', '${word}\\n');`;
}
