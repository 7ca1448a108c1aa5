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
import type { ComponentType, ReactNode } from 'react';
import type { PageSpec } from '../../protocol/call.ts';
import { keepingAction, type Landing } from '../../protocol/paths.ts';
import { failureOf, isOffline } from '../api/failure.ts';
import { SkeletonScreen } from '../components/Skeleton.tsx';
import type { Words } from '../words/words.ts';
import type { Travel } from './Link.tsx';
import { plainSearch, readParams, routePath } from './routing.ts';
import type { AreaScreens, BeginningRead, Screen } from './screen.ts';

/** What a door of the browser's draws its pages with. */
export interface DoorPages {
  readonly areas: readonly Pick<AreaScreens, 'words' | 'screens'>[];
  readonly words: Words;
  /** What every address begins with: a word, or a place such as `$locale`. */
  readonly root: string;
  /** The brand's key, where it stands in addresses. */
  readonly brand: string;
  /** Where a path leads: to a page, on to another address, or nowhere. */
  readonly land: (asked: {
    readonly path: string;
    readonly search: string;
    readonly pages: readonly PageSpec[];
  }) => Landing<PageSpec>;
  /** What every page may be asked with, beside its own query. */
  readonly everyQuery: readonly string[];
  /** Asks ahead what a screen begins with; never throws. */
  readonly begin?: (read: BeginningRead) => Promise<void>;
  readonly Frame: () => ReactNode;
  readonly Guard: ComponentType<{ readonly page: PageSpec; readonly children: ReactNode }>;
  readonly Missing: ComponentType;
  readonly Crashed: ComponentType<{ readonly error: unknown; readonly page?: PageSpec }>;
}

/** One route a page, each screen a chunk of its own; where a path leads is protocol/paths' to say, as on the server. */
export function openRouter(door: DoorPages) {
  const { Frame, Missing, Crashed } = door;
  const pages = door.areas.flatMap(({ screens }) => screens.map(({ page }) => page));
  const landingOf = ({ pathname: path, searchStr: search }: { readonly pathname: string; readonly searchStr: string }) =>
    door.land({ path, search, pages });
  const top = createRootRoute({
    component: Frame,
    notFoundComponent: () => <Missing />,
    errorComponent: ({ error }) => <Crashed error={error} />,
    beforeLoad: ({ location }) => {
      const landing = landingOf(location);
      // oxlint-disable-next-line typescript/only-throw-error -- the router takes redirects thrown
      if (landing.kind === 'redirect') throw redirect({ href: landing.to, replace: true });
    },
  });
  const root = createRoute({
    getParentRoute: () => top,
    path: door.root,
    component: Outlet,
    beforeLoad: ({ location }) => {
      // The router's own places take any word: what is no page is decided as on the server.
      // oxlint-disable-next-line typescript/only-throw-error -- the router takes this thrown
      if (landingOf(location).kind === 'unknown') throw notFound();
    },
  });
  const routes = door.areas.flatMap(({ screens, words }) =>
    screens.map((screen) =>
      createRoute({
        getParentRoute: () => root,
        path: routePath(screen.page.path, door.brand),
        component: lazyRouteComponent(async () => ({ default: await boundScreen(door, screen, words) })),
        loader: () => screen.begins && door.begin?.(screen.begins),
        // Inside of the frame: only the screen is gone.
        errorComponent: ({ error }) => <Crashed error={error} page={screen.page} />,
      }),
    ),
  );
  return createRouter({
    routeTree: top.addChildren([root.addChildren(routes)]),
    defaultPendingComponent: SkeletonScreen,
    defaultPendingMs: 120,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    ...plainSearch,
  });
}

async function boundScreen(door: DoorPages, screen: Screen, words: readonly string[]): Promise<ComponentType> {
  const [module] = await Promise.all([screen.load(), door.words.load(words)]).catch((error: unknown) => {
    // The router reloads the page for a screen that is gone with an older release; without a network that would leave nothing.
    throw isOffline() ? failureOf(error) : error;
  });
  const Inside = module.default;
  const { Guard } = door;
  const names = [...(screen.page.query ?? []), ...door.everyQuery];
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

type Known = Pick<Travel, 'root' | 'brand' | 'brandName' | 'support' | 'opener' | 'wayFrom'>;

/** How pages are gone to, by that router. */
export function travelBy(router: ReturnType<typeof openRouter>, known: Known): Travel {
  let hasMoved = false;
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    hasMoved ||= fromLocation !== undefined && pathChanged;
  });
  return {
    ...known,
    go: (address, { replace = false } = {}) =>
      void router.navigate({ href: replace ? keepingAction(address, router.history.location) : address, replace }),
    prepare: (address) => void router.preloadRoute({ to: address }).catch(() => undefined),
    hold: (mayLeave) =>
      router.history.block({
        blockerFn: async ({ currentLocation, nextLocation }) =>
          currentLocation.pathname !== nextLocation.pathname && !(await mayLeave()),
        enableBeforeUnload: false,
      }),
    hasMoved: () => hasMoved,
  };
}
