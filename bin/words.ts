// `npm run words`: every sentence that is said exists and is loaded where it is said, every language declared complete has all of
// them, nobody has more.
import path from 'node:path';
import { accountTypes, plainKey } from '../src/law/accountTypes.ts';
import { languageKeys, languages, type LanguageKey } from '../src/law/languages.ts';
import { checkWords } from './build/wordsCheck.ts';
import { checkLoaded, entriesOf } from './build/wordsLoaded.ts';
import { readLanguage } from './build/wordsRead.ts';
import { scanWords } from './build/wordsScan.ts';
import { collectCodes } from './catalogue.ts';

const root = path.dirname(import.meta.dirname);
const faults: string[] = [];
const { sentences: english, translated, catalogs } = read('en');
// The last one is a fault of ours, which no call declares.
const codes = [...new Set([...(await collectCodes()).map(({ code }) => code), 'internal_error'])];
const openedTypes = accountTypes.filter(({ opening }) => opening === 'basic' || opening === 'stock');

const said = scanWords({
  root,
  projects: ['tsconfig.browser.json', 'tsconfig.server.json'],
  families: new Map([
    ['error.*', codes],
    // A refusal without a title of its own bears the general one.
    ['error.*.title', codes.filter((code) => english.has(`error.${code}.title`))],
    ['opening.about.*', openedTypes.map(({ name }) => plainKey(name))],
  ]),
});
const others = languageKeys.filter((key) => key !== 'en');
const report = checkWords({
  needed: said.needed,
  english,
  translated,
  translations: others.map((key) => ({
    language: key,
    isComplete: languages[key].catalog === 'whole',
    sentences: read(key).sentences,
  })),
});
const loaded = checkLoaded({ root, entries: entriesOf(root), needed: said.needed, catalogs });
faults.push(...said.faults, ...report, ...loaded, ...languageKeys.flatMap(catalogFault));
for (const fault of faults) console.error(fault);
console.log(`${said.needed.size} sentences are said; ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;

/** What is offered of a language follows from what the law says of its catalog, so that has to be so. */
function catalogFault(language: LanguageKey): string[] {
  const isThere = read(language).sentences.size > 0;
  const isDeclared = languages[language].catalog !== 'none';
  if (isThere === isDeclared) return [];
  return [`${language} is declared to have ${isDeclared ? 'a' : 'no'} catalog, and has ${isThere ? 'one' : 'none'}`];
}

function read(language: string): Omit<ReturnType<typeof readLanguage>, 'faults'> {
  const { faults: found, ...words } = readLanguage(root, language);
  faults.push(...found);
  return words;
}
