import '../ui/theme/inter.css';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import './desk.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConnectionProvider } from '../ui/api/context.tsx';
import { openQueries } from '../ui/api/reads.ts';
import { partsOf, PartsContext } from '../ui/desk/parts.tsx';
import { openPushed } from '../ui/live/pushed.ts';
import { TravelProvider } from '../ui/page/Link.tsx';
import { travelBy } from '../ui/page/router.tsx';
import { showScheme } from '../ui/theme/scheme.ts';
import { WordsProvider } from '../ui/words/context.tsx';
import { openWords } from '../ui/words/words.ts';
import type { DeskPageSpec } from '../protocol/call.ts';
import { deskRoot } from '../protocol/paths.ts';
import { readDocument } from '../ui/page/document.ts';
import { areas } from './areas.ts';
import { loadCatalog } from './catalogs.ts';
import { makeRouter } from './router.tsx';
import { CrashedScreen } from './screens.tsx';
import { openDeskSession } from './session.ts';
import { ShellContext } from './shell.tsx';
import type { WaysOn } from './waysOn.ts';

showScheme();
const { brand } = readDocument();

/** Staff read English (docs/decisions/0015). */
const words = openWords('en', loadCatalog);
// Each reading of a client's data is written down (interfaces §7): one that nobody asked for would say what was not.
const queries = openQueries({ readsOnFocus: false });
const session = openDeskSession({ queries });
const pages = areas.flatMap(({ screens }) => screens.map(({ page }): DeskPageSpec => page));
const router = makeRouter({ areas, words });
/** How one goes on from what the desk refuses; it comes behind what draws the first page, and nothing is refused before that. */
let waysOn: WaysOn | undefined;
const travel = travelBy(router, {
  root: deskRoot,
  brand: brand.key,
  brandName: brand.name,
  support: undefined,
  // What the desk refuses, no page opens.
  opener: () => undefined,
  wayFrom: (code) => waysOn?.(code) ?? 'here',
});
const parts = partsOf(areas, words);

void open();
void import('./waysOn.ts').then(({ wayOn }) => (waysOn = wayOn));

/** The desk has no stream of its own: nothing is pushed to it. */
const nothingPushed = openPushed();

async function open(): Promise<void> {
  const [failure] = await Promise.all([session.arrive(), words.load(['ui', 'money', 'desk.desk']), router.load()]);
  const place = document.querySelector('#desk');
  if (!place) throw new Error('the document has no place for the desk');
  createRoot(place).render(
    <StrictMode>
      <WordsProvider words={words}>
        <QueryClientProvider client={queries}>
          <ConnectionProvider api={session.api} store={session.store} pushed={nothingPushed}>
            <ShellContext value={{ session, brand, areas, pages }}>
              <PartsContext value={parts}>
                <TravelProvider travel={travel}>
                  {failure ? <CrashedScreen error={failure} /> : <RouterProvider router={router} />}
                </TravelProvider>
              </PartsContext>
            </ShellContext>
          </ConnectionProvider>
        </QueryClientProvider>
      </WordsProvider>
    </StrictMode>,
  );
}
