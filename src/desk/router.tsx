import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { SkeletonScreen } from '../ui/components/Skeleton.tsx';
import type { DeskArea } from '../ui/desk/area.ts';
import { plainSearch, readParams, routePath } from '../ui/page/routing.ts';
import type { Screen } from '../ui/page/screen.ts';
import type { Words } from '../ui/words/words.ts';
import { deskRoot, landAtDesk } from '../protocol/paths.ts';
import { Frame } from './Frame.tsx';
import { Guard } from './Guard.tsx';
import { CrashedScreen, MissingScreen } from './screens.tsx';

/** One route a page, each screen a chunk of its own; where a path leads is protocol/paths' to say, as on the server. */
export function makeRouter({ areas, words }: { readonly areas: readonly DeskArea[]; readonly words: Words }) {
  const pages = areas.flatMap(({ screens }) => screens.map(({ page }) => page));
  const root = createRootRoute({
    component: Frame,
    notFoundComponent: () => <MissingScreen />,
    errorComponent: CrashedScreen,
    beforeLoad: ({ location }) => {
      const landing = landAtDesk({ path: location.pathname, search: location.searchStr, pages });
      // oxlint-disable-next-line typescript/only-throw-error -- the router takes redirects thrown
      if (landing.kind === 'redirect') throw redirect({ href: landing.to, replace: true });
    },
  });
  const desk = createRoute({ getParentRoute: () => root, path: deskRoot });
  const routes = areas.flatMap((area) =>
    area.screens.map((screen) =>
      createRoute({
        getParentRoute: () => desk,
        path: routePath(screen.page.path, ''),
        component: lazyRouteComponent(async () => ({ default: await boundScreen(area, screen, words) })),
        errorComponent: ({ error }) => <CrashedScreen error={error} />,
      }),
    ),
  );
  return createRouter({
    routeTree: root.addChildren([desk.addChildren(routes)]),
    defaultPendingComponent: SkeletonScreen,
    defaultPendingMs: 120,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    ...plainSearch,
  });
}

async function boundScreen(area: DeskArea, screen: Screen, words: Words): Promise<ComponentType> {
  const [module] = await Promise.all([screen.load(), words.load(area.words)]);
  const Inside = module.default;
  const names = screen.page.query ?? [];
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
