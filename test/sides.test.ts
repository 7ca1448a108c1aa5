import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

/*
 * The two configurations of the compiler are locks: what only browsers have is unknown to the server's files, and what only
 * Node has is unknown to the browser's.
 */

const root = path.dirname(import.meta.dirname);
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-sides-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ofBrowsers = 'export const a = document.title;';
const ofNode = 'export const a = process.pid;';
const nodeModule = `export { readFileSync } from 'node:fs';`;
const ofBoth = 'export const a = new URL("https://atrium.test").href;';

test.each([
  { configuration: 'tsconfig.server.json', program: ofBrowsers, finds: "Cannot find name 'document'" },
  { configuration: 'tsconfig.browser.json', program: ofNode, finds: "Cannot find name 'process'" },
  { configuration: 'tsconfig.browser.json', program: nodeModule, finds: "'node:fs'" },
])('$configuration refuses $program', ({ configuration, program, finds }) => {
  expect(compile(configuration, program)).toEqual({ isFine: false, said: expect.stringContaining(finds) });
});

test.each([
  { configuration: 'tsconfig.server.json', programs: [ofNode, nodeModule, ofBoth] },
  { configuration: 'tsconfig.browser.json', programs: [ofBrowsers, ofBoth] },
])('$configuration lets its own side and both through', ({ configuration, programs }) => {
  for (const program of programs) expect(compile(configuration, program)).toEqual({ isFine: true, said: '' });
});

/** One file under one of our configurations, and nothing else. */
function compile(configuration: string, program: string): { readonly isFine: boolean; readonly said: string } {
  writeFileSync(path.join(folder, 'program.ts'), program);
  const derived = {
    extends: path.join(root, configuration),
    // Names of types are looked for beside the file that names them.
    compilerOptions: { typeRoots: [path.join(root, 'node_modules/@types')] },
    include: ['program.ts'],
    exclude: [],
  };
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(derived));
  const { status, stdout } = spawnSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  return { isFine: status === 0, said: stdout };
}
