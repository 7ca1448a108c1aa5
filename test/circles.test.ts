import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from 'vite';
import { circles } from '../bin/build/circles.ts';

const root = mkdtempSync(join(tmpdir(), 'atrium-circles-'));
beforeAll(() => {
  mkdirSync(join(root, 'src'));
  const modules = {
    main: `import { form } from './form.js'; document.title = form;`,
    form: `import { hook } from './hook.js'; export const form = [...hook, 'form'].join();`,
    hook: `import { base } from './base.js'; export const hook = [...base, 'hook'];`,
    base: `export const base = ['base'];`,
  };
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(root, 'src', `${name}.js`), text);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Bundles three modules that take each other in a row, each into the chunk that it is told. */
async function bundle(chunkOf: Readonly<Record<string, string>>): Promise<void> {
  const name = (id: string) => chunkOf[/(\w+)\.js$/.exec(id)?.[1] ?? ''] ?? null;
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [circles()],
    build: {
      write: false,
      rolldownOptions: {
        input: join(root, 'src/main.js'),
        output: { codeSplitting: { groups: [{ name }], includeDependenciesRecursively: false } },
      },
    },
  });
}

test('a build whose chunks take each other fails, though no module takes itself', async () => {
  await expect(bundle({ form: 'parts', hook: 'library', base: 'parts' })).rejects.toThrow(
    /chunks take each other: .*(parts|library)/,
  );
});

test('chunks in a row are a build', async () => {
  await expect(bundle({ form: 'parts', hook: 'library', base: 'library' })).resolves.toBeUndefined();
});
