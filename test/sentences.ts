import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setupI18n } from '@lingui/core';
import { compileCatalog, readCatalog } from '../bin/build/catalog.ts';
import { languages, type LanguageKey } from '../src/law/languages.ts';

const root = path.dirname(import.meta.dirname);

/** The sentence with that id, as a screen in the language says it. */
export type Say = (id: string, values?: Readonly<Record<string, string | number>>) => string;

/** All sentences of a language, so that what is pressed on a screen is found by its name in every language. */
export function sentencesOf(language: LanguageKey): Say {
  const { tag } = languages[language];
  const i18n = setupI18n({ locale: tag, messages: { [tag]: {} } });
  for (const file of globSync(`locales/${language}/*.po`, { cwd: root }).toSorted())
    i18n.load(tag, compileCatalog(readCatalog(readFileSync(path.join(root, file), 'utf8'))) as never);
  return (id, values) => {
    const sentence = i18n._(id, values);
    if (sentence === id) throw new Error(`${language} has no sentence ${id}`);
    return sentence;
  };
}
