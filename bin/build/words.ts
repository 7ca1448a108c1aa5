import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { languageKeys, languages } from '../../src/law/languages.ts';
import { compileCatalog, readCatalog } from './catalog.ts';
import { checkTranslation, type Sentences } from './wordsCheck.ts';
import { readLanguage } from './wordsRead.ts';

/** A sentence that is asked for by its whole id; those that are put together are left to `npm run words`. */
const said = /\b(?:t|say)\(\s*["'`]([a-z][\w-]*(?:\.[\w-]+)+)["'`]/g;

/**
 * Turns `locales/<language>/<area>.po` into a module of compiled sentences, one chunk a language and area; what the frame says
 * of every area's pages (`nav.…`, `page.…`) goes with the shell's. A sentence
 * that a language lacks is English, filled in here, so that no browser loads two catalogs. A build fails when a screen says a
 * sentence that English lacks, or when a language that is declared complete lacks one (`npm run words` finds more).
 */
export function words(root: string): Plugin {
  let isBuild = false;
  let english: Sentences = new Map();
  return {
    name: 'atrium-words',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    buildStart() {
      if (!isBuild) return;
      const original = readLanguage(root, 'en');
      english = original.sentences;
      const faults = [...original.faults, ...translationFaults(root, original.translated)];
      if (faults.length > 0) this.error(`the words are not whole:\n${faults.join('\n')}`);
    },
    transform(code, id) {
      if (!isBuild || !id.startsWith(path.join(root, 'src'))) return;
      const missing = [...code.matchAll(said)].map(([, sentence = '']) => sentence).filter((one) => !english.has(one));
      if (missing.length > 0) this.error(`en lacks ${missing.join(', ')}, which ${path.relative(root, id)} says`);
    },
    load(id) {
      if (!id.endsWith('.po')) return null;
      const isShell = path.basename(id) === 'shell.po';
      const sentences = (isShell ? catalogsBeside(id) : [id]).flatMap((file) => {
        const original = path.join(path.dirname(path.dirname(file)), 'en', path.basename(file));
        this.addWatchFile(file);
        this.addWatchFile(original);
        const all = new Map([...read(original), ...read(file)]);
        return [...all].filter(([sentence]) => isOfFrame(sentence) === isShell || (isShell && file === id));
      });
      return { code: `export default ${JSON.stringify(compileCatalog(new Map(sentences)))}`, moduleType: 'js' };
    },
  };
}

/** Titles and names of pages, which the frame shows before it loads an area: they stand in the area's own catalog. */
export function isOfFrame(sentence: string): boolean {
  return /^(nav|page)\./.test(sentence);
}

/** All catalogs of the language that this one is of, and those that only English has. */
function catalogsBeside(file: string): string[] {
  const folder = path.dirname(file);
  const english = readdirSync(path.join(path.dirname(folder), 'en'));
  return english.filter((name) => name.endsWith('.po')).map((name) => path.join(folder, name));
}

function translationFaults(root: string, english: Sentences): string[] {
  return languageKeys
    .filter((language) => language !== 'en' && languages[language].catalog === 'whole')
    .flatMap((language) => {
      const { sentences, faults } = readLanguage(root, language);
      return [...faults, ...checkTranslation(english, { language, isComplete: true, sentences })];
    });
}

/** The sentences of a catalog; of one that the language has not, none. */
function read(file: string): ReadonlyMap<string, string> {
  if (!existsSync(file)) return new Map();
  try {
    return readCatalog(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
