// `npm run map`: writes docs/map.md, from each call and each page to the files that it goes by.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { mapOf, writeMap } from './build/map.ts';
import { loadContracts } from './catalogue.ts';

const root = path.dirname(import.meta.dirname);
writeFileSync(path.join(root, 'docs/map.md'), writeMap(mapOf(root, await loadContracts())));
console.log('wrote docs/map.md');
