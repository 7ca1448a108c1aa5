/**
 * Where a path leads (document 1 §2): pure, so that the server (which must answer 404 for what is no page) and the
 * browser's router decide alike.
 */

import { withoutEnding } from '../base/ending.ts';

/** A page's path as it was asked for. Numbers of `{id:int}` places are whole and at most nine digits. */
export type PathParams = Readonly<Record<string, string | number>>;

export interface PagePath {
  /** Below the locale, as contracts write it: '' (dashboard), 'accounts/{id:int}', '{brand}-wallet'. */
  readonly path: string;
}

/** The query parameters that document 1 §2 allows on every page. */
export const everyPageQuery = ['step2', 'mobileAppAction'] as const;

/** What the path takes: `{id:int}` a whole number, `{hash}` text. `{brand}` is filled in by the portal itself. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Place}}${infer Rest}`
  ? ParamOf<Place> & ParamsOf<Rest>
  : unknown;

type ParamOf<Place extends string> = Place extends 'brand'
  ? unknown
  : Place extends `${infer Name}:int`
    ? Readonly<Record<Name, number>>
    : Readonly<Record<Place, string>>;

export interface LandingQuestion<Known extends PagePath> {
  /** The path of the address, with its leading slash: '/en/deposits'. */
  readonly path: string;
  /** The query with its question mark, or ''. */
  readonly search: string;
  readonly pages: readonly Known[];
  /** Codes of all supported languages: 'en', 'zh-tw', … */
  readonly languages: readonly string[];
  /** The visitor's language: the cookie's where it is a supported one, else the browser's, else English. */
  readonly language: string;
  /** Fills `{brand}` in paths. */
  readonly brand: string;
  /**
   * The saved-path cookie, if any: redirects once, so the asker removes the cookie when it leads somewhere. While it waits,
   * an unknown path leads to the language root, from where it is used.
   */
  readonly savedPath?: string;
}

export type Landing<Known extends PagePath> =
  | { readonly kind: 'page'; readonly language: string; readonly page: Known; readonly params: PathParams }
  | { readonly kind: 'redirect'; readonly to: string; readonly usedSavedPath?: true }
  | { readonly kind: 'unknown'; readonly language: string };

export function land<Known extends PagePath>(question: LandingQuestion<Known>): Landing<Known> {
  const { path, search, languages, language } = question;
  const tidy = withoutTrailingSlash(path);
  if (tidy !== path) return redirect(tidy + search);

  const segments = tidy.split('/').slice(1);
  const [first = '', ...rest] = segments;
  if (tidy === '/' || first === '') return savedLanding(question) ?? redirect(`/${language}`);
  if (first === 'r') return redirect(joinPath(language, rest) + search);

  const locale = languages.includes(first) ? first : undefined;
  if (locale !== undefined) {
    if (rest.length === 0) {
      const saved = savedLanding(question);
      if (saved) return saved;
    }
    const found = matchPage(rest.join('/'), question);
    if (found) return { kind: 'page', language: locale, ...found };
  }
  // Document 1 §2: the error pages stand outside of the languages.
  if (first === 'error' && matchPage(segments.join('/'), question)) return redirect(joinPath(language, segments) + search);
  return unknownLanding(question, tidy, locale ?? language);
}

/** The first word of every address of the staff's desk, where a portal's page has its language. */
export const deskRoot = 'desk';

/** Where a path leads that begins with the desk's word: '/desk', '/desk/clients/7'. */
export function landAtDesk<Known extends PagePath>(question: {
  readonly path: string;
  readonly search: string;
  readonly pages: readonly Known[];
}): Landing<Known> {
  const { path, search, pages } = question;
  const tidy = withoutTrailingSlash(path);
  if (tidy !== path) return redirect(tidy + search);
  const found = matchPage(tidy.split('/').slice(2).join('/'), { pages, brand: '' });
  return found ? { kind: 'page', language: 'en', ...found } : { kind: 'unknown', language: 'en' };
}

/** Document 1 §2, "Unknown paths", in its order. */
function unknownLanding<Known extends PagePath>(
  question: LandingQuestion<Known>,
  path: string,
  language: string,
): Landing<Known> {
  const test = `/${language}/profile/appropriateness-test`;
  if (path.includes('appropriateness-test') && path !== test) return redirect(test + question.search);
  // Readings, decision 13: one page, by two names.
  if (path === `/${language}/accounts/account-level`) return redirect(`/${language}/account-level${question.search}`);
  if (path.includes('deposits-list')) return redirect(`/${language}/deposits${question.search}`);
  if (savedLanding(question)) return redirect(`/${language}`);
  return { kind: 'unknown', language };
}

function savedLanding<Known extends PagePath>(question: LandingQuestion<Known>): Landing<Known> | undefined {
  const saved = question.savedPath === undefined ? undefined : ownPath(question.savedPath);
  if (saved === undefined) return undefined;
  const { savedPath: _used, ...withoutSaved } = question;
  const [path = '', query] = saved.split('?', 2);
  const target = land({ ...withoutSaved, path, search: query === undefined ? '' : `?${query}` });
  if (target.kind === 'unknown' || isLanguageRoot(saved, question.languages)) return undefined;
  return { kind: 'redirect', to: target.kind === 'redirect' ? target.to : saved, usedSavedPath: true };
}

function isLanguageRoot(path: string, languages: readonly string[]): boolean {
  return path === '/' || languages.includes(path.slice(1));
}

/**
 * A path of our own site, or undefined. Whatever a cookie or a query brings must not lead elsewhere: no other host
 * ('//evil', '/\evil'), no scheme, no control characters.
 */
export function ownPath(text: string): string | undefined {
  if (text.length > 1000 || !text.startsWith('/') || /^\/[/\\]/.test(text)) return undefined;
  // oxlint-disable-next-line no-control-regex -- browsers drop tabs and line feeds inside an address, so '/\t/evil' is '//evil'
  return /[\u0000-\u0020\u007f\\]/.test(text) ? undefined : text;
}

/**
 * Where somebody is to be led after signing in, as `gotopath` and `redirect` tell (document 1 §2): a path of ours, also without
 * its leading slash and without its language, or undefined.
 */
export function askedPath(
  text: string,
  { language, languages }: { readonly language: string; readonly languages: readonly string[] },
): string | undefined {
  if (text.startsWith('/')) return ownPath(text);
  // Neither a scheme nor a host: a first segment of a page has no colon and no dot.
  const [, first] = /^([\w-]+)([/?].*)?$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  return ownPath(languages.includes(first) ? `/${text}` : `/${language}/${text}`);
}

/** The address of a page: `pagePath({ page, language: 'en', brand, params: { id: 7 }, query: { tab: 'open' } })`. */
export function pagePath(target: {
  readonly page: PagePath;
  readonly language: string;
  readonly brand: string;
  readonly params?: PathParams;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
}): string {
  const filled = target.page.path.replace(/\{(\w+)(?::int)?\}/g, (_place, name: string) => {
    const value = name === 'brand' ? target.brand : target.params?.[name];
    if (value === undefined) throw new Error(`the path ${target.page.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(target.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const search = query.toString();
  return `${joinPath(target.language, [filled])}${search === '' ? '' : `?${search}`}`;
}

/** The page with that path (below its locale) and the path's parameters. The first page declared wins. */
export function matchPage<Known extends PagePath>(
  path: string,
  known: { readonly pages: readonly Known[]; readonly brand: string },
): { readonly page: Known; readonly params: PathParams } | undefined {
  for (const page of known.pages) {
    const params = matchPath(page.path.replaceAll('{brand}', known.brand), path);
    if (params) return { page, params };
  }
  return undefined;
}

function matchPath(pattern: string, path: string): PathParams | undefined {
  const places = pattern.split('/');
  const segments = path.split('/');
  if (places.length !== segments.length) return undefined;
  const params: Record<string, string | number> = {};
  for (const [index, place] of places.entries()) {
    const segment = segments[index] ?? '';
    const name = /^\{(\w+)(:int)?\}$/.exec(place);
    if (!name) {
      if (place !== segment) return undefined;
      continue;
    }
    const value = name[2] ? readWhole(segment) : readSegment(segment);
    if (value === undefined || name[1] === undefined) return undefined;
    params[name[1]] = value;
  }
  return params;
}

function readWhole(segment: string): number | undefined {
  return /^[0-9]{1,9}$/.test(segment) ? Number(segment) : undefined;
}

function readSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return text === '' || text.length > 200 ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Where a page writes its own address anew: what the mobile app has put into it stays, unless the page says otherwise (document 1 §2). */
export function keepingAction(address: string, here: { readonly pathname: string; readonly search: string }): string {
  const [path, query = ''] = address.split('?');
  const action = new URLSearchParams(here.search).get('mobileAppAction');
  const next = new URLSearchParams(query);
  if (action === null || path !== here.pathname || next.has('mobileAppAction')) return address;
  next.set('mobileAppAction', action);
  return `${path}?${next}`;
}

/** The address in another language: the same page, the same query. */
export function inLanguage(path: string, language: string): string {
  const [, , ...rest] = path.split('/');
  return joinPath(language, rest);
}

function joinPath(language: string, rest: readonly string[]): string {
  return withoutTrailingSlash(`/${[language, ...rest].join('/')}`);
}

function withoutTrailingSlash(path: string): string {
  return withoutEnding(path, '/') || '/';
}

function redirect(to: string): { readonly kind: 'redirect'; readonly to: string } {
  // A path such as '//elsewhere' would be read as another host.
  return { kind: 'redirect', to: to.replace(/^[/\\]{2,}/, '/') };
}
