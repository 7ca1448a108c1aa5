import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { languageKeys } from '../law/languages.ts';
import { failureOf, isOffline } from '../ui/api/failure.ts';
import type { AreaScreens, BeginningRead, Screen } from '../ui/page/screen.ts';
import { plainSearch, readParams, routePath } from '../ui/page/routing.ts';
import { SkeletonScreen } from '../ui/components/Skeleton.tsx';
import type { Words } from '../ui/words/words.ts';
import { everyPageQuery, land } from '../protocol/paths.ts';
import { Frame } from './Frame.tsx';
import { Guard } from './Guard.tsx';
import { CrashedScreen, MissingScreen } from './screens.tsx';

interface RouterSettings {
  readonly areas: readonly AreaScreens[];
  readonly words: Words;
  readonly brand: string;
  /** Asks ahead what a screen begins with; never throws. */
  readonly begin: (read: BeginningRead) => Promise<void>;
}

/** One route a page, each screen a chunk of its own; where a path leads is protocol/paths' to say, as on the server. */
export function makeRouter({ areas, words, brand, begin }: RouterSettings) {
  const pages = areas.flatMap(({ screens }) => screens.map(({ page }) => page));
  const landingOf = (location: { readonly pathname: string; readonly searchStr: string }) =>
    land({
      path: location.pathname,
      search: location.searchStr,
      pages,
      languages: languageKeys,
      language: words.language,
      brand,
    });
  const root = createRootRoute({
    component: Frame,
    notFoundComponent: () => <MissingScreen />,
    errorComponent: CrashedScreen,
    beforeLoad: ({ location }) => {
      const landing = landingOf(location);
      // oxlint-disable-next-line typescript/only-throw-error -- the router takes redirects thrown
      if (landing.kind === 'redirect') throw redirect({ href: landing.to, replace: true });
    },
  });
  const locale = createRoute({
    getParentRoute: () => root,
    path: '$locale',
    component: Outlet,
    beforeLoad: ({ location }) => {
      // The router's own places take any word: what is no page is decided as on the server.
      // oxlint-disable-next-line typescript/only-throw-error -- the router takes this thrown
      if (landingOf(location).kind === 'unknown') throw notFound();
    },
  });
  const routes = areas.flatMap((area) =>
    area.screens.map((screen) =>
      createRoute({
        getParentRoute: () => locale,
        path: routePath(screen.page.path, brand),
        component: lazyRouteComponent(async () => ({ default: await boundScreen(area, screen, words) })),
        loader: () => screen.begins && begin(screen.begins),
        // Inside of the frame: only the screen is gone.
        errorComponent: ({ error }) => <CrashedScreen error={error} page={screen.page} />,
      }),
    ),
  );
  return createRouter({
    routeTree: root.addChildren([locale.addChildren(routes)]),
    defaultPendingComponent: SkeletonScreen,
    defaultPendingMs: 120,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    ...plainSearch,
  });
}

async function boundScreen(area: AreaScreens, screen: Screen, words: Words): Promise<ComponentType> {
  const [module] = await Promise.all([screen.load(), words.load(area.words)]).catch((error: unknown) => {
    // The router reloads the page for a screen that is gone with an older release; without a network that would leave nothing.
    throw isOffline() ? failureOf(error) : error;
  });
  const Inside = module.default;
  const names = [...(screen.page.query ?? []), ...everyPageQuery];
  return function Bound() {
    const params = readParams(screen.page.path, useParams({ strict: false }));
    const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
    const query = Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])));
    return (
      <Guard page={screen.page}>
        <Inside params={params as never} query={query as never} />
      </Guard>
    );
  };
}
