import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const root = path.dirname(path.dirname(import.meta.dirname));

/** The release that this one is upgraded from: its commit, and its server side for where the history does not reach so far back. */
const from = z
  .object({ commit: z.string().regex(/^[0-9a-f]{40}$/), archive: z.string() })
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'from.json'), 'utf8')));

const parts = ['src', 'seed', 'locales', 'bin', 'package.json'];
/** What a server that shows nobody a page does without. */
const left = [
  '**/*.test.ts',
  '**/*.test.tsx',
  'src/{ui,web,desk}/**',
  'src/areas/*/{screens,desk}/**',
  'src/areas/*/{routes,deskRoutes}.ts',
  'src/server/testing/**',
  'bin/{gallery,build}/**',
];

/** Names another release to upgrade from: keeps its server side beside its commit. */
export function keepOldProgram(commit: string): void {
  const whole = execFileSync('git', ['rev-parse', `${commit}^{commit}`], { cwd: root, encoding: 'utf8' }).trim();
  const archive = `${whole.slice(0, 7)}.tar.gz`;
  const excluded = left.flatMap((pattern) => expanded(pattern).map((each) => `:(exclude,glob)${each}`));
  const tar = execFileSync('git', ['archive', '--format=tar', whole, '--', ...parts, ...excluded], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  rmSync(path.join(import.meta.dirname, from.archive), { force: true });
  writeFileSync(path.join(import.meta.dirname, archive), gzipSync(tar, { level: 9 }));
  writeFileSync(path.join(import.meta.dirname, 'from.json'), `${JSON.stringify({ commit: whole, archive }, undefined, 2)}\n`);
}

/** Git's patterns have no braces. */
function expanded(pattern: string): string[] {
  const [, before = '', choice, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return choice === undefined ? [pattern] : choice.split(',').map((each) => before + each + after);
}

/** Puts the old program into the folder, to run with the packages that are installed here. Answers where it was had from. */
export function unpackOldProgram(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const isInHistory = spawnSync('git', ['cat-file', '-e', `${from.commit}^{commit}`], { cwd: root }).status === 0;
  if (isInHistory) {
    const archive = `${folder}.tar`;
    run('git', ['archive', '--format=tar', `--output=${archive}`, from.commit, ...parts]);
    run('tar', ['-xf', archive, '-C', folder]);
  } else run('tar', ['-xzf', path.join(import.meta.dirname, from.archive), '-C', folder]);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  writeDocuments(folder);
  const name = from.commit.slice(0, 7);
  return isInHistory
    ? `${name}, out of the history`
    : `${name}, which is not in this history (a shallow clone?): its server side out of bench/upgrade/${from.archive}`;
}

/** Nobody looks at its pages here, so that they need not be built. */
function writeDocuments(folder: string): void {
  const texts = { 'web/index.html': '', 'web/entrance.html': '', 'desk/index.html': '', 'web/.vite/manifest.json': '{}' };
  for (const door of ['web', 'desk']) mkdirSync(path.join(folder, 'dist', door, 'assets'), { recursive: true });
  mkdirSync(path.join(folder, 'dist/web/.vite'));
  for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(folder, 'dist', file), text);
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, [...args], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${stderr}`);
}
