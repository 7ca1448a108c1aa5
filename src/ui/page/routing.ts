/** 'accounts/{id:int}' as the router writes it: 'accounts/$id'. */
export function routePath(path: string, brand: string): string {
  return path === '' ? '/' : path.replaceAll('{brand}', brand).replace(/\{(\w+)(?::int)?\}/g, '$$$1');
}

/** A page's parameters as it declares them: `{id:int}` a number. */
export function readParams(path: string, params: Readonly<Record<string, unknown>>): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Array.from(path.matchAll(/\{(\w+)(:int)?\}/g), ([, name = '', isWhole]) => {
      const text = String(params[name]);
      return [name, isWhole === undefined ? text : Number(text)];
    }),
  );
}

/** The router's query, as plain text by its names. */
export const plainSearch = {
  parseSearch: (search: string): Readonly<Record<string, string>> => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search: object): string => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
};
