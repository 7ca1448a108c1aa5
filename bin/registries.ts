// `npm run registries`: writes the lists of areas that both doors open. They follow from the folders, so that nobody writes them
// by hand and two areas that grow at once never meet in one file; the tidy test says when they are behind. What the database's
// functions have become is written down too, below what they were, so that a program knows a newer database from an older one.
// `npm run registries -- --names` adds the names that have come to those that are kept; it takes none away.
import { execFileSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { functionsFile, knownFunctions, readFunctions } from '../src/server/database/functions.ts';
import { registries } from './build/registries.ts';
import { loadContracts } from './catalogue.ts';

const root = path.dirname(import.meta.dirname);

for (const [file, text] of Object.entries(registries(root))) {
  writeFileSync(path.join(root, file), text);
  execFileSync('oxfmt', [file], { cwd: root });
  console.log(`wrote ${file}`);
}

const { hash } = readFunctions();
if (knownFunctions().at(-1) !== hash) {
  appendFileSync(functionsFile, `${hash}\n`);
  console.log('wrote src/server/database/functions.txt');
}

if (process.argv.includes('--names')) {
  // Only now: what it loads stands in the lists that were written above.
  const { keptNames, keptNamesFile, namesToday } = await import('./build/keptNames.ts');
  const { defaultSettings } = await import('../src/settings/index.ts');
  const today = namesToday(root, { contracts: await loadContracts(), settings: defaultSettings });
  const names = [...new Set([...keptNames(root), ...today])].toSorted();
  writeFileSync(path.join(root, keptNamesFile), `${names.join('\n')}\n`);
  console.log(`wrote ${keptNamesFile}`);
}
