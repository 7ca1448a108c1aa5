import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setupI18n, type I18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import pofile from 'pofile';
import { writeAmount, type Said, type Say } from '../../base/wording.ts';
import { languages, type LanguageKey } from '../../law/languages.ts';

const localesFolder = fileURLToPath(new URL('../../../locales', import.meta.url));

export type { Say } from '../../base/wording.ts';

export interface ServerWords {
  /** The sentences of one language, ICU messages; English where one is not translated yet. */
  in(language: LanguageKey): Say;
}

/** Reads every catalog once. About a megabyte for twenty languages. */
export function loadServerWords(folder: string = localesFolder): ServerWords {
  const english = readLanguage(folder, 'en');
  const voices = new Map<LanguageKey, I18n>();
  const voice = (language: LanguageKey): I18n => {
    const known = voices.get(language);
    if (known) return known;
    const messages = language === 'en' ? english : { ...english, ...readLanguage(folder, language) };
    const made = setupI18n({ locale: languages[language].tag, messages: { [languages[language].tag]: messages } });
    voices.set(language, made);
    return made;
  };
  return {
    in(language) {
      const say: Say = (id, values = {}) =>
        voice(language)._(id, Object.fromEntries(Object.entries(values).map(([place, said]) => [place, written(said)])));
      const written = (said: Said): string | number => {
        if (typeof said !== 'object') return said;
        return 'phrase' in said ? say(said.phrase, said.values) : writeAmount(said, languages[language].formats);
      };
      return say;
    },
  };
}

type Catalog = Readonly<Record<string, ReturnType<typeof compileMessage>>>;

/** What ships does not change under a program, and a process of tests opens the application again and again. */
const shipped = new Map<string, Catalog>();

function readLanguage(folder: string, language: string): Catalog {
  const known = folder === localesFolder ? shipped.get(language) : undefined;
  if (known) return known;
  const read = readCatalogs(`${folder}/${language}`);
  if (folder === localesFolder) shipped.set(language, read);
  return read;
}

function readCatalogs(directory: string): Catalog {
  const entries = readdirSafe(directory)
    .filter((file) => file.endsWith('.po'))
    .flatMap((file) => pofile.parse(readFileSync(`${directory}/${file}`, 'utf8')).items)
    .filter((item) => item.msgstr[0])
    .map((item) => [item.msgid, compileMessage(item.msgstr[0] ?? '')] as const);
  return Object.fromEntries(entries);
}

function readdirSafe(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
