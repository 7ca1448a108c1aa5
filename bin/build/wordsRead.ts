import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readCatalog } from './catalog.ts';
import type { Sentences } from './wordsCheck.ts';

/** What only staff read, in English: `locales/en/<area>.desk.po`. No translation of it is asked for, and none is taken. */
const deskCatalog = /\.desk\.po$/;

interface LanguageRead {
  readonly sentences: Sentences;
  /** Those of them that have to be there in every language that is declared complete. */
  readonly translated: Sentences;
  /** The catalog of each: its area, with `.desk` behind it for what only staff read. */
  readonly catalogs: ReadonlyMap<string, string>;
  readonly faults: string[];
}

/** All sentences of a language over its catalogs, and which of them stand in two. */
export function readLanguage(root: string, language: string): LanguageRead {
  const sentences = new Map<string, string>();
  const translated = new Map<string, string>();
  const catalogs = new Map<string, string>();
  const faults: string[] = [];
  for (const file of globSync(`locales/${language}/*.po`, { cwd: root }).toSorted()) {
    for (const [id, sentence] of readCatalog(readFileSync(path.join(root, file), 'utf8'))) {
      if (sentences.has(id)) faults.push(`${language} has ${id} in two catalogs, ${file} and another`);
      sentences.set(id, sentence);
      catalogs.set(id, path.basename(file, '.po'));
      if (!deskCatalog.test(file)) translated.set(id, sentence);
    }
  }
  return { sentences, translated, catalogs, faults };
}
