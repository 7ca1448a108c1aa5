// `npm run registries`: writes the lists of areas that both doors open. They follow from the folders, so that nobody writes them
// by hand and two areas that grow at once never meet in one file; the tidy test says when they are behind.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { registries } from './build/registries.ts';

const root = path.dirname(import.meta.dirname);

for (const [file, text] of Object.entries(registries(root))) {
  writeFileSync(path.join(root, file), text);
  execFileSync('oxfmt', [file], { cwd: root });
  console.log(`wrote ${file}`);
}
