import { isLanguageKey, languageKeys, languages, type LanguageKey } from './languages.ts';
import type { RegionProfile } from './regions/profile.ts';

/** Of whom a language is chosen for: the client's region, or the company whose site a visitor is on. */
type Reading = Pick<RegionProfile, 'languages'>;

/** The languages offered there, in the order of the menu: those listed (document 2 §6) of which a catalog ships; to anybody else all of those. */
export function languagesOffered(reading?: Reading): readonly LanguageKey[] {
  return (reading?.languages ?? languageKeys).filter((key) => languages[key].catalog !== 'none');
}

/**
 * Which language to speak: the cookie's where it is offered, else the first that the browser accepts and that is
 * translated completely, else English where it is offered, else the first that is.
 */
export function languageFor(visitor: {
  readonly cookie?: string | undefined;
  /** The tags that the browser accepts, the most wanted first: `zh-TW`, `zh`, `en`. */
  readonly accepted?: readonly string[];
  readonly reading?: Reading | undefined;
}): LanguageKey {
  const offered = languagesOffered(visitor.reading);
  const { cookie = '' } = visitor;
  if (isLanguageKey(cookie) && offered.includes(cookie)) return cookie;
  const wanted = (visitor.accepted ?? []).flatMap((tag) => languagesOfTag(tag.toLowerCase()));
  const accepted = wanted.find((language) => offered.includes(language) && languages[language].catalog === 'whole');
  return accepted ?? (offered.includes('en') ? 'en' : (offered[0] ?? 'en'));
}

/** The key of a browser's tag, most exact first: `zh-hant-hk` is `hk`, then `zh-tw`, then `zh`. */
function languagesOfTag(tag: string): LanguageKey[] {
  const [language = '', ...rest] = tag.split('-');
  const exact: LanguageKey[] = isLanguageKey(tag) ? [tag] : [];
  if (language === 'zh' && rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part))) {
    return [...(rest.some((part) => part === 'hk' || part === 'mo') ? (['hk', 'zh-tw'] as const) : (['zh-tw'] as const)), 'zh'];
  }
  if (language === 'pt') return ['pt-br'];
  // `hk` is the documents' code for a place, not for a language that browsers know.
  return isLanguageKey(language) && language !== 'hk' && !exact.includes(language) ? [...exact, language] : exact;
}
