import { isLanguageKey, languageKeys, type LanguageKey } from '../../law/languages.ts';
import { savedPathCookie, type DocumentBrand, type DocumentCaptcha, type DocumentFoot } from '../../protocol/document.ts';
import { askedPath } from '../../protocol/paths.ts';

interface DocumentRead {
  readonly language: LanguageKey;
  /** Those that the switcher offers. */
  readonly languages: readonly LanguageKey[];
  readonly brand: DocumentBrand;
  readonly foot: DocumentFoot | undefined;
  readonly captcha: DocumentCaptcha | undefined;
  /** False where the address is no page at all. */
  readonly isPage: boolean;
}

/** What the server has filled into the document (protocol/document.ts). */
export function readDocument(): DocumentRead {
  const language = document.documentElement.dataset['language'] ?? 'en';
  const { languages = '' } = document.documentElement.dataset;
  const brand = contentOf('atrium-brand');
  const foot = contentOf('atrium-foot');
  const captcha = contentOf('atrium-captcha');
  if (brand === undefined) throw new Error('the document was not filled in by the server');
  return {
    language: isLanguageKey(language) ? language : 'en',
    languages: languages.split(' ').filter(isLanguageKey),
    brand: JSON.parse(brand) as DocumentBrand,
    foot: foot === undefined ? undefined : (JSON.parse(foot) as DocumentFoot),
    captcha: captcha === undefined ? undefined : (JSON.parse(captcha) as DocumentCaptcha),
    isPage: document.documentElement.dataset['unknown'] === undefined,
  };
}

function contentOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** The page to go to after signing in: from the query (document 1 §2), else the language root. */
export function afterSignIn(language: string): string {
  const query = new URLSearchParams(location.search);
  for (const wish of [query.get('gotopath'), query.get('redirect')]) {
    const path = wish === null ? undefined : askedPath(wish, { language, languages: languageKeys });
    if (path !== undefined && !/^\/[^/]+\/login(\/|$)/.test(path)) return path;
  }
  return `/${language}`;
}

/** Where whoever will not reset their password goes back to: what `backUrl` asks for (document 3 §2), else the sign-in. */
export function askedBack(language: string): string {
  const asked = new URLSearchParams(location.search).get('backUrl');
  const path = asked === null ? undefined : askedPath(asked, { language, languages: languageKeys });
  return path ?? `/${language}/login`;
}

/** The document's title: what it shows, then whose it is. */
export function nameDocument(title: string): void {
  document.title = `${title} · ${readDocument().brand.name}`;
}

/** Time enough to find one's password. */
const savedPathSeconds = 1800;

/** Keeps where somebody wanted to go, for whichever page they sign in on: the server leads there once (document 1 §2). */
export function savePath(path: string): void {
  writeCookie(savedPathCookie, encodeURIComponent(path), savedPathSeconds);
}

/** They are there, or have left: nobody is to be led there later. */
export function dropSavedPath(): void {
  writeCookie(savedPathCookie, '', 0);
}

function writeCookie(name: string, value: string, seconds: number): void {
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}

/** Remembers the language that the client reads, for addresses under /r/ and for the server's own words. */
export function keepLanguage(language: LanguageKey): void {
  writeCookie('myLanguage', language, 365 * 24 * 60 * 60);
}
