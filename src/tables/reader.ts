import { languages, type LanguageKey } from '../law/languages.ts';
import type { TableReader } from './table.ts';

/** Who reads in that language; `say` has the one word that every table takes. */
export function readerIn(
  language: LanguageKey,
  say: (id: 'table.page', values: { readonly page: number }) => string,
): TableReader {
  const { tag, formats, direction } = languages[language];
  return { tag, formats, direction, pageWord: (page) => say('table.page', { page }) };
}
