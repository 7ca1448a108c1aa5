import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readCatalog } from './catalog.ts';
import type { Sentences } from './wordsCheck.ts';

/** All sentences of a language over its catalogs, and which of them stand in two. */
export function readLanguage(root: string, language: string): { readonly sentences: Sentences; readonly faults: string[] } {
  const sentences = new Map<string, string>();
  const faults: string[] = [];
  for (const file of globSync(`locales/${language}/*.po`, { cwd: root }).toSorted()) {
    for (const [id, sentence] of readCatalog(readFileSync(path.join(root, file), 'utf8'))) {
      if (sentences.has(id)) faults.push(`${language} has ${id} in two catalogs, ${file} and another`);
      sentences.set(id, sentence);
    }
  }
  return { sentences, faults };
}
