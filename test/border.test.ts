import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { build } from 'vite';
import { border } from '../bin/build/border.ts';

const root = mkdtempSync(join(tmpdir(), 'atrium-border-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function bundle(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [border(root)],
    build: { write: false, rolldownOptions: { input: join(root, 'src/web/main.ts') } },
  });
}

test.each([
  'src/server/secret.ts',
  'src/ledger/book.ts',
  'src/ports/mail/port.ts',
  'src/areas/deposit/store.ts',
  'src/areas/deposit/face.ts',
])('the bundler refuses %s in the browser', async (file) => {
  const entry = { 'src/web/main.ts': `import { a } from '../../${file}'; console.log(a);`, [file]: 'export const a = 1;' };
  await expect(bundle(entry)).rejects.toThrow(`src/web/main.ts takes ${file}`);
});

test("the bundler refuses Node's own modules in the browser", async () => {
  const entry = { 'src/web/main.ts': `import { readFileSync } from 'node:fs'; console.log(readFileSync);` };
  await expect(bundle(entry)).rejects.toThrow('takes node:fs');
});

test('the bundler takes what both sides share', async () => {
  const rules = {
    'src/web/main.ts': `import { a } from '../areas/deposit/rules.ts'; console.log(a);`,
    'src/areas/deposit/rules.ts': 'export const a = 1;',
  };
  await expect(bundle(rules)).resolves.toBeUndefined();
});
