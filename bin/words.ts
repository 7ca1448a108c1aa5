// `npm run words`: every sentence that is said exists, and every language declared complete has all of them.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gateCodes } from '../src/law/gates.ts';
import { languageKeys, languages } from '../src/law/languages.ts';
import { readCatalog } from './build/catalog.ts';
import { checkWords, idsMentioned, idsSaid, type Sentences } from './build/wordsCheck.ts';
import { collectCodes } from './catalogue.ts';

const root = path.dirname(import.meta.dirname);
const faults: string[] = [];
const needed = new Map<string, string[]>();
const need = (id: string, by: string): void => {
  needed.set(id, [...(needed.get(id) ?? []), by]);
};
const mentioned = { ids: new Set<string>(), prefixes: [] as string[] };

for (const file of globSync(['src/**/*.ts', 'src/**/*.tsx'], { cwd: root }).toSorted()) {
  if (/\.test\.tsx?$/.test(file)) continue;
  const source = readFileSync(path.join(root, file), 'utf8');
  for (const id of idsSaid(source)) need(id, file);
  const { ids, prefixes } = idsMentioned(source);
  for (const id of ids) mentioned.ids.add(id);
  mentioned.prefixes.push(...prefixes);
}
for (const { code, declaredBy } of await collectCodes()) need(`error.${code}`, `the code of ${declaredBy.join(' and ')}`);
for (const code of gateCodes) need(`error.${code}`, 'law/gates');

const complete = languageKeys.filter((key) => key !== 'en' && languages[key].complete);
const report = checkWords({
  needed,
  mentioned,
  english: sentencesOf('en'),
  complete: new Map(complete.map((key) => [key, sentencesOf(key)])),
});
faults.push(...report.faults);
for (const id of report.unused) console.warn(`nobody says ${id}`);
for (const fault of faults) console.error(fault);
console.log(`${needed.size} sentences are said; ${report.unused.length} nobody says; ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;

function sentencesOf(language: string): Sentences {
  const all = new Map<string, string>();
  for (const file of globSync(`locales/${language}/*.po`, { cwd: root }).toSorted()) {
    for (const [id, sentence] of readCatalog(readFileSync(path.join(root, file), 'utf8'))) {
      if (all.has(id)) faults.push(`${language} has ${id} in two catalogs, ${file} and another`);
      all.set(id, sentence);
    }
  }
  return all;
}
