import '../ui/theme/inter.css';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConnectionProvider } from '../ui/api/context.tsx';
import { openQueries } from '../ui/api/reads.ts';
import { TravelProvider } from '../ui/page/Link.tsx';
import { travelBy } from '../ui/page/router.tsx';
import { showScheme } from '../ui/theme/scheme.ts';
import { WordsProvider } from '../ui/words/context.tsx';
import { loadCatalog } from '../ui/words/catalogs.ts';
import { openWords } from '../ui/words/words.ts';
import { areas } from './areas.ts';
import { navigationOf, openerOf } from './navigation.ts';
import { keepLanguage, readDocument } from '../ui/page/document.ts';
import { makeRouter } from './router.tsx';
import { CrashedScreen } from './screens.tsx';
import { overOf } from './over.ts';
import { openSession } from './session.ts';
import { ShellContext } from './shell.tsx';
import { pageLinks } from '../protocol/pageLinks.ts';
import { wayFrom } from '../protocol/ways.ts';

showScheme();
const { language, brand, foot } = readDocument();

const words = openWords(language, loadCatalog);
const queries = openQueries();
const session = openSession({ language, queries });
const router = makeRouter({ areas, words, brand: brand.key, begin: session.begin });
const shell = { session, brand, foot, areas, navigation: navigationOf(areas), over: overOf(areas, words) };
const travel = travelBy(router, {
  root: language,
  brand: brand.key,
  brandName: brand.name,
  support: brand.support,
  opener: (next) => openerOf(areas, next),
  wayFrom: (code) => {
    const way = wayFrom(code);
    if (typeof way !== 'object') return way;
    const page = pageLinks[way.page];
    return { to: { page }, label: page.title };
  },
});

keepLanguage(language);
void open();

/** Not awaited by the module itself: the first screen may share a chunk with it, and each would wait for the other. */
async function open(): Promise<void> {
  const [failure] = await Promise.all([session.arrive(), words.load(['ui', 'shell', 'session']), router.load()]);

  const place = document.querySelector('#portal');
  if (!place) throw new Error('the document has no place for the portal');
  const root = createRoot(place);
  // In slices, so that a slow phone answers to a touch while the page is drawn; the outline stands until it is whole.
  startTransition(() =>
    root.render(
      <StrictMode>
        <WordsProvider words={words}>
          <QueryClientProvider client={queries}>
            <ConnectionProvider api={session.api} store={session.store} pushed={session.pushed}>
              <ShellContext value={shell}>
                <TravelProvider travel={travel}>
                  {failure ? <CrashedScreen error={failure} /> : <RouterProvider router={router} />}
                </TravelProvider>
              </ShellContext>
            </ConnectionProvider>
          </QueryClientProvider>
        </WordsProvider>
      </StrictMode>,
    ),
  );
}
