// `npm run map`: writes docs/map.md, from each call and each page to the files that it goes by, and the folders of ARCHITECTURE.md.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { declaredIn, withFolders } from './build/folders.ts';
import { found, mapOf, writeMap } from './build/map.ts';
import { loadContracts } from './catalogue.ts';

const root = path.dirname(import.meta.dirname);
const contracts = await loadContracts();
const map = mapOf(root, contracts);
writeFileSync(path.join(root, 'docs/map.md'), writeMap(map));
const architecture = path.join(root, 'ARCHITECTURE.md');
writeFileSync(architecture, withFolders(readFileSync(architecture, 'utf8'), root, await declaredIn(root, contracts)));
const { ways, byFirst, bySecond } = found(map);
console.log('wrote docs/map.md and the folders of ARCHITECTURE.md');
console.log(`of ${ways} paths ${byFirst} lead to their area by the first word, ${bySecond} by the second`);
