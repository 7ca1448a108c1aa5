import type { z } from 'zod';

/**
 * A page of the portal, declared once in an area's contract: the server answers 404 for a path that no page has,
 * the browser binds a screen to it (routes.ts) and every link to it is written with `pagePath`.
 */
export interface Page<Path extends string = string, Query extends QueryRule = QueryRule> {
  /** As the documents write it, without the locale: '' (dashboard), '/accounts/{id:int}', '/{brand}-wallet'. */
  readonly path: Path;
  /** Message id of the page's name: heading, document title, search and navigation. */
  readonly title: string;
  /** The action of law/gates that a client must be allowed; everybody signed in may open the page when left out. */
  readonly gate?: string;
  /** The query parameters of the page. A value that does not fit is left out, never an error. */
  readonly query?: Query;
}

type QueryRule = z.ZodObject<Record<string, z.ZodType>>;

/** What a page's path takes: `{id:int}` a whole number, `{hash}` text. `{brand}` is filled in by the portal itself. */
export type PageParams<Path extends string> = Path extends `${string}{${infer Place}}${infer Rest}`
  ? ParamOf<Place> & PageParams<Rest>
  : unknown;

type ParamOf<Place extends string> = Place extends 'brand'
  ? unknown
  : Place extends `${infer Name}:int`
    ? Readonly<Record<Name, number>>
    : Readonly<Record<Place, string>>;

/** What a page's query may hold, with the two parameters that document 1 §2 allows on every page. */
export type PageQuery<Query extends QueryRule> = Partial<z.output<Query>> & EveryPageQuery;

export interface EveryPageQuery {
  readonly step2?: string;
  readonly mobileAppAction?: string;
}

export const everyPageQuery = ['step2', 'mobileAppAction'] as const;

export function page<const Path extends string, Query extends QueryRule = z.ZodObject<Record<never, never>>>(
  rule: Page<Path, Query>,
): Page<Path, Query> {
  return rule;
}

/** What a screen is given: the path's parameters and the query, both typed by its page. */
export type PageProps<Declared> =
  Declared extends Page<infer Path, infer Query>
    ? { readonly params: PageParams<Path>; readonly query: PageQuery<Query> }
    : never;
