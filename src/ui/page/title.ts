import { createContext, use, useEffect } from 'react';

/** Where a screen says what it shows, for the document's title. */
export const TitleContext = createContext<(title: string | undefined) => void>(() => undefined);

/** Names the thing that the page shows, in place of the page's own name: an account, a transfer. Undefined: not known yet. */
export function useTitle(title: string | undefined): void {
  const name = use(TitleContext);
  useEffect(() => {
    name(title);
    return () => name(undefined);
  }, [name, title]);
}
